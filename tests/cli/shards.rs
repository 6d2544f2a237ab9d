//! `judge check --shard`, `judge merge` and `--rerun`: a run in parts, and again.

use std::path::{Path, PathBuf};

use predicates::prelude::*;
use serde_json::{Value, json};

use crate::candidates::shell;
use crate::program::{folder, judge, write_file};

const CHECK: [&str; 7] = ["check", "--isolation", "rlimits", "--suite", "examples", "--jobs", "2"];

/// Programs of every kind: right, wrong, and not runnable.
fn programs() -> (tempfile::TempDir, PathBuf) {
    let wrong = shell().replace("tie.", "draw.");
    folder(&[
        ("a.sh", &*shell()),
        ("b.sh", &*wrong),
        ("c.sh", &*shell()),
        ("d.sh", "exit"),
        ("e.c", "int main(){"),
        ("f.sh", &*shell()),
        ("g.sh", &*shell()),
    ])
}

/// Judges what these arguments name, in a folder, and saves the run there.
fn saved(folder: &Path, run: &str, arguments: &[&str]) -> Option<i32> {
    let mut command = judge();
    let output =
        command.current_dir(folder).args(CHECK).args(["--save", run]).args(arguments).output().unwrap();
    assert!(folder.join(run).exists(), "{output:?}");
    output.status.code()
}

/// A saved run without times, which differ from run to run, and without the command.
fn steady(run: &Path) -> String {
    fn without_times(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for (name, field) in fields.iter_mut() {
                    let is_count = name == "runs" && field.is_object();
                    if is_count || ["seconds", "usage", "most", "latency", "origin"].contains(&name.as_str())
                    {
                        *field = json!(null);
                    } else {
                        without_times(field);
                    }
                }
            }
            Value::Array(items) => items.iter_mut().for_each(without_times),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let mut value = serde_json::from_slice(&std::fs::read(run).unwrap()).unwrap();
    without_times(&mut value);
    format!("{value:#}")
}

fn merged(folder: &Path, runs: &[&str], more: &[&str]) -> (Option<i32>, String, String) {
    let output = judge().current_dir(folder).arg("merge").args(runs).args(more).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn merged_shards_are_as_one_run() {
    let (_kept, folder) = programs();
    assert_eq!(saved(&folder, "whole.json", &["."]), Some(1));
    let shards = ["1.json", "2.json", "3.json"];
    for (place, run) in shards.iter().enumerate() {
        // The order of the arguments does not matter.
        let paths = ["./a.sh", "./b.sh", "./c.sh", "./d.sh", "./e.c", "./f.sh", "./g.sh"];
        let mut paths = paths.to_vec();
        if place > 0 {
            paths.reverse();
        }
        let shard = format!("{}/3", place + 1);
        assert!(saved(&folder, run, &[&["--shard", &shard], &*paths].concat()) < Some(2));
    }
    let (code, told, why) =
        merged(&folder, &["3.json", "1.json", "2.json"], &["--save", "run.json", "--format", "markdown"]);
    assert_eq!(code, Some(1), "{why}");
    let whole =
        judge().current_dir(&folder).args(["report", "whole.json", "--format", "markdown"]).output().unwrap();
    assert_eq!(told, String::from_utf8(whole.stdout).unwrap());
    let [one, other] = ["run.json", "whole.json"].map(|run| steady(&folder.join(run)));
    assert_eq!(one, other);
    let compare = |old: &str, new: &str| {
        judge().current_dir(&folder).args(["compare", old, new]).output().unwrap().status.code()
    };
    assert_eq!([compare("whole.json", "run.json"), compare("1.json", "1.json")], [Some(0); 2]);
    assert_eq!([compare("whole.json", "1.json"), compare("1.json", "2.json")], [Some(2); 2]);
    // What is merged is a whole run.
    let (code, _, why) = merged(&folder, &["run.json"], &[]);
    assert_eq!(
        (code, why.as_str()),
        (Some(2), "judge: run.json: it is a whole run, not one of `judge check --shard`\n")
    );
}

#[test]
fn a_shard_without_programs_is_no_failure() {
    let (_kept, folder) = folder(&[("a.sh", &*shell())]);
    let codes = ["1/2", "2/2"]
        .map(|shard| saved(&folder, &format!("{}.json", &shard[..1]), &["--shard", shard, "."]));
    assert_eq!(codes, [Some(0), Some(0)]);
    let (code, told, _) = merged(&folder, &["1.json", "2.json"], &[]);
    assert_eq!(code, Some(0));
    assert!(told.contains("1 of 1 passed"), "{told}");
}

#[test]
fn what_cannot_be_merged_is_told_plainly() {
    let (_kept, folder) = folder(&[("a.sh", &*shell()), ("b.sh", "exit")]);
    let run = |name: &str, arguments: &[&str]| {
        saved(&folder, name, &[arguments, &["."]].concat());
    };
    run("1.json", &["--shard", "1/3"]);
    run("2.json", &["--shard", "2/3"]);
    run("of-two.json", &["--shard", "1/2"]);
    run("smoke.json", &["--shard", "2/3", "--suite", "smoke"]);
    run("exact.json", &["--shard", "2/3", "--profile", "exact"]);
    run("other.json", &["--shard", "2/3", "--dialect", "marubatsu"]);
    let text = std::fs::read_to_string(folder.join("2.json")).unwrap();
    let put = |name: &str, text: &str| write_file(folder.join(name), text);
    put("half.json", &text[..text.len() / 2]);
    put("later.json", &text.replace("\"version\": \"", "\"version\": \"9"));
    put("none.json", &text.replace("\"number\": 2,", "\"number\": 9,"));
    write_file(folder.join("c.sh"), "exit");
    run("more.json", &["--shard", "2/3"]);
    for (runs, why) in [
        (&["1.json"][..], "of 3 shards 2, 3 are missing"),
        (&["1.json", "2.json"], "of 3 shards 3 is missing"),
        (&["1.json", "2.json", "1.json"], "1.json: shard 1 was given before"),
        (
            &["1.json", "of-two.json"],
            "of-two.json: it is not of the same run as the first: another number of shards",
        ),
        (&["1.json", "smoke.json"], "smoke.json: it is not of the same run as the first: other suites"),
        (&["1.json", "exact.json"], "another profile"),
        (&["1.json", "other.json"], "another challenge"),
        (&["1.json", "later.json"], "another version of the judge"),
        (&["1.json", "more.json"], "other programs"),
        (&["1.json", "half.json"], "half.json: not a run saved by `judge check --save`"),
        (&["1.json", "none.json"], "there is no shard 9 of 3"),
        (&["1.json", "nowhere.json"], "nowhere.json: "),
    ] {
        let (code, told, said) = merged(&folder, runs, &[]);
        assert_eq!((code, told.as_str()), (Some(2), ""), "{runs:?}");
        assert!(said.contains(why) && !said.contains("panicked"), "{runs:?}: {said}");
    }
    for shard in ["0/3", "4/3", "1/0", "one"] {
        let plain = predicate::str::contains("it takes I/N, such as 1/4");
        judge().args(["check", "--shard", shard, "golf"]).assert().code(2).stderr(plain);
    }
}

/// The names of the programs of a saved run.
fn names(run: &Path) -> Vec<String> {
    let run: Value = serde_json::from_slice(&std::fs::read(run).unwrap()).unwrap();
    let candidates = run["candidates"].as_array().unwrap().iter();
    candidates.map(|candidate| candidate["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn what_failed_is_judged_again_by_the_same_rules() {
    let (_kept, folder) = programs();
    let exact = ["--profile", "exact", "--keep-going", ".", "--", "sh", "d.sh"];
    assert_eq!(saved(&folder, "run.json", &exact), Some(1));
    let rerun = |more: &[&str]| {
        let mut command = judge();
        command.current_dir(&folder).args(["check", "--isolation", "rlimits", "--rerun"]).args(more);
        command
    };
    write_file(folder.join("b.sh"), shell());
    let told = rerun(&["run.json", "--save", "again.json"]).assert().code(1).get_output().stdout.clone();
    let told = String::from_utf8(told).unwrap();
    assert!(told.contains("1 of 4 passed (tictactoe, exact rules, suite examples)"), "{told}");
    assert_eq!(names(&folder.join("again.json")), ["./b.sh", "./d.sh", "./e.c", "sh d.sh"]);
    for name in ["d.sh", "e.c"] {
        write_file(folder.join(name), shell());
    }
    std::fs::remove_file(folder.join("e.c")).unwrap();
    rerun(&["again.json"]).assert().code(2).stderr(predicate::str::contains("e.c: "));
    assert_eq!(saved(&folder, "good.json", &["a.sh"]), Some(0));
    rerun(&["good.json"])
        .assert()
        .code(0)
        .stdout("nothing to judge again: in good.json every program passed\n");
    let other = predicate::str::contains("the run is of the challenge tictactoe, not marubatsu");
    rerun(&["run.json", "--dialect", "marubatsu"]).assert().code(2).stderr(other);
    rerun(&["run.json", "a.sh"]).assert().code(2);
}
