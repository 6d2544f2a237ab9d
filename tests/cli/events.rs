//! `--format events`: what happens in a run, a line each, as it happens.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::candidates::{HOSTILE, SHELL};
use crate::needs;
use crate::program::{folder, home, judge};

const CHECK: [&str; 7] = ["check", "--isolation", "rlimits", "--suite", "examples", "--format", "events"];

fn lines(text: &[u8]) -> Vec<Value> {
    text.split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect()
}

#[test]
fn each_line_is_of_the_schema_and_the_run_can_be_followed() {
    let (_kept, folder) = folder(&[("a.sh", SHELL), ("b.c", "int main(){"), ("c.c", HOSTILE)]);
    let schema = serde_json::from_str(&referee::report::events_schema()).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let told = judge().current_dir(&folder).args(CHECK).args(["--save", "run.json", "."]).assert().code(1);
    let told = lines(&told.get_output().stdout);
    let again =
        judge().current_dir(&folder).args(["report", "run.json", "--format", "events"]).assert().code(0);
    for line in told.iter().chain(&lines(&again.get_output().stdout)) {
        let errors: Vec<_> = schema.iter_errors(line).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}\n{line}");
    }
    let kinds: Vec<_> = told.iter().map(|line| line["event"].as_str().unwrap()).collect();
    let count = |kind: &str| kinds.iter().filter(|known| **known == kind).count();
    assert_eq!((kinds[0], kinds[kinds.len() - 1]), ("run-started", "run-finished"));
    assert_eq!((count("candidate-started"), count("candidate-finished")), (3, 3));
    assert!(count("case-finished") > 3 && count("cases-planned") >= 2, "{kinds:?}");
    let verdict = |place: usize| {
        let is_of = |line: &&Value| line["event"] == "candidate-finished" && line["candidate"] == place;
        told.iter().find(is_of).unwrap()["verdict"].clone()
    };
    assert_eq!([verdict(0), verdict(1)], ["accepted", "compile-error"]);
}

#[test]
fn lines_come_as_things_happen_also_into_a_file() {
    let (_kept, folder) = folder(&[("a.sh", "while :; do sleep 1; done"), ("b.sh", "exit")]);
    let mut judge = Command::new(env!("CARGO_BIN_EXE_judge"));
    judge
        .current_dir(&folder)
        .args(CHECK)
        .args([".", "--wall", "100", "--jobs", "2"])
        .env_remove("GITHUB_ACTIONS");
    let mut child = judge.stdout(Stdio::piped()).spawn().unwrap();
    // The verdict on one program comes while the other still runs.
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let verdict = lines.map(Result::unwrap).find(|line| line.contains("candidate-finished")).unwrap();
    assert!(verdict.contains("\"verdict\":\"early\""), "{verdict}");
    assert_eq!(child.try_wait().unwrap(), None);
    let process = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(process, rustix::process::Signal::TERM).unwrap();
    child.wait().unwrap();

    let run = ["b.sh", "--out", "events.ndjson"];
    crate::program::judge().current_dir(&folder).args(CHECK).args(run).assert().code(1).stdout("");
    let written = std::fs::read(folder.join("events.ndjson")).unwrap();
    assert_eq!(self::lines(&written).last().unwrap()["event"], "run-finished");
    let nowhere = ["b.sh", "--out", "/no/such/events"];
    crate::program::judge().current_dir(&folder).args(CHECK).args(nowhere).assert().code(2).stdout("");
}

#[test]
fn the_example_draws_progress() {
    needs::program("python3");
    let (_kept, folder) = folder(&[("a.sh", SHELL), ("b.sh", "exit")]);
    let told = judge().current_dir(&folder).args(CHECK).arg(".").output().unwrap().stdout;
    let mut python = assert_cmd::Command::new("python3");
    let drawn = python.arg(home().join("examples/progress.py")).write_stdin(told).assert().code(0);
    let drawn = String::from_utf8(drawn.get_output().stdout.clone()).unwrap();
    assert!(drawn.contains("./a.sh: accepted") && drawn.contains("./b.sh: early"), "{drawn}");
    assert!(drawn.ends_with(&format!("[{}] 2/2\n", "#".repeat(30))), "{drawn}");
}
