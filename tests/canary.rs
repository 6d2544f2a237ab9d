//! A fuzzer for what a stranger's folder can make the judge do. Each round makes a folder of odd things
//! (links, pipes, devices, closed folders, odd names, first lines, programs that look around), has the
//! judge work on it in one of many ways, and looks at a canary: a secret in a folder that is not part
//! of it. The secret must never be told nor changed, the devices must stay as they are, nothing may be
//! left behind, and the judge must end in time, by itself or by a signal, without a panic.
//!
//! `CANARY_SECONDS` says for how long (5 by default; CI takes 20), `CANARY_SEED` repeats a round.

use std::ffi::OsStr;
use std::fs::Permissions;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use fastrand::Rng;
use referee::report::Format;
use rustix::fs::{CWD, FileType, Mode, mknodat};
use strum::VariantNames;

/// The longest that one round may take; machines may be busy.
const PATIENCE: Duration = Duration::from_secs(90);

const NAMES: [&[u8]; 16] = [
    b"a",
    b"b",
    b"main",
    b"{source}",
    b"{out}",
    b"-n",
    b"--help",
    b" ",
    b"a b",
    b"a\nb",
    b"\xff",
    b"$(id)",
    b"..x",
    b"%s%n",
    b"\x1b[2J",
    b"lib",
];

const ENDINGS: [&str; 12] =
    ["", "", ".py", ".pl", ".sh", ".awk", ".c", ".wat", ".lua", ".js", ".moves", ".snap"];

const FORMATS: &[&str] = Format::VARIANTS;

/// One round's places.
struct Scene {
    kept: tempfile::TempDir,
    secret: String,
    rng: Rng,
}

/// What must be as it was.
type State = (Vec<(PathBuf, u32, u64, i64, Vec<u8>)>, Vec<Option<(u32, u32, u64)>>);

impl Scene {
    fn new(seed: u64) -> Scene {
        let mut rng = Rng::with_seed(seed);
        let secret = format!("canary-{:032x}", rng.u128(..));
        let scene = Scene { kept: tempfile::tempdir().unwrap(), secret, rng };
        for folder in ["private/bin", "private/lib", "work", "tmp"] {
            std::fs::create_dir_all(scene.path(folder)).unwrap();
        }
        for file in ["private/key", "private/bin/python3", "private/lib/key"] {
            std::fs::write(scene.path(file), &scene.secret).unwrap();
            std::fs::set_permissions(scene.path(file), Permissions::from_mode(0o700)).unwrap();
        }
        std::fs::set_permissions(scene.path("private"), Permissions::from_mode(0o700)).unwrap();
        std::fs::set_permissions(scene.path("tmp"), Permissions::from_mode(0o777)).unwrap();
        scene
    }

    fn path(&self, name: &str) -> PathBuf {
        self.kept.path().join(name)
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.rng.usize(..from.len())]
    }

    /// A path that a stranger might like to be read or written.
    fn target(&mut self) -> PathBuf {
        let key = self.path("private/key");
        let below_root = key.strip_prefix("/").unwrap().to_owned();
        let all = [
            key.clone(),
            self.path("private"),
            self.path("private/bin/python3"),
            Path::new("/proc/self/cwd/.old").join(&below_root),
            Path::new("/proc/self/root").join(&below_root),
            Path::new("/.old").join(&below_root),
            Path::new("../private/key").to_owned(),
            "/etc/shadow".into(),
            "/proc/self".into(),
            "/proc/self/environ".into(),
            "/proc/1/environ".into(),
            "/dev/null".into(),
            "/dev/zero".into(),
            "/dev/full".into(),
            "/dev/tty".into(),
            "/dev/stdin".into(),
            "/".into(),
            ".".into(),
            "..".into(),
            "a".into(),
            "pipe".into(),
            "nowhere".into(),
            "/usr/bin/env".into(),
        ];
        self.pick(&all).clone()
    }

    fn first_line(&mut self) -> Vec<u8> {
        let target = self.target();
        let target = target.as_os_str().as_bytes();
        let tool = *self.pick(&["python3", "perl", "sh", "cat", "nothing"]);
        let line = match self.rng.u8(..8) {
            0 => [b"#!", target].concat(),
            1 => [b"#!/usr/bin/env -S -u ", target, b" ", tool.as_bytes()].concat(),
            2 => [b"#!/usr/bin/env -S -C ", target, b" ", tool.as_bytes()].concat(),
            3 => [b"#!/usr/bin/env -S X=", target, b" ", tool.as_bytes()].concat(),
            4 => [b"#!/usr/bin/", tool.as_bytes(), b" ", target].concat(),
            5 => format!("#!/usr/bin/env {tool}\r").into_bytes(),
            6 => [&b"#!"[..], &[b'/'; 300]].concat(),
            _ => format!("#!/usr/bin/env {tool}").into_bytes(),
        };
        [&line[..], b"\n"].concat()
    }

    /// A program that looks around, writes where it can, or is none.
    fn body(&mut self) -> Vec<u8> {
        let target = self.target();
        let path = target.display();
        match self.rng.u8(..9) {
            0 => format!("print(open({:?}, errors='replace').read(999))\n", target.display().to_string()),
            1 => format!("import os\nfor d, _, f in os.walk({:?}): print(d, f)\n", path.to_string()),
            2 => {
                format!("try: open({:?}, 'w').write('x')\nexcept OSError as e: print(e)\n", path.to_string())
            }
            3 => format!("cat '{path}' '{path}'/* /proc/*/environ; echo x > '{path}'; ls -R '{path}'\n"),
            4 => format!(
                "open F, '<', '{path}'; print <F>; open F, '>', '{path}'; print F 1; unlink '{path}'\n"
            ),
            5 => format!("#include \"{path}\"\n__asm__(\".incbin \\\"{path}\\\"\");int main(){{}}\n"),
            6 => "0\n3\n1\n4\n2\n".to_owned(),
            7 => "while :; do :; done\n".to_owned(),
            _ => self.secret.replace("canary", "nothing"),
        }
        .into_bytes()
    }

    /// Adds something odd to a folder.
    fn add(&mut self, folder: &Path, depth: u8) {
        let name = [*self.pick(&NAMES), self.pick(&ENDINGS).as_bytes()].concat();
        let path = folder.join(OsStr::from_bytes(&name));
        if path.symlink_metadata().is_ok() {
            return;
        }
        match self.rng.u8(..12) {
            0..5 => {
                let head = if self.rng.bool() { self.first_line() } else { Vec::new() };
                std::fs::write(&path, [head, self.body()].concat()).unwrap();
                let mode = *self.pick(&[0o644, 0o755, 0o700, 0o4755, 0o000, 0o111]);
                std::fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            }
            5..8 => symlink(self.target(), &path).unwrap(),
            8 => mknodat(CWD, &path, FileType::Fifo, Mode::from_raw_mode(0o666), 0).unwrap(),
            9 => drop(std::os::unix::net::UnixListener::bind(&path)),
            10 if depth < 3 => {
                std::fs::create_dir(&path).unwrap();
                (0..self.rng.u8(..4)).for_each(|_| self.add(&path, depth + 1));
                let mode = *self.pick(&[0o755, 0o755, 0o000]);
                std::fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            }
            // Only root can make one: a device that never ends.
            _ => drop(mknodat(CWD, &path, FileType::CharacterDevice, Mode::from_raw_mode(0o666), 0x105)),
        }
    }

    /// The paths of what lies in the folder.
    fn entries(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.path("work")).unwrap();
        let mut names: Vec<_> = entries.map(|entry| PathBuf::from(entry.unwrap().file_name())).collect();
        names.sort();
        names
    }

    /// How the judge is called.
    fn arguments(&mut self) -> Vec<std::ffi::OsString> {
        let entries = self.entries();
        let level = *self.pick(&["filters", "namespaces"]);
        let limits = ["--isolation", level, "--wall", "2", "--cpu", "1", "--memory", "256M"];
        let entry = |scene: &mut Scene| match entries.is_empty() {
            true => PathBuf::from("."),
            false => Path::new(".").join(scene.pick(&entries)),
        };
        let mut words: Vec<std::ffi::OsString> = Vec::new();
        let is_replay = self.rng.u8(..6) == 0;
        words.push(if is_replay { "replay" } else { "check" }.into());
        if is_replay {
            words.push(if self.rng.bool() { "0,3,1,4,2".into() } else { entry(self).into() });
        } else {
            let format = *self.pick(FORMATS);
            words.extend(
                ["--suite", "examples", "--format", format, "--save", "../tmp/run.json"].map(Into::into),
            );
        }
        words.extend(limits.map(Into::into));
        if self.rng.u8(..3) > 0 {
            words.extend(["--input", *self.pick(&["lines", "args"])].map(Into::into));
        }
        if !is_replay && self.rng.u8(..8) == 0 {
            // The file of languages is trusted, wherever it leads.
            let file = entry(self);
            if !self.path("work").join(&file).is_symlink() {
                words.extend(["--languages".into(), file.into()]);
            }
        }
        if !is_replay && self.rng.u8(..8) == 0 {
            words.extend(["--suite", "fixtures", "--fixtures"].map(Into::into));
            words.push(entry(self).into());
        }
        if is_replay || self.rng.u8(..3) == 0 {
            words.push("--".into());
            match self.rng.u8(..3) {
                0 => words.push((*self.pick(&["python3", "perl", "cat", "sh"])).into()),
                _ => words.push(entry(self).into()),
            }
            (0..self.rng.u8(..3)).for_each(|_| words.push(entry(self).into()));
        } else if self.rng.bool() {
            words.push(".".into());
        } else {
            (0..=self.rng.u8(..2)).for_each(|_| words.push(entry(self).into()));
        }
        words
    }

    fn state(&self) -> State {
        let files = ["private", "private/key", "private/bin", "private/bin/python3", "private/lib/key"];
        let of_file = |name: &&str| {
            let path = self.path(name);
            let metadata = path.symlink_metadata().unwrap();
            let content = std::fs::read(&path).unwrap_or_default();
            (path, metadata.mode(), metadata.ino(), metadata.ctime_nsec(), content)
        };
        let of_device = |name: &&str| {
            let metadata = Path::new("/dev").join(name).metadata().ok()?;
            Some((metadata.mode(), metadata.uid(), metadata.rdev()))
        };
        let devices = ["null", "zero", "full", "random", "urandom", "tty"];
        (files.iter().map(of_file).collect(), devices.iter().map(of_device).collect())
    }

    /// Runs the judge; gives how it ended and all that it told.
    fn judge(&mut self, arguments: &[std::ffi::OsString], cache: &Path) -> (Option<i32>, Vec<u8>) {
        let told = self.kept.path().join("told");
        let file = std::fs::File::create(&told).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_judge"));
        command.args(arguments).current_dir(self.path("work")).process_group(0).stdin(Stdio::null());
        command.stdout(file.try_clone().unwrap()).stderr(file).env_remove("CI");
        command.env("TMPDIR", self.path("tmp")).env("XDG_CACHE_HOME", cache).env("CANARY", &self.secret);
        let mut child = command.spawn().unwrap();
        let is_told_to_end = self.rng.u8(..10) == 0;
        if is_told_to_end && wait(&mut child, Duration::from_millis(self.rng.u64(..500))).is_none() {
            let pid = rustix::process::Pid::from_child(&child);
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
        }
        let status = wait(&mut child, PATIENCE);
        if status.is_none() {
            let _ = child.kill();
            let _ = child.wait();
        }
        let code = status.map(|status| status.code().unwrap_or(if is_told_to_end { 130 } else { -1 }));
        let mut all = Vec::new();
        std::fs::File::open(&told).unwrap().read_to_end(&mut all).unwrap();
        let run = self.path("tmp/run.json");
        all.extend(std::fs::read(&run).unwrap_or_default());
        let _ = std::fs::remove_file(run);
        (code, all)
    }
}

/// How a child ended, if it does in time.
fn wait(child: &mut std::process::Child, at_most: Duration) -> Option<std::process::ExitStatus> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    if let Some(status) = child.try_wait().unwrap() {
        return Some(status);
    }
    let pid = rustix::process::Pid::from_child(child);
    let pidfd = rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()).unwrap();
    let left = Timespec { tv_sec: at_most.as_secs().cast_signed(), tv_nsec: at_most.subsec_nanos().into() };
    let is_gone = poll(&mut [PollFd::new(&pidfd, PollFlags::IN)], Some(&left)).unwrap_or(0) > 0;
    is_gone.then(|| child.wait().unwrap())
}

/// What is left in a folder.
fn left_in(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

/// Opens all folders again, so that they can be removed.
fn open_all(folder: &Path) {
    let _ = std::fs::set_permissions(folder, Permissions::from_mode(0o755));
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            open_all(&entry.path());
        }
    }
}

fn round(seed: u64, cache: &Path) {
    let mut scene = Scene::new(seed);
    let work = scene.path("work");
    (0..=scene.rng.u8(..6)).for_each(|_| scene.add(&work, 0));
    let (arguments, before) = (scene.arguments(), scene.state());
    let (code, told) = scene.judge(&arguments, cache);
    let shown = String::from_utf8_lossy(&told[..told.len().min(4000)]).into_owned();
    let context = format!("CANARY_SEED={seed} {arguments:?}: {code:?} {shown}");
    assert!(code.is_some(), "it did not end: {context}");
    assert!([0, 1, 2, 130].contains(&code.unwrap()), "it ended oddly: {context}");
    let tells = |needle: &[u8]| told.windows(needle.len()).any(|window| window == needle);
    assert!(!tells(scene.secret.as_bytes()), "the secret was told: {context}");
    assert!(!tells(b"panicked at"), "it panicked: {context}");
    assert_eq!(scene.state(), before, "something was changed: {context}");
    assert_eq!(left_in(&scene.path("tmp")), [] as [PathBuf; 0], "something was left: {context}");
    open_all(&work);
}

#[test]
fn whatever_a_folder_holds_the_canary_lives() {
    let number = |name: &str| std::env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
    let cache = tempfile::tempdir().unwrap();
    if let Some(seed) = number("CANARY_SEED") {
        return round(seed, cache.path());
    }
    let (began, seconds) = (Instant::now(), number("CANARY_SECONDS").unwrap_or(5));
    let mut rounds = 0;
    while began.elapsed().as_secs() < seconds {
        round(fastrand::u64(..), cache.path());
        rounds += 1;
    }
    eprintln!("{rounds} rounds in {} s", began.elapsed().as_secs());
}
