//! Snapshots: proposed, reviewed, accepted, never overwritten; by our own commands and by insta's.

use std::path::Path;
use std::process::Command;

use predicates::prelude::*;

use crate::needs;
use crate::program::{folder, home, judge, write_file};

#[test]
fn every_fixture_has_its_snapshot_and_each_is_right() {
    judge()
        .arg("record")
        .env("CI", "true")
        .assert()
        .success()
        .stdout(predicate::str::starts_with("every move list"));
}

#[test]
fn a_missing_snapshot_is_proposed_and_accepted() {
    let (_kept, folder) = folder(&[("win.moves", "6\n4\n0\n3\n1\n5\n")]);
    judge().arg("record").arg(&folder).assert().success().stdout(predicate::str::contains("win.snap.new"));
    assert!(!folder.join("win.snap").exists());
    judge().arg("accept").arg(&folder).assert().success().stdout(predicate::str::contains("win.snap"));
    insta::assert_snapshot!("snapshot-file", std::fs::read_to_string(folder.join("win.snap")).unwrap());
    judge()
        .arg("record")
        .arg(&folder)
        .assert()
        .success()
        .stdout(predicate::str::starts_with("every move list"));
    judge().arg("accept").arg(&folder).assert().success().stdout("there are no proposals\n");
}

#[test]
fn a_stale_snapshot_stops_the_judge_and_is_not_overwritten() {
    let stale = "---\ndescription: by hand\n---\n...\n...\n...\nX> 5\n";
    let (_kept, folder) = folder(&[("win.moves", "6\n4\n0\n3\n1\n5\n"), ("win.snap", stale)]);
    let check = judge().args(["check", "--fixtures"]).arg(&folder).args(["--", "true"]).assert();
    check.code(2).stderr(predicate::str::contains("win.snap contradicts the rules (line 4)"));
    judge().arg("record").arg(&folder).assert().success();
    assert_eq!(std::fs::read_to_string(folder.join("win.snap")).unwrap(), stale);
}

#[test]
fn in_ci_nothing_is_written_and_a_missing_snapshot_is_a_failure() {
    let (_kept, folder) = folder(&[("win.moves", "6\n4\n0\n3\n1\n5\n")]);
    judge().arg("record").arg(&folder).env("CI", "true").assert().code(1);
    let check =
        judge().args(["check", "--fixtures"]).arg(&folder).args(["--", "true"]).env("CI", "true").assert();
    check.code(2).stderr(predicate::str::contains("no expected transcript for win"));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn a_broken_snapshot_is_named() {
    let (_kept, folder) = folder(&[("win.moves", "6\n"), ("win.snap", "no snapshot")]);
    let check = judge().args(["check", "--fixtures"]).arg(&folder).args(["--", "true"]).assert();
    check.code(2).stderr(predicate::str::contains("win.snap is not a snapshot: line 1"));
}

#[test]
fn the_real_reviewer_takes_a_proposal_over() {
    needs::program("cargo-insta");
    let (_kept, package) =
        folder(&[("Cargo.toml", "[package]\nname = \"p\"\nversion = \"0.0.0\"\nedition = \"2021\"\n")]);
    std::fs::create_dir_all(package.join("src")).unwrap();
    write_file(package.join("src/lib.rs"), "");
    let moves = package.join("fixtures/tictactoe");
    std::fs::create_dir_all(&moves).unwrap();
    write_file(moves.join("odd.moves"), b"6\n\xff\n\0\n4\n");
    judge().arg("record").arg(&moves).assert().success();
    let status = cargo_insta(&package, &["pending-snapshots"]);
    assert!(status.contains("odd.snap"), "{status}");
    cargo_insta(&package, &["accept"]);
    assert!(!moves.join("odd.snap.new").exists());
    judge()
        .arg("record")
        .arg(&moves)
        .assert()
        .success()
        .stdout(predicate::str::starts_with("every move list"));
}

fn cargo_insta(package: &Path, arguments: &[&str]) -> String {
    let output = Command::new("cargo")
        .arg("insta")
        .args(arguments)
        .current_dir(package)
        .env_remove("CI")
        .env("CARGO_TARGET_DIR", home().join("target/insta-test"))
        .output()
        .unwrap();
    let told = [output.stdout, output.stderr].concat();
    let told = String::from_utf8_lossy(&told).into_owned();
    assert!(output.status.success(), "{told}");
    told
}
