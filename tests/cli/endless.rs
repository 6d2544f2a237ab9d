//! Challenges of rules whose programs have no end of states: sums, and lists that grow.

use std::path::Path;

use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::{contains, starts_with};
use serde_json::json;

use crate::needs;
use crate::program::{folder, judge, with_change, write_file};

/// A balance that may grow without end.
const BANK: &str = r#"title = "Bank"
open = ["prompt"]
characters = "ascii"
blanks = "single"
[state]
balance = { init = 0 }
[input]
put = 'put (?<n>[1-9][0-9]{0,8})'
take = 'take (?<n>[1-9][0-9]{0,8})'
quit = 'quit'
[[rule]]
on = "put"
set.balance = "balance + n"
say = ["balance", "prompt"]
[[rule]]
on = "take"
when = "n <= balance"
set.balance = "balance - n"
say = ["balance", "prompt"]
[[rule]]
on = "quit"
say = ["bye"]
end = true
[[rule]]
on = "*"
say = ["no", "prompt"]
[words]
prompt = "> "
balance = "{balance}\n"
bye = "Bye\n"
no = "no\n"
"#;

/// A program for it.
const RIGHT: &str = r#"$| = 1;
my $balance = 0;
while (print("> "), defined(my $line = <STDIN>)) {
    chomp $line;
    if ($line =~ /\Aput ([1-9][0-9]{0,8})\z/) { $balance += $1; print "$balance\n"; }
    elsif ($line =~ /\Atake ([1-9][0-9]{0,8})\z/ && $1 <= $balance) { $balance -= $1; print "$balance\n"; }
    elsif ($line eq "quit") { print "Bye\n"; exit; }
    else { print "no\n"; }
}
"#;

/// A list that grows up to a hundred numbers: more lists than anybody can explore.
const STACK: &str = r#"title = "Stack"
characters = "ascii"
blanks = "single"
[state]
stack = { init = [] }
[input]
push = 'push (?<n>[0-9]{1,3})'
pop = 'pop'
[[rule]]
on = "push"
when = "stack.size() < 100"
set.stack = "[n] + stack"
say = ["ok"]
[[rule]]
name = "full"
on = "push"
say = ["full"]
[[rule]]
on = "pop"
when = "stack.size() > 0"
set.stack = "stack.slice(1, stack.size())"
say = ["top"]
[[rule]]
on = "*"
say = ["error"]
[words]
ok = "ok\n"
full = "full\n"
top = "{old.stack[0]}\n"
error = "error\n"
"#;

/// A program for it.
const STACKER: &str = r#"$| = 1;
my @stack;
while (my $line = <STDIN>) {
    chomp $line;
    if ($line =~ /\Apush ([0-9]{1,3})\z/) {
        if (@stack < 100) { push @stack, $1 + 0; print "ok\n"; } else { print "full\n"; }
    }
    elsif ($line eq "pop" && @stack) { print pop(@stack), "\n"; }
    else { print "error\n"; }
}
"#;

fn told(path: &Path, arguments: &[&str]) -> Assert {
    judge().current_dir(path).args(arguments).assert()
}

#[test]
#[ignore = "one of the ten longest; tests/long.sh longest"]
fn a_challenge_without_an_end_of_states_is_sound_and_says_so() {
    let (_kept, path) = folder(&[("challenge.toml", BANK)]);
    let whole = "Bank: sound\n  4 rules, 4 words, not all states: the number `balance` has no range; `explored` takes the \
                 place of `complete`\n";
    told(&path, &["challenge", "."])
        .code(0)
        .stdout(starts_with(whole).and(contains("\n  explored    3,000 runs")));
    let why = "`complete` feeds lines in all states, and the number `balance` has no range; `explored` is played in its place";
    told(&path, &["suite", "complete", "--challenge", "."]).code(2).stderr(contains(why));
    // What is only a step away from the states that were explored is told.
    write_file(path.join("challenge.toml"), STACK);
    let why = "not all states: there are more than 100000 states";
    let unused = "note: line 14: `full` never fires in the states that were explored";
    told(&path, &["challenge", "."]).code(0).stdout(contains(why).and(contains(unused)));
}

#[test]
fn nothing_is_proved_where_not_all_states_are_known() {
    let (_kept, path) = folder(&[("challenge.toml", BANK)]);
    for suite in ["complete", "pairs", "probed"] {
        let why = format!("`{suite}` feeds lines in all states, and the number `balance` has no range");
        told(&path, &["suite", suite, "--certificate", "--challenge", "."])
            .code(2)
            .stdout("")
            .stderr(contains(why));
        let forged = json!({
            "challenge": BANK, "suite": suite, "runs": [], "antichain": [], "identifiers": [],
        });
        write_file(path.join("forged.json"), forged.to_string());
        let verified = told(&path, &["suite", "--verify", "forged.json"]).code(1);
        verified.stderr(contains("the number `balance` has no range"));
    }
}

#[test]
#[ignore = "one of the ten longest; tests/long.sh longest"]
fn programs_are_judged_by_a_search_of_the_rules() {
    for (challenge, program, changes) in [
        (
            BANK,
            RIGHT,
            vec![
                ("$1 <= $balance", "$1 < $balance"),
                ("$balance += $1;", "$balance = ($balance + $1 + 2**31) % 2**32 - 2**31;"),
                ("$balance += $1;", "$balance += $1; $balance = 1e9 if $balance > 1e9;"),
                ("else { print \"no\\n\"; }", "else { print \"no\\n\"; $balance = 0; }"),
            ],
        ),
        (
            STACK,
            STACKER,
            vec![
                ("@stack < 100", "@stack <= 100"),
                ("@stack < 100", "@stack < 99"),
                ("pop(@stack)", "(@stack > 6 ? shift(@stack) : pop(@stack))"),
            ],
        ),
    ] {
        let (_kept, path) = folder(&[("challenge.toml", challenge), ("right.pl", program)]);
        let mut names = vec!["right.pl".to_owned()];
        for (number, (from, to)) in changes.iter().enumerate() {
            names.push(format!("wrong-{number}.pl"));
            write_file(path.join(&names[number + 1]), with_change(program, from, to));
        }
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        let arguments = [&["check", "--wall", "60", "--challenge", "."], &names[..]].concat();
        let accepted = format!("1 of {} passed", names.len());
        told(&path, &arguments).code(1).stdout(contains(accepted));
        told(&path, &["check", "--challenge", ".", "right.pl"])
            .code(0)
            .stdout(contains("accepted (searched runs)"));
    }
}

#[test]
fn the_suites_find_the_faults_of_such_a_table() {
    needs::patience();
    let (_kept, path) = folder(&[("challenge.toml", BANK)]);
    let matrix = told(&path, &["suite", "--kill-matrix", "--challenge", "."]).code(0);
    matrix.stdout(
        contains("x         a program that").not().and(contains("explored")).and(contains(" found\n")),
    );
}

#[test]
fn where_the_rules_have_no_value_no_program_is_asked() {
    needs::patience();
    let grows = with_change(BANK, "\"balance + n\"", "\"balance * 1000 + n\"");
    let (_kept, path) = folder(&[("challenge.toml", &grows)]);
    let note =
        contains("note: the rules fail when they are given \"put ").and(contains("no program is asked that"));
    told(&path, &["challenge", "."]).code(0).stdout(note);
}

#[test]
fn a_reference_beside_such_rules_is_judged_by_the_search() {
    needs::patience();
    let with = |program: &str| {
        let text = format!("reference = \"reference.pl\"\n{BANK}");
        let (kept, path) = folder(&[("challenge.toml", &text), ("reference.pl", program)]);
        (kept, told(&path, &["challenge", "."]))
    };
    with(RIGHT).1.code(0).stdout(contains("the reference agrees with the rules in all runs of explored\n"));
    let wrong = with_change(RIGHT, "$1 <= $balance", "$1 < $balance");
    with(&wrong).1.code(2).stderr(contains("the reference and the rules disagree (wrong) after \"put "));
}

/// A line with several steps, each from where the one before led.
const WALK: &str = r#"title = "Walk"
characters = "ascii"
blanks = "single"
[state]
x = { init = 0, range = [0, 4] }
[input]
walk = '(?<steps>[LR]( [LR]){0,7})'
[[rule]]
on = "walk"
set.x = 'steps.split(" ").reduce(at, step, x, step == "R" ? math.least(at + 1, 4) : math.greatest(at - 1, 0))'
say = ["at"]
[[rule]]
on = "*"
say = ["what"]
[words]
at = "at {x}\n"
what = "what\n"
"#;

/// A program for it.
const WALKER: &str = r#"$| = 1;
my $x = 0;
while (my $line = <STDIN>) {
    chomp $line;
    unless ($line =~ /\A[LR]( [LR]){0,7}\z/) { print "what\n"; next; }
    for my $step (split / /, $line) {
        if ($step eq "R") { $x++ if $x < 4; }
        else { $x-- if $x > 0; }
    }
    print "at $x\n";
}
"#;

#[test]
fn the_steps_of_one_line_are_followed_one_after_the_other() {
    let (_place, folder) = folder(&[("challenge.toml", WALK)]);
    let checked = |program: &str| {
        write_file(folder.join("walk.pl"), program);
        judge().current_dir(&folder).args(["check", "--challenge", ".", "walk.pl"]).assert()
    };
    checked(WALKER).success();
    for (from, to) in [
        ("$x++ if $x < 4", "$x++"),
        ("$x-- if $x > 0", "$x--"),
        ("$x < 4", "$x < 5"),
        ("split / /, $line", "reverse split / /, $line"),
        ("{0,7}", "{0,6}"),
    ] {
        checked(&with_change(WALKER, from, to)).code(1);
    }
    // Only at the end of the line is it looked at whether it went too far.
    let late = with_change(WALKER, "$x-- if $x > 0", "$x--");
    checked(&with_change(&late, "print \"at", "$x = 0 if $x < 0; print \"at")).code(1);
}

#[test]
fn sessions_in_files_stand_beside_rules() {
    let text = with_change(BANK, "[state]", "sessions = [\"sessions.txt\"]\n[state]");
    let (_place, folder) =
        folder(&[("challenge.toml", &text), ("sessions.txt", "put 61\ntake 17\n---\nquit\n")]);
    let listed = |suite: &str| {
        let asked = judge().current_dir(&folder).args(["suite", suite, "--challenge", "."]).assert();
        String::from_utf8(asked.success().get_output().stdout.clone()).unwrap()
    };
    assert_eq!(listed("examples"), "[\"put 61\",\"take 17\"]\n[\"quit\"]\n");
    // The search starts from them.
    assert!(listed("explored").contains("\"put 61\",\"take 17\",\""));
    let (_place, folder) = self::folder(&[("challenge.toml", &text)]);
    let asked = judge().current_dir(&folder).args(["challenge", "."]).assert().code(2);
    asked.stderr(contains("sessions.txt: "));
}
