//! Programs that misbehave (`fixtures/naughty`), judged at every level of isolation that the machine has:
//! each gets the expected verdict, and afterwards nothing of it is left, neither a process nor a file. As
//! root the same is repeated as an ordinary user, on request (`--ignored`).

#[macro_use]
extern crate referee_test_attribute;

#[allow(dead_code, reason = "each target asks for other things")]
#[path = "support/needs.rs"]
mod needs;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const LEVELS: [&str; 3] = ["rlimits", "filters", "namespaces"];

/// The most memory that the judge itself may take, in units of 1024 bytes.
const MEMORY: u64 = 64 << 10;

/// What a module may take of it in the same units; of two that run at once, each.
const OF_MODULES: u64 = 64 << 10;

/// Little of everything, so that it is soon used up.
const LIMITS: [&str; 10] =
    ["--cpu", "0.3", "--memory", "64M", "--processes", "32", "--files", "4M", "--output", "65536"];

/// A judge and naughty programs in a folder of their own, that anybody may read.
struct Place {
    folder: tempfile::TempDir,
    user: Option<u32>,
}

impl Place {
    fn new(user: Option<u32>) -> Place {
        let folder = tempfile::tempdir().unwrap();
        let place = Place { folder, user };
        let project = Path::new(env!("CARGO_MANIFEST_DIR"));
        std::fs::copy(env!("CARGO_BIN_EXE_judge"), place.path("judge")).unwrap();
        copy_all(&project.join("fixtures/naughty"), &place.path("naughty"));
        std::fs::create_dir(place.path("games")).unwrap();
        for number in 1..=4 {
            for ending in ["moves", "snap"] {
                let game = project.join("fixtures/tictactoe/win-for-x").with_extension(ending);
                let text = std::fs::read_to_string(game).unwrap();
                let text = text.replace("win-for-x", &format!("game-{number}"));
                std::fs::write(place.path("games").join(format!("game-{number}.{ending}")), text).unwrap();
            }
        }
        for made in ["tmp", "cache"] {
            std::fs::create_dir(place.path(made)).unwrap();
            std::fs::set_permissions(place.path(made), PermissionsExt::from_mode(0o777)).unwrap();
        }
        std::fs::set_permissions(place.folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A copy of a program, by its name.
    fn copy(&self, name: &str, number: usize) -> String {
        let copy = format!("{number}-{name}");
        std::fs::copy(self.path("naughty").join(name), self.path("naughty").join(&copy)).unwrap();
        copy
    }

    /// The judge, about to be started.
    fn command(&self) -> Command {
        let mut command = match self.user {
            Some(user) => {
                needs::program("setpriv");
                let mut command = Command::new("setpriv");
                let user = user.to_string();
                command.args(["--reuid", &user, "--regid", &user, "--clear-groups"]);
                command.arg(self.path("judge"));
                command.env("PATH", "/usr/local/bin:/usr/bin:/bin");
                command
            }
            None => Command::new(self.path("judge")),
        };
        command.env("TMPDIR", self.path("tmp")).env("XDG_CACHE_HOME", self.path("cache")).env_remove("CI");
        command
    }

    /// What the judge tells, when its memory was seen to stay within bounds, beyond what modules take that
    /// run inside it.
    fn judge<'a>(&self, args: impl IntoIterator<Item = &'a str>) -> Output {
        let args: Vec<_> = args.into_iter().collect();
        let has_modules = args.iter().any(|arg| is_module(arg));
        let bound = if has_modules { MEMORY + 2 * OF_MODULES } else { MEMORY };
        let mut command = self.command();
        let judge = command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let status = format!("/proc/{}/status", judge.id());
        let (sender, ended) = std::sync::mpsc::channel();
        let waiting = std::thread::spawn(move || sender.send(judge.wait_with_output().unwrap()));
        // The system keeps the most memory that there was, until the process ends.
        let output = loop {
            let seen = std::fs::read_to_string(&status).unwrap_or_default();
            let most = seen.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
            let most: u64 = most.map_or(0, |most| most.trim().parse().unwrap());
            assert!(most < bound, "the judge took {most} kB of memory");
            if let Ok(output) = ended.recv_timeout(std::time::Duration::from_millis(20)) {
                break output;
            }
        };
        waiting.join().unwrap().unwrap();
        output
    }

    /// Whether the level can be had here; says why not.
    fn offers(&self, level: &str) -> bool {
        let script = self.path("naughty").join("drips.sh");
        let args =
            ["check", "--isolation", level, "--suite", "examples", "--wall", "0.1", script.to_str().unwrap()];
        let output = self.judge(args);
        let is_offered = output.status.code() != Some(2);
        if !is_offered {
            eprintln!("skipped at {level}: {}", String::from_utf8_lossy(&output.stderr).trim());
        }
        is_offered
    }

    /// The verdicts on some of the programs at a level, fed in this way and on this suite, by their names.
    fn verdicts<'a>(
        &self,
        level: &str,
        feed: &str,
        wall: &str,
        suite: &str,
        names: impl Iterator<Item = &'a String>,
    ) -> Vec<(String, String)> {
        let paths: Vec<_> = names.map(|name| self.path("naughty").join(name)).collect();
        if paths.is_empty() {
            return Vec::new();
        }
        let games = self.path("games");
        let args = ["check", "--isolation", level, "--wall", wall, "--input", "lines", "--format", "json"];
        let args = args.into_iter().chain(["--feed", feed]);
        let games = ["--jobs", "2", "--suite", suite, "--fixtures", games.to_str().unwrap()];
        let paths = paths.iter().map(|path| path.to_str().unwrap());
        let output = self.judge(args.chain(LIMITS).chain(games).chain(paths));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
        let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
        let candidates = report["candidates"].as_array().unwrap().iter();
        candidates
            .map(|candidate| {
                let name = text(&candidate["name"]);
                (name.rsplit('/').next().unwrap().to_owned(), text(&candidate["verdict"]))
            })
            .collect()
    }

    /// What is left of a run: processes that know this place, and files beside the cache.
    fn leftovers(&self) -> Vec<String> {
        let files = std::fs::read_dir(self.path("tmp")).unwrap();
        let files = files.map(|file| file.unwrap().path().display().to_string());
        files.chain(self.processes().into_values()).collect()
    }

    /// The commands of processes that know this place, but for judges, by their numbers.
    fn processes(&self) -> BTreeMap<OsString, String> {
        let place = self.folder.path().to_str().unwrap();
        let processes = std::fs::read_dir("/proc").unwrap().flatten();
        let command = |process: std::fs::DirEntry| {
            let text = std::fs::read(process.path().join("cmdline")).ok()?;
            Some((process.file_name(), String::from_utf8_lossy(&text).replace('\0', " ")))
        };
        let judge = self.path("judge").display().to_string();
        let is_theirs = |command: &str| command.contains(place) && !command.starts_with(&judge);
        processes.filter_map(command).filter(|(_, command)| is_theirs(command)).collect()
    }
}

/// The helpers of a judge, by their process numbers.
fn helpers_of(judge: u32) -> Vec<u32> {
    let threads = std::fs::read_dir(format!("/proc/{judge}/task")).into_iter().flatten().flatten();
    let children = threads.flat_map(|thread| std::fs::read_to_string(thread.path().join("children")));
    let children = children.collect::<String>();
    let command = |pid: &u32| std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let pids = children.split_ascii_whitespace().filter_map(|pid| pid.parse().ok());
    pids.filter(|pid| command(pid).starts_with(b"judge: sandbox")).collect()
}

fn copy_all(from: &Path, to: &Path) {
    std::fs::create_dir(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

/// Waits until something is there to be seen.
fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let began = std::time::Instant::now();
    while began.elapsed().as_secs() < 60 {
        if let Some(seen) = look() {
            return seen;
        }
        std::thread::yield_now();
    }
    panic!("waited in vain for {what}");
}

/// Whether a program is a module for WebAssembly.
fn is_module(name: &str) -> bool {
    name.ends_with(".wat") || name.ends_with(".wasm")
}

fn rank(level: &str) -> usize {
    LEVELS.iter().position(|known| *known == level).unwrap()
}

/// What is expected of each program.
type Expected = BTreeMap<String, toml::Value>;

fn expected(place: &Place) -> Expected {
    let text = std::fs::read_to_string(place.path("naughty").join("expected.toml")).unwrap();
    toml::from_str(&text).unwrap()
}

fn is(entry: &toml::Value, key: &str) -> bool {
    entry.get(key).and_then(toml::Value::as_bool).unwrap_or(false)
}

/// Whether a program's misbehaviour is to be judged at a level.
fn is_due(entry: &toml::Value, level: &str) -> bool {
    // From `filters` on, every machine has what programs need.
    let has_all = level != "rlimits" || entry.get("needs").is_none() || has_filters_of_calls();
    has_all && rank(level) >= entry.get("least").map_or(0, |least| rank(least.as_str().unwrap()))
}

fn has_filters_of_calls() -> bool {
    let is_there = Path::new("/proc/sys/kernel/seccomp/actions_avail").exists();
    if !is_there {
        eprintln!("skipped at rlimits: this kernel has no filters of system calls");
    }
    is_there
}

/// The words that are right for a program.
fn right_words(entry: &toml::Value) -> Vec<&str> {
    let also = entry.get("also").and_then(toml::Value::as_array).into_iter().flatten();
    [&entry["verdict"]].into_iter().chain(also).map(|word| word.as_str().unwrap()).collect()
}

/// The suite that a program is tried on.
fn suite_of(entry: &toml::Value) -> &str {
    entry.get("suite").map_or("fixtures", |suite| suite.as_str().unwrap())
}

/// Judges all of them at every level, and gathers what is not as it should be.
fn judge_all(user: Option<u32>, levels: &[&str]) {
    let place = Place::new(user);
    let expected = expected(&place);
    let mut complaints = Vec::new();
    for &level in levels.iter().filter(|level| place.offers(level)) {
        let due = || expected.iter().filter(|(_, entry)| is_due(entry, level) && !is(entry, "is_slow"));
        // A program that must run out of time gets little; the others get much, on a busy machine too.
        let judged = |is_stopped: bool, wall: &str| {
            let mut verdicts = Vec::new();
            for (suite, are_modules) in [("fixtures", false), ("fixtures", true), ("examples", false)] {
                let names = due().filter(|(name, entry)| {
                    (entry["verdict"].as_str() == Some("wall-time")) == is_stopped
                        && (suite_of(entry), is_module(name)) == (suite, are_modules)
                });
                verdicts.extend(place.verdicts(level, "auto", wall, suite, names.map(|(name, _)| name)));
            }
            verdicts
        };
        // Those that wait do so beside the others.
        let verdicts = std::thread::scope(|scope| {
            let stopped = scope.spawn(|| judged(true, "1"));
            let others = judged(false, "20");
            [stopped.join().unwrap(), others].concat()
        });
        assert_eq!(verdicts.len(), due().count());
        complaints.extend(wrong_verdicts(&expected, level, &verdicts));
        for feed in ["turn", "terminal"] {
            let words: BTreeMap<_, _> =
                due().filter_map(|(name, entry)| Some((name, entry.get(feed)?.as_str()?))).collect();
            for (name, verdict) in place.verdicts(level, feed, "20", "fixtures", words.keys().copied()) {
                if verdict != "skipped" && verdict != words[&name] {
                    complaints.push(format!("{name} at {level}, {feed}: {verdict}, not {}", words[&name]));
                }
            }
        }
        complaints.extend(place.leftovers().into_iter().map(|left| format!("left at {level}: {left}")));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

fn wrong_verdicts(expected: &Expected, level: &str, verdicts: &[(String, String)]) -> Vec<String> {
    let mut complaints = Vec::new();
    for (name, verdict) in verdicts {
        let right = right_words(&expected[name]);
        if verdict == "skipped" {
            needs::can_run(Path::new(name));
        } else if !right.contains(&verdict.as_str()) {
            complaints.push(format!("{name} at {level}: {verdict}, not {}", right[0]));
        }
    }
    complaints
}

#[test]
fn naughty_programs_get_the_word_they_deserve_and_leave_nothing() {
    judge_all(None, &["namespaces"]);
}

#[test]
#[ignore = "takes a minute"]
fn naughty_programs_get_the_same_word_with_less_isolation() {
    judge_all(None, &["rlimits", "filters"]);
}

#[test]
#[ignore = "takes a minute; needs to be root, to become an ordinary user"]
fn naughty_programs_are_no_better_off_under_an_ordinary_user() {
    judge_all(Some(65_534), &["filters", "namespaces"]);
}

#[test]
fn a_helper_that_is_killed_leaves_nobody() {
    let place = Place::new(None);
    for level in LEVELS.into_iter().filter(|level| place.offers(level)) {
        let program = place.path("naughty").join("lies-in-wait.c");
        let games = place.path("games");
        let args =
            ["check", "--clean", "--isolation", level, "--wall", "60", "--processes", "16", "--jobs", "1"];
        let games = ["--input", "lines", "--suite", "fixtures", "--fixtures", games.to_str().unwrap()];
        let mut judge = place.command();
        judge.args(args).args(games).arg(program).stdout(Stdio::piped());
        let judge = judge.spawn().unwrap();
        // A helper that is lost is replaced once, in case it was not the candidate's fault.
        let (mut killed, mut ended) = (0, BTreeMap::new());
        for _ in 0..2 {
            let are_there = || {
                let processes = place.processes();
                let is_new = |number: &&OsString| !ended.contains_key(*number);
                (processes.keys().filter(is_new).count() >= 5).then_some(processes)
            };
            ended = wait_for("candidates of a helper", are_there);
            let helper = || helpers_of(judge.id()).into_iter().find(|helper| *helper != killed);
            killed = wait_for("their helper", helper);
            let killed = rustix::process::Pid::from_raw(killed.cast_signed()).unwrap();
            rustix::process::kill_process(killed, rustix::process::Signal::KILL).unwrap();
        }
        let output = judge.wait_with_output().unwrap();
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(told.contains("judge-error: the sandbox failed"), "{level}: {told}");
        assert_eq!(output.status.code(), Some(2), "{level}: {told}");
        assert_eq!(place.leftovers(), Vec::<String>::new(), "{level}");
    }
}

#[test]
#[ignore = "takes a minute"]
fn a_hundred_naughty_programs_change_no_verdict() {
    let place = Place::new(None);
    let expected = expected(&place);
    for level in LEVELS.into_iter().filter(|level| place.offers(level)) {
        let is_naughty = |entry: &toml::Value| {
            let word = entry["verdict"].as_str().unwrap();
            is_due(entry, level) && !is(entry, "is_slow") && !["wall-time", "accepted"].contains(&word)
        };
        let quick = expected.iter().filter(|(_, entry)| is_naughty(entry) && entry.get("suite").is_none());
        let quick: Vec<_> = quick.map(|(name, _)| name).collect();
        let right = "writes-byte-by-byte.c".to_owned();
        let mixed = quick.iter().cycle().take(100).flat_map(|name| [*name, &right]);
        // A program that is named twice is judged once.
        let copies: Vec<_> = mixed.enumerate().map(|(number, name)| place.copy(name, number)).collect();
        let verdicts = place.verdicts(level, "auto", "20", "fixtures", copies.iter());
        assert_eq!(verdicts.len(), 200);
        let original = |copy: &str| copy.split_once('-').unwrap().1.to_owned();
        let verdicts: Vec<_> = verdicts.into_iter().map(|(copy, word)| (original(&copy), word)).collect();
        assert_eq!(wrong_verdicts(&expected, level, &verdicts), Vec::<String>::new());
        assert_eq!(place.leftovers(), Vec::<String>::new(), "{level}");
    }
}

#[test]
#[ignore = "takes four minutes: a compiler is stopped when its time is over"]
fn a_compiler_that_never_ends_is_stopped() {
    let place = Place::new(None);
    let expected = expected(&place);
    let slow = expected.iter().filter(|(_, entry)| is(entry, "is_slow")).map(|(name, _)| name);
    let verdicts = place.verdicts("namespaces", "auto", "20", "fixtures", slow);
    assert_eq!(wrong_verdicts(&expected, "namespaces", &verdicts), Vec::<String>::new());
    assert_eq!(place.leftovers(), Vec::<String>::new());
}
