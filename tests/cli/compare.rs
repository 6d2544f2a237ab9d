//! `judge compare`: what changed between two saved runs.

use std::path::{Path, PathBuf};

use predicates::prelude::*;

use crate::candidates::{HOSTILE, shell};
use crate::program::{folder, judge, with_change, write_file};

/// Judges these programs, and saves the run.
pub(crate) fn saved(folder: &Path, run: &str, more: &[&str]) -> PathBuf {
    let file = folder.join(run);
    let mut command = judge();
    command.current_dir(folder).args(["check", "--suite", "examples", "--isolation", "rlimits"]).args(more);
    let output = command.arg("--save").arg(&file).arg("golf").output().unwrap();
    assert!(output.status.code() < Some(2), "{output:?}");
    file
}

pub(crate) fn put(folder: &Path, files: &[(&str, &str)]) {
    let _ = std::fs::remove_dir_all(folder.join("golf"));
    std::fs::create_dir(folder.join("golf")).unwrap();
    files.iter().for_each(|(name, text)| write_file(folder.join("golf").join(name), text));
}

/// The report of a saved run, and half of its file: neither is a saved run.
pub(crate) fn no_runs(folder: &Path, run: &Path) -> [PathBuf; 2] {
    let [report, half] = ["report.json", "half.json"].map(|name| folder.join(name));
    judge().arg("report").arg(run).args(["--format", "json", "--out"]).arg(&report).assert().code(0);
    let text = std::fs::read(run).unwrap();
    write_file(&half, &text[..text.len() / 2]);
    [report, half]
}

fn compared(old: &Path, new: &Path, more: &[&str]) -> (String, Option<i32>) {
    let output = judge().arg("compare").args([old, new]).args(more).output().unwrap();
    (
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr),
        output.status.code(),
    )
}

#[test]
fn each_program_is_worse_improved_new_gone_or_unchanged() {
    let (_kept, folder) = folder(&[]);
    let wrong = shell().replace("tie.", "draw.");
    let longer = shell() + "# more\n";
    put(
        &folder,
        &[("a.sh", &shell()), ("b.sh", &wrong), ("c.sh", &shell()), ("d.sh", &wrong), ("e.sh", &shell())],
    );
    let old = saved(&folder, "old.json", &[]);
    put(
        &folder,
        &[("a.sh", HOSTILE), ("b.sh", &shell()), ("d.sh", "exit"), ("e.sh", &longer), ("f.sh", &wrong)],
    );
    let new = saved(&folder, "new.json", &[]);
    let (told, code) = compared(&old, &new, &[]);
    let lines: Vec<_> =
        told.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    let size = shell().len();
    let expected = [
        "change program verdict bytes".to_owned(),
        format!("worse golf/a.sh accepted → compile-error {size} → {}", HOSTILE.len()),
        format!("gone golf/c.sh accepted {size}"),
        format!("improved golf/b.sh wrong → accepted {} → {size}", wrong.len()),
        format!("new golf/f.sh wrong {}", wrong.len()),
        format!("unchanged golf/d.sh wrong → early {} → 4", wrong.len()),
        format!("unchanged golf/e.sh accepted {size} → {}", longer.len()),
    ];
    for line in &expected {
        assert!(lines.contains(line), "{line}\n{told}");
    }
    assert!(
        told.ends_with("1 worse, 1 gone, 1 improved, 1 new, 2 unchanged (tictactoe, golf rules)\n"),
        "{told}"
    );
    assert_eq!(code, Some(1));

    // The other formats have the same, and nothing that a program printed is active in them.
    let (table, _) = compared(&old, &new, &["--format", "markdown"]);
    assert!(table.contains("| gone | `golf/c.sh` | accepted |"), "{table}");
    let (page, code) = compared(&old, &new, &["--format", "html"]);
    assert!(page.contains("<span class=\"word\">improved</span>") && code == Some(1), "{page}");
    assert_eq!((page.matches("<script").count(), page.matches("<img").count()), (1, 0));
    let file = folder.join("page.html");
    let (told, code) = compared(&old, &new, &["--format", "html", "--out", file.to_str().unwrap()]);
    assert_eq!((told.as_str(), code), ("", Some(1)));
    assert_eq!(std::fs::read_to_string(file).unwrap(), page);
}

#[test]
fn size_counts_on_request_and_wrong_in_both_is_unchanged() {
    let (_kept, folder) = folder(&[]);
    let wrong = shell().replace("tie.", "draw.");
    put(&folder, &[("a.sh", &shell()), ("b.sh", &wrong)]);
    let old = saved(&folder, "old.json", &[]);
    let (told, code) = compared(&old, &old, &[]);
    assert_eq!((told.as_str(), code), ("2 unchanged (tictactoe, golf rules)\n", Some(0)));
    let (told, _) = compared(&old, &old, &["--verbose"]);
    assert!(told.contains("unchanged  golf/b.sh  wrong"), "{told}");
    put(&folder, &[("a.sh", &(shell() + "\n")), ("b.sh", &(wrong + "\n"))]);
    let new = saved(&folder, "new.json", &[]);
    assert_eq!(compared(&old, &new, &[]).1, Some(0));
    let (told, code) = compared(&old, &new, &["--count", "size"]);
    assert!(told.contains("worse      golf/a.sh") && told.contains("unchanged  golf/b.sh"), "{told}");
    assert_eq!(code, Some(1));
    let (told, code) = compared(&new, &old, &["--count", "size,time"]);
    assert!(told.contains("1 improved, 1 unchanged") && code == Some(0), "{told}");
}

/// The processor times of a saved run, made so many times longer.
fn slowed(run: &Path, times: f64) -> PathBuf {
    let mut log: serde_json::Value = serde_json::from_slice(&std::fs::read(run).unwrap()).unwrap();
    for facts in log["candidates"][0]["facts"].as_array_mut().unwrap() {
        for run in facts["runs"].as_array_mut().unwrap() {
            let seconds = &mut run["usage"]["cpu"];
            *seconds = (seconds.as_f64().unwrap() * times).into();
        }
    }
    let file = run.with_file_name(format!("slow-{times}.json"));
    write_file(&file, log.to_string());
    file
}

#[test]
fn times_differ_only_beyond_noise_and_on_one_machine() {
    let (_kept, folder) = folder(&[]);
    put(&folder, &[("a.sh", &shell())]);
    let run = saved(&folder, "run.json", &["--suite", "smoke"]);
    let (once, ten) = (slowed(&run, 1.0), slowed(&run, 10.0));
    assert_eq!(compared(&run, &once, &["--count", "time"]).1, Some(0));
    let (told, code) = compared(&run, &ten, &["--count", "time"]);
    assert!(told.contains("ms a run") && told.contains("1 worse") && code == Some(1), "{told}");
    assert!(compared(&ten, &run, &["--count", "time"]).0.contains("1 improved"));
    let (told, code) = compared(&run, &ten, &[]);
    assert!(told.contains("ms a run") && told.contains("1 unchanged") && code == Some(0), "{told}");
    let text = std::fs::read_to_string(&ten).unwrap();
    write_file(&ten, with_change(&text, "\"machine\":\"Linux", "\"machine\":\"Other"));
    let (told, code) = compared(&run, &ten, &["--count", "time"]);
    assert!(told.contains("on different machines, so times are not compared") && code == Some(0), "{told}");
}

#[test]
fn runs_that_cannot_be_compared_are_told_plainly() {
    let (_kept, folder) = folder(&[]);
    put(&folder, &[("a.sh", &shell())]);
    let golf = saved(&folder, "golf.json", &[]);
    let exact = saved(&folder, "exact.json", &["--profile", "exact"]);
    let other = saved(&folder, "other.json", &["--dialect", "marubatsu"]);
    let [report, half] = no_runs(&folder, &golf);
    for (new, why) in [
        (&exact, "the runs have different rules: golf and exact"),
        (&other, "the runs are of different challenges: tictactoe and marubatsu"),
        (&report, "it is a report of `--format json`; a run that can be read again is saved by"),
        (&half, "half.json: not a run saved by `judge check --save`"),
        (&folder.join("none.json"), "none.json: "),
    ] {
        let plain = predicate::str::contains(why).and(predicate::str::contains("panicked").not());
        judge().arg("compare").args([&golf, new]).assert().code(2).stdout("").stderr(plain);
    }
}
