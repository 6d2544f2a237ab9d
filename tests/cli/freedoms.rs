//! What a challenge lets differ, in every kind of challenge: numbers that are near, texts that are replaced or ignored, lines
//! in any order, and texts to choose.

use std::path::Path;

use predicates::prelude::*;

use crate::needs;
use crate::program::{judge, with_change, write};

/// A program that keeps numbers by name. Its listing is in the order of a hash, its times differ from run to run.
const REFERENCE: &str = r#"$| = 1;
my %known;
while (my $line = <STDIN>) {
    chomp $line;
    if ($line =~ /^put (\w+) (\d+)$/) { $known{$1} = $2; printf "stored in %d ms\n", rand(1000); }
    elsif ($line eq "list") { print "known:\n"; print "- $_\n" for keys %known; }
    elsif ($line =~ /^has (\w+)$/) { print exists $known{$1} ? "yes\n" : "no\n"; }
    elsif ($line eq "mean") {
        my ($sum, $count) = (0, scalar keys %known);
        $sum += $_ for values %known;
        printf "mean %.3f\n", $count ? $sum / $count : 0;
    }
    else { print "?\n"; }
}
"#;

const CHALLENGE: &str = r#"title = "Numbers by name"
reference = ["perl", "reference.pl"]
samples = ["put a 1", "put b 2", "put c 4", "list", "has a", "has x", "mean", "", "hm"]

[[example]]
name = "three"
inputs = ["put a 1", "put b 2", "put c 4", "list", "has a", "has x", "mean", "hm"]

[[example]]
name = "often"
inputs = ["put a 1", "has a", "has a", "has a", "put b 2", "put c 3", "has a", "has a", "has a", "has a", "has a", "has a", "has a"]

[freedom.golf]
numbers = { absolute = 0.001 }
replace = [{ pattern = 'in \d+ ms', with = "in N ms" }, { pattern = '^debug: .*' }]
unordered = ['^- ']
choose = [["yes", "y", "true"], ["no", "n", "false"]]
"#;

/// A change of the reference, by a text of it and what takes its place.
type Change = (&'static str, &'static str);

/// What the freedoms allow.
const RIGHT: [&[Change]; 6] = [
    &[],
    &[("%.3f", "%.6f"), ("keys %known; }", "sort keys %known; }")],
    &[("rand(1000)", "7"), ("keys %known; }", "reverse sort keys %known; }")],
    &[(r#""yes\n""#, r#""y\n""#), (r#""no\n""#, r#""n\n""#)],
    &[(r#""yes\n""#, r#""true\n""#), (r#""no\n""#, r#""n\n""#)],
    &[("chomp $line;", r#"chomp $line; print "debug: got $line\n";"#)],
];

/// What they do not.
const WRONG: [&[Change]; 9] = [
    &[("%.3f", "%.1f")],
    &[("$sum / $count", "$sum / $count + 0.01")],
    &[("stored in %d ms", "stored in %d s")],
    &[("stored in %d ms", "stored within %d ms")],
    &[(r#"print "- $_\n" for"#, r#"print "- $_\n- $_\n" for"#)],
    &[(
        r#"print "known:\n"; print "- $_\n" for keys %known;"#,
        r#"print "- $_\n" for keys %known; print "known:\n";"#,
    )],
    &[(r#""yes\n""#, r#"(rand() < 0.5 ? "yes\n" : "y\n")"#)],
    &[(r#""yes\n" : "no\n""#, r#"(keys %known > 2 ? "yes\n" : "y\n") : "no\n""#)],
    &[("chomp $line;", r#"chomp $line; print "debug; got $line\n";"#)],
];

fn program(changes: &[Change]) -> String {
    changes.iter().fold(REFERENCE.to_owned(), |text, (from, to)| with_change(&text, from, to))
}

/// Judges the programs by a challenge in this folder, and compares with what is expected of them.
fn judged(folder: &Path, arguments: &[&str]) {
    let programs = RIGHT.iter().map(|changes| (changes, 0)).chain(WRONG.iter().map(|changes| (changes, 1)));
    for (number, (changes, code)) in programs.enumerate() {
        write(folder, "program.pl", &program(changes));
        let output = judge()
            .current_dir(folder)
            .args(["check", "--challenge", "."])
            .args(arguments)
            .args(["--", "perl", "program.pl"])
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&output.stdout);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{number}: {changes:?}\n{told}{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[test]
fn a_reference_is_held_to_what_its_freedoms_leave() {
    needs::patience();
    let place = tempfile::tempdir().unwrap();
    write(place.path(), "challenge.toml", CHALLENGE);
    write(place.path(), "reference.pl", REFERENCE);
    judged(place.path(), &["--suite", "examples,smoke"]);
    let told = judge().current_dir(place.path()).args(["challenge", "."]).assert().success();
    let found = told.stdout(predicate::str::contains("note: \"stored in ")).get_output().stdout.clone();
    // Only programs print such lines, and the order of lines is no replacement.
    let found = String::from_utf8(found).unwrap();
    assert!(found.contains("no answer matches `^debug: .*`") && !found.contains("known:"), "{found}");
}

#[test]
fn recordings_are_held_to_what_their_freedoms_leave() {
    let place = tempfile::tempdir().unwrap();
    let kept = "put a 1\nput b 2\nput c 4\nlist\nhas a\nhas x\nmean\nhm\n".lines();
    let answers = [
        "stored in 5 ms\n",
        "stored in 6 ms\n",
        "stored in 7 ms\n",
        "known:\n- a\n- b\n- c\n",
        "yes\n",
        "no\n",
        "mean 2.333\n",
        "?\n",
    ];
    let turn = |(input, answer): (&str, &str)| format!("[[turn]]\ninput = {input:?}\nanswer = {answer:?}\n");
    let turns: String = kept.zip(answers).map(turn).collect();
    write(place.path(), "one.recording.toml", &format!("closing = \"\"\n{turns}"));
    let after = CHALLENGE.split("[freedom.golf]").nth(1).unwrap();
    write(place.path(), "challenge.toml", &format!("title = \"Numbers\"\n[freedom.golf]{after}"));
    let text = "put a 1\nput b 2\nhas a\nput c 4\nhas a\n".lines();
    let answers = ["stored in 5 ms\n", "stored in 6 ms\n", "yes\n", "stored in 7 ms\n", "yes\n"];
    let turns: String = text.zip(answers).map(turn).collect();
    let again = "[[turn]]\ninput = \"has b\"\nanswer = \"yes\\n\"\n".repeat(12);
    write(place.path(), "two.recording.toml", &format!("closing = \"\"\n{turns}{again}"));
    judged(place.path(), &[]);
}

/// The same in rules: a name, a list of what is known in two orders, a mean.
const TABLE: &str = r#"title = "Two names"
[state]
known = { init = 0, range = [0, 2] }
[input]
put = 'put'
list = 'list'
has = 'has'
mean = 'mean'
[[rule]]
on = "put"
when = "known < 2"
set.known = "known + 1"
say = ["stored"]
[[rule]]
on = "list"
when = "known == 2"
say = ["both"]
[[rule]]
on = "has"
when = "known > 0"
say = ["yes"]
[[rule]]
on = "has"
say = ["no"]
[[rule]]
on = "mean"
say = ["mean"]
[[rule]]
on = "*"
say = ["what"]
[words]
stored = "stored in 5 ms\n"
both = "known:\n- a\n- b\n"
yes = "yes\n"
no = "no\n"
mean = "mean {known}.333\n"
what = "?\n"
[freedom.golf]
numbers = { absolute = 0.001 }
replace = [{ pattern = 'in \d+ ms', with = "in N ms" }]
unordered = ['^- ']
choose = [["yes", "y"], ["no", "n"]]
"#;

/// A right program for it; the texts between `|` are what the cases change.
const OF_TABLE: &str = r#"my $n = 0;
while (<STDIN>) {
    chomp;
    if (/^put$/ && $n < 2) { $n++; print "stored in |5| ms\n"; }
    elsif (/^list$/ && $n == 2) { print "known:\n|- a\n- b|\n"; }
    elsif (/^has$/) { print $n > 1 ? "|yes|\n" : $n ? "|yes|\n" : "|no|\n"; }
    elsif (/^mean$/) { print "mean $n.|333|\n"; }
    else { print "?\n"; }
}
"#;

#[test]
fn rules_are_held_to_what_their_freedoms_leave() {
    let place = tempfile::tempdir().unwrap();
    write(place.path(), "challenge.toml", TABLE);
    for (texts, code) in [
        (["5", "- a\\n- b", "yes", "yes", "no", "333"], 0),
        (["17", "- b\\n- a", "y", "y", "no", "3335"], 0),
        (["5", "- a\\n- b", "y", "y", "n", "3330"], 0),
        (["5", "- a\\n- b", "yes", "y", "no", "333"], 1),
        (["5", "- a\\n- a", "yes", "yes", "no", "333"], 1),
        (["5", "- a\\n- b", "yes", "yes", "no", "33"], 1),
        (["x", "- a\\n- b", "yes", "yes", "no", "333"], 1),
        (["5", "- a\\n- b", "Y", "Y", "no", "333"], 1),
    ] {
        let mut parts = OF_TABLE.split('|');
        let mut program = parts.next().unwrap().to_owned();
        for text in texts {
            parts.next().unwrap();
            program += &(text.to_owned() + parts.next().unwrap());
        }
        write(place.path(), "program.pl", &program);
        let arguments = ["check", "--challenge", ".", "--", "perl", "program.pl"];
        judge().current_dir(place.path()).args(arguments).assert().code(code);
    }
}

#[test]
fn whole_cases_are_held_to_what_their_freedoms_leave() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    let after = CHALLENGE.split("[freedom.golf]").nth(1).unwrap().split("choose").next().unwrap();
    write(folder, "challenge.toml", &format!("title = \"Numbers\"\n[cases]\n[freedom.golf]{after}"));
    write(folder, "cases/one.in", "");
    write(folder, "cases/one.ans", "known:\n- a\n- b\nstored in 5 ms\nmean 2.333\n");
    for (output, code) in [
        ("known:\\n- b\\n- a\\nSTORED in 6 ms\\nmean 2.3331", 0),
        ("debug: x\\nknown:\\n- a\\n- b\\nstored in 5 ms\\nmean 2.3326\\n", 0),
        ("known:\\n- a\\n- a\\nstored in 5 ms\\nmean 2.333\\n", 1),
        ("- a\\nknown:\\n- b\\nstored in 5 ms\\nmean 2.333\\n", 1),
        ("known:\\n- a\\n- b\\nstored in five ms\\nmean 2.333\\n", 1),
        ("known:\\n- a\\n- b\\nstored in 5 ms\\nmean 2.34\\n", 1),
    ] {
        write(folder, "program.pl", &format!("print \"{output}\";"));
        judge().current_dir(folder).args(["check", "--challenge", ".", "program.pl"]).assert().code(code);
    }
    write(folder, "challenge.toml", "title = \"Numbers\"\n[cases]\n[freedom.golf]\nnewlines = \"around\"\n");
    judge()
        .current_dir(folder)
        .args(["challenge", "."])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("`newlines` of [freedom.golf] has no meaning for whole cases"));
}

#[test]
fn useless_freedoms_are_refused_or_reported() {
    let place = tempfile::tempdir().unwrap();
    write(place.path(), "reference.pl", REFERENCE);
    for (key, told) in [
        ("replace = [{ pattern = '.*' }]", ":4: `.*` matches every line, so nothing would be compared"),
        ("unordered = ['(']", ":4: `(` is no pattern: unclosed group"),
        ("numbers = -1.0", ":4: `numbers` is the largest error of a number, from 0"),
        ("choose = [['yes']]", ":4: a choice is from 2 to 16 texts"),
        ("replace = [{ pattern = 'a', to = 'b' }]", ":4: unknown field `to`"),
    ] {
        let text = format!("title = 'N'\nreference = ['perl', 'reference.pl']\n[freedom.golf]\n{key}\n");
        write(place.path(), "challenge.toml", &text);
        let asked = judge().current_dir(place.path()).args(["challenge", "."]).assert().code(2);
        asked.stderr(predicate::str::contains(told));
    }
    let text = CHALLENGE.replace("'^- '", "'^\\* '").replace("pattern = 'in", "pattern = 'within");
    write(place.path(), "challenge.toml", &text.replace("rand(1000)", "5"));
    write(
        place.path(),
        "reference.pl",
        &REFERENCE.replace("rand(1000)", "5").replace("keys %known; }", "sort keys %known; }"),
    );
    let told = judge().current_dir(place.path()).args(["challenge", "."]).assert().success();
    told.stdout(predicate::str::contains("note: no answer matches `^\\* `, so that freedom has no use"));
}

/// Adds up; each `%` is where a prompt stands, and each `.` ends a list's number.
const ADDER: &str = "n=0\nprintf '1. add%'\nwhile IFS= read -r l; do\ncase $l in [0-9]) n=$((n + l)); printf '1. %s%' $n ;; \
                     *) printf '2. what%' ;; esac\ndone\n";

/// A program for it with this prompt, this sign behind numbers, and this done to them before each answer.
fn adder(prompt: &str, sign: &str, each: &str) -> String {
    let text = ADDER.replace("%s", "@").replace('%', "\\n${p}").replace('@', "%s").replace(". ", "${s} ");
    format!(
        "p='{prompt}'; s='{sign}'\n{}",
        text.replace("do\n", &format!("do {each}\n")).replace("printf '", "printf \"").replace("}'", "}\"")
    )
}

#[test]
fn a_text_is_printed_always_or_never() {
    let table = "title = 'Sum'\nopen = ['add', 'ask']\n[state]\nn = { init = 0, range = [0, 40] }\n[input]\nk = '(?<k>[0-9])'\n\
                 [[rule]]\non = 'k'\nwhen = 'n + k <= 40'\nset.n = 'n + k'\nsay = ['n', 'ask']\n\
                 [[rule]]\non = '*'\nsay = ['what', 'ask']\n\
                 [words]\nadd = \"1. add\\n\"\nn = \"1. {n}\\n\"\nwhat = \"2. what\\n\"\nask = '> '\n[freedom.golf]\n";
    let choose = "choose = [['> ', ''], ['.', ')', '']]\n";
    let full = "if [ $n -gt 31 ]; then case $l in [0-9]) l=x ;; esac; fi";
    let of_reference =
        "title = 'Sum'\nreference = ['sh', 'reference.sh']\nsamples = ['1', '9', 'x', '']\n[freedom.golf]\n";
    let of_cases = "title = 'Sum'\n[case.a]\ninput = \"1\\nx\\n2\\n\"\nanswer = \"1. add\\n> 1. 1\\n> 2. what\\n> 1. 3\\n> \"\n[freedom.golf]\n";
    let place = tempfile::tempdir().unwrap();
    write(place.path(), "reference.sh", &adder("> ", ".", ""));
    for (challenge, each, suite) in [
        (table.replace("n + k <= 40", "n <= 31").replace("[0, 40]", "[0, 60]"), full, "smoke"),
        (of_reference.to_owned(), "", "smoke"),
        (of_cases.to_owned(), "", "fixtures"),
    ] {
        write(place.path(), "challenge.toml", &(challenge + choose));
        for (prompt, sign, more, code) in [
            ("> ", ".", "", 0),
            ("", "", "", 0),
            ("", ")", "", 0),
            ("> ", "", "", 0),
            ("", ".", "[ $l = x ] && p='> '", 1),
            ("> ", ")", "[ $l = x ] && s=", 1),
            (">", ".", "", 1),
        ] {
            write(place.path(), "p.sh", &adder(prompt, sign, &format!("{each}\n{more}")));
            let ruled = judge()
                .current_dir(place.path())
                .args(["check", "--challenge", ".", "--suite", suite, "p.sh"])
                .output()
                .unwrap();
            let told = String::from_utf8_lossy(&ruled.stdout).into_owned();
            assert_eq!(ruled.status.code(), Some(code), "{prompt:?} {sign:?} {more}: {told}");
        }
    }
    write(place.path(), "challenge.toml", &format!("{of_reference}choose = [['', '> ']]\n"));
    let refused = judge().arg("challenge").arg(place.path()).assert().code(2);
    refused.stderr(predicates::str::contains(
        "the first text to choose is that of the reference, and not empty",
    ));
}
