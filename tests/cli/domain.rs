//! Which lines decide: programs in the plain idiom of their language are accepted, whatever they do with lines that nobody
//! can type, and that is noted; what fails on a line that a person can type is refused.

use std::process::Command;

use serde_json::Value;

use crate::candidates::{SHELL, in_c};
use crate::needs;
use crate::program::{check, check_c, check_shell, folder, home, judge};

/// Right programs, and what must be noted of them, if it does not depend on the version of a tool.
const RIGHT: [(&str, Option<&[&str]>); 9] = [
    ("fgets.c", Some(&["answers wrongly after long lines (from about 250 bytes)"])),
    ("scanf.c", None),
    ("gets.rb", Some(&["dies on bytes that are not UTF-8"])),
    ("read-line.rs", Some(&["dies on bytes that are not UTF-8"])),
    ("get-contents.hs", Some(&["dies on bytes that are not UTF-8"])),
    ("scanner.go", Some(&["ends at long lines (from about 64 KB)"])),
    ("lines.awk", None),
    ("typed.java", None),
    ("gets.tcl", None),
];

/// The notes on a program that say which lines nobody types it fails on.
fn notes(ruling: &Value) -> Vec<&str> {
    let advice = ruling["advice"].as_array().into_iter().flatten().filter_map(Value::as_str);
    advice.filter(|note| note.contains("(`judge replay ")).collect()
}

#[test]
fn idiomatic_programs_are_accepted_with_notes() {
    let (run, code) = check(&["--suite", "smoke", "--wall", "60", "tests/programs/typed"]);
    assert_eq!(code, 0, "{run:#}");
    for ruling in run["candidates"].as_array().unwrap() {
        let name = ruling["name"].as_str().unwrap().rsplit('/').next().unwrap();
        if needs::is_skipped(ruling) {
            continue;
        }
        assert_eq!(ruling["verdict"], "accepted", "{ruling:#}");
        let (_, noted) = RIGHT.iter().find(|(right, _)| *right == name).expect("it is in the list");
        let told = notes(ruling);
        let Some(noted) = noted else { continue };
        assert_eq!(told.len(), noted.len(), "{name}: {told:#?}");
        assert!(told.iter().zip(*noted).all(|(told, noted)| told.starts_with(noted)), "{name}: {told:#?}");
    }
}

/// A right program that fails on lines that match this expression.
fn dying_on(pattern: &str) -> String {
    look(pattern) + &in_c("", "look(l);")
}

/// A function that fails on a line that matches this expression.
fn look(pattern: &str) -> String {
    format!(
        "#include <regex.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
         static void look(char *line) {{\n  regex_t pattern;\n  regcomp(&pattern, \"{pattern}\", REG_EXTENDED);\n  \
         if (!regexec(&pattern, line, 0, 0, 0)) exit(9);\n  regfree(&pattern);\n}}\n"
    )
}

#[test]
fn what_fails_on_a_line_that_a_person_can_type_is_refused() {
    needs::patience();
    for pattern in
        ["\u{e9}", "^$", "[0-9]{38}", "\t", "^.{40}$", "^.{37}$", "\u{b2}", "\u{ff14}", "^[0-9]{20}$"]
    {
        let ruling = check_c(&dying_on(pattern), &["--suite", "smoke"]);
        assert_eq!(ruling["verdict"], "early", "{pattern}: {ruling:#}");
        assert!(ruling["failure"]["replay"].is_string(), "{pattern}: {ruling:#}");
    }
}

/// A program that fails on a NUL, on another control character, and on bytes that are not UTF-8.
fn weak() -> String {
    look(r"\a|\xff|.{300}") + &in_c("", "look(l); if (memchr(l, 0, n)) exit(9);")
}

const NOTED: [&str; 4] = [
    "dies on a NUL",
    "dies on a control character",
    "dies on bytes that are not UTF-8",
    "dies on long lines (from about 300 bytes)",
];

#[test]
fn each_weakness_is_one_note_with_a_command_that_shows_it() {
    let (_kept, folder) = folder(&[("weak.c", &weak())]);
    let file = folder.join("weak.c");
    let (run, code) = check(&["--suite", "smoke", file.to_str().unwrap()]);
    assert_eq!(code, 0, "{run:#}");
    let told = notes(&run["candidates"][0]);
    assert_eq!(told.len(), NOTED.len(), "{told:#?}");
    for (told, noted) in told.iter().zip(NOTED) {
        assert!(told.starts_with(noted), "{told}");
        let (_, command) = told.split_once("(`judge").unwrap();
        let command = command.strip_suffix("`)").unwrap();
        let script = format!("{}{command}", env!("CARGO_BIN_EXE_judge"));
        let shown = Command::new("bash").arg("-c").arg(&script).current_dir(home()).output().unwrap();
        assert_eq!(shown.status.code(), Some(1), "{script}: {}", String::from_utf8_lossy(&shown.stdout));
    }
}

#[test]
fn notes_are_in_every_report() {
    let (_kept, folder) = folder(&[("weak.c", &weak())]);
    let (file, saved) = (folder.join("weak.c"), folder.join("run.json"));
    let words = "dies on bytes that are not UTF-8";
    judge().args(["check", "--suite", "smoke", "--save"]).args([&saved, &file]).assert().code(0);
    for format in ["terminal", "html", "json", "markdown", "junit"] {
        let told = judge().args(["report", "--format", format]).arg(&saved).assert().code(0);
        let told = String::from_utf8(told.get_output().stdout.clone()).unwrap();
        assert!(told.contains(words), "{format}: {told}");
    }
}

#[test]
fn they_count_if_that_is_asked_for() {
    let weak = weak();
    for options in [&["--robust"][..], &["--profile", "exact"]] {
        for suite in ["smoke", "robust"] {
            let options = [options, &["--suite", suite]].concat();
            assert_eq!(check_c(&weak, &options)["verdict"], "early", "{options:?}");
            let ruling = check_shell(SHELL, &options);
            assert_eq!((&ruling["verdict"], notes(&ruling).len()), (&"accepted".into(), 0), "{ruling:#}");
        }
    }
    assert_eq!(check_c(&weak, &["--robust", "--suite", "examples"])["verdict"], "early");
}

/// A challenge in which each line is said again, and `x` ends the run.
const ECHO: &str = r#"
[input]
end = "x"
[[rule]]
on = "end"
say = ["bye"]
end = true
[[rule]]
on = "*"
say = ["what"]
[words]
bye = "bye\n"
what = "what?\n"
"#;

/// A program for it.
const ECHOES: &str = r#"int main(void) {
  char *line = 0;
  size_t room = 0;
  for (ssize_t size; (size = getline(&line, &room, stdin)) > 0;) {
    if (line[size - 1] == '\n') line[--size] = 0;
    look(line);
    if (size == 1 && *line == 'x') return puts("bye"), 0;
    puts("what?");
  }
}
"#;

/// The ruling on a program that fails on lines which match this expression, in a challenge with these keys.
fn in_challenge(keys: &str, pattern: &str) -> Value {
    let program = look(pattern) + ECHOES;
    let toml = format!("title = \"Echo\"\n{keys}\n{ECHO}");
    let (_kept, folder) = folder(&[("challenge.toml", &toml), ("program.c", &program)]);
    let (challenge, file) = (folder.to_str().unwrap(), folder.join("program.c"));
    let (mut run, _) =
        check(&["--challenge", challenge, "--suite", "smoke,complete", file.to_str().unwrap()]);
    run["candidates"][0].take()
}

#[test]
fn a_challenge_narrows_or_widens_what_decides() {
    for (keys, pattern, verdict, noted) in [
        ("", r"\xff", "accepted", 1),
        ("", ".{300}", "accepted", 1),
        ("", ".{100}", "accepted", 1),
        ("", ".{40}", "early", 0),
        ("longest = 120", ".{100}", "early", 0),
        ("longest = 99", ".{100}", "accepted", 1),
        ("longest = 5000", ".{300}", "early", 0),
        ("never = ['.{100,}']", ".{100}", "accepted", 0),
        ("characters = '[a-z0-9 ]'", "[*]", "accepted", 1),
        (r"characters = '[\x00-\x7f]'", r"\x01", "early", 0),
        ("robust = true", r"\xff", "early", 0),
    ] {
        let ruling = in_challenge(keys, pattern);
        assert_eq!(ruling["verdict"], verdict, "{keys} {pattern}: {ruling:#}");
        assert_eq!(notes(&ruling).len(), noted, "{keys} {pattern}: {ruling:#}");
    }
}

#[test]
fn a_challenge_that_contradicts_itself_is_refused_with_the_line() {
    for (keys, line, words) in [
        ("robust = true\nlongest = 9", 3, "with `robust = true` lines beyond `longest` decide, too"),
        ("characters = '[a'", 2, "`[a` is no pattern"),
        ("never = ['(']", 2, "`(` is no pattern"),
        ("samples = ['ab']\nnever = ['a.*']", 2, "the sample \"ab\" is `never` fed"),
        ("robust = 1", 2, "expected a boolean"),
    ] {
        let toml = format!("title = \"Echo\"\n{keys}\n{ECHO}");
        let (_kept, folder) = folder(&[("challenge.toml", &toml)]);
        let told = judge().arg("challenge").arg(&folder).assert().code(2);
        let told = String::from_utf8(told.get_output().stderr.clone()).unwrap();
        assert!(told.contains(&format!("challenge.toml:{line}: ")) && told.contains(words), "{keys}: {told}");
    }
}

#[test]
fn the_same_holds_for_other_games() {
    let (run, code) = check(&["--dialect", "reversi", "--suite", "robust", "golf/reversi/rev.pl"]);
    assert_eq!(code, 0, "{run:#}");
}

#[test]
fn lines_of_a_pattern_are_lines_that_a_person_can_type() {
    let toml = "title = \"Say\"\n[input]\nsay = 'say \\S+'\n[[rule]]\non = \"say\"\nsay = [\"ok\"]\n\
                [[rule]]\non = \"*\"\nsay = [\"what\"]\n[words]\nok = \"ok\\n\"\nwhat = \"what\\n\"\n";
    // What splits at control characters as Python does, which takes some of them for spaces.
    let right = "IFS=\"$(printf ' \\t\\034\\035\\036\\037x')\"; IFS=${IFS%x}\nset -f\n\
                 while read -r l; do set -- $l\n [ \"$#,$1,$l\" = \"2,say,say $2\" ] && echo ok || echo what\ndone\n";
    let (_kept, folder) = folder(&[("challenge.toml", toml), ("right.sh", right)]);
    let (challenge, file) = (folder.to_str().unwrap(), folder.join("right.sh"));
    let (run, _) = check(&["--challenge", challenge, "--suite", "complete", file.to_str().unwrap()]);
    assert_eq!(run["candidates"][0]["verdict"], "accepted", "{run:#}");
    let told = judge().args(["challenge", challenge]).assert().code(0);
    let told = String::from_utf8(told.get_output().stdout.clone()).unwrap();
    assert!(told.contains("line 3: `say` takes control characters, too"), "{told}");
}
