//! What is said of a fault: text as text, the error and not what stands below it, and what to do.

use predicates::prelude::*;
use predicates::str::contains;

use crate::needs;
use crate::program::{judge, write_file};

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    /// A challenge of one whole case without input.
    fn with_case(answer: &str, more: &str) -> Place {
        let place = Place::new();
        place.write("c/challenge.toml", &format!("title = 'C'\n[cases]\n{more}"));
        place.write("c/cases/1.in", "");
        place.write("c/cases/1.ans", answer);
        place
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        write_file(path, text);
    }

    fn judge(&self, arguments: &[&str]) -> assert_cmd::assert::Assert {
        judge().current_dir(self.0.path()).args(arguments).assert()
    }

    /// What is said of a shell program in the challenge.
    fn told(&self, program: &str) -> String {
        self.write("p.sh", program);
        let ruled = self.judge(&["check", "--challenge", "c", "p.sh"]).code(1);
        String::from_utf8_lossy(&ruled.get_output().stdout).into_owned()
    }
}

/// Each with what an answer is, what is printed, and what is said.
#[test]
fn in_whole_cases_text_is_shown_as_text() {
    for (answer, printed, said) in [
        ("café", "cafe", "`cafe` instead of `café`"),
        ("it's", "its", "`its` instead of `it's`"),
        ("Привет", "日本", "`日本` instead of `Привет`"),
        ("नमस्ते", "x", "`x` instead of `नमस्ते`"),
        ("a", "a\u{200b}", "`a\\u{200b}` instead of `a`"),
        ("Total:", "T\u{43e}tal:", "instead of `Total:` (U+043E instead of U+006F)"),
        ("-5", "\u{2212}5", "(U+2212 instead of U+002D)"),
        ("101", "Number? 101", "`Number?` instead of `101`; that stands only behind `Number?`"),
        ("1 2 3", "1 2 4", "line 1, value 3: `4` instead of `3`"),
    ] {
        let told = Place::with_case(answer, "").told(&format!("echo \"{printed}\"\n"));
        assert!(told.contains(said), "{said}: {told}");
    }
}

#[test]
fn look_alikes_are_named_in_recordings() {
    let place = Place::new();
    place.write("old.sh", "echo Total - 5\n");
    place.write("in.txt", "");
    place.judge(&["new", "c", "--inputs", "in.txt", "--", "sh", "old.sh"]).success();
    assert!(place.told("echo 'T\u{43e}tal - 5'\n").contains("(U+043E instead of U+006F)"));
    assert!(place.told("echo 'Total \u{2013} 5'\n").contains("(U+2013 instead of U+002D)"));
    assert!(!place.told("echo 'Summe - 5'\n").contains("U+"));
}

#[test]
fn a_crash_is_told_by_its_error() {
    let place = Place::with_case("1\n", "");
    for (stderr, said) in [
        ("java.lang.Error: bad\n\tat a.main(a.java:1)\n", "java.lang.Error: bad"),
        ("Error: bad\n    at x\n\nNode.js v20.1.0\n", "Error: bad"),
        (
            "Error: Main method not found, define it as:\n   public\nor a JavaFX application class must extend it\n",
            "Error: Main method not found, define it as:",
        ),
        ("first\nlast words\n", "last words"),
        ("  all indented\n", "  all indented"),
    ] {
        let told = place.told(&format!("printf '%s' '{stderr}' >&2; exit 1\n"));
        let row = told.lines().find(|line| line.contains("p.sh")).unwrap();
        assert!(row.contains("crashed: ") && row.ends_with(&format!(": {said}")), "{told}");
    }
}

#[test]
fn a_known_error_is_the_reason_in_a_whole_case() {
    needs::program("node");
    let place = Place::with_case("1\n", "");
    place.write("p.js", "const a = null;\nconsole.log(a.b);\n");
    let said = contains("crashed: TypeError: Cannot read properties of null (reading 'b') at line 2\n");
    place.judge(&["check", "--challenge", "c", "p.js"]).code(1).stdout(said.and(contains("Node.js v").not()));
}

#[test]
fn a_silent_validator_leaves_output_and_answer_to_see() {
    let place = Place::with_case("5\n", "validator = 'v.sh'\n");
    place.write("c/v.sh", "exit 43\n");
    let told = place.told("echo 6\n");
    let said = "wrong: the validator refuses it and does not say why: got `6⏎`, where the answer is `5⏎`\n";
    assert!(told.contains(said), "{told}");
    assert!(place.told("printf ''\n").contains("got nothing, where"), "{told}");
}
