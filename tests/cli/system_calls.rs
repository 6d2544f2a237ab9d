//! Which system calls a candidate is refused at which level, as root and as an ordinary user: the program
//! `tests/programs/system_calls.c` tries each.

use std::collections::BTreeMap;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use crate::needs;
use crate::program::{home, write_file};

const LEVELS: [&str; 3] = ["rlimits", "filters", "namespaces"];

/// The answer to some calls.
type Answers = (&'static [&'static str], &'static str);

/// What a candidate is refused wherever there are filters of calls.
const EVERYWHERE: [Answers; 4] = [
    (
        &[
            "creat-set-id",
            "open-set-id",
            "openat-set-id",
            "tmpfile-set-id",
            "mknod-set-id",
            "mknodat-set-id",
            "chmod-set-id",
            "fchmod-set-id",
            "fchmodat-set-id",
            "fchmodat2-set-id",
            "add_key",
            "request_key",
            "keyctl",
            "setpriority-of-user",
        ],
        "EPERM",
    ),
    (
        &[
            "shmget",
            "shmat",
            "shmctl",
            "shmdt",
            "semget",
            "semop",
            "semctl",
            "msgget",
            "msgsnd",
            "msgrcv",
            "msgctl",
            "mq_open",
            "mq_unlink",
            "openat2",
            "io_uring_setup",
            "cachestat",
        ],
        "ENOSYS",
    ),
    (&["preadv2-no-wait", "setxattr", "lsetxattr", "fsetxattr", "setxattrat"], "EOPNOTSUPP"),
    (&["pair", "terminal-request"], "done"),
];

/// From `filters` on.
const WITH_FILTERS: [Answers; 4] = [
    (&["inotify_init", "inotify_init1", "io_setup", "pidfd_getfd"], "ENOSYS"),
    (&["fanotify_init", "process_vm_readv", "kcmp"], "EPERM"),
    (&["socket", "pair-of-datagrams", "pair-of-raw", "pair-of-another-family", "connect", "bind"], "EACCES"),
    (&["pair", "terminal-request"], "done"),
];

/// At `filters`, where other processes can be seen.
const AMONG_OTHERS: [Answers; 5] = [
    (&["prlimit", "setpriority", "ioprio_set", "sched_setaffinity", "sched_setscheduler"], "EPERM"),
    (&["mem", "environ", "fd", "cwd", "oom_score_adj", "timerslack_ns", "open-victim"], "EACCES"),
    (&["lease", "notify", "owner-of-signals"], "EINVAL"),
    (&["flags"], "ENOTTY"),
    // This remains: which files there are.
    (&["stat-victim"], "done"),
];

/// At `filters`, for a user who has files.
const OF_A_PERSON: [Answers; 3] = [
    // Without effect.
    (
        &[
            "chmod",
            "fchmodat",
            "fchmodat2",
            "fchmodat2-of-descriptor",
            "fchmod",
            "utime",
            "utimes",
            "futimesat",
            "utimensat",
            "utimensat-of-descriptor",
            "futimens",
        ],
        "done",
    ),
    (&["chown", "lchown", "fchownat", "fchown", "file_setattr"], "EPERM"),
    (&["removexattr", "fremovexattr", "removexattrat", "getxattr", "listxattr"], "EOPNOTSUPP"),
];

/// A judge, the program, a file and a process, all of one user.
struct Scene {
    folder: tempfile::TempDir,
    user: Option<u32>,
    other: Child,
}

impl Scene {
    /// None if there is no compiler for the program.
    fn new(user: Option<u32>) -> Option<Scene> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o711)).unwrap();
        let as_user = |mut command: Command| command.stdin(Stdio::piped()).spawn().unwrap();
        let other = as_user(started_as(user, Path::new("cat")));
        let scene = Scene { folder, user, other };
        std::fs::copy(env!("CARGO_BIN_EXE_judge"), scene.path("judge")).unwrap();
        for made in ["private", "tmp", "work"] {
            std::fs::create_dir(scene.path(made)).unwrap();
        }
        write_file(scene.victim(), "secret");
        for (name, mode) in [("private/key", 0o600), ("private", 0o700), ("tmp", 0o700), ("work", 0o755)] {
            std::fs::set_permissions(scene.path(name), PermissionsExt::from_mode(mode)).unwrap();
            std::os::unix::fs::chown(scene.path(name), user, user).unwrap();
        }
        scene.compile().then_some(scene)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn victim(&self) -> PathBuf {
        self.path("private/key")
    }

    fn program(&self) -> PathBuf {
        self.path("work/system_calls")
    }

    fn compile(&self) -> bool {
        let mut compiler = Command::new("cc");
        compiler.arg(format!("-DVICTIM=\"{}\"", self.victim().display()));
        compiler.arg(format!("-DOTHER={}", self.other.id())).arg("-w").arg("-o").arg(self.program());
        let is_there = compiler.arg(home().join("tests/programs/system_calls.c")).status();
        if !is_there.is_ok_and(|status| status.success()) {
            needs::leaves_out("a C compiler with the headers of Linux", "apt-get install gcc libc6-dev");
            return false;
        }
        std::os::unix::fs::chown(self.program(), self.user, self.user).unwrap();
        true
    }

    /// The answers at a level; none if this machine does not have it.
    fn answers(&self, level: &str) -> Option<BTreeMap<String, String>> {
        let log = self.path("tmp/run.json");
        let _ = std::fs::remove_file(&log);
        let mut judge = started_as(self.user, &self.path("judge"));
        judge.env("TMPDIR", self.path("tmp")).env("XDG_CACHE_HOME", self.path("tmp")).env_remove("CI");
        judge.args(["check", "--suite", "examples", "--isolation", level, "--save"]).arg(&log);
        let output = judge.arg("--").arg(self.program()).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        if told.contains("is not available here") {
            eprintln!("skipped at {level}: {}", told.trim());
            return None;
        }
        let log = std::fs::read(&log).unwrap_or_else(|why| panic!("{why}: {told}"));
        let log: Value = serde_json::from_slice(&log).unwrap();
        let text = printed(&log).expect("the output is in the saved run");
        let answers = text.lines().filter_map(|line| line.split_once(' '));
        Some(answers.map(|(call, answer)| (call.to_owned(), answer.to_owned())).collect())
    }

    /// What could be changed about the two files.
    fn metadata(&self) -> [(u32, i64, i64); 2] {
        [self.victim(), self.program()].map(|file| {
            let metadata = file.metadata().unwrap();
            (metadata.mode(), metadata.mtime(), metadata.ctime_nsec())
        })
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        let _ = self.other.kill();
        let _ = self.other.wait();
    }
}

/// A program, to be started as a user.
fn started_as(user: Option<u32>, program: &Path) -> Command {
    let Some(user) = user.map(|user| user.to_string()) else { return Command::new(program) };
    needs::program("setpriv");
    let mut command = Command::new("setpriv");
    command.args(["--reuid", &user, "--regid", &user, "--clear-groups"]).arg(program);
    command.env("PATH", "/usr/local/bin:/usr/bin:/bin");
    command
}

/// What the program printed, somewhere in a saved run.
fn printed(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) => Some(text.as_str()).filter(|text| text.starts_with("begin\n")),
        Value::Array(values) => values.iter().find_map(printed),
        Value::Object(values) => values.values().find_map(printed),
        _ => None,
    }
}

/// The answers to be expected at a level.
fn expected(level: &str, is_person: bool) -> BTreeMap<&'static str, &'static str> {
    let lists = [
        (true, &EVERYWHERE[..]),
        (level != "rlimits", &WITH_FILTERS),
        (level == "filters", &AMONG_OTHERS),
        (level == "filters" && is_person, &OF_A_PERSON),
    ];
    let due = lists.into_iter().filter(|(is_due, _)| *is_due).flat_map(|(_, list)| list);
    due.flat_map(|(calls, answer)| calls.iter().map(move |call| (*call, *answer))).collect()
}

#[test]
fn calls_are_refused_at_each_level() {
    if !Path::new("/proc/sys/kernel/seccomp/actions_avail").exists() {
        return eprintln!("skipped: this kernel has no filters of system calls");
    }
    let is_root = rustix::process::geteuid().is_root();
    for user in [None].into_iter().chain(is_root.then_some(Some(65_534))) {
        let Some(scene) = Scene::new(user) else { return };
        let is_person = !is_root || user.is_some();
        for level in LEVELS {
            let before = scene.metadata();
            let Some(answers) = scene.answers(level) else { continue };
            for (call, answer) in expected(level, is_person) {
                assert_eq!(
                    answers.get(call).map(String::as_str),
                    Some(answer),
                    "{call} at {level}, {user:?}"
                );
            }
            if level != "rlimits" {
                assert_eq!(scene.metadata(), before, "at {level}, {user:?}");
            }
        }
    }
}

#[test]
fn files_of_a_separate_user_are_removed() {
    if !rustix::process::geteuid().is_root() {
        return needs::leaves_out("root", "");
    }
    let name = format!("system_calls-{}", std::process::id());
    let mut places = vec!["/tmp", "/var/tmp", "/dev/shm", "/run/lock", "/var/lib/php/sessions"];
    places.retain(|place| Path::new(place).metadata().is_ok_and(|found| found.mode() & 0o1002 == 0o1002));
    let places: Vec<_> = places.iter().map(|place| Path::new(place).join(&name)).collect();
    let made: String =
        places.iter().map(|place| format!("mkdir {0} && echo > {0}/file\n", place.display())).collect();
    let (_kept, folder) =
        crate::program::folder(&[("litter.sh", &format!("{made}ls -d {}", places[0].display()))]);
    let mut judge = Command::new(env!("CARGO_BIN_EXE_judge"));
    judge.args(["check", "--suite", "examples", "--isolation", "rlimits", "litter.sh"]).current_dir(folder);
    let told = judge.output().unwrap().stdout;
    assert!(String::from_utf8_lossy(&told).contains(&name), "it was made");
    assert!(places.iter().all(|place| !place.exists()), "{}", String::from_utf8_lossy(&told));
}
