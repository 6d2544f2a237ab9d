//! `--scoring`: points as code.golf counts them. The figures themselves are in `tests/spec/points.rs`.

use std::path::{Path, PathBuf};

use referee::golf::points;
use serde_json::{Value, json};

use crate::candidates::{LINE, REFUSE, program, right};
use crate::program::{MISSING_LANGUAGE, folder, home, judge, write_file};

/// A saved run of all kinds of programs. Right are: a Perl program in ASCII, one with
/// characters of several bytes, one that is not UTF-8, one in Python, and a command.
fn saved() -> (tempfile::TempDir, PathBuf) {
    let python = std::fs::read_to_string(home().join("golf/tictactoe/ttt.py")).unwrap();
    let files = [
        ("ascii.pl", &*right()),
        ("wide.pl", &*(right() + "# ……")),
        ("short.py", &*python),
        ("wrong.pl", "print 1"),
        ("broken.c", "i"),
        ("skipped.zzz", "?"),
        ("languages.toml", MISSING_LANGUAGE),
    ];
    let (kept, folder) = folder(&files);
    let latin = [right().as_bytes(), b"# \xff"].concat();
    write_file(folder.join("latin.pl"), latin);
    let mut check = judge();
    check.current_dir(&folder).args(["check", "--isolation", "rlimits", "--suite", "examples", "--save"]);
    check.args(["run.json", "--languages", "languages.toml", "ascii.pl", "wide.pl", "latin.pl", "short.py"]);
    check.args(["wrong.pl", "broken.c", "skipped.zzz", "--", "perl", "ascii.pl"]);
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
    let perl = right().len() as u64;
    let python = std::fs::metadata(home().join("golf/tictactoe/ttt.py")).unwrap().len();
    let bytes = given(&[("Perl", perl), ("Perl", perl + 8), ("Perl", perl + 3), ("Python", python)]);
    let chars = given(&[("Perl", perl), ("Perl", perl + 4), ("Python", python)]);
    assert_eq!(in_json(&run, "ascii.pl"), json!({ "bytes": bytes[0], "chars": chars[0] }));
    assert_eq!(in_json(&run, "wide.pl"), json!({ "bytes": bytes[1], "chars": chars[1] }));
    assert_eq!(in_json(&run, "latin.pl"), json!({ "bytes": bytes[2], "chars": null }));
    assert_eq!(in_json(&run, "short.py"), json!({ "bytes": bytes[3], "chars": chars[2] }));
    assert_ne!(bytes[0], chars[0]);
    for name in ["wrong.pl", "broken.c", "skipped.zzz", "perl ascii.pl"] {
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
    let perl = right().len() as u64;
    let python = std::fs::metadata(home().join("golf/tictactoe/ttt.py")).unwrap().len();
    let told = points(&[("Perl", perl), ("Perl", perl + 4), ("Python", python)]);
    let row = |rank: usize, of: usize, name: &str| {
        format!("{rank} {} {} {name}", told[of].overall, told[of].in_language)
    };
    let table = rows(&report(&run, &["--scoring", "chars"]));
    assert_eq!(table[0], "# points in lang bytes chars program language input ruling");
    assert!(table[1].starts_with(&row(1, 2, &format!("{python} {python} short.py"))), "{table:#?}");
    assert!(table[2].starts_with(&row(2, 0, &format!("{perl} {perl} ascii.pl"))), "{table:#?}");
    assert!(table[3].starts_with(&row(3, 1, &format!("{} {} wide.pl", perl + 8, perl + 4))), "{table:#?}");
    // Without points it comes behind all that have some.
    assert!(table[4].starts_with(&format!("4 {} latin.pl Perl", perl + 3)), "{table:#?}");
    assert!(table[5].starts_with("4 perl ascii.pl"), "{table:#?}");
    assert!(table[6].starts_with("✗"), "{table:#?}");

    let table = report(&run, &["--scoring", "bytes", "--format", "markdown"]);
    assert!(table.starts_with("| # | points | in lang | bytes | chars | program |"), "{table}");
    let widths: Vec<_> = table.lines().take(9).map(|line| line.matches(" |").count()).collect();
    assert!(widths.iter().enumerate().all(|(place, width)| place == 1 || *width == 9), "{widths:?} {table}");
    assert!(table.contains("| – |  |  | 7 | 7 | `wrong.pl` |"), "{table}");
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
    let (_kept, folder) = folder(&[("a.pl", &*right()), ("b.pl", &*twice)]);
    std::fs::copy(home().join("golf/tictactoe/ttt.py"), folder.join("c.py")).unwrap();
    let overall = |names: &[&str]| {
        let run = folder.join("run.json");
        let mut check = judge();
        check.current_dir(&folder).args(["check", "--isolation", "rlimits", "--suite", "examples", "--save"]);
        check.arg(&run).args(names).assert().code(0);
        in_json(&run, "a.pl")["bytes"]["overall"].as_u64().unwrap()
    };
    let (alone, with_others) = (overall(&["a.pl", "c.py"]), overall(&["a.pl", "b.pl", "c.py"]));
    assert!(alone < with_others && with_others < 1000, "{alone} {with_others}");
    assert_eq!(overall(&["a.pl", "b.pl"]), 1000);
}

#[test]
fn a_program_that_was_not_judged_counts_for_nobody() {
    let (_kept, run) = saved();
    let mut log: Value = serde_json::from_slice(&std::fs::read(&run).unwrap()).unwrap();
    let events = log["events"].as_array_mut().unwrap();
    events.retain(|event| event["event"] == "run-started" || event["candidate"] != 3);
    events.last_mut().unwrap()["interrupted"] = true.into();
    write_file(&run, log.to_string());
    let perl = right().len() as u64;
    assert_eq!(in_json(&run, "ascii.pl")["chars"], given(&[("Perl", perl), ("Perl", perl + 4)])[0]);
    // An unknown word is an error of the command line, and names the two that there are.
    let told = judge().arg("report").arg(&run).args(["--scoring", "lines"]).assert().code(2);
    let told = String::from_utf8_lossy(&told.get_output().stderr).into_owned();
    assert!(told.contains("[possible values: bytes, chars]"), "{told}");
}
