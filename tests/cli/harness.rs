//! A user's project in `examples/harness`, tested by `cargo test` and by nextest.

use std::path::Path;

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

use crate::program::{folder, home, with_change, write_file};

#[test]
#[ignore = "builds the library for another project: 3 minutes; `tests/long.sh harness` runs it"]
fn a_project_of_a_user_is_judged_by_cargo_test_and_by_nextest() {
    let (_kept, project) = folder(&[]);
    let example = home().join("examples/harness");
    let copy = |name: &str, from: &str, to: &str| {
        let text = std::fs::read_to_string(example.join(name)).unwrap();
        std::fs::create_dir_all(project.join(name).parent().unwrap()).unwrap();
        write_file(project.join(name), with_change(&text, from, to));
    };
    copy("Cargo.toml", "\"../..\"", &format!("{:?}", home()));
    copy("tests/judge.rs", "smoke", "smoke");
    copy("src/main.rs", "tie.", "tie.");
    std::fs::copy(home().join("Cargo.lock"), project.join("Cargo.lock")).unwrap();

    cargo(&project, &["test"]).code(0).stdout(contains("test noughts ... ok"));
    cargo(&project, &["nextest", "run"]).code(0).stderr(contains("noughts::judge noughts\n"));

    copy("src/main.rs", "tie.", "draw.");
    let report =
        contains("    expected  `tie.`\n    got       `draw.`\n    fault     it writes `draw.` for a tie\n");
    let game = contains("✗ noughts: wrong in the game ").and(contains("    X> "));
    cargo(&project, &["test"]).code(101).stdout(report.and(game));
    // nextest indents what a test prints.
    let told = cargo(&project, &["nextest", "run", "--no-fail-fast"]).code(100).get_output().stderr.clone();
    let told = String::from_utf8(told).unwrap();
    let told: Vec<_> = told.lines().map(str::trim_start).collect();
    let report = ["expected  `tie.`", "got       `draw.`", "fault     it writes `draw.` for a tie"];
    assert!(told.windows(3).any(|lines| lines == report), "{told:#?}");
}

/// cargo in the project, without the network.
fn cargo(project: &Path, arguments: &[&str]) -> Assert {
    let mut cargo = Command::new("cargo");
    cargo
        .current_dir(project)
        .args(arguments)
        .arg("--offline")
        .env("NO_COLOR", "1")
        .env_remove("CARGO_TERM_COLOR");
    cargo.env("CARGO_TARGET_DIR", home().join("target/harness")).assert()
}
