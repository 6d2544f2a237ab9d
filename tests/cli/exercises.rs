//! Exercises of other systems as challenges: `judge import`. All samples are about the sum of two numbers.

use std::path::{Path, PathBuf};

use assert_cmd::assert::Assert;
use predicates::prelude::*;

use crate::import::has;
use crate::program::{home, judge, write, write_file};

/// A right program, whichever way it gets its numbers.
const RIGHT: &str = "if [ $# = 0 ]; then read a b || exit 1; else a=$1 b=$2; fi\n\
                     [ \"$b\" ] || read b\n[ \"$b\" ] || exit 1\necho \"Sum: $((a + b))\"\n";

fn sample(name: &str) -> PathBuf {
    home().join("tests/imports").join(name)
}

fn place() -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    write_file(place.path().join("right.sh"), RIGHT);
    write_file(place.path().join("wrong.sh"), RIGHT.replace("a + b", "a - b"));
    place
}

fn run(place: &Path, arguments: &[&str]) -> Assert {
    judge().current_dir(place).args(arguments).assert()
}

fn import(place: &Path, source: &Path) -> Assert {
    run(place, &["import", source.to_str().unwrap(), "made"])
}

#[test]
fn imported_exercises_accept_right_and_refuse_wrong_programs() {
    for (source, told, challenge, right) in [
        (
            "autograding.json",
            "3 cases, 10 points, from GitHub Classroom",
            "made",
            "3 of 3 cases, 10 of 10 points",
        ),
        (
            "classroom.yml",
            "2 cases, 10 points, from GitHub Classroom",
            "made",
            "2 of 2 cases, 10 of 10 points",
        ),
        ("tests.json", "2 exercises, from GitHub Classroom", "made/sum", "2 of 2 cases, 3 of 3 points"),
        ("quiz.xml", "2 exercises, from CodeRunner", "made/Add-two-numbers", "2 of 2 cases, 4 of 4 points"),
        ("vpl_evaluate.cases", "5 cases, 120 points, from VPL", "made", "5 of 5 cases, 120 of 120 points"),
        ("tests.toml", "2 cases, from tko", "made", "2 of 2 cases"),
        ("dmoj", "5 cases, 100 points, from DMOJ (init.yml)", "made", "5 of 5 cases, 100 of 100 points"),
        ("cms", "5 cases, 100 points, from CMS (task.yaml)", "made", "5 of 5 cases, 100 of 100 points"),
        ("check50", "7 cases, from check50 (__init__.py)", "made", "7 of 7 cases"),
        ("pairs", "3 cases, from inputs and answers", "made", "3 of 3 cases"),
    ] {
        let place = place();
        let place = place.path();
        import(place, &sample(source)).success().stdout(predicate::str::starts_with(format!("made: {told}")));
        let check = |program| run(place, &["check", "--challenge", challenge, program]);
        check("right.sh").success().stdout(predicate::str::contains(format!("accepted ({right})")));
        check("wrong.sh").code(1).stdout(predicate::str::contains("wrong in the case 01"));
    }
}

#[test]
fn names_of_files_say_which_are_inputs() {
    for (files, told) in [
        (
            [("in/a.txt", "1 2"), ("out/a.txt", "Sum: 3"), ("in/b.txt", "2 2"), ("out/b.txt", "Sum: 4")],
            "2 cases",
        ),
        (
            [("tests/01", "1 2"), ("tests/01.a", "Sum: 3"), ("tests/10", "2 2"), ("tests/10.a", "Sum: 4")],
            "2 cases",
        ),
        ([("a.in.1", "1 2"), ("a.out.1", "Sum: 3"), ("a.in.2", "2 2"), ("a.out.2", "Sum: 4")], "2 cases"),
        ([("01", "1 2"), ("02", "2 2"), ("02.a", "Sum: 4"), ("README", "x")], "1 case"),
    ] {
        let place = place();
        let place = place.path();
        for (name, text) in files {
            write(place, &format!("source/{name}"), &format!("{text}\n"));
        }
        let told = predicate::str::starts_with(format!("made: {told}, from inputs and answers\n`judge"));
        import(place, &place.join("source")).success().stdout(told);
        let check = run(place, &["check", "--challenge", "made", "right.sh", "wrong.sh"]).code(1);
        check.stdout(predicate::str::contains("1 of 2 passed"));
    }
}

#[test]
fn a_package_of_polygon_is_judged_by_its_checker() {
    if !has("g++") {
        return;
    }
    let place = place();
    let place = place.path();
    import(place, &sample("polygon"))
        .success()
        .stdout(predicate::str::contains("5 cases, 100 points, from Polygon (problem.xml)\n"))
        .stdout(predicate::str::contains("may be right or wrong are left out: solutions/perhaps.sh\n"))
        .stdout(predicate::str::contains("`judge check --challenge made` judges its own programs."));
    run(place, &["check", "--challenge", "made"])
        .success()
        .stdout(predicate::str::contains("accepted (5 of 5 cases, 100 of 100 points)"))
        // The tests of the last group count by themselves, but only if the others are right.
        .stdout(predicate::str::contains("wrong (1 of 5 cases, 0 of 100 points): the last word is -1"))
        .stdout(predicate::str::contains("3 of 3 got the verdict that is expected"));
}

#[test]
fn what_is_known_of_a_case_is_kept_and_what_cannot_be_is_named() {
    for (source, notes, file, parts) in [
        (
            "autograding.json",
            &[
                "anything but one program are left out: compiles, unit tests",
                "around or back are left out: behind",
            ][..],
            "made/challenge.toml",
            &["title = \"small\"", "compare = \"lines\"", "points = 2", "time = 60.0", "-3 -4"][..],
        ),
        (
            "tests.json",
            &["left out: unit tests"],
            "made/sum/challenge.toml",
            &["exit = 1", "input = \"\"", "time = 5.0"],
        ),
        (
            "vpl_evaluate.cases",
            &["run another program, are left out: other task", "add up to 120 %"],
            "made/challenge.toml",
            &[
                "hint = \"Think of negative numbers.\"\n",
                "show = \"verdict\"",
                "args = [\"1\", \"2\"]",
                "compare = \"numbers\"",
                "exit = 1",
                "points = 50",
                "answer = '^\\D*$'\n",
            ],
        ),
        (
            "quiz.xml",
            &[
                "add code to what is handed in are left out: A function",
                "differ by chance are left out: By chance",
                "template of their own are left out: Own template",
                "of a teacher's own, are left out: Own type",
                "made/Add-two-numbers` judges its own programs",
            ],
            "made/Add-two-numbers/challenge.toml",
            &[
                "title = \"small numbers\"",
                "show = \"verdict\"",
                "time = 5.0",
                "score = \"sum\"",
                "points = 3\n",
            ],
        ),
        (
            "check50",
            &["look at the output are left out: rejects a word, looks at the end twice"],
            "made/challenge.toml",
            &["args = [\"1\", \"2\"]"],
        ),
        ("pairs", &[], "made/challenge.toml", &["[case.01]", "[case.02]", "[case.10]", "case_sensitive"]),
        ("cms", &[], "made/challenge.toml", &["[case.02]\npoints = 40\nscore = \"all\"", "memory = 64"]),
        (
            "dmoj",
            &[],
            "made/challenge.toml",
            &["requires = [\"02\"]", "compare = \"words\"", "\"float_tolerance\", \"1e-4\""],
        ),
    ] {
        let place = place();
        let told = import(place.path(), &sample(source)).success();
        let said = String::from_utf8(told.get_output().stdout.clone()).unwrap();
        let written = std::fs::read_to_string(place.path().join(file)).unwrap();
        for (text, parts) in [(&said, notes), (&written, parts)] {
            for part in parts {
                assert!(text.contains(part), "{source}: {part} is not in\n{text}");
            }
        }
    }
}

/// After `*` only the last numbers count, whatever text is beside them.
#[test]
fn the_last_numbers_count_as_in_vpl() {
    let place = place();
    let place = place.path();
    let case = |(number, output): (usize, &str)| format!("Case = {number}\nInput = {output}\nOutput = *7\n");
    let outputs = ["the sum is: 7!", "Total 7 items", "7, bye", "10 7 kg", "7 8"];
    write_file(
        place.join("vpl_evaluate.cases"),
        outputs.into_iter().enumerate().map(case).collect::<String>(),
    );
    import(place, &place.join("vpl_evaluate.cases")).success();
    write_file(place.join("a.sh"), "cat");
    let told = run(place, &["check", "--challenge", "made", "a.sh"]).code(1);
    told.stdout(predicate::str::contains("wrong (4 of 5 cases"));
}

/// Points and comparisons of single cases are those of the system that they come from. Each program prints what it is given, but
/// for `3`, which it prints as `4`.
#[test]
fn points_and_checkers_of_cases_are_carried_over() {
    let test = |mark: u8, input: u8| {
        format!(
            "<testcase mark=\"{mark}\"><stdin><text>{input}</text></stdin><expected><text>{input}</text></expected></testcase>"
        )
    };
    let tests = [test(1, 1), test(3, 2), test(0, 3)].concat();
    let quiz = format!(
        "<quiz><question type=\"coderunner\"><name><text>a</text></name><coderunnertype>python3</coderunnertype>\
         <defaultgrade>10</defaultgrade><allornothing>0</allornothing>{tests}</question></quiz>"
    );
    let vpl = ["0%", "50%", "50%"].into_iter().zip([3, 1, 2]);
    let vpl = vpl.map(|(part, number)| {
        format!("Case = {number}\nGrade reduction = {part}\nInput = {number}\nOutput = {number}\n\n")
    });
    let vpl: String = vpl.collect();
    let dmoj = |text: &'static str| ("init.yml", text.to_owned());
    let cms = |more: &str| ("task.yaml", format!("title: A\nn_input: 3\n{more}"));
    for ((name, text), told) in [
        (("quiz.xml", quiz), "2 of 3 cases, 10 of 10 points"),
        (("vpl_evaluate.cases", vpl), "2 of 3 cases, 100 of 100 points"),
        (
            dmoj("points: 10\ntest_cases:\n- {in: 1, out: 1}\n- {in: 3, out: 3, points: 0}\n"),
            "10 of 10 points",
        ),
        (dmoj("test_cases:\n- {in: 1, out: 1}\n- {in: 3, out: 3, points: 5}\n"), "1 of 6 points"),
        (dmoj("test_cases:\n- {out: empty, points: 2}\n- {in: 3, out: 3}\n"), "2 of 3 points"),
        (
            dmoj(
                "checker: {name: floats, args: {precision: 1}}\ntest_cases:\n- {in: 1, out: near}\n\
                  - {in: 1, out: near, checker: identical}\n",
            ),
            "1 of 2 cases",
        ),
        (
            dmoj(
                "checker: identical\ntest_cases:\n- checker: {name: floats, args: {precision: 1}}\n  batched:\n\
                  \x20 - {in: 1, out: near}\n- {in: 1, out: near}\n",
            ),
            "1 of 2 cases",
        ),
        (cms(""), "66.67 of 100 points"),
        (cms("score_type: Sum\nscore_type_parameters: 5\n"), "10 of 15 points"),
        (cms("score_type: GroupMin\nscore_type_parameters: [[30, 1], [70, 2]]\n"), "30 of 100 points"),
    ] {
        let place = place();
        let place = place.path();
        std::fs::create_dir(place.join("input")).unwrap();
        std::fs::create_dir(place.join("output")).unwrap();
        for (number, value) in ["1", "2", "3"].iter().enumerate() {
            for file in [
                (*value).to_owned(),
                format!("input/input{number}.txt"),
                format!("output/output{number}.txt"),
            ] {
                write(place, &file, &format!("{value}\n"));
            }
        }
        write(place, "near", "1.01\n");
        write(place, "empty", "");
        write(place, name, &text);
        write(place, "program.sh", "read n || exit 0; [ $n = 3 ] && n=4; echo $n");
        import(place, &place.join(name)).success();
        let challenge = if name == "quiz.xml" { "made/a" } else { "made" };
        let challenge = if place.join(challenge).exists() { challenge } else { "made" };
        let check = run(place, &["check", "--challenge", challenge, "--keep-going", "program.sh"]);
        let shown = String::from_utf8(check.get_output().stdout.clone()).unwrap();
        assert!(shown.contains(told), "{text}: {told}: {shown}");
    }
    let place = place();
    write(place.path(), "task.yaml", "n_input: 0\nscore_type: GroupThreshold\n");
    let refused = run(place.path(), &["import", "task.yaml", "made"]).code(2);
    refused.stderr(predicate::str::contains("scores of type GroupThreshold cannot be imported"));
}

#[test]
fn what_cannot_be_imported_is_refused_and_leaves_nothing_behind() {
    let deep = format!("<quiz><question type=\"coderunner\">{}", "<a>".repeat(100_000));
    let nested =
        format!("@check50.check()\ndef a():\n    check50.run(\"./a\").stdout({}", "(".repeat(100_000));
    let many = "{\"run\": \"./a\", \"output\": \"1\"},".repeat(20_001);
    let many = format!("{{\"tests\": [{}]}}", many.trim_end_matches(','));
    let entity = "<!DOCTYPE q [<!ENTITY a \"aaaa\">]><quiz><question type=\"coderunner\"><name>&a;</name></question></quiz>";
    for (name, text, why) in [
        ("notes.txt", "nothing", "it is no file of a format that can be imported"),
        ("quiz.zip", "PK\u{3}\u{4}", "quiz.zip: it is no zip archive"),
        ("quiz.xml", entity, "quiz.xml: "),
        ("quiz.xml", &deep, "quiz.xml: "),
        ("__init__.py", &nested, "nothing in it can be carried over (check50)"),
        ("autograding.json", "{\"tests\": [], \"run\": 1}", "nothing in it can be carried over"),
        ("autograding.json", "{\"tests\": [{\"run\": \"npm test\", \"name\": \"all\"}]}", "left out: all"),
        ("autograding.json", &many, "it has more than 20000 cases"),
        ("autograding.json", "{\"tests\": \"run\"", "autograding.json: EOF"),
        (
            "autograding.json",
            "{\"tests\": [{\"run\": \"./a\", \"output\": \"1\", \"points\": 1e300}]}",
            "what was made of it cannot be used",
        ),
        ("init.yml", "test_cases:\n- {in: ../secret, out: /etc/passwd}\n", "outside its folder"),
        ("init.yml", "archive: a.zip\ntest_cases:\n- {in: 1.in, out: 1.out}\n", "unpack a.zip here first"),
        ("init.yml", "generator: g.py\ntest_cases: []\n", "problems with `generator` cannot be imported"),
        ("task.yaml", "title: A\nn_input: 3\n", "there are 0 inputs, where `n_input` is 3"),
        ("tests.toml", "[[tests]]\ninput = 1\n", "a test has no `input` and `output`"),
    ] {
        let place = place();
        write_file(place.path().join(name), text);
        write_file(place.path().join("secret"), "x");
        let before = std::fs::read_dir(place.path()).unwrap().count();
        run(place.path(), &["import", name, "made"]).code(2).stderr(predicate::str::contains(why));
        assert_eq!(std::fs::read_dir(place.path()).unwrap().count(), before, "{name}");
    }
}

#[test]
fn a_command_has_its_files_and_its_whole_output_counts() {
    let place = place();
    let folder = place.path().join("repository");
    std::fs::create_dir_all(folder.join("data")).unwrap();
    write_file(folder.join("data/two.txt"), "3 4\n");
    let test =
        |args: &str, more: &str| format!("{{\"run\": \"./sum {args}\", \"name\": \"{args}\", {more}}}");
    let tests = [
        test("./data/two.txt", "\"output\": \"7\""),
        test("1.5 none.txt", "\"output\": \"1\""),
        test("quiet", "\"input\": \"1\", \"output\": \"\", \"comparison\": \"exact\""),
        test("whole", "\"output\": \"^2$\", \"comparison\": \"regex\""),
    ];
    write_file(folder.join("autograding.json"), format!("{{\"tests\": [{}]}}", tests.join(", ")));
    import(place.path(), &folder).success().stdout(predicate::str::contains(
        "note: files that are named as arguments are not here; put them beside it: none.txt\n",
    ));
    let program = place.path().join("sum.sh");
    let cases = |second: &str, third: &str, last: &str| {
        let text = format!(
            "case $1 in quiet) {third};; whole) {last};; 1.5) {second};; *) read a b <$1; echo $((a + b));; esac"
        );
        write_file(&program, text);
        run(place.path(), &["check", "--challenge", "made", "--keep-going", "sum.sh"])
    };
    cases("echo 1", ":", "echo 2").success();
    let wrong = cases("echo 1", "echo no", "echo 1; echo 2; echo 3").code(1);
    wrong.stdout(predicate::str::contains("wrong (2 of 4 cases)"));
}

#[test]
fn a_folder_of_two_formats_must_be_told_apart() {
    let place = place();
    let folder = place.path().join("both");
    std::fs::create_dir(&folder).unwrap();
    for name in ["autograding.json", "vpl_evaluate.cases"] {
        std::fs::copy(sample(name), folder.join(name)).unwrap();
    }
    let both =
        "it looks like GitHub Classroom (autograding.json) and VPL (vpl_evaluate.cases); name the file";
    import(place.path(), &folder).code(2).stderr(predicate::str::contains(both));
    import(place.path(), &folder.join("autograding.json")).success();
    import(place.path(), &folder.join("autograding.json"))
        .code(2)
        .stderr(predicate::str::contains("made: it is there already"));
    // Without a name for it, it is called like the source.
    run(place.path(), &["import", "both/vpl_evaluate.cases"])
        .success()
        .stdout(predicate::str::starts_with("vpl_evaluate: 5"));
}

#[test]
fn an_input_that_is_a_link_or_has_no_answer_is_not_taken() {
    let place = place();
    let folder = place.path().join("inputs");
    std::fs::create_dir(&folder).unwrap();
    write_file(folder.join("1.in"), "1");
    let alone = "files without an input or an answer of the same name are left out: 1.in";
    import(place.path(), &folder).code(2).stderr(predicate::str::contains(alone));
    std::os::unix::fs::symlink("/etc/passwd", folder.join("1.out")).unwrap();
    import(place.path(), &folder).code(2).stderr(predicate::str::contains("outside its folder"));
    std::fs::remove_file(folder.join("1.out")).unwrap();
    // Long ones stand in files of their own.
    write_file(folder.join("1.out"), "long ".repeat(1_000));
    import(place.path(), &folder).success();
    assert_eq!(std::fs::read_to_string(place.path().join("made/cases/1.in")).unwrap(), "1");
}
