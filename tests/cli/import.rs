//! Problem packages of others as challenges: `judge import`, and `judge check` by whole cases.

use std::path::{Path, PathBuf};

use assert_cmd::assert::Assert;
use predicates::prelude::*;
use serde_json::{Value, json};

use crate::candidates::HOSTILE;
use crate::needs;
use crate::program::{home, judge, with_change, write_file};

/// A place to import into, and packages to change.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    /// A package of the repository in it.
    fn with(package: &str) -> Place {
        let place = Place::new();
        copy(&home().join("tests/packages").join(package), &place.path(package));
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        write_file(self.path(name), text);
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    fn judge(&self, arguments: &[&str]) -> Assert {
        judge().current_dir(self.0.path()).args(arguments).assert()
    }

    /// Imports a package that cannot be: nothing is left of it.
    fn refuses(&self, package: &str, why: &str) {
        let before = self.names();
        self.judge(&["import", package, "made"]).code(2).stderr(predicate::str::contains(why));
        assert_eq!(self.names(), before);
    }

    fn names(&self) -> Vec<std::ffi::OsString> {
        let entries = std::fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() { copy(&entry.path(), &to) } else { drop(std::fs::copy(entry.path(), to)) }
    }
}

/// Whether programs of this language can be run.
pub(crate) fn has(tool: &str) -> bool {
    let found =
        std::env::split_paths(&std::env::var_os("PATH").unwrap()).any(|path| path.join(tool).is_file());
    if !found {
        needs::has(tool);
    }
    found
}

#[test]
fn a_package_gives_each_submission_its_expected_verdict() {
    needs::patience();
    needs::program("python3");
    let place = Place::with("mean");
    place
        .judge(&["import", "mean", "made"])
        .success()
        .stdout(predicate::str::contains("made: 4 cases, 3 right and 5 wrong programs\n"))
        .stdout(predicate::str::contains("by its accepted programs"))
        .stdout(predicate::str::contains("note: submissions/slow is left out"))
        .stdout(predicate::str::contains(
            "note: submissions/accepted/mean_old.py is left out: it is for Python 2",
        ));
    let manifest = place.read("made/challenge.toml");
    for part in [
        "title = \"The mean of some numbers\"",
        "memory = 256",
        "\"\" = [\"float_tolerance\", \"1e-3\"]",
        "\"secret/small\" = [\"float_tolerance\", \"1e-3\", \"float_absolute_tolerance\", \"1e-9\"]",
    ] {
        assert!(manifest.contains(part), "{part} is not in\n{manifest}");
    }
    place
        .judge(&["check", "--challenge", "made"])
        .success()
        .stdout(
            predicate::str::is_match(r"1 .* made/right/accepted/mean\.py .* accepted \(4 of 4 cases\)\n")
                .unwrap(),
        )
        .stdout(
            predicate::str::is_match(r"✓ .* made/wrong/wrong_answer/rounds\.py .* wrong: line 1").unwrap(),
        )
        .stdout(predicate::str::contains("skipped: no language is known for .ooc"))
        .stdout(predicate::str::contains(
            "7 of 7 got the verdict that is expected, 1 skipped (made, whole cases)",
        ));
    place.judge(&["challenge", "made"]).success().stdout(predicate::str::contains("4 cases"));
    // By its name it has the same programs.
    std::fs::create_dir(place.path("fixtures")).unwrap();
    std::fs::rename(place.path("made"), place.path("fixtures/made")).unwrap();
    let told = place.judge(&["check", "--dialect", "made"]).success();
    told.stdout(predicate::str::contains("7 of 7 got the verdict that is expected, 1 skipped"));
}

#[test]
fn a_validator_talks_with_programs() {
    needs::patience();
    if !has("g++") {
        return;
    }
    let place = Place::with("kettle");
    place
        .judge(&["import", "kettle", "made"])
        .success()
        .stdout(predicate::str::contains("  2 conversations beside the cases: the validator agrees\n"))
        .stdout(predicate::str::contains("  1 conversation in interactions/, only to be read\n"))
        .stdout(predicate::str::contains("sample/1.interaction is only kept to be read: there is no input"))
        .stdout(predicate::str::contains("time limit 1 s, named by the package"));
    assert_eq!(place.read("made/interactions/sample/1.interaction").lines().next(), Some(">50"));
    place.judge(&["check", "--challenge", "made"]).success();
    place
        .judge(&["check", "--challenge", "made", "made/wrong/wrong_answer/one_by_one.py"])
        .code(1)
        .stdout(predicate::str::contains(
            "one_by_one.py: wrong in the case secret/2\n\n    why       Too many tries\n",
        ))
        .stdout(predicate::str::contains("    >7\n              <cold\n"));
}

#[test]
fn a_conversation_is_what_the_validator_says() {
    if !has("g++") {
        return;
    }
    let place = Place::with("kettle");
    place.write("kettle/data/sample/3.interaction", ">2\n<cold\n>1\n<right\n");
    place
        .judge(&["import", "kettle", "made"])
        .success()
        .stdout(predicate::str::contains("  1 conversation beside the cases: the validator agrees\n"))
        .stdout(predicate::str::contains(
            "the conversation of sample/3 is only kept to be read: the validator says `hot` instead of `cold`",
        ));
    assert_eq!(place.read("made/interactions/sample/3.interaction").lines().count(), 4);
    place.judge(&["challenge", "made"]).success().stdout(predicate::str::contains("1 conversation beside"));
    for (text, why) in [
        (">5\n<hot\n", "the verdict is wrong: No number in try 2"),
        (">3\n", "the validator says `right` instead of nothing"),
        ("3\n", "line 1 begins neither with < nor with >"),
    ] {
        place.write("made/cases/sample/2.interaction", text);
        let told = format!("the conversation of sample/2 is not right: {why}");
        place.judge(&["challenge", "made"]).code(2).stderr(predicate::str::contains(told));
    }
}

#[test]
fn a_program_that_is_not_as_expected_is_told() {
    let place = Place::with("mean");
    place.judge(&["import", "mean", "made"]).success();
    place.write("made/right/rounds.sh", "echo 2\n");
    place.write("made/wrong/mean.c", &place.read("made/right/accepted/mean.c"));
    place
        .judge(&["check", "--challenge", "made"])
        .code(1)
        .stdout(predicate::str::contains("✗ made/right/rounds.sh: wrong in the case sample/1\n"))
        .stdout(predicate::str::contains("wrong (expected: accepted): line 1: `2` instead of `2.3333333`\n"))
        .stdout(
            predicate::str::is_match(
                r"made/wrong/mean\.c .* accepted \(4 of 4 cases\) \(expected: any fault\)",
            )
            .unwrap(),
        );
}

#[test]
fn a_validator_that_fails_is_no_fault_of_the_program() {
    let manifest = "title = 'A'\n[cases]\nvalidator = 'validator/say.sh'\nvalidator-time = 1\n";
    for (validator, why) in [
        ("exit 1", "the validator failed in 1: exit status 1"),
        ("echo no such thing >&2; exit 0", "the validator failed in 1: exit status 0;"),
        ("kill -9 $$; sleep 9", "the validator failed in 1: "),
        ("while :; do :; done", "the validator failed in 1: stopped: "),
        ("while :; do printf %4096s; done", "too much on standard output"),
        ("exit 42", ""),
    ] {
        let place = Place::new();
        place.write("made/challenge.toml", manifest);
        place.write("made/cases/1.in", "1\n");
        place.write("made/cases/1.ans", "1\n");
        place.write("made/validator/say.sh", validator);
        place.write("hello.sh", "echo hello");
        let run = place.judge(&["check", "--challenge", "made", "hello.sh"]);
        match why {
            "" => run.success(),
            why => {
                let row = predicate::str::contains("hello.sh");
                run.code(2).stdout(
                    row.and(predicate::str::contains("judge-error")).and(predicate::str::contains(why)),
                )
            }
        };
    }
}

#[test]
fn a_validator_that_fails_on_one_output_leaves_the_others_their_verdicts() {
    let place = Place::new();
    place.write("made/challenge.toml", "title = 'A'\n[cases]\nvalidator = 'validator/say.sh'\n");
    place.write("made/cases/1.in", "1\n");
    place.write("made/cases/1.ans", "1\n");
    place.write(
        "made/validator/say.sh",
        "read word\ncase $word in right) exit 42;; wrong) exit 43;; pipe) mkfifo \"$3/p\"; exit 42;; esac\necho \"secret $1\" >&2\nexit 1\n",
    );
    for (name, word) in [("a", "right"), ("b", "odd"), ("c", "wrong"), ("d", "pipe")] {
        place.write(&format!("{name}.sh"), &format!("echo {word}"));
    }
    let row = |name: &str, word: &str| {
        predicate::str::is_match(format!(r"(?m){name}\.sh +sh +lines +{word}")).unwrap()
    };
    place
        .judge(&["check", "--challenge", "made", "a.sh", "b.sh", "c.sh", "d.sh"])
        .code(2)
        .stdout(row("a", "accepted").and(row("c", "wrong")))
        .stdout(predicate::str::contains("the validator failed in 1: exit status 1; `judge replay`"))
        .stdout(predicate::str::contains("the validator failed in 1: too much is in its folder"))
        .stdout(predicate::str::contains("secret").not());
    place
        .judge(&["replay", "--challenge", "made", "1", "b.sh"])
        .code(2)
        .stderr(predicate::str::contains("secret"));
}

#[test]
fn a_hanging_validator_is_not_the_programs_fault() {
    let place = Place::new();
    place.write(
        "made/challenge.toml",
        "title = 'A'\n[cases]\nvalidator = 'validator/say.sh'\ninteractive = true\nvalidator-time = 1\n",
    );
    place.write("made/cases/1.in", "1\n");
    place.write("made/cases/1.ans", "1\n");
    place.write("hello.sh", "echo hello");
    for (validator, why) in [
        ("while :; do sleep 100; done", "it did not end after the program had ended"),
        ("kill -6 $$", "ended by SIGABRT"),
        ("mkfifo $3/p; exit 42", "the validator failed in 1: too much is in its folder, or something"),
    ] {
        place.write("made/validator/say.sh", validator);
        place
            .judge(&["check", "--challenge", "made", "hello.sh"])
            .code(2)
            .stdout(predicate::str::contains("judge-error").and(predicate::str::contains(why)));
    }
}

#[test]
fn packages_that_cannot_be_carried_over_leave_nothing_behind() {
    let place = Place::with("mean");
    place.refuses("none", "none: ");
    let problem = place.read("mean/problem.yaml");
    for (text, why) in [
        ("name: [1, 2\n", "problem.yaml: line "),
        ("- 1\n", "problem.yaml: it is no table"),
        ("problem_format_version: 2099-01\n", "format version \"2099-01\" is not known"),
        ("problem_format_version: 2023-07\ntype: multi-pass\n", "several passes, needs an output validator"),
        ("problem_format_version: 2023-07\ntype: interactive\n", "needs an output validator"),
        ("limits: {memory: much}\n", "`memory` is a number above zero"),
        ("a: &a [x, x]\nb: [*a, *a]\n", "line 2: aliases are not taken"),
        ("validation: custom\n", "output_validator: the validator is not there"),
        ("validator_flags: float_tolerance\n", "float_tolerance needs a number"),
    ] {
        place.write("mean/problem.yaml", text);
        place.refuses("mean", why);
    }
    place.write("mean/problem.yaml", &problem);

    let answer = place.path("mean/data/secret/1-zero.ans");
    std::fs::remove_file(&answer).unwrap();
    place.refuses("mean", "data/secret/1-zero.in: there is no answer to it, 1-zero.ans");
    std::os::unix::fs::symlink("/etc/passwd", &answer).unwrap();
    place.refuses("mean", "it is a link to somewhere outside its folder");
    std::fs::remove_file(&answer).unwrap();
    // It takes no room.
    std::fs::File::create(&answer).unwrap().set_len(1 << 40).unwrap();
    place.refuses("mean", "too large");
    std::fs::remove_file(&answer).unwrap();
    write_file(&answer, "0\n");
    std::os::unix::fs::symlink("../../../..", place.path("mean/submissions/accepted/up")).unwrap();
    place.refuses("mean", "submissions/accepted/up: it is a link to somewhere outside its folder");
}

#[test]
fn a_folder_that_is_there_is_not_touched() {
    let place = Place::with("mean");
    place.write("made/mine", "mine");
    place.refuses("mean", "made: it is there already");
    assert_eq!(place.read("made/mine"), "mine");
}

const SUM: &str = "read a b; echo $((a + b))";

/// A challenge of whole cases with programs of each kind: right, wrong as expected, not as expected, and hostile.
fn with_programs() -> Place {
    let place = Place::new();
    place.write("made/challenge.toml", "title = 'Sum'\n[cases]\ntime = 9\n");
    place.write("made/cases/1.in", "1 2\n");
    place.write("made/cases/1.ans", "3\n");
    place.write("made/right/sum.sh", SUM);
    place.write("made/right/one.sh", "echo 1");
    place.write("made/wrong/one.sh", "echo 1");
    place.write("made/wrong/sum.sh", SUM);
    place.write("made/wrong/expected.toml", "['one.sh']\nverdict = ['wrong', 'early']\n");
    place.write("hostile.c", HOSTILE);
    place
}

#[test]
fn whole_cases_have_every_report_also_from_a_saved_run() {
    let place = with_programs();
    for form in ["terminal", "json", "markdown", "junit", "html"] {
        let told =
            place.judge(&["check", "--challenge", "made", "--format", form, "--save", "run.json"]).code(1);
        let told = told.get_output().stdout.clone();
        place.judge(&["report", "run.json", "--format", form]).success().stdout(told.clone());
        let text = String::from_utf8(told).unwrap();
        let plain = text.replace('\\', "");
        for part in ["made/wrong/one.sh", "`1` instead of `3`"] {
            assert!(plain.contains(part), "{form}: {part}: {text}");
        }
        assert!(
            text.contains(if form == "json" { "\"as_expected\": false" } else { "any fault" }),
            "{form}: {text}"
        );
        place
            .judge(&["check", "--challenge", "made", "--format", form, "--out", "report"])
            .code(1)
            .stdout("");
        assert!(!place.read("report").is_empty());
    }
    let log: Value = serde_json::from_str(&place.read("run.json")).unwrap();
    let schema = serde_json::from_str(&referee::report::log_schema()).unwrap();
    jsonschema::validator_for(&schema).unwrap().validate(&log).unwrap();
    place.judge(&["explain", "run.json"]).success().stdout(
        predicate::str::contains(
            "made/right/one.sh: wrong: line 1: `1` instead of `3` (in the case 1, rule 13)",
        )
        .and(predicate::str::contains("1 cases")),
    );
}

#[test]
fn programs_count_as_the_verdicts_expected_of_them() {
    let place = with_programs();
    let told = |form: &str| {
        let told = place.judge(&["check", "--challenge", "made", "--format", form]).code(1);
        String::from_utf8(told.get_output().stdout.clone()).unwrap()
    };
    let report: Value = serde_json::from_str(&told("json")).unwrap();
    let schema = serde_json::from_str(&referee::report::schema()).unwrap();
    jsonschema::validator_for(&schema).unwrap().validate(&report).unwrap();
    assert_eq!((&report["dialect"], &report["suite"]), (&"made".into(), &"auto".into()));
    let of = |name: &str| {
        let all = report["candidates"].as_array().unwrap();
        let one = all.iter().find(|one| one["name"] == name).unwrap();
        (one["verdict"].clone(), one["expected"].clone(), one["as_expected"].clone())
    };
    assert_eq!(of("made/right/sum.sh"), ("accepted".into(), json!(["accepted"]), true.into()));
    assert_eq!(of("made/wrong/one.sh"), ("wrong".into(), json!(["wrong", "early"]), true.into()));
    assert_eq!(of("made/right/one.sh").2, false);
    assert_eq!((of("made/wrong/sum.sh").0, of("made/wrong/sum.sh").2), ("accepted".into(), false.into()));
    let junit = told("junit");
    assert!(junit.contains("tests=\"4\" failures=\"2\" errors=\"0\" skipped=\"0\""), "{junit}");
    assert!(told("html").contains("2 of 4 got the verdict that is expected"));
    assert!(told("terminal").contains("sh made/right/one.sh < made/cases/1.in\n"));
}

#[test]
fn output_is_inert_in_reports_of_whole_cases() {
    let place = with_programs();
    let told = |form: &str| {
        let told = place.judge(&["check", "--challenge", "made", "--format", form, "hostile.c"]).code(1);
        String::from_utf8(told.get_output().stdout.clone()).unwrap()
    };
    let page = told("html");
    assert_eq!((page.matches("<script").count(), page.matches("<img").count()), (1, 0));
    for form in ["terminal", "json", "markdown", "junit", "html"] {
        let text = told(form);
        let odd = text.chars().find(|&sign| sign != '\n' && (sign.is_control() || sign == '\u{202e}'));
        assert_eq!(odd, None, "{form}: {text}");
    }
}

#[test]
fn whole_cases_go_with_every_feature_of_the_judge() {
    let place = Place::with("mean");
    place.write("mean/.timelimit", "2\n");
    place.judge(&["import", "mean", "made"]).success().stdout(predicate::str::contains("time limit 2 s"));
    let rounds = "rounds.c";
    place.write(rounds, &with_change(&place.read("made/right/accepted/mean.c"), "%.9f", "%.0f"));
    place.write("spins.sh", "while :; do :; done");
    for (arguments, code, told) in [
        (&["replay", "--challenge", "made", "sample/1", rounds][..], 1, "2.3333333      ≠ 2\n"),
        (&["replay", "--challenge", "made", "sample/1", "made/right/accepted/mean.c"], 0, "accepted"),
        (
            &["check", "--challenge", "made", rounds, "--keep-going", "--save", "run.json"],
            1,
            "in the case sample/1",
        ),
        (&["explain", "run.json", rounds, "all"], 0, "accepted in the case secret/1-zero"),
        (&["report", "run.json", "--format", "junit"], 0, "`2` instead of `2.3333333`"),
        (&["check", "--challenge", "made", "--cross-check", "made/right/accepted/mean.c"], 0, "accepted"),
        (&["check", "--challenge", "made", "--verbose", "--", "cat"], 1, "wrong: line 1: "),
        (
            &["check", "--challenge", "made", "spins.sh", "--cpu", "0.2"],
            1,
            // A busy machine uses up the time that comes with it.
            "-time: stopped: it ",
        ),
        (
            &["check", "--challenge", "made", "made/right/accepted/mean.c", "--verbose"],
            0,
            "4 cases match. Right on these",
        ),
    ] {
        place.judge(arguments).code(code).stdout(predicate::str::contains(told));
    }
    for (arguments, why) in [
        (
            &["replay", "--challenge", "made", "1", "--", "cat"][..],
            "made has no case \"1\"; there are: sample/1, ",
        ),
        (&["check", "--challenge", "made", "--suite", "smoke"], "made has no suite `smoke`"),
        (&["check", "--challenge", "made", "--feed", "turn"], "without --profile, --input and --feed"),
        (&["suite", "fixtures", "--challenge", "made"], "made has whole cases and no lines"),
    ] {
        place.judge(arguments).code(2).stderr(predicate::str::contains(why));
    }
}

#[test]
fn many_cases_are_fed_to_a_held_program() {
    let place = with_programs();
    for number in 0..100 {
        place.write(&format!("made/cases/more/{number}.in"), &format!("{number} 2\n"));
        place.write(&format!("made/cases/more/{number}.ans"), &format!("{}\n", number + 2));
    }
    // One that counts its runs in a variable cannot, since each begins anew.
    let adds = |when: &str| {
        format!(
            "#include <stdio.h>\nint n; int main(void) {{ int a, b; scanf(\"%d %d\", &a, &b); n++; printf(\"%d\", {when} ? a + b : 1); }}"
        )
    };
    place.write("once.c", &adds("n == 1"));
    let check = ["check", "--challenge", "made", "--verbose", "once.c"];
    place
        .judge(&check)
        .success()
        .stdout(predicate::str::is_match("runs: 101 from [0-9]{1,2} starts").unwrap());
    place.write("ninety.c", &adds("a != 90"));
    place
        .judge(&["check", "--challenge", "made", "ninety.c"])
        .code(1)
        .stdout(predicate::str::contains("in the case more/90"));
}
