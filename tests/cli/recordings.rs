//! Challenges whose truth is what a program says: recordings and references.

use std::path::Path;

use predicates::prelude::*;

use crate::needs;
use crate::program::{judge, write_file};

/// A bank console for the shell, and a folder to work in.
const BANK: &str = r#"balance=0
printf 'Welcome.\n> '
while IFS= read -r line; do
    amount=${line#put }
    case $line in
    "put $amount") case $amount in
        *[!0-9]*|''|0*) echo What? ;;
        *) balance=$((balance + amount)); echo "Balance $balance" ;;
        esac ;;
    quit) printf 'Bye.\n'; exit ;;
    *) echo What? ;;
    esac
    printf '> '
done
echo Lost.
"#;

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        place.write("bank.sh", BANK);
        place.write("first.txt", "put 5\nput 7\nhm\n");
        place.write("second.txt", "put 1\nquit\nput 3\n");
        place
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        write_file(path, text);
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    fn judge(&self, arguments: &[&str]) -> assert_cmd::assert::Assert {
        judge().current_dir(self.path()).env_remove("CI").args(arguments).assert()
    }

    fn in_ci(&self, arguments: &[&str]) -> assert_cmd::assert::Assert {
        judge().current_dir(self.path()).env("CI", "true").args(arguments).assert()
    }

    /// A challenge made of both files of inputs.
    fn recorded(self) -> Place {
        let files = ["--inputs", "first.txt", "--inputs", "second.txt"];
        self.judge(&[&["new", "bank"], &files[..], &["--", "sh", "bank.sh"]].concat()).success();
        self
    }

    /// A reference that is this program, and is given these lines.
    fn with_reference(self, program: &str) -> Place {
        self.write("ref/reference.sh", program);
        let text = "title = 'Bank'\nreference = ['sh', 'reference.sh']\nsamples = ['put 1', 'quit', 'hm']\n";
        self.write("ref/challenge.toml", text);
        self
    }
}

#[test]
fn what_a_program_said_is_kept_turn_by_turn() {
    let place = Place::new().recorded();
    insta::assert_snapshot!(place.read("bank/first.recording.toml"));
    insta::assert_snapshot!(place.read("bank/second.recording.toml"));
    place.judge(&["challenge", "bank"]).success().stdout(predicate::str::starts_with("bank: sound\n"));
    place.judge(&["new", "bank"]).code(2).stderr(predicate::str::contains("it is there already"));
}

#[test]
fn a_changed_program_fails_at_its_first_difference() {
    let place = Place::new().recorded();
    let check = ["check", "--challenge", "bank", "--profile"];
    for (change, code, told) in [
        (("hm", "hm"), 0, "1 of 1 passed (bank"),
        (("+ amount", "+ 2 * amount"), 1, "expected  `Balance 1`\n    got       `"),
        (("Lost", "lost"), 1, "expected  `Lost.`\n    got       `lost.`"),
        (("Bye.\\n", "Bye.\\n\\n"), 1, "extra"),
        (("Welcome.\\n", "Welcome.\\n\\n"), 1, "wrong"),
    ] {
        assert!(change.0 == "hm" || BANK.contains(change.0));
        place.write("bank.sh", &BANK.replace(change.0, change.1));
        for profile in ["golf", "exact"] {
            let command = [&check[..], &[profile, "--", "sh", "bank.sh"]].concat();
            place.judge(&command).code(code).stdout(predicate::str::contains(told));
        }
    }
}

#[test]
fn a_saved_run_holds_what_was_right() {
    let place = Place::new().recorded();
    place.write("bank.sh", &BANK.replace("+ amount", "- amount"));
    place.judge(&["check", "--challenge", "bank", "--save", "run.json", "--", "sh", "bank.sh"]).code(1);
    std::fs::remove_dir_all(place.path().join("bank")).unwrap();
    let explained = place.judge(&["explain", "run.json", "sh bank.sh"]).success();
    explained.stdout(predicate::str::contains("Balance"));
    place.judge(&["report", "run.json"]).success().stdout(predicate::str::contains("expected  `Balance 1`"));
}

#[test]
fn line_ends_that_git_has_changed_are_no_difference() {
    let place = Place::new().recorded();
    for file in ["bank/challenge.toml", "bank/first.recording.toml", "bank/second.recording.toml"] {
        place.write(file, &place.read(file).replace('\n', "\r\n"));
    }
    place.judge(&["check", "--challenge", "bank", "bank.sh"]).success();
    // So is what stands within quotes over several lines.
    let cases = "title = 'A'\n[cases]\ncompare = 'exact'\n[case.1]\ninput = \"\"\"\na\nb\"\"\"\nanswer = \"\"\"a\nb\"\"\"\n";
    place.write("cases/challenge.toml", &cases.replace('\n', "\r\n"));
    place.write("cat.sh", "cat");
    place.write("strict.sh", "read first\n[ \"$first\" = a ] && printf 'a\\nb'");
    place.judge(&["check", "--challenge", "cases", "cat.sh", "strict.sh"]).success();
}

#[test]
fn a_change_that_is_meant_is_proposed_and_accepted() {
    let place = Place::new().recorded();
    place.write("bank.sh", &BANK.replace("Lost", "lost"));
    place.write("more.txt", "hm\n");
    let record = ["record", "--challenge", "bank", "--inputs", "more.txt", "--", "sh", "bank.sh"];
    place.in_ci(&record).code(1);
    let proposed = place.judge(&record).success();
    proposed.stdout("bank/first.recording.toml.new\nbank/more.recording.toml.new\nproposed; review them, then run `judge accept --challenge bank`\n");
    let (right, known) =
        (place.read("bank/more.recording.toml.new"), place.read("bank/first.recording.toml"));
    place.write("bank/more.recording.toml.new", "x = [");
    let refused = place.judge(&["accept", "--challenge", "bank"]).code(2).stdout("");
    refused.stderr(predicate::str::contains("bank/more.recording.toml.new: 1:"));
    assert_eq!(place.read("bank/first.recording.toml"), known);
    place.write("bank/more.recording.toml.new", &right);
    place.judge(&["accept", "--challenge", "bank"]).success();
    place.judge(&["check", "--challenge", "bank", "--", "sh", "bank.sh"]).success();
    place
        .judge(&record[..3])
        .code(2)
        .stderr(predicate::str::contains("name the program to record after `--`"));
    place.judge(&["record", "--", "sh", "bank.sh"]).code(2).stderr(predicate::str::contains("the rules say"));
}

/// Answers each line, and ends at one.
const ENDS: &str = "while read -r line; do echo \"got $line\"; [ \"$line\" != quit ] || exit 0; done";

#[test]
fn a_program_that_goes_on_where_the_recorded_one_ended_is_wrong() {
    let place = Place::new();
    place.write("ends.sh", ENDS);
    place.write("s.txt", "a\nquit\n");
    place.judge(&["new", "c", "--inputs", "s.txt", "--", "sh", "ends.sh"]).success();
    let on = ENDS.replace("exit 0", "continue");
    let all = format!("cat >.all; exec <.all; {ENDS}");
    let counts = "all=$(cat | wc -l); [ $all != 2 ] || printf 'got a\\ngot quit\\n'";
    let programs = [("ends.sh", ENDS, 0), ("on.sh", &on, 1), ("all.sh", &all, 0), ("counts.sh", counts, 0)];
    for (name, program, code) in programs {
        place.write(name, program);
        let check = place.judge(&["check", "--challenge", "c", "--", "sh", name]).code(code);
        check.stdout(predicate::str::contains("Seen on a terminal").not());
    }
    place.in_ci(&["record", "--challenge", "c", "--", "sh", "ends.sh"]).success();
    let record = place.in_ci(&["record", "--challenge", "c", "--", "sh", "on.sh"]).code(1);
    record.stdout("c/s.recording.toml.new\n");
}

#[test]
fn what_may_differ_is_no_new_recording() {
    let place = Place::new();
    place.write("clock.sh", "while read -r line; do echo \"$(date +%N) got $line\"; done");
    place.write("s.txt", "a\n");
    place.write("a b/challenge.toml", "title = 'C'\n");
    let record = ["record", "--challenge", "a b", "--inputs", "s.txt", "--", "sh", "clock.sh"];
    let without = [&record[..3], &record[5..]].concat();
    place.in_ci(&without).code(2).stderr(predicate::str::contains("there are no recordings"));
    let free = "[freedom.golf]\ncase = 'fold'\nreplace = [{ pattern = '^[0-9]{9} ', with = 'TIME ' }]\n";
    place.write("a b/challenge.toml", &format!("title = 'C'\n{free}"));
    place.judge(&record).success().stdout(predicate::str::ends_with("`judge accept --challenge 'a b'`\n"));
    place.judge(&["accept", "--challenge", "a b"]).success();
    place.write("clock.sh", "while read -r line; do echo \"$(date +%N) Got $line\"; done");
    for again in [&record[..], &without] {
        place.in_ci(again).success().stdout("every recording is right\n");
    }
    place.write("clock.sh", "while read -r line; do echo \"$(date +%N) had $line\"; done");
    place.in_ci(&without).code(1);
}

#[test]
fn a_recording_is_replayed_by_its_name_or_file_and_nothing_else_is_right() {
    let place = Place::new().recorded();
    let replay = |inputs: &str| place.judge(&["replay", "--challenge", "bank", inputs, "bank.sh"]);
    for inputs in ["second", "bank/second.recording.toml", "second.txt", "[\"put 5\"]"] {
        replay(inputs).success().stdout(predicate::str::contains("put "));
    }
    let told = "nothing is known of these inputs: no recording of bank goes on with them";
    replay("put 9").code(2).stdout("").stderr(predicate::str::contains(told));
    place.write("x.recording.toml", "opening = 1");
    replay("x.recording.toml").code(2).stderr(predicate::str::contains("x.recording.toml: 1:"));
}

#[test]
fn inputs_that_are_no_text_are_told_and_commands_are_quoted() {
    let place = Place::new();
    std::fs::write(place.path().join("latin.txt"), b"caf\xe9\n").unwrap();
    let new = |inputs| place.judge(&["new", "a b", "--inputs", inputs, "--", "sh", "bank.sh", "", "it's"]);
    new("latin.txt").code(2).stderr("judge: latin.txt: line 1 of the input is not UTF-8 text\n");
    let told = "\n`judge check --challenge 'a b' -- sh bank.sh '' \"it's\"` finds out";
    new("first.txt").success().stdout(predicate::str::contains(told));
}

#[test]
fn inputs_may_be_piped_and_nothing_is_half_written() {
    needs::patience();
    let place = Place::new();
    let mut command = judge();
    command.current_dir(place.path()).args(["new", "bank", "--", "sh", "bank.sh"]).write_stdin("put 4\n");
    command.assert().success();
    assert!(place.read("bank/first.recording.toml").contains("Balance 4"));
    place.write("dice.sh", "date +%N; read -r line");
    let twice = ["new", "dice", "--inputs", "first.txt", "--inputs", "./first.txt", "--", "sh", "bank.sh"];
    place.judge(&twice).code(2).stderr(predicate::str::contains("another file is called so, too"));
    let failed = place.judge(&["new", "dice", "--inputs", "first.txt", "--", "sh", "dice.sh"]).code(2);
    failed
        .stderr(predicate::str::contains("nothing is recorded: given \"put 5\", \"put 7\", \"hm\", it said"));
    place.write("there/first.recording.toml", "mine");
    place.judge(&["new", "there", "--inputs", "first.txt", "--", "sh", "bank.sh"]).code(2);
    let names: Vec<_> = std::fs::read_dir(place.path().join("there")).unwrap().collect();
    assert!(names.len() == 1 && place.read("there/first.recording.toml") == "mine", "{names:?}");
    for (name, program) in
        [("loop", "while :; do :; done"), ("bytes", "printf '\\377'"), ("crash", "kill -9 $$")]
    {
        place.write("p.sh", program);
        place.judge(&["new", name, "--inputs", "first.txt", "--", "sh", "p.sh"]).code(2);
        assert!(!place.path().join(name).exists(), "{name}");
    }
}

#[test]
fn a_template_is_sound() {
    let place = Place::new();
    place.judge(&["new", "counter"]).success();
    place.judge(&["challenge", "counter"]).success().stdout(predicate::str::starts_with("Counter: sound\n"));
    place.judge(&["new", "/"]).code(2).stderr(predicate::str::contains("a folder of its own"));
}

#[test]
fn recordings_that_cannot_be_true_are_refused() {
    for (file, text, told) in [
        ("first.recording.toml", "opening = 1", "first.recording.toml:1: "),
        ("other.recording.toml", "opening = 'Hello'", "other: after the same inputs another run said"),
        (
            "challenge.toml",
            "title = 'x'\nopen = ['menu']",
            "challenge.toml:2: open belongs to a table of rules",
        ),
        (
            "challenge.toml",
            "title = 'x'\nsamples = ['a']",
            "challenge.toml: samples, examples and sessions need a `reference`",
        ),
        ("challenge.toml", "title = 'x'\nreference = []", "challenge.toml:2: the reference has no command"),
    ] {
        let place = Place::new().recorded();
        place.write(&format!("bank/{file}"), text);
        place.judge(&["challenge", "bank"]).code(2).stderr(predicate::str::contains(told));
    }
}

#[test]
fn a_reference_answers_whatever_it_is_given() {
    needs::patience();
    let place = Place::new().with_reference(BANK);
    place.judge(&["challenge", "ref"]).success().stdout(predicate::str::starts_with("Bank: sound\n"));
    let check = ["check", "--challenge", "ref", "--", "sh", "bank.sh"];
    place.judge(&check).success().stdout(predicate::str::contains("1 of 1 passed"));
    // It forgets what it has when it does not understand.
    place.write("bank.sh", &BANK.replace("*) echo What?", "*) echo What?; balance=0"));
    place
        .judge(&check)
        .code(1)
        .stdout(predicate::str::contains("    > put 1\n    Balance 1\n    > hm\n    What?\n    > put 1\n"));
    let matrix = place.judge(&["suite", "--kill-matrix", "--challenge", "ref"]).code(2);
    matrix.stderr(predicate::str::contains("no faulty programs of ref are known"));
    // Inputs that no suite has.
    place.write("bank.sh", BANK);
    place.judge(&["replay", "--challenge", "ref", "put 30,put 12,quit", "--", "sh", "bank.sh"]).success();
}

/// What counts to three, in C, with a file beside it.
const COUNTER: &str = r#"#include <stdio.h>
#include <string.h>
#include "most.h"
int main(void) {
    char line[300];
    int n = 0;
    while (printf("%d> ", n), fgets(line, sizeof line, stdin)) {
        if (!strcmp(line, "up\n") && n < MOST) n++;
        else if (!strcmp(line, "quit\n")) return 0;
        else puts("No.");
    }
}
"#;

/// The same in Perl.
const COUNTER_IN_PERL: &str = r#"my $n = 0;
while (print("$n> "), defined(my $line = <STDIN>)) {
    if ($line eq "up\n" && $n < 3) { $n++ }
    elsif ($line eq "quit\n") { last }
    else { print "No.\n" }
}
"#;

impl Place {
    /// A challenge whose reference is the counter in C; none without a compiler.
    fn with_counter() -> Option<Place> {
        if which::which("gcc").is_err() {
            needs::leaves_out("C", "apt-get install gcc");
            return None;
        }
        let place = Place::new();
        place.write("ref/src/counter.c", COUNTER);
        place.write("ref/src/most.h", "#define MOST 3\n");
        place.name_counter("'src/counter.c'");
        Some(place)
    }

    /// Names the counter's reference otherwise.
    fn name_counter(&self, reference: &str) {
        let text = format!("title = 'Counter'\nreference = {reference}\nsamples = ['up', 'quit', 'down']\n");
        self.write("ref/challenge.toml", &text);
    }
}

#[test]
fn a_reference_is_run_as_a_submission_is() {
    needs::patience();
    let Some(place) = Place::with_counter() else { return };
    place.write("ref/counter.pl", COUNTER_IN_PERL);
    place.write("right.pl", COUNTER_IN_PERL);
    place.write("wrong.pl", &COUNTER_IN_PERL.replace("< 3", "< 4"));
    for reference in ["'src/counter.c'", "['./src/counter.c']", "'counter.pl'"] {
        place.name_counter(reference);
        let told = place.judge(&["check", "--challenge", "ref", "right.pl", "wrong.pl"]).code(1);
        told.stdout(predicate::str::contains("1 of 2 passed"));
    }
    for (reference, told) in [
        ("'counter.py'", "the reference \"counter.py\" is neither a tool nor a file of the folder"),
        ("'python3 counter.py'", "write it as a list of words: reference = [\"python3\", \"counter.py\"]"),
        ("'src'", "the reference \"src\" is neither a tool nor a file of the folder"),
        ("'src/most.h'", "the reference \"src/most.h\" failed: "),
        ("3", "challenge.toml:2: expected the file of a program, or a command as a list of words"),
    ] {
        place.name_counter(reference);
        place.judge(&["challenge", "ref"]).code(2).stderr(predicate::str::contains(told));
    }
    place.name_counter("'src/counter.c'");
    place.write("ref/src/counter.c", &COUNTER.replace("n = 0", "n = O"));
    let told = "the reference \"src/counter.c\" failed to compile: counter.c: In function";
    place.judge(&["challenge", "ref"]).code(2).stderr(predicate::str::contains(told));
}

#[test]
fn a_reference_that_cannot_be_asked_is_no_truth() {
    needs::patience();
    for (program, told) in [
        ("date +%N", ", it said"),
        ("while :; do :; done", "it did not come to its end: stopped"),
        ("kill -9 $$", "it did not come to its end: ended by SIGKILL"),
        ("printf '\\377'", "bytes that are not UTF-8"),
        ("printf %4000000s", "stopped: too much on standard output"),
    ] {
        let place = Place::new().with_reference(program);
        let check = ["check", "--challenge", "ref", "--", "sh", "bank.sh"];
        place.judge(&check).code(2).stderr(predicate::str::contains(told));
    }
}

#[test]
fn a_reference_is_shown_nothing_outside_its_folder() {
    let place = Place::new().with_reference(BANK);
    place.write("secret", "title");
    std::os::unix::fs::symlink("../secret", place.path().join("ref/odd")).unwrap();
    for word in ["../secret", "odd", place.path().join("secret").to_str().unwrap()] {
        let text = format!("title = 'x'\nreference = ['cat', '{word}']\nsamples = ['a']\n");
        place.write("ref/challenge.toml", &text);
        let told = place.judge(&["replay", "--challenge", "ref", "a", "--", "cat"]);
        told.stdout(predicate::str::contains("title").not()).stderr(predicate::str::contains("title").not());
        place.write("ref/challenge.toml", &text.replace("'cat', ", ""));
        place
            .judge(&["challenge", "ref"])
            .code(2)
            .stderr(predicate::str::is_match("neither a tool nor a file|lies outside").unwrap());
    }
}

/// A bank console that asks on for ever at the end of input.
fn endless() -> String {
    BANK.replace("read -r line;", "read -r line || :;")
}

#[test]
#[ignore = "one of the ten longest; tests/long.sh longest"]
fn looping_programs_are_recorded_and_can_be_references() {
    let place = Place::new();
    place.write("bank.sh", &endless());
    let told = "first.recording.toml: 3 inputs; what it does at the end of input is not judged";
    place
        .judge(&["new", "bank", "--inputs", "first.txt", "--", "sh", "bank.sh"])
        .success()
        .stdout(predicate::str::contains(told));
    assert!(place.read("bank/first.recording.toml").contains("waits = true"));
    let check = |challenge: &str| place.judge(&["check", "--challenge", challenge, "--", "sh", "bank.sh"]);
    check("bank").success();
    let place = place.with_reference(&endless());
    let check = |challenge: &str| place.judge(&["check", "--challenge", challenge, "--", "sh", "bank.sh"]);
    check("ref").success();
    for wrong in [
        endless().replace("+ amount", "+ 2 * amount"),
        endless().replace("Bye", "bye"),
        BANK.replace("What?", "Why?"),
    ] {
        place.write("bank.sh", &wrong);
        check("ref").code(1);
    }
}

#[test]
fn buffering_programs_are_recorded_on_a_terminal() {
    let place = Place::new();
    let source = r#"
        #include <stdio.h>
        int main(void) {
            int sum = 0, number;
            for (;;) { number = 0; printf("number? "); scanf("%d", &number); sum += number; printf("sum %d\n", sum); }
        }"#;
    place.write("sum.c", source);
    let made =
        std::process::Command::new("cc").args(["-o", "sum", "sum.c"]).current_dir(place.path()).status();
    if !made.is_ok_and(|status| status.success()) {
        needs::leaves_out("C", "apt-get install gcc");
        return;
    }
    place.write("numbers.txt", "5\n-7\n");
    place
        .judge(&["new", "sums", "--inputs", "numbers.txt", "--", "./sum"])
        .success()
        .stdout(predicate::str::contains("2 inputs on a terminal; what it does"));
    assert!(place.read("sums/numbers.recording.toml").contains("\nsum -2\nnumber? \"\"\""));
    place.judge(&["check", "--challenge", "sums", "--", "./sum"]).success();
    place.judge(&["check", "--challenge", "sums", "sum.c"]).success();
    place.write("sum.c", &source.replace("sum += number", "sum -= number"));
    place
        .judge(&["check", "--challenge", "sums", "sum.c"])
        .code(1)
        .stdout(predicate::str::contains("expected  `sum 5`"));
}

/// A bank console with a new reader for each question, which takes all that is there and keeps a line of it.
const FORGETFUL: &str = r#"balance=0 end='
'
while printf '> '; all=$(dd bs=65536 count=1 2>/dev/null; echo .); [ "$all" != . ]; do
    case ${all%%"$end"*} in
    "put "[1-9]) all=${all%%"$end"*}; balance=$((balance + ${all#put })); echo "Balance $balance" ;;
    *) echo What? ;;
    esac
done
"#;

#[test]
fn programs_that_lose_early_lines_are_fed_as_recorded() {
    let place = Place::new();
    place.write("bank.sh", FORGETFUL);
    place.write("one.txt", "put 5\n");
    let inputs = ["--inputs", "one.txt", "--inputs", "first.txt"];
    place.judge(&[&["new", "bank"], &inputs[..], &["--", "sh", "bank.sh"]].concat()).success();
    let check = || place.judge(&["check", "--challenge", "bank", "--", "sh", "bank.sh"]);
    check().success().stdout(predicate::str::contains("by turns"));
    place.write("bank.sh", &FORGETFUL.replace("What", "what"));
    check().code(1).stdout(predicate::str::contains("expected  `What?`"));
    let place = place.with_reference(FORGETFUL);
    let check = ["check", "--challenge", "ref", "--suite", "smoke", "--", "sh", "ref/reference.sh"];
    place.judge(&check).success().stdout(predicate::str::contains("by turns"));
}

#[test]
fn folders_that_a_reference_names_are_there_for_it() {
    needs::patience();
    let place = Place::new();
    place.write("ref/data/greeting", "Hello");
    place.write("ref/reference.sh", "while read line; do echo \"$(cat $1/greeting) $line\"; done\n");
    let text = "title = 'Hello'\nreference = ['sh', 'reference.sh', 'data']\nsamples = ['a', 'b']\n";
    place.write("ref/challenge.toml", text);
    place.write("hello.sh", "while read line; do echo \"Hello $line\"; done\n");
    place.judge(&["check", "--challenge", "ref", "hello.sh"]).success();
    place.write("ref/data/greeting", "Bye");
    place.judge(&["check", "--challenge", "ref", "hello.sh"]).code(1);
}

#[test]
fn a_program_finds_the_files_that_it_is_given_in_its_folder() {
    let place = Place::new();
    place.write("table.csv", "H,1\nHe,2\n");
    place.write("more/notes", "x");
    place.write(
        "elements.sh",
        "[ -e table.csv ] || { echo 'table.csv: No such file or directory' >&2; exit 2; }\n[ -e more/notes ] || exit 2\n\
         while read -r name; do\n  found=none\n  while IFS=, read -r e n; do [ $e != \"$name\" ] || found=$n; done <table.csv\n  \
         echo $found\ndone\n",
    );
    place.write("names.txt", "He\nX\n");
    let new = ["new", "elements", "--inputs", "names.txt"];
    let program = ["--", "sh", "elements.sh"];
    let without = place.judge(&[&new[..], &program].concat()).code(2);
    without.stderr(
        predicate::str::contains("before it read a line: table.csv: No such file or directory")
            .and(predicate::str::contains("--file")),
    );
    assert!(!place.path().join("elements").exists());
    let files = ["--file", "table.csv", "--file", "more"];
    place.judge(&[&new[..], &files, &program].concat()).success();
    assert!(place.read("elements/challenge.toml").contains("files = [\"more\", \"table.csv\"]"));
    std::fs::remove_file(place.path().join("table.csv")).unwrap();
    place.judge(&[&["check", "--challenge", "elements"], &program[..]].concat()).success();
    for isolation in ["none", "rlimits"] {
        let check = ["check", "--challenge", "elements", "--isolation", isolation];
        place.judge(&[&check[..], &program].concat()).success();
    }
    place.judge(&[&["replay", "--challenge", "elements", "He"], &program[..]].concat()).success();
    // A file that is given takes the place of the challenge's.
    place.write("table.csv", "He,9\n");
    let check = ["check", "--challenge", "elements", "--file", "table.csv"];
    place.judge(&[&check[..], &program].concat()).code(1).stdout(predicate::str::contains("got       `9`"));
    // The same beside rules, by the option alone.
    place.write("vending.sh", "cat elements.sh || exit 3");
    place
        .judge(&["check", "--dialect", "vending", "--file", "elements.sh", "vending.sh"])
        .code(1)
        .stdout(predicate::str::contains("[ -e table.csv ]"));
    place.write("elements/challenge.toml", "title = 'E'\nfiles = ['../bank.sh']\n");
    place.judge(&[&["check", "--challenge", "elements"], &program[..]].concat()).code(2);
}

#[test]
fn a_reference_that_fails_is_doubted_before_anybody_is_judged() {
    let place = Place::new().with_reference("echo cannot open my table >&2; exit 255");
    let check = place.judge(&["check", "--challenge", "ref", "--", "sh", "bank.sh"]);
    let why = "it printed nothing and ended with exit status 255: cannot open my table";
    check.code(2).stdout("").stderr(predicate::str::contains(why));
    place.judge(&["challenge", "ref"]).code(2).stderr(predicate::str::contains(why));
}

#[test]
fn a_program_that_fails_or_follows_the_clock_is_not_recorded() {
    let place = Place::new();
    place.write("clock.sh", "date +%s; while read -r line; do echo no; done");
    let leaves = |how: &str| {
        format!("printf '> '; while read -r line; do case $line in *7*) {how} ;; esac; printf '> '; done")
    };
    place.write("dies.sh", &leaves("echo \"cannot do $line\" >&2; exit 255"));
    place.write("leaves.sh", &leaves("exit 1"));
    place.write("early.sh", "echo no terminal >&2; exit 255");
    for (program, told) in [
        // Mostly "a second later it answers otherwise", but a second may also begin between the first two runs.
        ("clock.sh", "given \"put 5\", \"put 7\", \"hm\", it said"),
        ("dies.sh", "it ended with exit status 255 after \"put 7\": cannot do put 7"),
        ("leaves.sh", "it ended with exit status 1 after \"put 7\""),
        ("early.sh", "it ended with exit status 255 before it read a line: no terminal"),
        ("nobody.sh", "nobody.sh"),
    ] {
        let new = place.judge(&["new", "x", "--inputs", "first.txt", "--", "sh", program]).code(2);
        new.stderr(predicate::str::contains("nothing is recorded: ").and(predicate::str::contains(told)));
        assert!(!place.path().join("x").exists(), "{program}");
    }
    // To fail at the end of input is how many programs end.
    place.write("reads.sh", "while printf '> '; read -r line || exit 1; do echo \"You said $line\"; done");
    place.judge(&["new", "x", "--inputs", "first.txt", "--", "sh", "reads.sh"]).success();
    place.judge(&["check", "--challenge", "x", "--", "sh", "reads.sh"]).success();
}
