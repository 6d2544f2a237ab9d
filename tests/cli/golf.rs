//! The submissions in the repository: those in `golf/` conform, those in `wrong/` do not.

use std::collections::BTreeMap;
use std::path::Path;

use referee::dialect::Dialect;
use serde::Deserialize;

use crate::needs;
use crate::program::{check, folder, home, judge, write};

#[test]
fn every_submission_conforms_and_the_leaderboard_is_true() {
    needs::patience();
    let told: String = Dialect::all().map(|dialect| leaderboard(&dialect)).concat();
    let kept = std::fs::read_to_string(home().join("golf/README.md")).unwrap();
    let rows = |text: &str| {
        text.lines().filter(|line| line.starts_with("| ")).map(str::to_owned).collect::<Vec<_>>()
    };
    let (told, kept) = (rows(&told), rows(&kept));
    let judged = told.iter().filter(|row| !row.contains("skipped")).count();
    // A machine without some interpreters skips those submissions; ranks then shift, and the rest of
    // each row must still be the same.
    let without_rank = |row: &String| {
        row.split_once("| ").and_then(|(_, rest)| rest.split_once(" | ")).unwrap().1.to_owned()
    };
    let kept_rows: Vec<_> = kept.iter().map(without_rank).collect();
    for row in told.iter().filter(|row| !row.contains("skipped")) {
        assert!(kept_rows.contains(&without_rank(row)), "golf/README.md does not have the row {row}");
    }
    assert_eq!(told.len(), kept.len(), "golf/README.md has other rows than the folder has submissions");
    assert!(judged > 5, "too few languages are installed to test anything: {told:?}");
}

/// The submissions of a dialect, as `judge check` puts them into a table.
fn leaderboard(dialect: &Dialect) -> String {
    let told = judge()
        .args(["check", "--dialect", dialect.name(), "--suite", "fixtures", "--wall", "60"])
        .args(["--format", "markdown"])
        .output()
        .unwrap();
    String::from_utf8(told.stdout).unwrap()
}

/// An entry of `wrong/expected.toml` of a dialect whose faults have no names yet.
#[derive(Deserialize)]
struct Refused {
    verdict: String,
    expected: String,
    shortest: usize,
}

#[test]
fn wrong_programs_of_other_dialects_fail_in_the_shortest_game() {
    needs::patience();
    for dialect in Dialect::all().into_iter().filter(|dialect| *dialect != Dialect::Tictactoe) {
        let folder = format!("fixtures/{}/wrong", dialect.name());
        let table = std::fs::read_to_string(home().join(&folder).join("expected.toml")).unwrap();
        let table: BTreeMap<String, Refused> = toml::from_str(&table).unwrap();
        let (run, code) = check(&[&folder, "--dialect", dialect.name(), "--suite", "fixtures,smoke"]);
        let candidates = run["candidates"].as_array().unwrap();
        assert_eq!((code, candidates.len()), (1, table.len()));
        for candidate in candidates.iter().filter(|candidate| candidate["verdict"] != "skipped") {
            let name = candidate["name"].as_str().unwrap().rsplit('/').next().unwrap();
            let (wrong, failure) = (&table[name], &candidate["failure"]);
            assert_eq!(candidate["verdict"], wrong.verdict, "{candidate:#}");
            let expected = failure["expected"].as_str().unwrap().trim_start_matches('`');
            assert!(expected.starts_with(&wrong.expected), "{candidate:#}");
            assert_eq!(failure["moves"].as_array().unwrap().len(), wrong.shortest, "{candidate:#}");
            let replay = format!("judge replay --dialect {} ", dialect.name());
            assert!(failure["replay"].as_str().unwrap().starts_with(&replay), "{candidate:#}");
        }
    }
}

/// An entry of `fixtures/tictactoe/wrong/expected.toml`; its head explains the fields.
#[derive(Deserialize)]
struct Wrong {
    verdict: String,
    fault: String,
    shortest: usize,
    #[serde(default)]
    also: Also,
}

#[derive(Default, Deserialize)]
struct Also {
    #[serde(default)]
    verdict: Vec<String>,
    #[serde(default)]
    shortest: Vec<usize>,
}

#[test]
fn every_wrong_program_fails_in_the_shortest_game() {
    needs::patience();
    let folder = home().join("fixtures/tictactoe/wrong");
    let table = std::fs::read_to_string(folder.join("expected.toml")).unwrap();
    let table: BTreeMap<String, Wrong> = toml::from_str(&table).unwrap();
    let (run, code) =
        check(&["fixtures/tictactoe/wrong", "--suite", "fixtures,smoke", "--wall", "4", "--input", "lines"]);
    assert_eq!(code, 1);
    let candidates = run["candidates"].as_array().unwrap();
    assert_eq!(candidates.len(), table.len());
    let (mut judged, mut named) = (0, 0);
    for candidate in candidates {
        let name = candidate["name"].as_str().unwrap().rsplit('/').next().unwrap();
        let (verdict, wrong) = (candidate["verdict"].as_str().unwrap(), &table[name]);
        if verdict == "skipped" {
            continue;
        }
        judged += 1;
        named += usize::from(candidate["failure"]["diagnosis"]["fault"] == wrong.fault.as_str());
        // A crash shows its own cause.
        let is_named = verdict == "crashed" || !candidate["failure"]["diagnosis"].is_null();
        assert!(is_named, "{name} {}: {candidate:#}", wrong.fault);
        let is_right = verdict == wrong.verdict || wrong.also.verdict.iter().any(|word| word == verdict);
        assert!(is_right, "{name} must be {}: {candidate:#}", wrong.verdict);
        // What uses up a limit is not made shorter.
        if !["wall-time", "output"].contains(&verdict) {
            let length = candidate["failure"]["moves"].as_array().unwrap().len();
            let is_shortest = length == wrong.shortest || wrong.also.shortest.contains(&length);
            assert!(is_shortest, "{name} fails in {} inputs: {candidate:#}", wrong.shortest);
        }
    }
    // The table's words are those of whoever wrote the program; the rest is said in other words.
    // Most of those for the shell are of the kind that is said in other words.
    let has_all = ["a.py", "a.pl"].map(|name| needs::can_run(Path::new(name))) == [true; 2];
    assert!(
        !has_all || named * 4 >= judged * 3,
        "{named} of {judged} faults are said in the words of the table"
    );
}

#[test]
fn a_java_class_need_not_be_called_as_its_file() {
    needs::patience();
    let right = std::fs::read_to_string(home().join("golf/tictactoe/ttt.java")).unwrap();
    let in_class = |head: &str| right.replace("interface ttt{static", &format!("{head}{{public static"));
    let crash = "public class Main {\n  public static void main(String[] a) {\n    Integer.parseInt(\"a\");\n  }\n}\n";
    let (_kept, folder) = folder(&[
        ("bar.java", in_class("class Foo").as_str()),
        ("broken.java", "public class Main {\n  int x\n}\n"),
        ("crash.java", crash),
        ("game.java", in_class("public class Main").as_str()),
        ("long.java", in_class(&format!("public class {}", "A".repeat(300))).as_str()),
        ("packed.java", in_class("package a.b;\npublic class App").as_str()),
        (
            "several.java",
            in_class("// public class Fake {\nclass Other { String s = \"class Q\"; }\nclass Game").as_str(),
        ),
    ]);
    let (run, _) = check(&["--suite", "examples", folder.to_str().unwrap()]);
    let candidates = run["candidates"].as_array().unwrap();
    let expected =
        ["accepted", "compile-error", "early", "accepted", "compile-error", "accepted", "accepted"];
    assert_eq!(candidates.len(), expected.len());
    for (candidate, expected) in candidates.iter().zip(expected) {
        if needs::is_skipped(candidate) {
            return;
        }
        assert_eq!(candidate["verdict"], expected, "{candidate:#}");
    }
    let told = candidates[1]["failure"]["actual"].as_str().unwrap();
    assert!(told.starts_with("broken.java:2: error: ';' expected"), "{told}");
    let crash = &candidates[2]["failure"]["crash"];
    assert_eq!(
        (&crash["line"], &crash["file"]),
        (&serde_json::json!(3), &serde_json::Value::Null),
        "{crash}"
    );
    assert_eq!(crash["source"], "    Integer.parseInt(\"a\");");
}

/// A program that says "hi", by the ending of its file.
const GREETINGS: [(&str, &str); 9] = [
    ("c", "#include <stdio.h>\nint main(){puts(\"hi\");}\n"),
    ("f90", "print '(a)', 'hi'\nend\n"),
    ("go", "package main\nimport \"fmt\"\nfunc main(){fmt.Println(\"hi\")}\n"),
    ("hs", "main = putStrLn \"hi\"\n"),
    ("java", "class A{public static void main(String[] a){System.out.println(\"hi\");}}\n"),
    ("ml", "let () = print_endline \"hi\"\n"),
    ("pas", "begin writeln('hi'); end.\n"),
    ("rs", "fn main(){println!(\"hi\");}\n"),
    ("tcl", "puts hi\n"),
];

#[test]
fn a_file_need_not_be_called_as_a_compiler_would_call_it() {
    let challenge =
        "title = \"Hi\"\nreference = [\"echo\", \"hi\"]\n[[example]]\nname = \"a\"\ninputs = []\n";
    let (_kept, folder) = folder(&[("challenge/challenge.toml", challenge)]);
    for (ending, text) in GREETINGS {
        write(&folder, &format!("programs/my to.do.{ending}"), text);
    }
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (run, _) = check(&["--suite", "examples", "--challenge", &path("challenge"), &path("programs")]);
    let candidates = run["candidates"].as_array().unwrap();
    assert_eq!(candidates.len(), GREETINGS.len());
    for candidate in candidates {
        match candidate["verdict"].as_str() {
            Some("skipped") => eprintln!("skipped: {}", candidate["reason"]),
            verdict => assert_eq!(verdict, Some("accepted"), "{candidate:#}"),
        }
    }
}
