//! The formats for services that give marks: valid by what these publish, and within their limits.

use std::path::Path;

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::candidates::{HOSTILE, shell};
use crate::program::{MISSING_LANGUAGE, folder, home, judge, write_file};

/// The services, by the name of their format and of their schema.
const SERVICES: [&str; 3] = ["gradescope", "exercism", "classroom"];

fn schema(service: &str) -> Validator {
    let file = home().join("tests/schemas").join(service).with_extension("json");
    jsonschema::validator_for(&serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap()).unwrap()
}

/// A saved run of all these programs, and its folder.
fn saved(files: &[(&str, &str)], suite: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    let (kept, folder) = folder(files);
    let run = folder.join("run.json");
    let mut check = judge();
    check
        .current_dir(&folder)
        .args(["check", "--isolation", "rlimits", "--suite", suite, "--save"])
        .arg(&run);
    write_file(folder.join("languages.toml"), MISSING_LANGUAGE);
    check.args(["--languages", "languages.toml"]).args(files.iter().map(|(name, _)| name)).output().unwrap();
    (kept, run)
}

/// The report for a service on a saved run, which is valid.
fn told(run: &Path, service: &str, more: &[&str]) -> Value {
    let mut report = judge();
    report.arg("report").arg(run).args(["--format", service]).args(more);
    let report = serde_json::from_slice(&report.assert().code(0).get_output().stdout).unwrap();
    if let Err(why) = schema(service).validate(&report) {
        panic!("{service}: {why}\n{report:#}");
    }
    report
}

/// A field of all tests.
fn each<'a>(report: &'a Value, field: &str) -> Vec<&'a Value> {
    report["tests"].as_array().unwrap().iter().map(|test| &test[field]).collect()
}

#[test]
fn each_program_is_a_test_with_its_game_and_score() {
    let wrong = shell().replace("invalid.", "Invalid.");
    let files = [("a.sh", &*shell()), ("b.sh", &*wrong), ("c.c", "\nint main(){"), ("d.zzz", "?")];
    let (_kept, run) = saved(&files, "smoke");

    let report = told(&run, "gradescope", &["--points", "10"]);
    assert_eq!(each(&report, "name"), ["a.sh", "b.sh", "c.c", "d.zzz"]);
    assert_eq!(each(&report, "status"), ["passed", "failed", "failed", "failed"]);
    assert_eq!(each(&report, "score"), [10, 0, 0, 0]);
    assert_eq!(each(&report, "max_score"), [10; 4]);
    let game = report["tests"][1]["output"].as_str().unwrap();
    let shown = "X> 9\n\nexpected  `invalid.`\ngot       `Invalid.`\n";
    assert!(game.contains(shown) && game.contains("\ncompare   judge replay "), "{game}");
    assert_eq!(report["output"], "1 of 3 passed (tictactoe, golf rules, suite smoke)");
    // What the autograder prints besides is the teacher's, and nothing of it is markup.
    assert_eq!(report["stdout_visibility"], "hidden");
    assert!(each(&report, "output_format").iter().all(|format| **format == "text"));

    let report = told(&run, "exercism", &[]);
    assert_eq!((&report["status"], &report["message"]), (&json!("fail"), &Value::Null));
    assert_eq!(each(&report, "status"), ["pass", "fail", "error", "error"]);
    assert_eq!(report["tests"][1]["test_code"], "9");
    assert_eq!(report["tests"][1]["output"].as_str().unwrap().trim_end(), "...\n...\n...\nX> 9");
    assert!(report["tests"][1]["message"].as_str().unwrap().contains(shown));
    assert_eq!(report["tests"][3]["message"], "not judged: Zzz is not installed (apt-get install zzz)");

    let report = told(&run, "classroom", &["--points", "5"]);
    assert_eq!((&report["status"], &report["max_score"]), (&json!("fail"), &json!(20)));
    assert_eq!(each(&report, "status"), ["pass", "fail", "error", "error"]);
    assert_eq!(each(&report, "score"), [5, 0, 0, 0]);
    assert_eq!(each(&report, "line_no"), [0, 0, 2, 0]);
    assert!(report["tests"][1]["test_code"].as_str().unwrap().contains(shown));
}

#[test]
fn a_run_in_which_nothing_could_be_tried_is_an_error_of_all() {
    let (_kept, run) = saved(&[("no.c", "int main(){")], "examples");
    let report = told(&run, "exercism", &[]);
    assert_eq!((&report["status"], each(&report, "status")), (&json!("error"), vec![&json!("error")]));
    assert!(report["message"].as_str().unwrap().contains("error: expected"), "{report:#}");
    assert_eq!(told(&run, "classroom", &[])["status"], "error");
    assert_eq!(each(&told(&run, "gradescope", &[]), "score"), [0]);

    let (_kept, run) = saved(&[("a.sh", &shell())], "examples");
    assert_eq!(told(&run, "exercism", &[])["status"], "pass");
    assert_eq!(told(&run, "classroom", &[])["status"], "pass");
}

#[test]
fn a_program_that_was_not_judged_before_an_interrupt_gets_no_points() {
    let (_kept, run) = saved(&[("a.sh", &*shell()), ("b.sh", &*shell())], "examples");
    let mut log: Value = serde_json::from_slice(&std::fs::read(&run).unwrap()).unwrap();
    log["candidates"][1]["report"] = Value::Null;
    log["interrupted"] = true.into();
    write_file(&run, log.to_string());
    assert_eq!(each(&told(&run, "gradescope", &[]), "score"), [1, 0]);
    assert_eq!(each(&told(&run, "exercism", &[]), "status"), ["pass", "error"]);
    let report = told(&run, "classroom", &[]);
    assert_eq!((&report["status"], &report["max_score"]), (&json!("error"), &json!(2)));
    assert_eq!(report["tests"][1]["message"], "interrupted before it was judged");
}

#[test]
fn what_a_program_printed_is_within_the_limits_and_means_nothing() {
    // It is right until the end of a long game.
    let late = shell().replace("echo tie.", "echo ::error::x");
    let files = [("::error::.py", HOSTILE), ("late.sh", &*late)];
    let (_kept, run) = saved(&files, "smoke");
    for service in SERVICES {
        told(&run, service, &[]);
    }
    let report = told(&run, "exercism", &[]);
    let outputs = each(&report, "output");
    let game = outputs[1].as_str().unwrap();
    let message = report["tests"][1]["message"].as_str().unwrap();
    assert!(message.contains("expected  `tie.`\ngot       `:\\u{3a}error::x`"), "{message}");
    assert!(game.len() <= 500 && message.starts_with(game.split("\nOutput was").next().unwrap()), "{game}");

    // The reporter prints these as they are.
    let report = told(&run, "classroom", &[]);
    for text in ["name", "message", "test_code"].into_iter().flat_map(|field| each(&report, field)) {
        let is_command = |line: &str| line.trim_start().starts_with("::") || line.contains("##[");
        assert!(!text.as_str().unwrap().lines().any(is_command), "{text}");
    }
}
