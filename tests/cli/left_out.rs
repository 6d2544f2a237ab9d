//! What a folder of submissions leaves out, and what it takes.

use predicates::prelude::*;

use crate::candidates::SHELL;
use crate::program::{folder, judge};

#[test]
fn files_that_are_not_judged_are_named() {
    let (_kept, folder) = folder(&[
        ("anna.sh", SHELL),
        ("ben.xyz", "x"),
        ("lea.rar", "Rar!"),
        ("README.md", "x"),
        ("old.sh~", "x"),
    ]);
    let told = judge().args(["check", "--suite", "examples"]).arg(&folder).assert().code(0);
    told.stdout(predicate::str::contains("1 of 1 passed")).stderr(
        predicate::str::contains("not judged: ")
            .and(predicate::str::contains("ben.xyz, "))
            .and(predicate::str::contains("lea.rar (no known file extension"))
            .and(predicate::str::contains("unpack archives first"))
            .and(predicate::str::contains("README").not()),
    );
}

#[test]
fn capitals_and_other_endings_of_a_language() {
    const RUST: &str = include_str!("../../golf/tictactoe/ttt.rs");
    let c = include_str!("../programs/right.c");
    let (_kept, folder) = folder(&[("ANNA.SH", SHELL), ("BEN.C", c), ("dan.Sh", SHELL), ("eve.RS", RUST)]);
    let told =
        judge().args(["check", "--suite", "examples", "--format", "json"]).arg(&folder).output().unwrap();
    let run: serde_json::Value = serde_json::from_slice(&told.stdout).unwrap();
    let languages: Vec<_> =
        run["candidates"].as_array().unwrap().iter().map(|one| &one["language"]).collect();
    assert_eq!(languages, ["sh", "C++", "sh", "Rust"], "{run:#}");
    assert_eq!(told.status.code(), Some(0), "{run:#}");
}

#[test]
fn what_others_wrote_is_not_judged() {
    let files = [
        "main.sh",
        "node_modules/a/index.sh",
        "venv/lib/x.sh",
        "env/pyvenv.cfg",
        "env/bin/x.sh",
        "__MACOSX/main.sh",
        ".git/x.sh",
        "lib/site-packages/x.sh",
    ];
    let (_kept, folder) = folder(&files.map(|file| (file, SHELL)));
    let told = judge().args(["check", "--suite", "examples"]).arg(&folder).assert().code(0);
    told.stdout(predicate::str::contains("1 of 1 passed"));
}
