//! Whole suites by `judge check`, from the start of the program to its report, and the most memory
//! that the judge itself had.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use referee::dialect::Dialect;
use referee::suite::{COMPLETE, EXHAUSTIVE, SMOKE, Suite, SuiteKind};

use crate::machine::longest;
use crate::programs::{JUDGE, LANGUAGES, path};

/// The suites, in order of their size.
const SUITES: [SuiteKind; 3] = [SMOKE, COMPLETE, EXHAUSTIVE];

/// The ways in which they are run.
const WAYS: [(&str, &[&str]); 3] = [("clean", &["--clean"]), ("warm", &[]), ("brief", &["--skip-tidying"])];

/// How often the memory of a judge at work is looked at.
const LOOK: Duration = Duration::from_millis(20);

pub(crate) fn measure() {
    let most = longest();
    println!("seconds for a suite, and the judge's own memory at its peak; `brief` is --skip-tidying");
    println!("{:8} {:6} {:>10} {:>10} {:>10} {:>7}", "", "", "smoke", "complete", "exhaustive", "MB");
    for (language, ending) in LANGUAGES {
        // Of these only CPython can be told to be tidying up.
        for (way, options) in WAYS.into_iter().filter(|(way, _)| *way != "brief" || ending == "py") {
            row(language, ending, way, options, most);
        }
    }
}

fn row(language: &str, ending: &str, way: &str, options: &[&str], most: f64) {
    let mut text = format!("{language:8} {way:6}");
    let mut last: Option<(f64, usize)> = None;
    let mut peak = 0.0_f64;
    for kind in SUITES {
        let games = Suite::of(&Dialect::Tictactoe, kind.name).expect("it is generated").len();
        let expected = last.map_or(0.0, |(seconds, before)| seconds * games as f64 / before as f64);
        if expected > most {
            text += &format!(" {:>10}", format!("~{expected:.0}"));
            last = Some((expected, games));
            continue;
        }
        let Some((time, memory)) = judge(ending, kind, options) else {
            return println!("{language:8} {way:6} skipped, or not accepted in time");
        };
        text += &format!(" {:>10.2}", time.as_secs_f64());
        last = Some((time.as_secs_f64(), games));
        peak = peak.max(memory);
    }
    println!("{text} {peak:>7.1}");
    assert!(peak < 64.0, "the judge has more memory than it may");
}

/// The time of a run of the judge and the most memory it had, in units of 2^20 bytes; none if the program
/// was not accepted.
fn judge(ending: &str, kind: SuiteKind, options: &[&str]) -> Option<(Duration, f64)> {
    let began = Instant::now();
    let mut program = Command::new(JUDGE);
    program.args(["check", "--suite", kind.name, "--input", "lines", "--format", "json"]).args(options);
    program.arg(path(ending)).stdout(Stdio::null()).stderr(Stdio::null());
    let mut judge = program.spawn().expect("the judge starts");
    let mut memory = 0.0;
    loop {
        memory = peak(&judge).unwrap_or(memory);
        if let Some(status) = judge.try_wait().expect("it is a child") {
            return status.success().then(|| (began.elapsed(), memory));
        }
        std::thread::sleep(LOOK);
    }
}

/// The most memory that a process had so far.
fn peak(process: &Child) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<f64>().ok()? / 1024.0)
}
