//! Answers with patterns in `{{…}}`, in every kind of challenge.

use std::path::Path;

use predicates::str::contains;

use crate::needs;
use crate::program::{folder, judge, with_change, write};

/// A balance. Its times and its complaints are free.
const REFERENCE: &str = r#"$| = 1;
my $sum = 0;
while (my $line = <STDIN>) {
    chomp $line;
    if ($line =~ /^put ([0-9]{1,3})$/a) { $sum += $1; print "balance $sum at {{[0-2][0-9]:[0-5][0-9]}}.\n"; }
    elsif ($line eq "quit") { print "bye\n"; exit; }
    else { print "error: {{.+}}\n"; }
}
"#;

const CHALLENGE: &str = r#"title = "Balance"
reference = "reference.pl"
samples = ["put 1", "put 20", "quit", "hm", ""]
characters = "ascii"
blanks = "single"

[[example]]
name = "usual"
inputs = ["put 1", "hm", "put 20", "", "quit"]

[freedom.golf]
patterns = true
"#;

/// The same by rules, in whose words one brace is written as two.
const TABLE: &str = r#"title = "Balance"
characters = "ascii"
blanks = "single"
[state]
sum = { init = 0 }
[input]
put = 'put (?<n>[0-9]{1,3})'
quit = 'quit'
[[rule]]
on = "put"
set.sum = "sum + n"
say = ["balance"]
[[rule]]
on = "quit"
say = ["bye"]
end = true
[[rule]]
on = "*"
say = ["error"]
[words]
balance = "balance {sum} at {{{{[0-2][0-9]:[0-5][0-9]}}}}.\n"
bye = "bye\n"
error = "error: {{{{.+}}}}\n"
[[example]]
name = "usual"
inputs = ["put 1", "hm", "put 20", "", "quit"]
[freedom.golf]
patterns = true
"#;

/// The texts of the reference, and those of right programs.
const RIGHT: [[(&str, &str); 2]; 4] = [
    [("{{[0-2][0-9]:[0-5][0-9]}}", "12:30"), ("{{.+}}", "what is this?")],
    [("{{[0-2][0-9]:[0-5][0-9]}}", "00:59"), ("{{.+}}", "<$line>")],
    [("{{[0-2][0-9]:[0-5][0-9]}}", "09:00"), ("{{.+}}", "error: {{}} \u{e9}")],
    // The reference itself.
    [("bye", "bye"), ("error", "error")],
];

/// Those of wrong ones.
const WRONG: [[(&str, &str); 2]; 7] = [
    [("{{[0-2][0-9]:[0-5][0-9]}}", "12:30"), ("{{.+}}", "")],
    [("{{[0-2][0-9]:[0-5][0-9]}}", "12:60"), ("{{.+}}", "no")],
    [("{{[0-2][0-9]:[0-5][0-9]}}", "12:3"), ("{{.+}}", "no")],
    [("{{[0-2][0-9]:[0-5][0-9]}}", "12:30"), ("{{.+}}", "no\\nno")],
    [("{{[0-2][0-9]:[0-5][0-9]}}", "12:30"), ("error: {{.+}}", "Error: no")],
    [(" at {{[0-2][0-9]:[0-5][0-9]}}.", " at 12:30"), ("{{.+}}", "no")],
    [("{{[0-2][0-9]:[0-5][0-9]}}", "12:30"), ("error: {{.+}}", "error")],
];

/// Judges the programs by the challenge in this folder.
fn judged(folder: &Path, programs: &[(String, i32)], arguments: &[&str]) {
    for (program, code) in programs {
        write(folder, "program.pl", program);
        let check = ["check", "--challenge", ".", "program.pl"];
        let output = judge().current_dir(folder).args(check).args(arguments).output().unwrap();
        let told = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(*code), "{program}\n{told}\n{output:?}");
    }
}

/// All of them, with the expected exit code.
fn programs() -> Vec<(String, i32)> {
    let of = |texts: &[(&str, &str); 2]| {
        texts.iter().fold(REFERENCE.to_owned(), |text, (from, to)| with_change(&text, from, to))
    };
    let right = RIGHT.iter().map(|texts| (of(texts), 0));
    let right: Vec<_> = right.collect();
    let off = with_change(&right[0].0, "$sum += $1", "$sum += $1 + ($sum == 21)");
    let wrong = WRONG.iter().map(|texts| (of(texts), 1));
    right.into_iter().chain(wrong).chain([(off, 1)]).collect()
}

#[test]
fn a_reference_says_where_wording_is_free() {
    needs::patience();
    let (_place, folder) = folder(&[("challenge.toml", CHALLENGE), ("reference.pl", REFERENCE)]);
    judged(&folder, &programs(), &["--suite", "examples,smoke,random"]);
    judged(&folder, &programs()[..6], &["--suite", "examples", "--profile", "exact"]);
}

#[test]
#[ignore = "one of the ten longest; tests/long.sh longest"]
fn rules_say_where_wording_is_free() {
    let (_place, folder) = folder(&[("challenge.toml", TABLE)]);
    judge().current_dir(&folder).args(["challenge", "."]).assert().success();
    judged(&folder, &programs(), &[]);
}

#[test]
fn recordings_say_where_wording_is_free() {
    let (_place, folder) =
        folder(&[("challenge.toml", "title = \"Balance\"\n[freedom.golf]\npatterns = true\n")]);
    let turns = [
        ("put 1", "balance 1 at {{[0-2][0-9]:[0-5][0-9]}}.\n"),
        ("hm", "error: {{.+}}\n"),
        ("put 20", "balance 21 at {{[0-2][0-9]:[0-5][0-9]}}.\n"),
        ("put 3", "balance 24 at {{[0-2][0-9]:[0-5][0-9]}}.\n"),
        ("quit", "bye\n"),
    ];
    let turn = |(input, answer): (&str, &str)| format!("[[turn]]\ninput = '{input}'\nanswer = {answer:?}\n");
    write(&folder, "usual.recording.toml", &turns.map(turn).concat());
    judged(&folder, &programs(), &[]);
    write(&folder, "usual.recording.toml", &turns.map(turn).concat().replace(".+", "(.+"));
    let told = contains("usual: `(.+` is no pattern: unclosed group");
    judge().current_dir(&folder).args(["challenge", "."]).assert().code(2).stderr(told);
}

#[test]
fn answers_of_whole_cases_have_patterns_within_words() {
    let text = "title = \"Balance\"\n[cases]\n[freedom.golf]\npatterns = true\nchoose = [[\"yes\", \"y\"], [\",\", \";\"]]\n";
    let (_place, folder) = folder(&[("challenge.toml", text)]);
    write(&folder, "cases/1.in", "");
    write(&folder, "cases/1.ans", "at {{[0-2][0-9]:[0-5][0-9]}}. yes, {{[a-z]+}}\nyes yesterday a,b\n");
    for (output, code) in [
        ("at 12:30. yes, no\\nyes yesterday a,b", 0),
        ("at 12:30. Y, NO\\ny yesterday a,b", 0),
        ("at 12:30. y; no\\ny yesterday a;b", 0),
        ("at 12:30. y; no\\ny yesterday a,b", 1),
        ("at 12:30. y; no\\nyes yesterday a;b", 1),
        ("at 12:30. y; no\\ny yterday a;b", 1),
        ("at 12:60. yes, no\\nyes yesterday a,b", 1),
        ("at 12:30. yes, n0\\nyes yesterday a,b", 1),
    ] {
        write(&folder, "program.pl", &format!("print \"{output}\";"));
        judge().current_dir(&folder).args(["check", "--challenge", ".", "program.pl"]).assert().code(code);
    }
    write(&folder, "cases/1.ans", "{{(}}");
    let asked = judge().current_dir(&folder).args(["check", "--challenge", ".", "program.pl"]).assert();
    asked.code(2).stderr(contains("the answer to 1: `(` is no pattern: unclosed group"));
}

#[test]
fn invalid_and_unused_patterns_are_reported() {
    needs::patience();
    let bad = with_change(REFERENCE, "{{.+}}", "{{(}}");
    let (_place, folder) = folder(&[("challenge.toml", CHALLENGE), ("reference.pl", &bad)]);
    let told = "the reference says what is no answer: `(` is no pattern: unclosed group";
    judge().current_dir(&folder).args(["challenge", "."]).assert().code(2).stderr(contains(told));
    let plain = programs()[0].0.clone();
    write(&folder, "reference.pl", &plain);
    let note = "note: no answer has a pattern in `{{…}}`, so `patterns` has no use";
    judge().current_dir(&folder).args(["challenge", "."]).assert().success().stdout(contains(note));
    write(&folder, "challenge.toml", &with_change(TABLE, "{{{{.+}}}}", "{{{{(}}}}"));
    let told = contains("challenge.toml:23: `(` is no pattern: unclosed group");
    judge().current_dir(&folder).args(["challenge", "."]).assert().code(2).stderr(told);
}
