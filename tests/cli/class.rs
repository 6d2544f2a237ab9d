//! The marks of a class.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use predicates::prelude::*;
use predicates::str::contains;

use crate::program::{folder, judge, write, write_file, zipped};

const TWO: &str = "title = 'Sum'\n[cases]\ncompare = 'prompts'\n[case.1]\ninput = \"1\\n2\\n\"\nanswer = '3'\npoints = 1\n\
                   [case.'secret/2']\ninput = \"5\\n5\\n\"\nanswer = '10'\npoints = 2\n";
const ONE: &str = "title = 'Name'\n[case.1]\ninput = \"Ada\\n\"\nanswer = 'Hello Ada'\n";

const SUM: &str = "read a; read b; echo \"a: b: $((a+b))\"";
const WRONG: &str = "read a; read b; echo 3";

/// A class of four with two exercises, and when all of it was handed in.
fn class() -> (tempfile::TempDir, PathBuf) {
    let (kept, folder) = folder(&[]);
    let files = [
        ("sum/challenge.toml", TWO),
        ("name/challenge.toml", ONE),
        ("in/Ada L_17_assignsubmission_file_/sum/main.sh", SUM),
        ("in/Ada L_17_assignsubmission_file_/name.sh", "read n; echo Hello $n"),
        ("in/=Bob, B/repo/sum/sum.sh", WRONG),
        ("in/=Bob, B/repo/sum/other.sh", "echo"),
        ("in/=Bob, B/repo/README.md", "mine"),
        ("in/Eve/Sum/notes.txt", "todo"),
        ("in/Eve/name/a.sh", "echo 1"),
        ("in/Eve/name/b.sh", "echo 2"),
        ("in/Zoe/handed-in.rar", "Rar!"),
    ];
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        write_file(path, text);
    }
    (kept, folder)
}

fn mark(folder: &Path, more: &[&str]) -> assert_cmd::assert::Assert {
    let mut judge = judge();
    judge.current_dir(folder).env("XDG_CACHE_HOME", folder.join("cache"));
    judge.args(["check", "--challenge", "sum", "--challenge", "name", "in"]).args(more).assert()
}

#[test]
fn a_row_for_each_student_and_columns_for_each_exercise() {
    let (_kept, folder) = class();
    let hour = Duration::from_secs(3600);
    let bob = folder.join("in/=Bob, B/repo/sum");
    let late = SystemTime::now() + 2 * hour;
    for name in ["sum.sh", "other.sh"] {
        std::fs::File::options().append(true).open(bob.join(name)).unwrap().set_modified(late).unwrap();
    }
    let due = humantime::format_rfc3339_seconds(late - hour).to_string();
    let marks = mark(&folder, &["--format", "csv", "--due", &due]).code(1);
    let csv = String::from_utf8(marks.get_output().stdout.clone()).unwrap();
    let rows = [
        "\u{feff}student,sum,sum verdict,sum late,name,name verdict,name late,points,of",
        "\"'=Bob, B\",1,wrong,1h,0,missing,,1,4",
        "Ada L,3,accepted,,1,accepted,,4,4",
        "Eve,0,skipped,,0,skipped,,0,4",
        "Zoe,0,missing,,0,missing,,0,4",
    ];
    assert_eq!(csv, rows.map(|row| format!("{row}\r\n")).concat());
    marks.stderr(contains("no folders or files called sum, name in the folders of: Zoe\n"));
}

/// Folders around those of exercises do not count, whoever they belong to.
#[test]
fn exercises_are_found_in_other_folders() {
    let (_kept, folder) = folder(&[("sum/challenge.toml", TWO), ("name/challenge.toml", ONE)]);
    let hello = "read n; echo Hello $n";
    let rows = |files: &[(&str, &str)]| {
        let _ = std::fs::remove_dir_all(folder.join("in"));
        files.iter().for_each(|(name, text)| write(&folder.join("in"), name, text));
        let marks = mark(&folder, &["--format", "csv"]);
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let csv = text(&marks.get_output().stdout);
        let rows: Vec<_> = csv.lines().skip(1).map(|row| row.trim_end().to_owned()).collect();
        (rows, text(&marks.get_output().stderr))
    };
    let both = ["ann,3,accepted,1,accepted,4,4", "bob,3,accepted,0,missing,3,4"];
    let (all, told) = rows(&[("all/sum/ann.sh", SUM), ("all/sum/bob.sh", SUM), ("all/name/ann.sh", hello)]);
    assert_eq!(all, both, "{told}");
    let weeks = [("1/sum/ann.sh", SUM), ("1/sum/bob.sh", SUM), ("2/name/ann/a.sh", hello)];
    assert_eq!(rows(&weeks).0, both);
    let (own, told) = rows(&[
        ("ann/1/sum/main.sh", SUM),
        ("ann/2/name.sh", hello),
        ("ann/old/3/name.sh", "echo"),
        ("bob/hw/sum.sh", SUM),
        ("bob/greet.sh", hello),
    ]);
    assert_eq!(own, both);
    assert!(
        told.contains("judge: ann: several for name (2/name.sh, old/3/name.sh); 2/name.sh counts\n"),
        "{told}"
    );
    assert!(told.contains("judge: bob: nothing for name; for no exercise: greet.sh\n"), "{told}");
}

#[test]
fn what_has_not_changed_is_not_judged_again() {
    let (_kept, folder) = class();
    let told =
        |marks: assert_cmd::assert::Assert| String::from_utf8(marks.get_output().stderr.clone()).unwrap();
    let table = mark(&folder, &[]).code(1);
    let first = table.get_output().stdout.clone();
    assert!(String::from_utf8_lossy(&first).contains("=Bob, B  1 wrong    –          1 of 4"), "{table}");
    let again = mark(&folder, &[]).code(1);
    assert_eq!(again.get_output().stdout, first);
    let told_again = told(again);
    assert!(told_again.contains("sum: 2 of 3 as before (--again judges them again)"), "{told_again}");
    write_file(folder.join("in/=Bob, B/repo/sum/sum.sh"), SUM);
    let changed = mark(&folder, &[]).code(0).stdout(contains("=Bob, B  3          –          3 of 4"));
    assert!(told(changed).contains("sum: 1 of 3 as before"));
    // Another challenge gives other rulings.
    write_file(folder.join("sum/challenge.toml"), TWO.replace("'10'", "'11'"));
    let other = mark(&folder, &[]).code(1).stdout(contains("Ada L    1 wrong    1          2 of 4"));
    assert!(!told(other).contains("sum:"));
    assert!(!told(mark(&folder, &["--again"]).code(1)).contains("as before"));
    // A challenge without a folder may have move lists anywhere.
    for _ in 0..2 {
        let mut judge = judge();
        judge.current_dir(&folder).env("XDG_CACHE_HOME", folder.join("cache"));
        judge.args(["check", "--suite", "smoke", "--due", "2030-01-01 00:00:00", "in"]);
        assert!(!told(judge.assert().code(1)).contains("as before"));
    }
}

#[test]
fn what_is_not_judged_is_told() {
    let (_kept, folder) = class();
    mark(&folder, &[])
        .code(1)
        .stdout(contains("\n2 of 3 passed, 2 skipped, 3 missing (4 students; sum, name)\n"));
    std::fs::remove_dir_all(folder.join("in")).unwrap();
    write(&folder.join("in"), "Eve/sum/notes.txt", "todo");
    let none = mark(&folder, &[]).code(2);
    let none = none.stdout(contains("\n0 of 0 passed, 1 skipped, 1 missing (1 student; sum, name)\n"));
    none.stderr(contains("nothing could be judged"));
}

#[test]
fn students_do_not_see_secret_cases() {
    let (_kept, folder) = class();
    mark(&folder, &["--feedback", "pages"]).code(1);
    let page = std::fs::read_to_string(folder.join("pages/Bob--B.html")).unwrap();
    assert!(page.contains("secret/2") && !page.contains("instead of"), "{page}");
    assert!(!page.contains("judge replay"));
    let matrix = mark(&folder, &["--format", "html"]).code(1);
    matrix.stdout(contains("<a href=\"#s0-0\">1 wrong</a>").and(contains("instead of")));
}

#[test]
fn a_name_stays_as_it_is_spelled() {
    let (_kept, folder) = class();
    let name = "Jose\u{301} Ibarra";
    std::fs::rename(folder.join("in/Eve"), folder.join("in").join(name)).unwrap();
    mark(&folder, &["--format", "csv", "--feedback", "pages"]).code(1).stdout(contains(name));
    assert!(folder.join("pages/Jose\u{301}-Ibarra.html").exists());
}

#[test]
fn what_is_no_class_is_told() {
    let (_kept, folder) = class();
    let refused = |arguments: &[&str], why: &str| {
        judge().current_dir(&folder).args(arguments).assert().code(2).stderr(contains(why));
    };
    let two = ["check", "--challenge", "sum", "--challenge", "name"];
    refused(&two, "name the folder with what was handed in");
    refused(&[&two[..], &["sum/challenge.toml"]].concat(), "sum/challenge.toml: not a folder");
    refused(&[&two[..], &["sum"]].concat(), "nothing was handed in");
    refused(&[&two[..], &["in", "--format", "junit"]].concat(), "`junit` is a report on one exercise");
    refused(&[&two[..], &["in", "--due", "soon"]].concat(), "a time such as 2026-11-29 18:00:00");
    refused(
        &[&two[..], &["in", "--save", "run.json"]].concat(),
        "`--save` and `--shard` are for one exercise",
    );
    let twice = ["check", "--challenge", "sum", "--challenge", "in/../sum", "in"];
    refused(&twice, "two challenges are called sum");
    refused(&["replay", "--challenge", "sum", "--challenge", "name", "1", "x"], "name one challenge");
}

/// What students pack on Windows and macOS, or with intent, is one row each.
#[test]
fn an_archive_is_the_folder_that_it_holds() {
    let (_kept, folder) = class();
    let mut locked = zipped(&[("sum.sh", SUM)]);
    let central = locked.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
    locked[central + 8] |= 1;
    let many: Vec<_> = (0..100_001).map(|number| (format!("{number}"), "")).collect();
    let mac = [("Ann/deep/er/sum.sh", SUM), ("__MACOSX/Ann/deep/er/._sum.sh", "x"), ("Ann/.DS_Store", "x")];
    let archives = [
        ("in/Ann/my work.ZIP", zipped(&mac)),
        (
            "in/Cem_3_assignsubmission_file_/cem.zip",
            zipped(&[("sum\\main.sh", SUM), ("name\\a.sh", "echo Hello Ada")]),
        ),
        ("in/Dan.zip", zipped(&[("../sum.sh", SUM)])),
        ("in/Fay.zip", locked),
        ("in/Gil/name.zip", zipped(&[("a.sh", "echo 1"), ("main.sh", "echo Hello Ada")])),
        ("in/Gil/sum.zip", zipped(&[("report.pdf", "%PDF")])),
        ("in/Hal.zip", zipped(&[("inner.zip", "PK")])),
        ("in/Ian/ian.zip", zipped(&many)),
        ("in/Jim/jim.zip", b"PK".to_vec()),
        // Beside the folders that it is about.
        ("in/=Bob, B/backup.zip", b"PK".to_vec()),
    ];
    for (name, bytes) in archives {
        std::fs::create_dir_all(folder.join(name).parent().unwrap()).unwrap();
        std::fs::write(folder.join(name), bytes).unwrap();
    }
    let marks = mark(&folder, &["--format", "csv", "--feedback", "pages"]).code(1);
    let csv = String::from_utf8(marks.get_output().stdout.clone()).unwrap();
    for row in [
        "Ann,3,accepted,0,missing,3,4",
        "Cem,3,accepted,1,accepted,4,4",
        "Dan,0,cannot-run,0,cannot-run,0,4",
        "Fay,0,cannot-run,0,cannot-run,0,4",
        "Gil,0,skipped,1,accepted,1,4",
        "Hal,0,missing,0,missing,0,4",
        "Ian,0,cannot-run,0,cannot-run,0,4",
        "Jim,0,cannot-run,0,cannot-run,0,4",
        "Ada L,3,accepted,1,accepted,4,4",
        "\"'=Bob, B\",1,wrong,0,missing,1,4",
    ] {
        assert!(csv.contains(&format!("\r\n{row}\r\n")), "{row}: {csv}");
    }
    for (page, why) in [
        ("Dan", "../sum.sh: it would lie outside of the folder"),
        ("Fay", "sum.sh: it is encrypted"),
        ("Gil", "there is no program in it"),
        ("Ian", "it has more than 100000 files and folders"),
        ("Jim", "it is no zip archive"),
    ] {
        let page = std::fs::read_to_string(folder.join(format!("pages/{page}.html"))).unwrap();
        assert!(page.contains(why), "{why}: {page}");
    }
    // What was not changed is not judged again, and an archive is as old as it is.
    let again = mark(&folder, &["--format", "csv"]).code(1).stdout(csv).stderr(contains("as before"));
    assert!(!String::from_utf8_lossy(&again.get_output().stderr).contains("judge: not judged"));
    let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_600_000_000);
    let ann = std::fs::File::options().append(true).open(folder.join("in/Ann/my work.ZIP")).unwrap();
    ann.set_modified(old).unwrap();
    mark(&folder, &["--format", "csv", "--due", "2020-09-13 12:30:00"])
        .stdout(contains("\r\nAnn,3,accepted,,0,"));
    // Without other exercises each program is a row, called by its place in the archive; it can be judged again.
    let judged = |arguments: &[&str]| {
        let mut judge = judge();
        judge.current_dir(&folder).env("XDG_CACHE_HOME", folder.join("cache")).args(arguments).assert()
    };
    let told = judged(&["check", "--challenge", "sum", "--save", "run.json", "in/Ann", "in/Dan.zip"]).code(1);
    let row = predicates::str::is_match(r"in/Ann/my work.ZIP/deep/er/sum.sh +sh +lines +accepted").unwrap();
    told.stdout(row.clone().and(contains("in/Dan.zip")).and(contains("1 of 2 passed")));
    judged(&["check", "--rerun", "run.json", "--challenge", "sum"]).code(1).stdout(contains("in/Dan.zip"));
    judged(&["check", "--challenge", "sum", "in/Hal.zip"]).code(2).stderr(contains("no submission in this"));
}
