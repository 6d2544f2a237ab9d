//! `--scoring`: points as code.golf counts them. The figures themselves are in `tests/spec/points.rs`.

use std::path::{Path, PathBuf};

use referee::golf::points;
use serde_json::{Value, json};

use crate::candidates::{LINE, REFUSE, SHELL, program, shell};
use crate::program::{MISSING_LANGUAGE, folder, judge, write_file};

/// A right program that is shorter than the one for the shell.
const SHORT: &str = include_str!("../../golf/tictactoe/ttt.c");

/// A saved run of all kinds of programs. Right are: a program for the shell in ASCII, one with
/// characters of several bytes, one that is not UTF-8, one in C, and a command.
fn saved() -> (tempfile::TempDir, PathBuf) {
    let files = [
        ("ascii.sh", SHELL),
        ("wide.sh", &*(shell() + "# ……")),
        ("short.c", SHORT),
        ("wrong.sh", "echo 1"),
        ("broken.c", "i"),
        ("skipped.zzz", "?"),
        ("languages.toml", MISSING_LANGUAGE),
    ];
    let (kept, folder) = folder(&files);
    let latin = [SHELL.as_bytes(), b"# \xff"].concat();
    write_file(folder.join("latin.sh"), latin);
    let mut check = judge();
    check.current_dir(&folder).args(["check", "--isolation", "rlimits", "--suite", "examples", "--save"]);
    check.args(["run.json", "--languages", "languages.toml", "ascii.sh", "wide.sh", "latin.sh", "short.c"]);
    check.args(["wrong.sh", "broken.c", "skipped.zzz", "--", "sh", "ascii.sh"]);
    check.assert().code(1);
    (kept, folder.join("run.json"))
}

fn report(run: &Path, arguments: &[&str]) -> String {
    let told = judge().arg("report").arg(run).args(arguments).assert().code(0).get_output().stdout.clone();
    String::from_utf8(told).unwrap()
}

/// The points of a program in the JSON report.
fn in_json(run: &Path, name: &str) -> Value {
    let report: Value = serde_json::from_str(&report(run, &["--format", "json"])).unwrap();
    let candidates = report["candidates"].as_array().unwrap();
    candidates.iter().find(|candidate| candidate["name"] == name).unwrap()["points"].clone()
}

/// What the formula gives for these sizes, as in the report.
fn given(sizes: &[(&str, u64)]) -> Vec<Value> {
    let told = points(sizes);
    told.iter().map(|told| json!({ "overall": told.overall, "in_language": told.in_language })).collect()
}

#[test]
fn only_what_was_accepted_and_has_a_language_and_a_size_counts() {
    let (_kept, run) = saved();
    let sh = SHELL.len() as u64;
    let c = SHORT.len() as u64;
    let bytes = given(&[("sh", sh), ("sh", sh + 8), ("sh", sh + 3), ("C", c)]);
    let chars = given(&[("sh", sh), ("sh", sh + 4), ("C", c)]);
    assert_eq!(in_json(&run, "ascii.sh"), json!({ "bytes": bytes[0], "chars": chars[0] }));
    assert_eq!(in_json(&run, "wide.sh"), json!({ "bytes": bytes[1], "chars": chars[1] }));
    assert_eq!(in_json(&run, "latin.sh"), json!({ "bytes": bytes[2], "chars": null }));
    assert_eq!(in_json(&run, "short.c"), json!({ "bytes": bytes[3], "chars": chars[2] }));
    assert_ne!(bytes[0], chars[0]);
    for name in ["wrong.sh", "broken.c", "skipped.zzz", "sh ascii.sh"] {
        assert_eq!(in_json(&run, name), json!({ "bytes": null, "chars": null }), "{name}");
    }
}

/// The lines of the leaderboard, with single spaces.
fn rows(table: &str) -> Vec<String> {
    let rows = table.lines().take_while(|line| !line.is_empty());
    rows.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn the_leaderboard_is_ranked_by_points() {
    let (_kept, run) = saved();
    let sh = SHELL.len() as u64;
    let c = SHORT.len() as u64;
    let told = points(&[("sh", sh), ("sh", sh + 4), ("C", c)]);
    let row = |rank: usize, of: usize, name: &str| {
        format!("{rank} {} {} {name}", told[of].overall, told[of].in_language)
    };
    let table = rows(&report(&run, &["--scoring", "chars"]));
    assert_eq!(table[0], "# points in lang bytes chars program language input ruling");
    assert!(table[1].starts_with(&row(1, 2, &format!("{c} {c} short.c"))), "{table:#?}");
    assert!(table[2].starts_with(&row(2, 0, &format!("{sh} {sh} ascii.sh"))), "{table:#?}");
    assert!(table[3].starts_with(&row(3, 1, &format!("{} {} wide.sh", sh + 8, sh + 4))), "{table:#?}");
    // Without points it comes behind all that have some.
    assert!(table[4].starts_with(&format!("4 {} latin.sh sh", sh + 3)), "{table:#?}");
    assert!(table[5].starts_with("4 sh ascii.sh"), "{table:#?}");
    assert!(table[6].starts_with("✗"), "{table:#?}");

    let table = report(&run, &["--scoring", "bytes", "--format", "markdown"]);
    assert!(table.starts_with("| # | points | in lang | bytes | chars | program |"), "{table}");
    let widths: Vec<_> = table.lines().take(9).map(|line| line.matches(" |").count()).collect();
    assert!(widths.iter().enumerate().all(|(place, width)| place == 1 || *width == 9), "{widths:?} {table}");
    assert!(table.contains("| – |  |  | 6 | 6 | `wrong.sh` |"), "{table}");
    let page = report(&run, &["--scoring", "bytes", "--format", "html"]);
    assert!(page.contains("Sorted by points for bytes, as on code.golf."), "{page}");
    assert_eq!(page.matches("<td class=\"number points\"").count(), 8);
    // What nobody asked for is not shown.
    for format in ["terminal", "markdown", "html"] {
        assert!(!report(&run, &["--format", format]).contains("points</"), "{format}");
        assert!(!report(&run, &["--format", format]).contains("in lang"), "{format}");
    }
}

#[test]
fn a_language_with_more_programs_is_worth_more() {
    let twice = program("", LINE, REFUSE, "# the same in other words");
    let (_kept, folder) = folder(&[("a.sh", SHELL), ("b.sh", &*twice)]);
    write_file(folder.join("c.c"), SHORT);
    let overall = |names: &[&str]| {
        let run = folder.join("run.json");
        let mut check = judge();
        check.current_dir(&folder).args(["check", "--isolation", "rlimits", "--suite", "examples", "--save"]);
        check.arg(&run).args(names).assert().code(0);
        in_json(&run, "a.sh")["bytes"]["overall"].as_u64().unwrap()
    };
    let (alone, with_others) = (overall(&["a.sh", "c.c"]), overall(&["a.sh", "b.sh", "c.c"]));
    assert!(alone < with_others && with_others < 1000, "{alone} {with_others}");
    assert_eq!(overall(&["a.sh", "b.sh"]), 1000);
}

#[test]
fn a_program_that_was_not_judged_counts_for_nobody() {
    let (_kept, run) = saved();
    let mut log: Value = serde_json::from_slice(&std::fs::read(&run).unwrap()).unwrap();
    log["candidates"][3]["report"] = Value::Null;
    log["interrupted"] = true.into();
    write_file(&run, log.to_string());
    let sh = SHELL.len() as u64;
    assert_eq!(in_json(&run, "ascii.sh")["chars"], given(&[("sh", sh), ("sh", sh + 4)])[0]);
    // An unknown word is an error of the command line, and names the two that there are.
    let told = judge().arg("report").arg(&run).args(["--scoring", "lines"]).assert().code(2);
    let told = String::from_utf8_lossy(&told.get_output().stderr).into_owned();
    assert!(told.contains("[possible values: bytes, chars]"), "{told}");
}
