//! Problem packages that are judged as they are: their keys, groups, programs and what is expected of those.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use assert_cmd::assert::Assert;
use predicates::prelude::*;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::program::{folder, judge, write, zipped};

/// A package of format 2025-09: each program adds two numbers and a constant, and says its arguments.
const PACKAGE: [(&str, &str); 13] = [
    (
        "p/problem.yaml",
        "problem_format_version: 2025-09\nname: {en: Sum}\nuuid: 1\nlimits: {time_limit: 9, code: 1}\nlanguages: [sh, python3]\n\
         constants: {more: {value: 5, tex: five}}\n",
    ),
    ("p/data/sample/1.in", "1 2\n"),
    ("p/data/sample/1.ans", "8\n"),
    ("p/data/secret/a.in", "2 2\n"),
    ("p/data/secret/a.ans", "9 high\n"),
    ("p/data/secret/a.yaml", "args: [high]\nhint: mind {{more}}\n"),
    ("p/data/secret/.b.in", "hidden"),
    ("p/submissions/accepted/sum.sh", "read a b; echo $((a + b + {{more}})) $1\n"),
    ("p/submissions/accepted/two/main.sh", ". ${0%/*}/other.sh\nsum $1\n"),
    ("p/submissions/accepted/two/other.sh", "sum() { read a b; echo $((a + b + {{more.value}})) $1; }\n"),
    ("p/submissions/half/deaf.sh", "read a b; echo $((a + b + 5))\n"),
    ("p/submissions/half/notes.txt", "no program"),
    (
        "p/submissions/submissions.yaml",
        "half:\n  permitted: [AC, WA]\n  required: [WA]\nhalf/{deaf,mute}.sh:\n  sample: {permitted: [AC]}\n",
    ),
];

fn judged(home: &Path, arguments: &[&str]) -> Assert {
    judge().current_dir(home).env("XDG_CACHE_HOME", home.join("cache")).args(arguments).assert()
}

fn place(changes: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
    let (kept, home) = folder(&PACKAGE);
    changes.iter().for_each(|(name, text)| write(&home, name, text));
    (kept, home)
}

#[test]
fn a_package_is_judged_as_it_is_and_as_it_is_imported() {
    let (_kept, home) = place(&[]);
    judged(&home, &["check", "--challenge", "p"])
        .success()
        .stdout(predicate::str::contains("3 of 3 got the verdict that is expected"))
        .stdout(
            predicate::str::contains("half/deaf.sh").and(predicate::str::contains("wrong (1 of 2 cases)")),
        )
        .stderr(predicate::str::contains("left out: 1 submission in no known language"));
    judged(&home, &["challenge", "p"]).success().stdout(predicate::str::contains("Sum: sound"));
    judged(&home, &["import", "p", "made"])
        .success()
        .stdout(predicate::str::contains("2 cases, 2 right and 1 wrong"));
    judged(&home, &["check", "--challenge", "made"])
        .success()
        .stdout(predicate::str::contains("3 of 3 got the verdict that is expected"));
    // A program of somebody else is under the limits of the package.
    write(&home, "mine.lua", "print(8)");
    write(&home, "mine.sh", &format!("# {}\necho 8\n", "x".repeat(2000)));
    for (file, why) in [
        ("mine.lua", "only takes programs in sh, python3"),
        ("mine.sh", "too large: 2010 bytes (limit 1024)"),
    ] {
        judged(&home, &["check", "--challenge", "p", file]).code(1).stdout(predicate::str::contains(why));
    }
    judged(&home, &["replay", "--challenge", "p", "secret/a", "p/submissions/half/deaf.sh"])
        .stdout(predicate::str::contains("9 high"));
}

#[test]
fn what_is_expected_in_cases_is_held() {
    for (yaml, why) in [
        ("half:\n  permitted: [AC]\n", "wrong"),
        (
            "half:\n  permitted: [AC, WA]\nhalf/*: {sample: {required: [WA]}}\n",
            "no case of sample with wrong",
        ),
        ("half:\n  required: [TLE]\n", "no case with cpu-time"),
    ] {
        let (_kept, home) = place(&[("p/submissions/submissions.yaml", yaml)]);
        let told = judged(&home, &["check", "--challenge", "p"]).code(1);
        told.stdout(predicate::str::contains("2 of 3 got").and(predicate::str::contains(why)));
    }
}

#[test]
fn keys_are_read_left_out_with_a_sentence_or_refused() {
    let yaml = PACKAGE[0].1;
    let old = "name: Sum\nlangages: sh\n";
    for (file, text, status, why) in [
        ("problem.yaml", format!("{yaml}langages: [sh]\n"), 2, "problem.yaml: `langages` is not known"),
        ("problem.yaml", yaml.replace("code", "source"), 2, "problem.yaml: `source` is not known"),
        ("problem.yaml", format!("{yaml}embargo_until: 2030-01-01\n"), 0, "embargo_until (whoever offers"),
        ("problem.yaml", old.to_owned(), 0, "left out in problem.yaml: langages (it is not known)"),
        ("problem.yaml", format!("{yaml}type: multi-pass\n"), 2, "several passes, needs an output validator"),
        ("problem.yaml", format!("{yaml}type: [submit-answer, multi-pass]\n"), 2, "cannot stand beside"),
        ("data/secret/a.yaml", "argz: [1]\n".to_owned(), 2, "data/secret/a.yaml: `argz` is not known"),
        (
            "data/secret/test_group.yaml",
            "static_validation_score: 1\n".to_owned(),
            2,
            "and pass-fail elsewhere",
        ),
        (
            "data/secret/test_group.yaml",
            "static_validation_score: pass-fail\n".to_owned(),
            2,
            "static_validator: the validator is not there",
        ),
        ("static_validator/v.py", String::new(), 0, "the static validator judges nothing"),
        ("slides/x.pdf", String::new(), 0, "left out: slides (it is not known)"),
        ("submissions/submissions.yaml", "half: {permitted: [OK]}\n".to_owned(), 2, "`OK` is no verdict"),
        ("data/secret/b.in", String::new(), 2, "data/secret/b.in: there is no answer to it, b.ans\n"),
        // Packages of public contests have such files.
        (
            "data/secret/b.ans",
            String::new(),
            0,
            "left out: data/secret/b.ans: there is no input to it, b.in\n",
        ),
        (
            "data/secret/a.yaml",
            "output_validator_args: [exact]\n".to_owned(),
            2,
            "data/secret/a.yaml: there is no argument \"exact\"",
        ),
        (
            "problem.yaml",
            "name: Sum\nvalidator_flags: exact\n".to_owned(),
            2,
            "problem.yaml: there is no argument \"exact\"",
        ),
    ] {
        let (_kept, home) = place(&[(&format!("p/{file}"), &text)]);
        let told = judged(&home, &["challenge", "p"]).code(status);
        told.stderr(predicate::str::contains(why));
    }
}

#[test]
fn groups_have_points_in_each_format() {
    let right = "read a; echo $a\n";
    let cases = [("s1", "1"), ("s2", "2"), ("g1/1", "3"), ("g1/2", "4"), ("g2/1", "5"), ("g2/2", "6")];
    let newer = [
        (
            "problem.yaml",
            "problem_format_version: 2025-09\nname: P\nuuid: 1\ntype: scoring\nlimits: {time_limit: 9}\n",
        ),
        ("data/secret/g1/test_group.yaml", "max_score: 40\n"),
        ("data/secret/g2/test_group.yaml", "max_score: 60\nscore_aggregation: sum\nrequire_pass: sample\n"),
    ];
    let older = [
        ("problem.yaml", "type: scoring\nname: P\n"),
        (".timelimit", "9\n"),
        ("data/secret/testdata.yaml", "on_reject: continue\ngrader_flags: accept_if_any_accepted\n"),
        ("data/secret/g1/testdata.yaml", "accept_score: 40\ngrader_flags: min\n"),
        ("data/secret/g2/testdata.yaml", "accept_score: 30\ngrader_flags: accept_if_any_accepted\n"),
    ];
    for files in [&newer[..], &older] {
        let (_kept, home) = folder(&[]);
        files.iter().for_each(|(name, text)| write(&home, &format!("p/{name}"), text));
        for (name, number) in cases {
            let place = if name.contains('/') { "secret" } else { "sample" };
            write(&home, &format!("p/data/{place}/{name}.in"), number);
            write(&home, &format!("p/data/{place}/{name}.ans"), number);
        }
        write(&home, "right.sh", right);
        write(&home, "six.sh", "read a; case $a in 6|4) echo no;; *) echo $a;; esac\n");
        let told = judge()
            .current_dir(&home)
            .args(["check", "--challenge", "p", "--format", "json", "right.sh", "six.sh"])
            .output();
        let run: Value = serde_json::from_slice(&told.unwrap().stdout).unwrap();
        let marks: Vec<_> =
            run["candidates"].as_array().unwrap().iter().map(|one| one["marks"]["points"].as_f64()).collect();
        assert_eq!(marks, [Some(100.0), Some(30.0)], "{files:?}");
        // DOMjudge writes the points that are expected into the sources, and those of a group are for all of its cases.
        let [all, some] = if files.contains(&newer[0]) { [100, 30] } else { [70, 0] };
        let six = "case $a in 6|4) echo no;; *) echo $a;; esac\n";
        let tagged = |points| {
            format!("# @EXPECTED_RESULTS@: WRONG-ANSWER\n# @EXPECTED_SCORE@: {points}\nread a; {six}")
        };
        write(&home, "p/submissions/accepted/right.sh", &format!("# @EXPECTED_SCORE@: {all}\n{right}"));
        write(&home, "p/submissions/partial/six.sh", &tagged(some));
        judged(&home, &["check", "--challenge", "p"])
            .success()
            .stdout(predicate::str::contains("2 of 2 got"));
        write(&home, "p/submissions/partial/six.sh", &tagged(some + 1));
        let told = judged(&home, &["check", "--challenge", "p"]).code(1);
        told.stdout(predicate::str::contains(format!("{some} points, where {} should be", some + 1)));
    }
}

#[test]
fn samples_may_have_no_points() {
    let (_kept, home) = folder(&[
        ("p/problem.yaml", "type: scoring\nname: P\n"),
        ("p/.timelimit", "9\n"),
        ("p/data/testdata.yaml", "on_reject: continue\ngrader_flags: ignore_sample\n"),
        ("p/data/sample/testdata.yaml", "accept_score: 7\ngrader_flags: min\n"),
        ("p/data/sample/1.in", "1\n"),
        ("p/data/sample/1.ans", "1\n"),
        ("p/data/secret/1.in", "2\n"),
        ("p/data/secret/1.ans", "2\n"),
        ("p/data/secret/testdata.yaml", "accept_score: 50\ngrader_flags: min\n"),
        ("right.sh", "cat\n"),
        ("two.sh", "echo 2\n"),
    ]);
    let told = judged(&home, &["check", "--challenge", "p", "right.sh", "two.sh"]).code(1);
    told.stdout(
        predicate::str::contains("2 of 2 cases, 50 of 50 points")
            .and(predicate::str::contains("1 of 2 cases, 50 of 50 points")),
    );
}

#[test]
fn a_limit_that_is_not_named_is_measured_once() {
    let yaml = PACKAGE[0].1.replace("time_limit: 9", "time_resolution: 0.5");
    // That a program is not as expected is only seen where it is run.
    let (_kept, home) =
        place(&[("p/problem.yaml", &yaml), ("p/submissions/accepted/bad.sh", "read a b; echo 1\n")]);
    let is_run = predicate::str::contains("bad.sh is to be accepted, but is wrong");
    let kept = home.join("cache/judge/limits");
    let count = || std::fs::read_dir(&kept).unwrap().count();
    let note =
        predicate::str::is_match(r"time limit [\d.]+ s, by the accepted programs as measured here").unwrap();
    judged(&home, &["challenge", "p"]).success().stderr(note.clone().and(is_run.clone()));
    judged(&home, &["challenge", "p"]).success().stderr(note.and(is_run.not()));
    assert_eq!(count(), 1);
    // Another program is another limit.
    write(&home, "p/submissions/accepted/sum.sh", "read a b; echo $((b + a + {{more}})) $1\n");
    judged(&home, &["challenge", "p"]).success();
    assert_eq!(count(), 2);
}

#[test]
fn an_interrupt_while_a_limit_is_measured_is_told() {
    let yaml = PACKAGE[0].1.replace("time_limit: 9", "time_resolution: 1");
    let (_kept, home) = place(&[
        ("p/problem.yaml", &yaml),
        ("p/submissions/accepted/sum.sh", "while :; do :; done\n"),
        ("p/submissions/accepted/two/main.sh", "while :; do :; done\n"),
    ]);
    // Where the tests were started the signal may be ignored.
    let mut command = Command::new("env");
    command.args(["--default-signal=INT", env!("CARGO_BIN_EXE_judge"), "check", "--challenge", "p"]);
    command.current_dir(&home).env("XDG_CACHE_HOME", home.join("cache")).stderr(Stdio::piped());
    let mut judge = command.spawn().unwrap();
    let mut lines = BufReader::new(judge.stderr.take().unwrap()).lines().map(Result::unwrap);
    let told = lines.find(|line| line.contains("measuring the time limit")).unwrap();
    assert_eq!(told, "judge: measuring the time limit by the accepted programs: up to 6 runs");
    kill_process(Pid::from_child(&judge), Signal::INT).unwrap();
    assert_eq!(judge.wait().unwrap().code(), Some(130));
    let rest: Vec<_> = lines.collect();
    assert!(rest.iter().any(|line| line.starts_with("judge: p: interrupted while")), "{rest:?}");
}

#[test]
fn domjudge_says_more_in_its_own_files() {
    let (_kept, home) = folder(&[
        ("p/domjudge-problem.ini", "\u{feff}timelimit='3.5'\nname = \"Old\"\n"),
        ("p/data/secret/1.in", "1\n"),
        ("p/data/secret/1.ans", "1\n"),
        ("p/submissions/accepted/cat.sh", "cat\n"),
        ("p/submissions/mixed/two.sh", "# @EXPECTED_RESULTS@: WRONG-ANSWER, RUN-ERROR\nexit 3\n"),
        ("p/submissions/multiple/any.sh", "exit 3\n"),
        ("p/submissions/no_output/none.sh", "true\n"),
        ("p/submissions/compiler_error/bad.sh", "if\n"),
    ]);
    judged(&home, &["challenge", "p"])
        .success()
        .stdout(predicate::str::contains("Old").and(predicate::str::contains("3.5 s")));
    let told = judged(&home, &["check", "--challenge", "p"]).success();
    told.stdout(predicate::str::contains("5 of 5 got the verdict that is expected"));
}

#[test]
fn the_validators_end_of_output_ends_the_programs_input() {
    let (_kept, home) = folder(&[
        (
            "p/problem.yaml",
            "problem_format_version: 2025-09\nname: P\nuuid: 1\ntype: interactive\nlimits: {time_limit: 9}\n",
        ),
        ("p/data/secret/1.in", "1\n2\n"),
        ("p/data/secret/1.ans", ""),
        ("p/output_validator/v.sh", "cat $1\nexec >&-\nread sum\n[ \"$sum\" = 3 ] && exit 42\nexit 43\n"),
        ("p/submissions/accepted/sum.sh", "sum=0\nwhile read n; do sum=$((sum + n)); done\necho $sum\n"),
        ("p/submissions/wrong_answer/first.sh", "read n\necho $n\n"),
    ]);
    let told = judged(&home, &["check", "--challenge", "p"]).success();
    told.stdout(predicate::str::contains("2 of 2 got the verdict that is expected"));
}

/// A validator for programs that double a number in each pass: it counts the passes in its folder, and gives the result as the
/// next input until that is 8.
const DOUBLING: &str = "read in < $1\nread out || out=nothing\n\
    [ \"$out\" = $((in + in)) ] || { echo \"got $out\" >> ${3}judgemessage.txt; exit 43; }\n\
    echo x >> ${3}count\nn=0\nwhile read x; do n=$((n + 1)); done < ${3}count\n\
    [ $((1 << n)) = $out ] || exit 1\n[ $out = 8 ] || echo $out > ${3}nextpass.in\nexit 42\n";

fn of_passes(yaml: &str, validator: &str) -> (tempfile::TempDir, PathBuf) {
    let (kept, home) = folder(&[
        ("p/problem.yaml", yaml),
        ("p/data/secret/1.in", "1\n"),
        ("p/data/secret/1.ans", ""),
        ("p/output_validators/v/v.sh", validator),
        ("p/submissions/accepted/double.sh", "read n; echo $((n + n))\n"),
        ("p/submissions/wrong_answer/second.sh", "read n; [ $n = 2 ] && n=6; echo $((n + n))\n"),
        ("p/submissions/run_time_error/third.sh", "read n; [ $n = 4 ] && exit 3; echo $((n + n))\n"),
    ]);
    write(&home, "p/.timelimit", "9\n");
    (kept, home)
}

#[test]
fn a_program_is_run_in_passes() {
    let newer = "problem_format_version: 2025-09\nname: P\nuuid: 1\n";
    let limits = "limits: {time_limit: 9, validation_passes: 3}\n";
    let talking = format!("read in < $1\necho $in\n{DOUBLING}");
    for (kind, validator) in [("multi-pass", DOUBLING), ("[interactive, multi-pass]", &talking)] {
        let (_kept, home) = of_passes(&format!("{newer}type: {kind}\n{limits}"), validator);
        let told = judged(&home, &["check", "--challenge", "p"]).success();
        told.stdout(predicate::str::contains("3 of 3 got the verdict that is expected"));
        for (program, why) in [
            ("wrong_answer/second.sh", "pass 2: got 12"),
            ("run_time_error/third.sh", "pass 3: exit status 3"),
        ] {
            let program = format!("p/submissions/{program}");
            let told = judged(&home, &["check", "--challenge", "p", &program]).code(1);
            told.stdout(predicate::str::contains(why));
        }
        judged(&home, &["replay", "--challenge", "p", "secret/1", "p/submissions/accepted/double.sh"])
            .stdout(predicate::str::contains("--- pass 3").and(predicate::str::contains("<4")));
        judged(&home, &["import", "p", "made"]).success();
        judged(&home, &["check", "--challenge", "made"])
            .success()
            .stdout(predicate::str::contains("3 of 3 got the verdict that is expected"));
        // What the validator must not do is no fault of a program.
        write(&home, "p/problem.yaml", &format!("{newer}type: {kind}\nlimits: {{time_limit: 9}}\n"));
        judged(&home, &["check", "--challenge", "p"])
            .code(2)
            .stdout(predicate::str::contains("it asks for another pass after 2"));
        let both = validator.replace("exit 43", "echo 1 > ${3}nextpass.in; exit 43");
        write(&home, "p/output_validators/v/v.sh", &both);
        write(&home, "p/problem.yaml", &format!("{newer}type: {kind}\n{limits}"));
        judged(&home, &["check", "--challenge", "p"])
            .code(2)
            .stdout(predicate::str::contains("asks for another pass, and finds the program wrong"));
    }
    let (_kept, home) = of_passes("validation: custom multi-pass\n", &DOUBLING.replace("= 8", "= 4"));
    let told = judged(&home, &["check", "--challenge", "p", "p/submissions/accepted/double.sh"]).success();
    told.stdout(predicate::str::contains("1 of 1 passed"));
}

/// An archive of the package, below a folder.
fn archive(home: &Path, name: &str) {
    let files = PACKAGE.map(|(path, text)| (path.replacen('p', "sum-main", 1), text));
    std::fs::write(home.join(name), zipped(&files)).unwrap();
}

#[test]
fn an_archive_is_a_package() {
    let (_kept, home) = folder(&[("mine.sh", "read a b; echo $((a + b + 5)) $1\n"), ("bad.zip", "PK")]);
    archive(&home, "sum.kpp");
    judged(&home, &["check", "--challenge", "sum.kpp"])
        .success()
        .stdout(predicate::str::contains("3 of 3 got the verdict that is expected"));
    judged(&home, &["check", "--challenge", "sum.kpp", "mine.sh"])
        .success()
        .stdout(predicate::str::contains("1 of 1 passed (sum, "));
    judged(&home, &["challenge", "sum.kpp"]).success().stdout(predicate::str::contains("Sum: sound"));
    judged(&home, &["import", "sum.kpp"]).success();
    assert!(home.join("sum/challenge.toml").is_file());
    assert_eq!(std::fs::read_dir(home.join("cache/judge/archives")).unwrap().count(), 1);
    judged(&home, &["check", "--challenge", "bad.zip"])
        .code(2)
        .stderr(predicate::str::contains("bad.zip: it is no zip archive"));
}

#[test]
fn a_validators_message_to_authors_is_told() {
    let (_kept, home) = place(&[
        (
            "p/output_validator/v.sh",
            "read a; echo too small > ${3}teammessage.txt; echo secret $a > ${3}judgemessage.txt; exit 43\n",
        ),
        ("mine.sh", "echo 1\n"),
    ]);
    judged(&home, &["check", "--challenge", "p", "mine.sh"]).code(1).stdout(
        predicate::str::is_match("why +secret 1")
            .unwrap()
            .and(predicate::str::is_match("message +too small").unwrap()),
    );
}

/// A package with points of its validator: what a program prints is read as points, or a part of them.
fn of_points(files: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
    let (kept, home) = folder(&[]);
    let yaml = "problem_format_version: 2025-09\nname: P\nuuid: 1\ntype: scoring\nlimits: {time_limit: 9}\n";
    let all = [
        ("problem.yaml", yaml),
        ("data/sample/1.in", "1\n"),
        ("data/sample/1.ans", ""),
        ("data/secret/g1/test_group.yaml", "max_score: 40\nscore_aggregation: sum\n"),
        ("data/secret/g1/1.in", "2\n"),
        ("data/secret/g1/1.ans", ""),
        ("data/secret/g1/2.in", "3\n"),
        ("data/secret/g1/2.ans", ""),
        ("data/secret/g2/test_group.yaml", "max_score: 60\nscore_aggregation: min\n"),
        ("data/secret/g2/1.in", "4\n"),
        ("data/secret/g2/1.ans", ""),
        ("data/secret/g2/2.in", "5\n"),
        ("data/secret/g2/2.ans", ""),
        (
            "output_validator/v.sh",
            "read kind number\n[ $kind != no ] || exit 43\necho $number >${3}$kind.txt\nexit 42\n",
        ),
        // All points, half of them in one case, and a case that is not right.
        ("submissions/accepted/all.sh", "echo score_multiplier 1\n"),
        (
            "submissions/partially/half.sh",
            "read n; case $n in 2) echo score 5;; 4) echo score_multiplier 0.5;; *) echo score_multiplier 1;; esac\n",
        ),
        ("submissions/partially/two.sh", "read n; [ $n = 3 ] && echo no || echo score_multiplier .25\n"),
        (
            "submissions/submissions.yaml",
            "accepted: {score: 100}\npartially/half.sh: {permitted: [AC], score: [54.9, 55.1], secret/g2: {score: 30}}\n\
             partially/two.sh: {required: [WA], score: 20}\n",
        ),
    ];
    all.iter().chain(files).for_each(|(name, text)| write(&home, &format!("p/{name}"), text));
    (kept, home)
}

#[test]
fn of_several_validators_none_is_left_out() {
    let yaml = "name: A\nlimits: {time_limit: 9}\nvalidation: custom\n";
    for (file, text) in
        [("p/output_validators/a.sh", "exit 42\n"), ("p/output_validators/a.c", "int main() { return 42; }")]
    {
        let (_kept, home) =
            place(&[("p/problem.yaml", yaml), (file, text), ("p/output_validators/b.sh", "exit 43\n")]);
        let told = judged(&home, &["check", "--challenge", "p"]).code(2);
        told.stderr(predicate::str::contains("output_validators: there is more than one output validator"));
    }
    // A source beside it that it names is a part of it.
    let parts = [
        ("p/problem.yaml", yaml),
        ("p/output_validators/a.sh", ". ${0%/*}/b.sh\n"),
        ("p/output_validators/b.sh", "exit 42\n"),
    ];
    let (_kept, home) = place(&parts);
    judged(&home, &["check", "--challenge", "p", "p/submissions/half/deaf.sh"]).success();
}

#[test]
fn a_validator_gives_points() {
    let (_kept, home) = of_points(&[]);
    let told = judged(&home, &["check", "--challenge", "p"]).success();
    told.stdout(
        predicate::str::contains("5 of 5 cases, 100 of 100 points")
            .and(predicate::str::contains("5 of 5 cases, 55 of 100 points"))
            .and(predicate::str::contains("4 of 5 cases, 20 of 100 points")),
    );
    // The challenge that is made of it says the same, and so do services for marks.
    judged(&home, &["import", "p", "made"]).success();
    judged(&home, &["check", "--challenge", "made"]).success();
    let half = "p/submissions/partially/half.sh";
    let told = judged(&home, &["check", "--challenge", "p", "--format", "gradescope", half]).success();
    let marks: Value = serde_json::from_slice(&told.get_output().stdout).unwrap();
    let scores: Vec<_> = marks["tests"].as_array().unwrap().iter().map(|test| &test["score"]).collect();
    assert_eq!(scores, [25, 30]);
    // One that talks with the program gives them, too.
    let yaml = "problem_format_version: 2025-09\nname: P\nuuid: 1\ntype: [scoring, interactive]\n\
                limits: {time_limit: 9}\n";
    let validator = "read number <$1\necho $number; read kind number\n[ $kind != no ] || exit 43\n\
                     echo $number >${3}$kind.txt\nexit 42\n";
    let (_kept, home) = of_points(&[("problem.yaml", yaml), ("output_validator/v.sh", validator)]);
    judged(&home, &["check", "--challenge", "p", half])
        .success()
        .stdout(predicate::str::contains("5 of 5 cases, 55 of 100 points"));
}

#[test]
fn points_may_have_no_highest_number() {
    let open = "max_score: unbounded\nscore_aggregation: sum\n";
    let yaml = "accepted: {score: 14.5}\n";
    let (_kept, home) = of_points(&[
        ("data/secret/test_group.yaml", "max_score: unbounded\n"),
        ("data/secret/g1/test_group.yaml", open),
        ("data/secret/g2/test_group.yaml", "score_aggregation: min\n"),
        ("submissions/accepted/all.sh", "read n; echo score $n.5\n"),
        ("submissions/partially/half.sh", "read n; [ $n = 4 ] && echo no || echo score 1000000\n"),
        ("submissions/partially/two.sh", "read n; [ $n = 1 ] && echo score 1 || echo score_multiplier 1\n"),
        ("submissions/submissions.yaml", yaml),
    ]);
    let [all, half, two] = ["accepted/all.sh", "partially/half.sh", "partially/two.sh"];
    let programs = [all, half].map(|name| format!("p/submissions/{name}"));
    let two = format!("p/submissions/{two}");
    judged(&home, &["check", "--challenge", "p", &two])
        .code(2)
        .stdout(predicate::str::contains("it leaves no score.txt alone"));
    std::fs::remove_file(home.join(&two)).unwrap();
    judged(&home, &["check", "--challenge", "p"])
        .stdout(predicate::str::contains("10.5 points, where 14.5 should be"));
    write(&home, "p/submissions/submissions.yaml", "accepted: {score: 10.5}\n");
    let report = |format: &str, arguments: &[&str]| {
        let all =
            [&["check", "--challenge", "p", "--save", "run.json", "--format", format], arguments].concat();
        let told = judged(&home, &all);
        let printed = String::from_utf8(told.get_output().stdout.clone()).unwrap();
        let again = judged(&home, &["report", "run.json", "--format", format]);
        assert_eq!(String::from_utf8_lossy(&again.get_output().stdout), printed, "{format}");
        printed
    };
    let programs = programs.each_ref().map(String::as_str);
    let text = report("terminal", &programs);
    assert!(
        text.contains("5 of 5 cases, 10.5 points") && text.contains("4 of 5 cases, 2000000 points"),
        "{text}"
    );
    let json: Value = serde_json::from_str(&report("json", &programs)).unwrap();
    assert_eq!(json["candidates"][1]["marks"]["of"], Value::Null);
    assert_eq!(json["candidates"][1]["marks"]["groups"][2]["points"], 0.0);
    let marks: Value = serde_json::from_str(&report("gradescope", &programs)).unwrap();
    assert_eq!(marks["tests"][0]["score"], 10.5);
    assert_eq!(marks["tests"][0].get("max_score"), None);
    assert!(report("csv", &programs).contains("all.sh,10.5,accepted,10.5,\r\n"));
    assert!(report("classroom", &programs).contains("\"max_score\": 2000011"));
    judged(&home, &["import", "p", "made"]).success();
    judged(&home, &["check", "--challenge", "made"])
        .stdout(predicate::str::contains("5 of 5 cases, 10.5 points"));
    // A class has columns without a sum.
    let class = ["check", "--challenge", "p", "p/submissions/accepted", "--due", "2040-01-01 00:00:00"];
    let told = judged(&home, &class).success();
    told.stdout(predicate::str::is_match("all +10.5 accepted +10.5\n").unwrap());
    for (group, why) in [
        ("max_score: unbounded\n", "needs `score_aggregation: sum` or `min`"),
        ("max_score: unbounded\nscore_aggregation: pass-fail\n", "needs `score_aggregation: sum` or `min`"),
    ] {
        write(&home, "p/data/secret/g1/test_group.yaml", group);
        judged(&home, &["challenge", "p"]).code(2).stderr(predicate::str::contains(why));
    }
    write(&home, "p/data/secret/g1/test_group.yaml", open);
    write(&home, "p/data/secret/test_group.yaml", "max_score: 100\n");
    let why = "cannot be where in `secret` there is a highest number";
    judged(&home, &["challenge", "p"]).code(2).stderr(predicate::str::contains(why));
}

#[test]
fn a_message_to_judges_may_be_expected() {
    let validator = "read kind number\necho Case $kind $number. >$3/judgemessage.txt\n[ $kind != no ] || exit 43\nexit 42\n";
    for (yaml, why) in [
        (
            "accepted: {message: Case yes 2.}\npartially/two.sh: {secret/g1: {message: no, permitted: [WA]}}\n",
            None,
        ),
        ("accepted: {message: case yes}\n", Some(r#"no case where the validator says "case yes""#)),
        (
            "accepted: {secret/g2: {message: yes 2}}\n",
            Some(r#"no case of secret/g2 where the validator says "yes 2""#),
        ),
        ("partially/two.sh: {message: yes 3}\n", Some(r#"no case where the validator says "yes 3""#)),
    ] {
        let (_kept, home) = of_points(&[
            ("output_validator/v.sh", validator),
            ("submissions/accepted/all.sh", "read n; echo yes $n\n"),
            ("submissions/partially/half.sh", "read n; echo yes $n\n"),
            ("submissions/partially/two.sh", "read n; case $n in 1) echo yes 1;; *) echo no $n;; esac\n"),
            ("submissions/submissions.yaml", yaml),
        ]);
        judged(&home, &["import", "p", "made"]).success();
        for challenge in ["p", "made"] {
            let told = judged(&home, &["check", "--challenge", challenge]).code(i32::from(why.is_some()));
            told.stdout(predicate::str::contains(why.unwrap_or("3 of 3 got the verdict")));
        }
    }
}

#[test]
fn points_that_cannot_be_are_told() {
    for (text, why) in [
        ("accepted: {score: 99}\n", "100 points, where 99 should be"),
        ("partially/two.sh: {secret/g1: {score: [0, 4]}}\n", "5 points of secret/g1, where 0 to 4 should be"),
    ] {
        let (_kept, home) = of_points(&[("submissions/submissions.yaml", text)]);
        judged(&home, &["check", "--challenge", "p"]).code(1).stdout(predicate::str::contains(why));
    }
    let (_kept, home) = of_points(&[("submissions/submissions.yaml", "accepted: {score: much}\n")]);
    judged(&home, &["check", "--challenge", "p"]).code(2).stderr(predicate::str::contains("or two"));
    write(&home, "mine.sh", "echo score 21\n");
    let (_kept, home) = of_points(&[("mine.sh", "read n; [ $n = 1 ] && echo score 2 || echo score 21\n")]);
    judged(&home, &["check", "--challenge", "p", "p/mine.sh"]).code(2).stdout(
        predicate::str::contains("secret/g1/")
            .and(predicate::str::contains("21 points, and the case has 20")),
    );
}

/// Judges sources: they must not contain `eval`, and have half of the points without a comment.
const STATIC: &str = "[ $1 = sh ] && [ -f \"$2\" ] && [ $# = 4 ] || exit 1\n\
                      if grep -rq $4 .; then echo $4 is forbidden >${3}judgemessage.txt; exit 43; fi\n\
                      grep -q '^#' \"$2\" || echo 0.5 >${3}score_multiplier.txt\nexit 42\n";

#[test]
fn a_static_validator_judges_sources() {
    let yaml = "problem_format_version: 2025-09\nname: P\nuuid: 1\ntype: scoring\nlimits: {time_limit: 9}\n\
                constants: {bad: eval}\n";
    let group = "max_score: 100\nscore_aggregation: sum\nstatic_validation_score: 30\n\
                 static_validator_args: ['{{bad}}']\noutput_validator_args: [case_sensitive]\n";
    let (_kept, home) = folder(&[
        ("p/problem.yaml", yaml),
        ("p/data/sample/1.in", "1\n"),
        ("p/data/sample/1.ans", "1\n"),
        ("p/data/secret/test_group.yaml", group),
        ("p/data/secret/a.in", "2\n"),
        ("p/data/secret/a.ans", "2\n"),
        ("p/data/secret/b.in", "3\n"),
        ("p/data/secret/b.ans", "3\n"),
        ("p/static_validator/check.sh", STATIC),
        ("p/submissions/accepted/all.sh", "# copies\ncat\n"),
        ("p/submissions/accepted/bare.sh", "cat\n"),
        ("p/submissions/mixed/evil.sh", "#\neval cat\n"),
        // Its own files are not what the validator says.
        ("p/submissions/mixed/liar/main.sh", "#\n. ${0%/*}/other.sh # eval\n"),
        ("p/submissions/mixed/liar/other.sh", "cat\n"),
        ("p/submissions/mixed/liar/.feedback/score_multiplier.txt", "1\n"),
        ("p/submissions/mixed/half.sh", "#\nread a; [ $a = 3 ] || echo $a\n"),
        (
            "p/submissions/submissions.yaml",
            "accepted/all.sh: {score: 100}\naccepted/bare.sh: {score: 85}\n\
             mixed/evil.sh: {score: 70, message: eval, required: [WA]}\nmixed/liar: {score: 70}\nmixed/half.sh: {score: 65}\n",
        ),
    ]);
    judged(&home, &["challenge", "p"]).success();
    let check = |challenge: &str| {
        judged(&home, &["check", "--challenge", challenge])
            .success()
            .stdout(predicate::str::contains("5 of 5 got the verdict that is expected"));
    };
    check("p");
    judged(&home, &["import", "p", "made"]).success().stdout(predicate::str::contains("4 cases"));
    check("made");
    // It says why, also again, and services for marks have its points.
    let evil = "p/submissions/mixed/evil.sh";
    let told = judged(&home, &["check", "--challenge", "p", "--save", "run.json", evil]).code(1);
    told.stdout(predicate::str::contains("in the case secret/static_validation"));
    judged(&home, &["report", "run.json"]).stdout(predicate::str::contains("eval is forbidden"));
    judged(&home, &["replay", "--challenge", "p", "secret/static_validation", evil])
        .stdout(predicate::str::contains("eval is forbidden"));
    let told = judged(
        &home,
        &["check", "--challenge", "p", "--format", "gradescope", "p/submissions/accepted/bare.sh"],
    );
    let marks: Value = serde_json::from_slice(&told.get_output().stdout).unwrap();
    assert_eq!(marks["tests"][0]["score"], 85, "{marks}");
    // What cannot be meant, and a validator that fails, are faults of the package.
    for (name, text, why) in [
        ("data/secret/test_group.yaml", "static_validation_score: pass-fail\n", "is a number of points"),
        ("data/secret/test_group.yaml", "static_validator_args: [a]\n", "needs `static_validation_score`"),
        ("static_validator/check.sh", "echo oh; exit 3\n", "exit status 3"),
        ("data/secret/a.yaml", "static_validation_score: 3\n", "are said of a folder"),
        ("data/secret/static_validation.in", "", "is the name of the case"),
    ] {
        let file = format!("p/{name}");
        let whole = std::fs::read_to_string(home.join(&file)).ok();
        write(&home, &file, text);
        let told = judged(&home, &["check", "--challenge", "p"]).code(2);
        let output = told.get_output();
        let said = [&output.stdout[..], &output.stderr].concat();
        assert!(String::from_utf8_lossy(&said).contains(why), "{why}");
        match whole {
            Some(whole) => write(&home, &file, &whole),
            None => std::fs::remove_file(home.join(&file)).unwrap(),
        }
    }
}

#[test]
fn a_challenge_may_judge_sources() {
    let toml = "title = 'Echo'\n[cases]\nstatic-validator = 'tools/check.sh'\n[case.'1']\ninput = 'a'\nanswer = 'a'\npoints = 3\n\
                [case.style]\nstatic = true\narguments = ['eval']\npoints = 2\nhint = 'use cat'\n";
    let (_kept, home) = folder(&[
        ("c/challenge.toml", toml),
        ("c/tools/check.sh", STATIC),
        ("anna/main.sh", "#\ncat\n"),
        ("ben.sh", "#\neval cat\n"),
        ("cleo.py", "print(input())\n"),
    ]);
    judged(&home, &["challenge", "c"]).success();
    judged(&home, &["check", "--challenge", "c", "anna"])
        .success()
        .stdout(predicate::str::contains("5 of 5 points"));
    judged(&home, &["check", "--challenge", "c", "ben.sh"])
        .code(1)
        .stdout(predicate::str::contains("3 of 5 points").and(predicate::str::contains("use cat")));
    // A command has no sources that are known.
    judged(&home, &["check", "--challenge", "c", "--", "/bin/cat"])
        .code(1)
        .stdout(predicate::str::contains("no sources of it are known"));
}

#[test]
fn a_validator_is_built_and_run_by_scripts() {
    let build = "#!/bin/sh\nsed s/wanted/8/ <judge.txt >made && chmod +x made\n";
    let run = "#!/bin/sh\nexec ${0%/*}/made \"$@\"\n";
    let made = "#!/bin/sh\nread a; [ \"$a\" = wanted ] && exit 42; exit 43\n";
    let files = |build, run| {
        place(&[
            ("p/output_validator/build", build),
            ("p/output_validator/run", run),
            ("p/output_validator/judge.txt", made),
            ("right.sh", "echo 8\n"),
            ("wrong.sh", "echo 9\n"),
        ])
    };
    let (_kept, home) = files(build, run);
    judged(&home, &["check", "--challenge", "p", "right.sh"]).success();
    judged(&home, &["check", "--challenge", "p", "wrong.sh"]).code(1);
    judged(&home, &["import", "p", "made"]).success();
    judged(&home, &["check", "--challenge", "made", "right.sh"]).success();
    let (_kept, home) = files("#!/bin/sh\necho error: no; exit 1\n", run);
    let told = judged(&home, &["check", "--challenge", "p", "right.sh"]).code(2);
    told.stderr(predicate::str::contains("the validator failed to compile: error: no"));
}

#[test]
fn a_program_may_write_files_if_that_is_said() {
    let writer = "read a b; echo $((a + b + 5)) $1 | tee out || echo no; rm -f x; cat out\n";
    let reader =
        "read a b; touch out 2>/dev/null && exit 3; mkdir d 2>/dev/null && exit 3; echo $((a + b + 5)) $1\n";
    let yaml = PACKAGE[0].1;
    for (may, said) in
        [(false, ""), (false, "allow_file_writing: false\n"), (true, "allow_file_writing: true\n")]
    {
        let yaml = format!("{yaml}{said}");
        let (_kept, home) = place(&[("p/problem.yaml", &yaml), ("writer.sh", writer), ("reader.sh", reader)]);
        for level in ["none", "rlimits", "filters", "namespaces"] {
            for (program, is_right) in [("writer.sh", false), ("reader.sh", !may)] {
                let told = judged(&home, &["check", "--challenge", "p", "--isolation", level, program]);
                let output = told.get_output();
                // Root may write anywhere where it stays root.
                let is_root = rustix::process::geteuid().is_root() && level == "none";
                if output.status.code() == Some(2) || is_root {
                    continue;
                }
                assert_eq!(output.status.success(), is_right, "{program} {said} {level}: {told}");
                // It needs no other rights in other surroundings.
                assert!(!is_right || !String::from_utf8_lossy(&output.stdout).contains("note"), "{told}");
            }
        }
    }
}

/// The answers to cases are handed in as a folder, a file for each case, or as an archive of it; nothing is run.
#[test]
fn answers_are_judged_as_outputs() {
    let yaml = "problem_format_version: 2025-09\nname: P\nuuid: 1\ntype: [submit-answer, scoring]\nlanguages: [cpp]\n";
    let (_kept, home) = folder(&[
        ("p/problem.yaml", yaml),
        ("p/data/sample/1.in", "1\n"),
        ("p/data/sample/1.ans", "1\n"),
        ("p/data/secret/a/test_group.yaml", "max_score: 40\nscore_aggregation: sum\n"),
        ("p/data/secret/a/1.in", "2\n"),
        ("p/data/secret/a/1.ans", "4\n"),
        ("p/data/secret/a/2.in", "3\n"),
        ("p/data/secret/a/2.ans", "9\n"),
        ("p/data/secret/b/test_group.yaml", "max_score: 60\n"),
        ("p/data/secret/b/last.in", "4\n"),
        ("p/data/secret/b/last.ans", "16\n"),
        ("p/submissions/accepted/all/sample/1.out", "1"),
        ("p/submissions/accepted/all/a/1.out", "4"),
        ("p/submissions/accepted/all/secret/a/2.ans", "9"),
        ("p/submissions/accepted/all/last.txt", "16"),
        ("p/submissions/accepted/all/notes.md", "how it was found"),
        ("p/submissions/wrong_answer/last.out", "17"),
        ("in/Ada/last.out", "16"),
        ("in/Eve/1.out", "4"),
        ("in/Fay/notes.pdf", ""),
        ("in/Gil/a/2", "9"),
        ("in/Gil/2.out", "8"),
    ]);
    let all =
        [("my/sample/1.out", "1"), ("my/secret/a/1.out", "4"), ("my/2.txt", "9"), ("my/last.out", "16")];
    std::fs::create_dir(home.join("in/Bob")).unwrap();
    std::fs::write(home.join("in/Bob/my.zip"), zipped(&all)).unwrap();
    std::fs::write(home.join("in/Cem.zip"), zipped(&all[..2])).unwrap();
    judged(&home, &["import", "p", "made"]).success().stdout(predicate::str::contains("1 right and 1 wrong"));
    for challenge in ["p", "made"] {
        let told = judged(&home, &["check", "--challenge", challenge]).success();
        told.stdout(
            predicate::str::contains("4 of 4 cases, 100 of 100 points")
                .and(predicate::str::contains("2 of 2 got the verdict that is expected")),
        );
    }
    judged(&home, &["challenge", "p"]).success();
    let marks = ["--format", "csv", "--due", "2040-01-01 00:00:00"];
    let told = judged(&home, &[&["check", "--challenge", "p", "in"][..], &marks].concat()).code(1);
    let csv = String::from_utf8_lossy(&told.get_output().stdout).into_owned();
    let rows = [
        "Ada,60,wrong,,60,100",
        "Bob,100,accepted,,100,100",
        "Cem,20,wrong,,20,100",
        "Eve,0,cannot-run,,0,100",
        "Fay,0,wrong,,0,100",
        "Gil,0,cannot-run,,0,100",
    ];
    assert_eq!(csv.lines().skip(1).collect::<Vec<_>>(), rows);
    let told = judged(&home, &["check", "--challenge", "p", "--save", "run.json", "in"]).code(1);
    told.stdout(
        predicate::str::contains("in/Bob/my.zip  ")
            .and(predicate::str::contains("1.out may be the answer to sample/1 or secret/a/1"))
            .and(predicate::str::contains("2.out and a/2 are both the answer to secret/a/2"))
            .and(predicate::str::contains(
                "wrong (2 of 4 cases, 20 of 100 points): no answer to it was handed in",
            ))
            .and(predicate::str::contains("1 of 5 passed")),
    );
    judged(&home, &["explain", "run.json", "in/Cem.zip"]).success();
    judged(&home, &["check", "--challenge", "p", "--rerun", "run.json"])
        .code(1)
        .stdout(predicate::str::contains("0 of 4 passed"));
    judged(&home, &["replay", "--challenge", "p", "secret/b/last", "in/Ada"])
        .success()
        .stdout(predicate::str::contains("16               16"));
    // A validator judges them, and one file is enough for one case.
    let validator = "read n <$1; read o; [ $o = ${n}0 ] && exit 42; exit 43\n";
    let (_kept, home) = folder(&[
        ("p/problem.yaml", &yaml.replace("[submit-answer, scoring]", "submit-answer")),
        ("p/data/secret/1.in", "4\n"),
        ("p/data/secret/1.ans", ""),
        ("p/output_validator/v.sh", validator),
        ("right.dat", "40\n"),
        ("wrong.dat", "4\n"),
    ]);
    judged(&home, &["check", "--challenge", "p", "right.dat", "wrong.dat"])
        .code(1)
        .stdout(predicate::str::contains("1 of 2 passed"));
}
