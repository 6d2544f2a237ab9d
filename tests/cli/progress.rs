//! `judge compare` of more than two saved runs: the sizes of submissions, and their best.

use std::path::{Path, PathBuf};

use predicates::prelude::*;
use serde_json::{Value, json};

use crate::candidates::shell;
use crate::compare::{self, no_runs, put};
use crate::program::{folder, judge, write_file};

/// Judges these programs and saves the run, as if it had begun at this time.
fn saved(folder: &Path, date: &str, files: &[(&str, &str)], more: &[&str]) -> PathBuf {
    put(folder, files);
    let file = compare::saved(folder, &format!("{}.json", date.replace(':', "-")), more);
    with(&file, |run| run["conditions"]["origin"]["date"] = date.into())
}

/// Changes a saved run.
fn with(file: &Path, change: impl FnOnce(&mut Value)) -> PathBuf {
    let mut run: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    change(&mut run);
    write_file(file, run.to_string());
    file.to_owned()
}

/// What is told of these runs, the last of which is given once more: that counts once, and they are more than two.
fn progress(runs: &[&PathBuf], more: &[&str]) -> String {
    let again = [runs.last().unwrap(); 2];
    let told = judge().arg("compare").args(runs).args(again).args(more).assert().code(0).stderr("");
    String::from_utf8(told.get_output().stdout.clone()).unwrap()
}

/// The lines of a table, with single spaces.
fn rows(table: &str) -> Vec<String> {
    table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// A right program that is longer by so many bytes and characters.
fn longer(by: &str) -> String {
    shell() + "#" + by
}

#[test]
fn history_shows_each_accepted_size_change_and_best() {
    let (_kept, folder) = folder(&[]);
    let size = shell().len();
    let runs = [
        ("2026-11-20T10:00:00Z", longer("……")),
        ("2026-11-21T10:00:00Z", longer("……")),
        ("2026-11-22T10:00:00Z", "print 1".to_owned()),
        ("2026-11-23T10:00:00Z", shell()),
        ("2026-11-24T10:00:30Z", longer("12345")),
    ];
    let runs = runs.map(|(date, a)| saved(&folder, date, &[("a.sh", &*a), ("never.sh", "exit")], &[]));
    // In whatever order they are given, and a run that is given twice counts once.
    let [first, second, wrong, short, last] = &runs;
    let order = [last, first, wrong, short, second, first];
    let told = progress(&order, &[]);
    let expected = [
        "when (UTC) bytes chars change best program".to_owned(),
        format!("2026-11-20 10:00 {} {} {} golf/a.sh", size + 7, size + 3, size + 7),
        format!("2026-11-23 10:00 {size} {size} -7 {size} golf/a.sh"),
        format!("2026-11-24 10:00 {} {} +6 {size} golf/a.sh", size + 6, size + 6),
        String::new(),
        "1 of 2 programs with an accepted size, in 5 runs from 2026-11-20 to 2026-11-24 (tictactoe, golf rules)"
            .to_owned(),
    ];
    assert_eq!(rows(&told), expected, "{told}");

    let told = rows(&progress(&order, &["--scoring", "chars"]));
    assert_eq!(told[2], format!("2026-11-23 10:00 {size} {size} -3 {size} golf/a.sh"));
    let told = rows(&progress(&order, &["--verbose"]));
    assert_eq!(told.len(), 1 + 5 + 5 + 2, "{told:#?}");
    assert!(told[2].ends_with(&format!("0 {} golf/a.sh accepted", size + 7)), "{told:#?}");
    assert_eq!(told[3], format!("2026-11-22 10:00 7 7 {} golf/a.sh early", size + 7));
    assert_eq!(told[6], "2026-11-20 10:00 4 4 golf/never.sh early");

    let page = progress(&order, &["--format", "html"]);
    assert!(page.contains("<td class=\"number\">-7</td>") && page.contains("golf/never.sh"), "{page}");
    let table = progress(&order, &["--format", "markdown"]);
    assert!(
        table.contains(&format!("\n| 2026-11-23 10:00 | {size} | {size} | -7 | {size} | `golf/a.sh` |\n"))
    );
    let file = folder.join("progress.md");
    assert_eq!(progress(&order, &["--format", "markdown", "--out", file.to_str().unwrap()]), "");
    assert_eq!(std::fs::read_to_string(file).unwrap(), table);
}

#[test]
fn json_has_every_run_and_is_of_its_schema() {
    let (_kept, folder) = folder(&[]);
    let size = shell().len();
    let old = saved(&folder, "2026-11-20T10:00:00Z", &[("a.sh", &*longer("é")), ("b.sh", "exit")], &[]);
    let new = saved(&folder, "2026-11-21T10:00:00Z", &[("a.sh", &*shell())], &[]);
    let told: Value = serde_json::from_str(&progress(&[&new, &old], &["--format", "json"])).unwrap();
    let expected = json!({
        "schema": 1, "dialect": "tictactoe", "board": null, "profile": "golf", "scoring": "bytes",
        "runs": ["2026-11-20T10:00:00Z", "2026-11-21T10:00:00Z"], "notes": [],
        "programs": [
            { "name": "golf/a.sh", "language": "sh", "best": size, "runs": [
                { "date": "2026-11-20T10:00:00Z", "verdict": "accepted", "bytes": size + 3, "chars": size + 2,
                  "change": null, "best": size + 3 },
                { "date": "2026-11-21T10:00:00Z", "verdict": "accepted", "bytes": size, "chars": size,
                  "change": -3, "best": size },
            ] },
            { "name": "golf/b.sh", "language": "sh", "best": null, "runs": [
                { "date": "2026-11-20T10:00:00Z", "verdict": "early", "bytes": 4, "chars": 4,
                  "change": null, "best": null },
            ] },
        ],
    });
    assert_eq!(told, expected, "{told:#}");
    // Two runs are told in the order in which they are given, and need no date.
    with(&old, |run| run["conditions"]["origin"] = Value::Null);
    let two = judge().arg("compare").args([&new, &old]).args(["--format", "json"]).assert().code(0);
    let two: Value = serde_json::from_slice(&two.get_output().stdout).unwrap();
    assert_eq!(two["runs"], json!(["2026-11-21T10:00:00Z", null]), "{two:#}");
    assert_eq!(two["programs"][0]["runs"][1]["change"], 3, "{two:#}");
    let schema = serde_json::from_str(&referee::report::compare_schema()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for told in [told, two] {
        let errors: Vec<_> = validator.iter_errors(&told).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}");
    }
}

#[test]
fn shards_and_interrupted_runs_say_what_they_know() {
    let (_kept, folder) = folder(&[]);
    let files = [("a.sh", &*shell()), ("b.sh", &*shell()), ("c.sh", &*shell())];
    let whole = saved(&folder, "2026-11-20T10:00:00Z", &files, &[]);
    let longer = longer("");
    let files = [("a.sh", &*longer), ("b.sh", &*longer), ("c.sh", &*longer)];
    let one = saved(&folder, "2026-11-21T10:00:00Z", &files, &["--shard", "1/2"]);
    let two = saved(&folder, "2026-11-21T10:00:01Z", &files, &["--shard", "2/2"]);
    let told = progress(&[&whole, &one, &two], &[]);
    assert_eq!(told.matches("  +1  ").count(), 3, "{told}");
    assert!(told.contains("3 of 3 programs with an accepted size, in 3 runs from"), "{told}");

    // What was not judged before the interrupt is left out.
    let broken = with(&whole, |run| {
        run["candidates"][1]["report"] = Value::Null;
        run["interrupted"] = true.into();
    });
    let told = progress(&[&broken], &["--verbose"]);
    assert!(told.contains("golf/a.sh") && !told.contains("golf/b.sh"), "{told}");
    assert!(told.contains("2 of 2 programs with an accepted size, in 1 run of 2026-11-20"), "{told}");
}

#[test]
fn what_has_no_size_or_an_odd_name_or_another_suite_is_told() {
    let (_kept, folder) = folder(&[("a.sh", &*shell())]);
    let run = folder.join("run.json");
    let check = ["check", "--isolation", "rlimits", "--suite", "examples", "--save"];
    judge().current_dir(&folder).args(check).arg(&run).args(["--", "sh", "a.sh"]).assert().code(0);
    assert!(progress(&[&run], &[]).starts_with("0 of 1 program with an accepted size, in 1 run of 20"));

    let odd = saved(&folder, "2026-11-20T10:00:00Z", &[("\u{1b}[31m|`é.sh", &*shell())], &[]);
    let told = progress(&[&odd], &[]);
    assert!(told.contains("golf/\\u{1b}[31m|`é.sh") && !told.contains('\u{1b}'), "{told}");
    let told = progress(&[&odd], &["--format", "markdown"]);
    assert!(told.contains(r"golf/\\u{1b}\[31m\|\`é.sh |"), "{told}");

    let other = with(&odd, |_| {}).with_file_name("other.json");
    std::fs::copy(&odd, &other).unwrap();
    with(&other, |run| run["suite"] = "smoke".into());
    let told = progress(&[&odd, &other], &[]);
    assert!(told.contains("note: the runs played different suites: examples and smoke"), "{told}");
}

#[test]
fn a_challenge_that_has_changed_is_noted() {
    let (_kept, folder) = folder(&[]);
    let [old, new] = ["old.json", "new.json"].map(|name| folder.join(name));
    let check = ["check", "--challenge", "fixtures/vending", "--suite", "smoke", "--isolation", "rlimits"];
    judge().args(check).args(["fixtures/vending/right/quiet.pl", "--save"]).arg(&old).assert().code(0);
    std::fs::copy(&old, &new).unwrap();
    with(&new, |run| {
        let text = format!("{}\n# other words\n", run["challenge"].as_str().unwrap());
        run["challenge"] = text.into();
        run["conditions"]["origin"]["date"] = "2026-11-20T10:00:00Z".into();
    });
    let note = "note: the challenge has changed between the runs\n";
    assert!(progress(&[&old, &new], &[]).ends_with(note));
    assert!(!progress(&[&old, &old], &[]).contains("note"));
}

#[test]
fn runs_that_have_no_place_among_others_are_told_plainly() {
    let (_kept, folder) = folder(&[]);
    let files = [("a.sh", &*shell())];
    let golf = saved(&folder, "2026-11-20T10:00:00Z", &files, &[]);
    let exact = saved(&folder, "2026-11-21T10:00:00Z", &files, &["--profile", "exact"]);
    let other = saved(&folder, "2026-11-22T10:00:00Z", &files, &["--dialect", "marubatsu"]);
    let copy = |name: &str| {
        let file = folder.join(name);
        std::fs::copy(&golf, &file).unwrap();
        file
    };
    let undated = with(&copy("undated.json"), |run| run["conditions"]["origin"] = Value::Null);
    let odd = with(&copy("odd.json"), |run| run["conditions"]["origin"]["date"] = "\u{1b}yesterday".into());
    let early =
        with(&copy("early.json"), |run| run["conditions"]["origin"]["date"] = "1960-01-01T00:00:00Z".into());
    let [report, half] = no_runs(&folder, &golf);
    for (run, why) in [
        (&exact, "T10-00-00Z.json: the runs have different rules: golf and exact\n"),
        (&other, "T10-00-00Z.json: the runs are of different challenges: tictactoe and marubatsu\n"),
        (&undated, "undated.json: it does not say when it was made, so it has no place among other runs\n"),
        (&odd, "odd.json: its date is \"\\u{1b}yesterday\", not one such as 2026-11-22T20:58:00Z\n"),
        (&early, "early.json: its date is \"1960-01-01T00:00:00Z\", not one such as"),
        (&report, "report.json: it is a report of `--format json`; a run that can be read again is saved by"),
        (&half, "half.json: not a run saved by `judge check --save`"),
        (&folder.join("none.json"), "none.json: "),
    ] {
        let plain = || predicate::str::contains(why).and(predicate::str::contains("panicked").not());
        judge().arg("compare").args([&golf, &golf, run]).assert().code(2).stdout("").stderr(plain());
        // Nor has it alone, if it says so little of itself.
        if ![&exact, &other].contains(&run) {
            judge().arg("compare").args([run; 3]).assert().code(2).stdout("").stderr(plain());
        }
    }
    for few in [&[][..], &[&golf]] {
        judge().arg("compare").args(few).assert().code(2).stderr(predicate::str::contains("<RUN.json>"));
    }
    let plain = predicate::str::contains("--count is for two runs");
    judge()
        .arg("compare")
        .args([&golf; 3])
        .args(["--count", "size"])
        .assert()
        .code(2)
        .stdout("")
        .stderr(plain);
    judge().arg("compare").args([&golf; 3]).args(["--out", "/no/such/file"]).assert().code(2).stdout("");
}

/// A report takes the place of the run that it was made of, if one is not careful.
#[test]
fn a_run_that_is_read_is_never_overwritten() {
    let (_kept, folder) = folder(&[]);
    let run = saved(&folder, "2026-11-20T10:00:00Z", &[("a.sh", "exit")], &[]);
    let text = std::fs::read(&run).unwrap();
    let link = folder.join("link.json");
    std::fs::hard_link(&run, &link).unwrap();
    let name = run.to_str().unwrap();
    for (command, more) in
        [("report", &[][..]), ("merge", &[]), ("compare", &[name]), ("compare", &[name, name])]
    {
        for out in [&run, &link] {
            let told = judge().arg(command).arg(&run).args(more).arg("--out").arg(out).assert().code(2);
            told.stderr(predicate::str::contains("this file is read, and would be lost"));
        }
    }
    judge().arg("merge").arg(&run).arg("--save").arg(&link).assert().code(2);
    assert_eq!(std::fs::read(&run).unwrap(), text);
}
