//! `judge suite`: runs, counts, proofs.

use std::io::Read;
use std::path::Path;
use std::process::Stdio;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use predicates::prelude::*;

use crate::needs;

fn suite() -> Command {
    let mut command = Command::new(cargo_bin!("judge"));
    command.arg("suite");
    command
}

/// What a successful `judge suite` with these arguments prints.
fn printed(arguments: &[&str]) -> String {
    let assert = suite().args(arguments).assert().success().stderr("");
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

#[test]
fn runs_are_arrays_of_lines() {
    let examples = "[\"4\",\"2\",\"8\",\"0\",\"1\",\"7\",\"3\",\"5\",\"6\",\"9\",\"4\"]\n\
                    [\"0\",\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"9\",\"0\"]\n\
                    [\"6\",\"4\",\"0\",\"3\",\"1\",\"5\",\"2\",\"9\",\"6\"]\n";
    assert_eq!(printed(&["examples"]), examples);
    let runs = printed(&["complete", "--dialect", "tictactoe"]);
    let runs: Vec<Vec<serde_json::Value>> =
        runs.lines().map(|run| serde_json::from_str(run).unwrap()).collect();
    assert_eq!(runs.len(), 5527);
    assert_eq!(runs[..4920].iter().map(Vec::len).sum::<usize>(), 89_541);
}

#[test]
fn fixtures_are_a_suite_too() {
    let moves = std::fs::read_dir("fixtures/tictactoe").unwrap().map(|entry| entry.unwrap().path());
    let moves = moves.filter(|path| path.extension().is_some_and(|ending| ending == "moves"));
    assert_eq!(printed(&["fixtures"]).lines().count(), moves.count());
}

/// Checks a certificate that lies in a file.
fn verify(file: &Path) -> assert_cmd::assert::Assert {
    suite().arg("--verify").arg(file).assert()
}

#[test]
fn a_certificate_is_verified_and_a_changed_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("complete.json");
    let certificate = printed(&["complete", "--certificate"]);
    std::fs::write(&file, &certificate).unwrap();
    let told = predicate::str::contains("fewer than 4,920 runs cannot do")
        .and(predicate::str::contains("All 16,167 moves in a position are made in some run"));
    verify(&file).code(0).stdout(told).stderr("");

    let mut changed: serde_json::Value = serde_json::from_str(&certificate).unwrap();
    changed["runs"].as_array_mut().unwrap().pop();
    std::fs::write(&file, changed.to_string()).unwrap();
    verify(&file).code(1).stdout("").stderr(predicate::str::contains("no run "));

    let mut relabelled: serde_json::Value = serde_json::from_str(&certificate).unwrap();
    relabelled["suite"] = "exhaustive".into();
    std::fs::write(&file, relabelled.to_string()).unwrap();
    let why = predicate::str::contains("there is no proof for a suite \"exhaustive\"");
    verify(&file).code(1).stdout("").stderr(why);

    let mut emptied: serde_json::Value = serde_json::from_str(&certificate).unwrap();
    emptied["refused_lines"] = serde_json::json!([]);
    std::fs::write(&file, emptied.to_string()).unwrap();
    let why =
        predicate::str::contains("a suite `complete` promises the line \"9\" refused in every position");
    verify(&file).code(1).stdout("").stderr(why);
}

#[test]
fn what_is_no_certificate_cannot_be_verified() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("none.json");
    verify(&file).code(2).stderr(predicate::str::contains("none.json"));
    for text in ["", "[]", "{\"runs\": []}", "\u{1b}[31m"] {
        std::fs::write(&file, text).unwrap();
        verify(&file).code(2).stdout("").stderr(predicate::str::starts_with("judge: "));
    }
}

#[test]
fn what_cannot_be_asked_is_said() {
    suite().assert().code(2);
    suite()
        .arg("hard")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("smoke, random, explored, symmetric, complete"));
    let none = predicate::str::contains("there are proofs for symmetric, complete, probed, pairs, triples");
    suite().args(["smoke", "--certificate"]).assert().code(2).stderr(none);
    suite().args(["complete", "--dialect", "chess"]).assert().code(2);
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut command = std::process::Command::new(cargo_bin!("judge"));
    command.args(["suite", "triples"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut judge = command.spawn().unwrap();
    judge.stdout.take().unwrap().read_exact(&mut [0; 8]).unwrap();
    let output = judge.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn the_matrix_up_to_smoke_begins_the_stored_one() {
    let matrix = printed(&["smoke", "--kill-matrix"]);
    let kept = include_str!("snapshots/cli__suite__kill-matrix.snap").lines().skip(4);
    assert_eq!(matrix.lines().count(), kept.clone().count());
    for (line, kept) in matrix.lines().zip(kept) {
        assert!(kept.strip_prefix(line).is_some_and(|rest| rest.starts_with("  ")), "{line}\n{kept}");
    }
    let all = matrix.lines().find_map(|line| line.strip_prefix("all ")).unwrap();
    let (_, number) = all.split_whitespace().next().unwrap().split_once('/').unwrap();
    let readme = std::fs::read_to_string(crate::program::home().join("README.md")).unwrap();
    assert!(readme.contains(&format!("one of {number} known mistakes")));
}

#[test]
fn the_kill_matrix_is_kept() {
    needs::patience();
    insta::assert_snapshot!("kill-matrix", printed(&["--kill-matrix"]));
}
