//! What searching costs: sessions a second that two programs play, held and started for each, and the memory of many.

use std::process::{Command, Stdio};
use std::time::Duration;

use crate::machine::time;
use crate::programs::JUDGE;

/// A program for each language; it is compared with itself, so that the search goes on to its end.
const PROGRAMS: [(&str, &str); 4] = [
    ("C", "tests/references/doctor/right/doctor.c"),
    ("Lua", "tests/references/doctor/right/doctor.lua"),
    ("Perl", "tests/references/calculator/right/calc.pl"),
    ("CPython", "tests/references/doctor/right/doctor.py"),
];

/// How many sessions are played, and how many of them only count as the start.
const HELD: [usize; 2] = [10_000, 1_000];
const STARTED: [usize; 2] = [300, 30];

/// How many sessions are played to see whether memory grows with them.
const MANY: [usize; 2] = [10_000, 100_000];

pub(crate) fn measure() {
    println!("{:12} {:>16} {:>16} {:>8}", "sessions/s", "held", "started anew", "ratio");
    for (language, program) in PROGRAMS {
        let [held, started] = [rate(program, HELD, &[]), rate(program, STARTED, &["--clean"])];
        println!("{language:12} {held:>16.0} {started:>16.0} {:>8.1}", held / started);
    }
    let (_, program) = PROGRAMS[0];
    println!("\n{} sessions, C on both sides: {:.1} s", MANY[0], seconds(program, MANY[0], &[]));
    for sessions in MANY {
        println!("{sessions} sessions: {} MB at most", memory(program, sessions).div_ceil(1024));
    }
}

/// How many sessions a second are played, without what is done once.
fn rate(program: &str, [all, first]: [usize; 2], options: &[&str]) -> f64 {
    (all - first) as f64 / (seconds(program, all, options) - seconds(program, first, options))
}

fn seconds(program: &str, sessions: usize, options: &[&str]) -> f64 {
    time(|| assert!(comparison(program, sessions, options).status().expect("the judge starts").success()))
        .as_secs_f64()
}

/// The largest memory of the judge, in KiB.
fn memory(program: &str, sessions: usize) -> usize {
    let mut judge = comparison(program, sessions, &[]).spawn().expect("the judge starts");
    let status = format!("/proc/{}/status", judge.id());
    let mut most = 0;
    while judge.try_wait().expect("it can be waited for").is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let size = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        most = most.max(size.unwrap_or(0));
        std::thread::sleep(Duration::from_millis(50));
    }
    most
}

fn comparison(program: &str, sessions: usize, options: &[&str]) -> Command {
    let mut judge = Command::new(JUDGE);
    judge.args(["diff", "--budget", "1h", "--sessions", &sessions.to_string()]).args(options);
    judge.args([program, program]).stdout(Stdio::null()).stderr(Stdio::null());
    judge
}
