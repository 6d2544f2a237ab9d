//! Whole cases: comparisons, exit statuses, standard error, arguments, files and points.

use std::path::{Path, PathBuf};

use predicates::prelude::*;
use predicates::str::contains;
use serde_json::{Value, json};

use crate::needs;
use crate::program::{folder, judge, write_file};

const CHALLENGE: &str = r#"
title = "Names"

[cases]
compare = "lines"

[case.1]
title = "greets"
input = "Ada\n"
answer = "Hello, Ada"
points = 1

[case.2]
input = "\n"
exit = "failure"
stderr = "no name"
points = 2
hint = "an empty name is an error"

[case.3]
args = ["-n"]
input = "Bob\n"
answer = "Bob"
points = 3
also = [{ compare = "regex", answer = "^b[o0]b$" }]

[case."secret/4"]
points = 4
"#;

const RIGHT: &str = r#"
read name
[ -n "$name" ] || { echo "no name" >&2; exit 3; }
case $1 in
  -n) echo b0b ;;
  *) if [ -f data.txt ]; then cat data.txt; else echo "Hello, $name  "; fi ;;
esac
"#;

/// A folder with the challenge `names`.
fn names() -> (tempfile::TempDir, PathBuf) {
    let (kept, folder) = folder(&[("right.sh", RIGHT)]);
    let secret = folder.join("names/cases/secret");
    std::fs::create_dir_all(secret.join("4.files")).unwrap();
    for (name, text) in [("4.in", "x\n"), ("4.ans", "42\n"), ("4.files/data.txt", "42\n"), (".5.in", "")] {
        write_file(secret.join(name), text);
    }
    write_file(folder.join("names/challenge.toml"), CHALLENGE);
    (kept, folder)
}

/// Changes of the program, with what is said of each: the verdict, the tally and the reason.
const WRONG: [(&str, &str, &str); 6] = [
    ("Hello, $name", "Hello  $name", "wrong (3 of 4 cases, 9 of 10 points): line 1: "),
    ("exit 3", "exit 0", "wrong (3 of 4 cases, 8 of 10 points): exit status 0 instead of one that is not 0"),
    (
        "no name\"",
        "nothing\"",
        "wrong (3 of 4 cases, 8 of 10 points): standard error: line 1: `nothing` instead of `no name`",
    ),
    ("b0b", "b1b", "wrong (3 of 4 cases, 7 of 10 points): line 1: `b1b` instead of `Bob`"),
    (
        "cat data.txt",
        "rm data.txt",
        "wrong (3 of 4 cases, 6 of 10 points): line 1: it ends where `42` is expected",
    ),
    ("echo b0b", "exit 7", "crashed (3 of 4 cases, 7 of 10 points): "),
];

#[test]
fn each_key_of_a_case_counts_and_all_cases_give_points() {
    let (_kept, folder) = names();
    let check = |program: &str| {
        let mut judge = judge();
        judge.current_dir(&folder).args(["check", "--challenge", "names", program]).assert()
    };
    check("right.sh").code(0).stdout(contains("accepted (4 of 4 cases, 10 of 10 points)"));
    for (from, to, said) in WRONG {
        write_file(folder.join("wrong.sh"), RIGHT.replace(from, to));
        check("wrong.sh").code(1).stdout(contains(said));
    }
    write_file(folder.join("wrong.sh"), "exit 1");
    check("wrong.sh").code(1).stdout(contains("crashed (0 of 4 cases, 0 of 10 points)").and(contains(
        "    cases     0 of 4 cases, 0 of 10 points; also wrong: 2 (wrong), 3 (crashed), secret/4 (crashed)",
    )));
    write_file(folder.join("wrong.sh"), RIGHT.replace("exit 3", "exit 0"));
    check("wrong.sh")
        .code(1)
        .stdout(contains("    hint      an empty name is an error").and(contains("    input     ⏎\n")));
}

#[test]
fn verdicts_and_points_of_cases_are_data() {
    let (_kept, folder) = names();
    write_file(folder.join("wrong.sh"), RIGHT.replace("b0b", "b1b"));
    let run = |more: &[&str]| {
        let mut judge = judge();
        judge
            .current_dir(&folder)
            .args(["check", "--challenge", "names", "wrong.sh"])
            .args(more)
            .assert()
            .code(1)
    };
    let json = |assert: assert_cmd::assert::Assert| -> Value {
        serde_json::from_slice(&assert.get_output().stdout).unwrap()
    };
    let candidate = &json(run(&["--format", "json", "--save", "run.json"]))["candidates"][0];
    assert_eq!(candidate["marks"], json!({ "points": 7.0, "of": 10.0, "groups": [] }));
    let verdicts: Vec<_> =
        candidate["verdicts"].as_array().unwrap().iter().map(|one| (&one["case"], &one["verdict"])).collect();
    let (accepted, wrong) = (json!("accepted"), json!("wrong"));
    let names = ["1", "2", "3", "secret/4"].map(|name| json!(name));
    assert_eq!(
        verdicts,
        [(&names[0], &accepted), (&names[1], &accepted), (&names[2], &wrong), (&names[3], &accepted)]
    );
    // A saved run says the same.
    let report = judge().current_dir(&folder).args(["report", "run.json", "--format", "json"]).assert();
    assert_eq!(json(report)["candidates"][0]["marks"], candidate["marks"]);
}

#[test]
fn services_for_marks_get_each_case() {
    let (_kept, folder) = names();
    write_file(folder.join("wrong.sh"), RIGHT.replace("b0b", "b1b").replace("cat data.txt", "echo 4"));
    let tests = |format: &str, fields: [&str; 3]| {
        let mut judge = judge();
        judge.current_dir(&folder).args([
            "check",
            "--challenge",
            "names",
            "wrong.sh",
            "--points",
            "8",
            "--format",
            format,
        ]);
        let report: Value = serde_json::from_slice(&judge.assert().code(1).get_output().stdout).unwrap();
        let tests = report["tests"].as_array().unwrap().clone();
        tests
            .iter()
            .map(|test| fields.map(|field| test[field].clone()))
            .map(|all| json!(all))
            .collect::<Vec<_>>()
    };
    let why = "3 wrong: line 1: `b1b` instead of `Bob`";
    assert_eq!(
        tests("gradescope", ["score", "max_score", "output"]),
        [json!([1, 1, ""]), json!([2, 2, ""]), json!([0, 3, why]), json!([0, 4, "secret/4 wrong"])]
    );
    assert_eq!(
        tests("classroom", ["name", "status", "score"])[..2],
        [json!(["wrong.sh: greets", "pass", 1]), json!(["wrong.sh: 2", "pass", 2])]
    );
    // What has no points for what is required says so.
    let requiring = CHALLENGE.replace("points = 2\n", "points = 2\nrequires = ['3']\n");
    write_file(folder.join("names/challenge.toml"), &requiring);
    let why = "no points for 2: 3 is required and not right";
    assert_eq!(
        tests("gradescope", ["score", "status", "output"])[..2],
        [json!([1, "passed", ""]), json!([0, "failed", why])]
    );
    // Without points of their own, cases share those of the program, and groups have theirs.
    let without = CHALLENGE.lines().filter(|line| !line.starts_with("points")).collect::<Vec<_>>().join("\n");
    write_file(folder.join("names/challenge.toml"), &without);
    assert_eq!(tests("gradescope", ["score", "max_score", "status"])[2], json!([0, 2, "failed"]));
    write_file(
        folder.join("names/challenge.toml"),
        format!("{without}\n[case.'']\npoints = 4\nscore = 'sum'\n"),
    );
    let half = tests("gradescope", ["score", "max_score", "name"]);
    assert_eq!(half, [json!([2, 4, "wrong.sh"])]);
}

#[test]
fn what_a_challenge_holds_is_tried() {
    let (_kept, folder) = folder(&[]);
    let place = folder.join("odd");
    std::fs::create_dir_all(place.join("cases/secret")).unwrap();
    let said = |files: &[(&str, &str)], text: &str| {
        files.iter().for_each(|(name, text)| write_file(place.join(name), text));
        write_file(place.join("challenge.toml"), format!("title = 'Odd'\n{text}"));
        let told = judge().current_dir(&folder).args(["challenge", "odd"]).assert();
        String::from_utf8([&told.get_output().stdout[..], &told.get_output().stderr[..]].concat()).unwrap()
    };
    let files = [
        ("cases/1.in", "\u{feff}1\r\n"),
        ("cases/1.ans", "1"),
        ("cases/secret/2.in", "1\r\n"),
        ("cases/secret/2.ans", "\u{feff}1\n"),
    ];
    let text = "[cases]\ncompare = 'exact'\n[case.'secret/3']\npoints = 1\n";
    let told = said(&files, text);
    for wanted in [
        "2 cases; outputs are compared by exact",
        "1: an input begins with a byte order mark",
        "1 and 1 other case: an input has CR LF line ends",
        "secret/2: an answer begins with a byte order mark",
        "1: an answer with `exact` does not end with a line end",
        "[case.\"secret/3\"] names no case",
    ] {
        assert!(told.contains(wanted), "{wanted}\n{told}");
    }
    assert!(!said(&files, "[cases]\n").contains("exact"));
    let told = said(&files, "[cases]\n[case.1]\nrequires = ['samples']\n");
    assert!(told.contains("`requires` names \"samples\", which is no case"), "{told}");
    let large = "1".repeat((1 << 20) + 1);
    let told = said(&[("cases/1.ans", &large)], "[cases]\noutput = 1\n");
    assert!(told.contains("1: an answer is larger than `output` allows"), "{told}");
    let told = said(&[("cases/1.ans", "")], "[cases]\ncompare = 'numbers'\n");
    assert!(told.contains("the answer to 1: there is no number in it"), "{told}");
    let told = said(&[("cases/1.ans", "(")], "[cases]\ncompare = 'regex'\n");
    assert!(told.contains("the answer to 1: ") && !told.contains("sound\n"), "{told}");
    let validator = "[cases]\nvalidator = 'v.sh'\n";
    let told = said(&[("v.sh", "exit 42"), ("cases/1.ans", "1\n")], validator);
    assert!(told.contains("the validator accepts every output that was tried"), "{told}");
    let told = said(&[("v.sh", "grep -q 2 && exit 42; exit 43")], validator);
    assert!(told.contains("1: the validator refuses the answer itself"), "{told}");
    let told =
        said(&[("v.sh", "grep -qx 1 - && exit 42; exit 43"), ("cases/secret/2.ans", "1\n")], validator);
    assert!(!told.contains("validator "), "{told}");
    let told = said(&[("cases/3.IN", "1\n")], "[cases]\n");
    assert!(told.contains("cases/3.IN: write its ending in small letters"), "{told}");
    let told = said(&[], "");
    assert!(told.contains("there are cases beside it, but no `[cases]` in it"), "{told}");
}

#[test]
fn files_are_given_and_must_be_left() {
    let (_kept, home) = folder(&[
        (
            "c/challenge.toml",
            "title = 'Copy'\n[cases]\ncompare = 'lines'\n[case.a]\ninput = ''\nfiles = { 'in.txt' = \"one\\n\", 'd/e.txt' = \"two\\n\" }\n\
             creates = { 'out.txt' = \"one\\ntwo\\n\" }\n[case.b]\nanswer = 'ready'\nalso = [{ answer = 'done' }]\n",
        ),
        ("c/cases/b.in", ""),
        ("c/cases/b.files/in.txt", "three\n"),
        ("c/cases/b.creates/sub/out.txt", "three\n"),
        (
            "right.sh",
            "cat in.txt d/e.txt >out.txt 2>/dev/null; mkdir sub; cp in.txt sub/out.txt; mkfifo p sub/p; echo done\n",
        ),
        ("none.sh", "echo done\n"),
        ("other.sh", "echo one >out.txt; mkdir sub; cp in.txt sub/out.txt; echo done\n"),
        ("pipe.sh", "mkfifo out.txt; echo done\n"),
        ("link.sh", "cat in.txt d/e.txt >a 2>/dev/null; ln -s a out.txt; echo done\n"),
        ("large.sh", "head -c 90000000 /dev/zero >out.txt; echo done\n"),
    ]);
    let told = |program: &str| {
        let judged =
            judge().current_dir(&home).args(["check", "--challenge", "c", "--keep-going", program]).assert();
        String::from_utf8(judged.get_output().stdout.clone()).unwrap()
    };
    let right = told("right.sh");
    assert!(right.contains("accepted (2 of 2 cases)") && !right.contains("but not"), "{right}");
    for (program, why) in [
        ("none.sh", "out.txt: it leaves no such file"),
        ("other.sh", "out.txt: line 2: it ends where `two` is expected"),
        ("pipe.sh", "out.txt: it leaves no such file"),
        ("link.sh", "out.txt: it leaves no such file"),
        ("large.sh", "files"),
    ] {
        let told = told(program);
        assert!(told.contains(why) && told.contains("0 of 1 passed"), "{program}: {told}");
    }
}

/// Whether each of these texts, which programs print, is right for an answer.
fn are_right(compare: &str, freedoms: &str, answer: &str, texts: &[&str]) -> Vec<bool> {
    let challenge = format!(
        "title = 'One'\n[cases]\ncompare = '{compare}'\n[freedom.golf]\n{freedoms}\n[case.1]\ninput = ''\nanswer = '''\n{answer}'''\n"
    );
    let program = |text: &&str| format!("cat <<'.'\n{text}\n.\n");
    let (_kept, home) = folder(&[("1", "")]);
    std::fs::create_dir(home.join("c")).unwrap();
    write_file(home.join("c/challenge.toml"), challenge);
    let names: Vec<_> = (0..texts.len()).map(|place| format!("{place}.sh")).collect();
    names.iter().zip(texts).for_each(|(name, text)| write_file(home.join(name), program(text)));
    let mut check = judge();
    check.current_dir(&home).args(["check", "--challenge", "c", "--format", "json"]).args(&names);
    let told = check.output().unwrap();
    let run: Value = serde_json::from_slice(&told.stdout).unwrap();
    run["candidates"].as_array().unwrap().iter().map(|one| one["verdict"] == "accepted").collect()
}

#[test]
fn freedoms_hold_however_outputs_are_compared() {
    // Whole numbers beyond what a computer calculates with are compared by their digits, and points may lead to a number.
    let sums = ["Sum: 9007199254740993.0", "Sum...9007199254740993", "Sum: 9007199254740992"];
    assert_eq!(are_right("numbers", "", "9007199254740993", &sums), [true, true, false]);
    let choose = "choose = [['yes', 'y']]";
    assert_eq!(are_right("lines", choose, "yes\nno\nyes", &["y\nno\ny", "yes\nno\ny"]), [true, false]);
    let times = ["in 12 ms", "in no ms"];
    assert_eq!(are_right("lines", "patterns = true", "in {{[0-9]+}} ms", &times), [true, false]);
    let near = "numbers = { absolute = 0.01 }";
    let means = ["Mean: 3.331 m", "Mean: 3.3", "Mean 3.33"];
    assert_eq!(are_right("exact", near, "Mean: 3.33 m\n", &means), [true, false, false]);
    assert_eq!(are_right("contains", near, "n: 3.33", &means), [true, false, false]);
    assert_eq!(are_right("regex", "case = 'fold'", "^Hello$", &["Hello", "hello"]), [true, false]);
    let fold = "case = 'fold'\nspaces = 'fold'\npatterns = true\nunordered = ['^.*[0-9]']";
    let lines = ["B 2\na   1\nx abc", "a 1\nB 2\nx 1"];
    assert_eq!(are_right("words", fold, "A 1\n b 2\nX {{\\D+}}", &lines), [true, false]);
}

#[test]
fn deep_recursion_is_no_crash() {
    needs::language(Path::new("Deep.java"));
    let program = "class Deep {
        static int depth(int calls) { return calls == 0 ? 0 : 1 + depth(calls - 1); }
        public static void main(String[] all) { System.out.println(depth(200_000)); }
    }";
    let challenge = "title = \"A\"\n[case.1]\ninput = \"\"\nanswer = \"200000\"\n";
    let (_kept, home) = folder(&[("deep/challenge.toml", challenge), ("Deep.java", program)]);
    judge().current_dir(&home).args(["check", "--challenge", "deep", "Deep.java"]).assert().success();
}

/// Links of an author lead to other files of the challenge, and to no others.
#[test]
fn links_within_a_challenge_are_followed() {
    let (_kept, folder) = folder(&[
        ("c/challenge.toml", "title = 'Words'\n[cases]\n"),
        ("c/cases/1.in", "1\n"),
        ("c/cases/1.ans", "one two\n"),
        ("c/cases/1.files/a.txt", ""),
        ("c/include/default/b.txt", ""),
        ("c/words/one.txt", "one\n"),
        ("c/words/two.txt", "two\n"),
        ("a.sh", "cat one.txt two.txt"),
    ]);
    let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, folder.join(name)).unwrap();
    let both = |code: i32, why: &str| {
        for arguments in [&["challenge", "c"][..], &["check", "--challenge", "c", "a.sh"]] {
            let told = judge().current_dir(&folder).args(arguments).assert().code(code);
            told.stderr(contains(why));
        }
    };
    link("../../words/one.txt", "c/cases/1.files/one.txt");
    link("../../words/two.txt", "c/include/default/two.txt");
    both(0, "");
    link("../../../a.sh", "c/cases/1.files/out.txt");
    both(2, "cases/1.files/out.txt: it is a link to somewhere outside its folder");
    std::fs::remove_file(folder.join("c/cases/1.files/out.txt")).unwrap();
    std::fs::rename(folder.join("c/include"), folder.join("elsewhere")).unwrap();
    link("../elsewhere", "c/include");
    both(2, "c/include: it is a link to somewhere outside its folder");
}

/// What `judge challenge` says of a folder with this file, and its status.
fn examined(text: &str) -> (Option<i32>, String) {
    let text = format!("title = 'One'\n{text}");
    let (_kept, home) = folder(&[("c/challenge.toml", text.as_str())]);
    let told = judge().current_dir(&home).args(["challenge", "c"]).output().unwrap();
    (told.status.code(), String::from_utf8([told.stdout, told.stderr].concat()).unwrap())
}

#[test]
fn a_case_needs_no_input_and_a_name_without_a_case_is_refused() {
    let text = "title = 'Usage'\n[cases]\n[case.1]\ninput = '5'\nanswer = '25'\n\
                [case.usage]\nargs = ['--help']\nexit = 2\nstderr = 'usage: sq'\n";
    let (_kept, home) = folder(&[
        ("c/challenge.toml", text),
        ("right.sh", "[ $# = 0 ] || { echo usage: sq >&2; exit 2; }; echo 25\n"),
        ("wrong.sh", "echo 25\n"),
    ]);
    let check = |program| {
        let mut check = judge();
        check.current_dir(&home).args(["check", "--challenge", "c", "--keep-going", program]).assert()
    };
    check("right.sh").code(0).stdout(contains("accepted"));
    check("wrong.sh").code(1).stdout(contains("1 of 2 cases"));
    // It is a folder where there are cases in it.
    let (status, told) = examined("[case.a]\nargs = ['x']\n[case.'a/1']\nexit = 1\nargs = ['y']\n");
    assert!(status == Some(0) && told.contains(" 1 case;"), "{told}");
    for (text, wanted) in [
        ("[case.1]\ninput = ''\nanswer = 'a'\n[case.2]\npoints = 1\n", "[case.\"2\"] names no case"),
        ("[case.1]\nargs = ['x']\n", "there is no answer to it"),
    ] {
        let (status, told) = examined(text);
        assert!(status == Some(2) && told.contains(wanted), "{told}");
    }
}

#[test]
fn answers_that_contradict_or_count_as_the_same_are_told() {
    let two = |how: &str, one: &str, other: &str| {
        let text = format!("[cases]\n{how}\n[case.a]\ninput = '1'\n{one}\n[case.b]\ninput = '1'\n{other}\n");
        let (status, told) = examined(&text);
        assert_eq!(status, Some(0), "{told}");
        told.contains("a and b: the same input has different answers")
    };
    assert!(two("", "answer = '1'", "answer = '2'") && two("", "answer = '1'", "answer = '1'\nexit = 1"));
    assert!(
        !two("", "answer = 'A'", "answer = 'a'") && !two("", "answer = '1'", "answer = '2'\nargs = ['x']")
    );
    assert!(!two("compare = 'contains'", "answer = '1'", "answer = '2'"));
    let free = "[cases]\ncompare = 'lines'\n[freedom.golf]\nreplace = [{ pattern = '\\d+' }]\nunordered = ['^- ']\n\
                choose = [['ja', 'j']]\n[case.1]\ninput = '1'\nanswer = '1 is odd'\n[case.2]\ninput = '3'\nanswer = '3 is odd'\n";
    let (_, told) = examined(free);
    for wanted in
        ["\"1 is odd\" and \"3 is odd\" count as the same", "no answer matches `^- `", "no answer has \"ja\""]
    {
        assert!(told.contains(wanted), "{wanted}\n{told}");
    }
}

#[test]
fn a_pattern_ends_in_its_word_or_line() {
    let told = |compare: &str, answer: &str| {
        examined(&format!(
            "[cases]\ncompare = '{compare}'\n[freedom.golf]\npatterns = true\n[case.1]\ninput = ''\nanswer = \"{answer}\"\n"
        ))
    };
    for (compare, answer) in [("tokens", "error: {{[a-z ]+}}"), ("lines", "{{a\\nb}}")] {
        let (status, told) = told(compare, answer);
        assert!(status == Some(2) && told.contains("of a `{{` is in the same"), "{told}");
    }
    assert_eq!(told("lines", "error: {{[a-z ]+}}").0, Some(0));
    assert_eq!(told("tokens", "error: {{[a-z]{2}}}").0, Some(0));
}
