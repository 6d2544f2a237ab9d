//! Challenges that are tables in files.

use std::path::Path;

use predicates::prelude::*;

use crate::program::{home, judge};

fn told(arguments: &[&str]) -> (Option<i32>, String) {
    let output = judge().current_dir(home()).args(arguments).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

/// `judge challenge` on a file with this content.
fn examined(content: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("challenge.toml"), content).unwrap();
    told(&["challenge", folder.path().to_str().unwrap()])
}

const ECHO: &str = r#"title = "Counter"
open = ["count"]
[state]
n = { init = 0, range = [0, 3] }
[input]
add = 'add (?<by>[0-9])'
[[rule]]
name = "up"
on = "add"
when = "n + by <= 3"
set.n = "n + by"
say = ["count"]
[[rule]]
name = "no"
on = "*"
say = ["no"]
[words]
count = "{n}\n"
no = "no\n"
"#;

#[test]
fn a_sound_challenge_is_counted() {
    let (code, text) = examined(ECHO);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.starts_with("Counter: sound\n  2 rules, 2 words, 4 states,"), "{text}");
}

#[test]
fn whatever_is_wrong_is_told_with_its_line_and_a_remedy() {
    let change = |from: &str, to: &str| {
        assert!(ECHO.contains(from), "{from}");
        ECHO.replacen(from, to, 1)
    };
    for (content, line, what) in [
        (change("title", "titel"), "1:", "unknown field `titel`"),
        (change("set.n", "sets.n"), "11:", "unknown field `sets`"),
        (change("n + by <= 3", "n + buy <= 3"), "10:", "what is `buy`?"),
        (change("n + by <= 3", "n + by <="), "10:", "is no expression"),
        (change("n + by <= 3", "n + by == '3'"), "10:", "an int does not go with a string"),
        (change("n + by <= 3", "n + by"), "10:", "is an int, not a bool"),
        (change("n + by <= 3", "n / by <= 3"), "10:", "it divides by zero"),
        (change("n + by <= 3", "n + by <= 4"), "11:", "outside its range [0, 3]"),
        (change("n + by <= 3", "n > 9"), "7:", "`up` never fires"),
        (change("range = [0, 3]", "values = [1]"), "4:", "which is none of its values"),
        (change(", range = [0, 3]", ""), "4:", "has no range"),
        (
            change("range = [0, 3]", "range = [0, 900000]").replace("<= 3", "<= 900000"),
            "4:",
            "more than 100000 states",
        ),
        (change("[0-9])", "[0-9]+)"), "6:", "more than 9 digits"),
        (change("add (?<by>[0-9])", "add (?<by>[0-9]"), "6:", "unclosed group"),
        (change("name = \"no\"", "name = \"up\""), "13:", "a rule `up` stands in line 7"),
        (change("on = \"*\"", "on = \"add\""), "", "a line that is no input may have no answer"),
        (change("say = [\"no\"]", "say = [\"now\"]"), "16:", "there is no word `now`"),
        (change("{n}", "{n"), "18:", "a `{` without its `}`"),
        (change("{n}", "{by}"), "18:", "what is `by`?"),
        (format!("{ECHO}spare = \"x\"\n"), "20:", "nobody says `spare`"),
        (format!("{ECHO}[freedom.silver]\n"), "20:", "there is no profile `silver`"),
        (format!("{ECHO}[freedom.golf]\naccept.no = [\"{{n}}\\n\"]\n"), "", "two answers look alike"),
    ] {
        let (code, text) = examined(&content);
        assert_eq!(code, Some(2), "{what}: {text}");
        assert!(text.contains(&format!("challenge.toml:{line}")) && text.contains(what), "{what}: {text}");
    }
}

#[test]
fn files_that_are_none_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    assert!(told(&["challenge", path]).1.contains("this file makes a folder a challenge"));
    std::fs::write(folder.path().join("challenge.toml"), vec![b'#'; 100 << 20]).unwrap();
    let (code, text) = told(&["challenge", path]);
    assert!(code == Some(2) && text.contains("challenge.toml"), "{text}");
    let (code, text) = told(&["check", "--dialect", "no-such-thing", "true"]);
    assert!(code == Some(2) && text.contains("bank") && text.contains("vending"), "{text}");
}

#[test]
fn the_schema_describes_every_challenge() {
    let (_, text) = told(&["challenge", "--schema"]);
    let schema = jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap();
    let validate =
        |text: &str| schema.is_valid(&serde_json::to_value(text.parse::<toml::Table>().unwrap()).unwrap());
    for folder in ["fixtures/vending", "fixtures/bank", "tests/challenges/tictactoe"] {
        let text = std::fs::read_to_string(home().join(folder).join("challenge.toml")).unwrap();
        assert!(validate(&text), "{folder}");
    }
    assert!(
        validate(ECHO)
            && !validate(&ECHO.replace("title", "titel"))
            && !validate(&ECHO.replace("\"*\"", "1"))
    );
}

/// An entry of `wrong/expected.toml`.
#[derive(serde::Deserialize)]
struct Wrong {
    verdict: String,
    shortest: usize,
    suite: Option<String>,
}

fn judged(name: &str, folder: &str, suite: &str) -> serde_json::Value {
    let arguments =
        ["check", "--dialect", name, "--suite", suite, "--format", "json", folder, "--isolation", "none"];
    let (_, text) = told(&arguments);
    serde_json::from_str(&text).unwrap_or_else(|why| panic!("{why}: {text}"))
}

fn hold_to_what_is_expected(name: &str) {
    let folder = format!("fixtures/{name}");
    let text = std::fs::read_to_string(home().join(&folder).join("wrong/expected.toml")).unwrap();
    let expected: std::collections::BTreeMap<String, Wrong> = toml::from_str(&text).unwrap();
    let report = judged(name, &folder, "examples,smoke");
    let programs = report["candidates"].as_array().unwrap();
    assert_eq!(programs.len(), expected.len() + 3);
    for program in programs {
        let path = program["name"].as_str().unwrap();
        let file = Path::new(path).file_name().unwrap().to_str().unwrap();
        let word = program["verdict"].as_str().unwrap();
        match expected.get(file) {
            _ if word == "skipped" => eprintln!("skipped: {path}"),
            None => assert_eq!(word, "accepted", "{program}"),
            Some(wrong) if wrong.suite.is_some() => assert_eq!(word, "accepted", "{program}"),
            Some(wrong) => {
                assert_eq!(word, wrong.verdict, "{program}");
                let inputs = program["failure"]["moves"].as_array().unwrap().len();
                assert_eq!(inputs, wrong.shortest, "{program}");
            }
        }
    }
}

#[test]
fn programs_for_the_vending_machine_get_their_verdicts() {
    hold_to_what_is_expected("vending");
}

#[test]
fn programs_for_the_bank_get_their_verdicts() {
    hold_to_what_is_expected("bank");
}

#[test]
fn complete_finds_what_no_smaller_suite_does() {
    let report = judged("bank", "fixtures/bank/wrong/forgets-wrong-numbers.js", "complete");
    let program = &report["candidates"][0];
    if program["verdict"] != "skipped" {
        assert_eq!(
            (&program["verdict"], program["failure"]["moves"].as_array().unwrap().len()),
            (&"wrong".into(), 4)
        );
    }
}

#[test]
fn a_saved_run_holds_its_challenge() {
    let folder = tempfile::tempdir().unwrap();
    let [challenge, saved] = ["counter", "run.json"].map(|name| folder.path().join(name));
    std::fs::create_dir(&challenge).unwrap();
    std::fs::write(challenge.join("challenge.toml"), ECHO).unwrap();
    let program = folder.path().join("wrong.sh");
    std::fs::write(&program, "echo 0; while read line; do echo no; done\n").unwrap();
    let path = |path: &Path| path.to_str().unwrap().to_owned();
    let check = [
        "check",
        "--challenge",
        &path(&challenge),
        "--suite",
        "smoke",
        "--save",
        &path(&saved),
        &path(&program),
    ];
    let (code, text) = told(&check);
    assert!(code == Some(1) && text.contains("got `no`"), "{text}");
    assert!(text.contains("judge replay --challenge"), "{text}");
    std::fs::remove_dir_all(&challenge).unwrap();
    let (code, text) = told(&["explain", &path(&saved), "1"]);
    assert!(code == Some(0) && text.contains("wrong"), "{text}");
    let (code, text) = told(&["report", &path(&saved), "--format", "html"]);
    assert!(code == Some(0) && predicate::str::contains("counter").eval(&text), "{text}");
}

/// What docs/teaching.md shows is what happens.
#[test]
fn a_teacher_gets_what_the_page_shows() {
    let page = std::fs::read_to_string(home().join("docs/teaching.md")).unwrap();
    let table = page.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let output = judge().current_dir(folder.path()).args(arguments).output().unwrap();
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    assert!(page.contains(&run(&["new", "parking"])));
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("parking/challenge.toml", table);
    assert!(page.contains(&run(&["challenge", "parking"])));
    write("handed-in/right.pl", METER);
    write("handed-in/wrong.pl", &METER.replace("<= 60", "< 60"));
    let report = run(&["check", "--challenge", "parking", "handed-in/"]);
    assert!(report.contains("accepted (complete)"), "{report}");
    let failure = page.split("    0 minutes\n").nth(1).unwrap().split("```").next().unwrap();
    assert!(report.contains(failure), "{report}");
    write("parking/challenge.toml", &table.replace("> 60", "> 70"));
    let told = run(&["challenge", "parking"]);
    assert!(page.contains(&told), "{told}");
}

const METER: &str = r#"$| = 1;
my $minutes = 0;
while (print("$minutes minutes\n> "), defined(my $line = <STDIN>)) {
    chomp $line;
    if ($line =~ /\Acoin (\d{1,3})\z/a) {
        if ((grep { $_ == $1 } 10, 20, 50) && $minutes + $1 <= 60) { $minutes += $1 }
        else { print "Coin returned.\n" }
    }
    elsif ($line eq "go") {
        if ($minutes) { print "Ticket: $minutes minutes.\n"; exit }
        print "Please pay.\n";
    }
    else { print "?\n" }
}
"#;
