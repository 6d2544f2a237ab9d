//! Challenges whose truth is what a program says: recordings and references.

use std::path::Path;

use predicates::prelude::*;

use crate::program::judge;

/// A bank console in Perl, and a folder to work in.
const BANK: &str = r#"$| = 1;
my $balance = 0;
print "Welcome.\n> ";
while (my $line = <STDIN>) {
    chomp $line;
    if ($line =~ /^put (\d+)$/) { $balance += $1; print "Balance $balance\n"; }
    elsif ($line eq "quit") { print "Bye.\n"; exit; }
    else { print "What?\n"; }
    print "> ";
}
print "Lost.\n";
"#;

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        place.write("bank.pl", BANK);
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
        std::fs::write(path, text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    fn judge(&self, arguments: &[&str]) -> assert_cmd::assert::Assert {
        judge().current_dir(self.path()).env_remove("CI").args(arguments).assert()
    }

    /// A challenge made of both files of inputs.
    fn recorded(self) -> Place {
        let files = ["--inputs", "first.txt", "--inputs", "second.txt"];
        self.judge(&[&["new", "bank"], &files[..], &["--", "perl", "bank.pl"]].concat()).success();
        self
    }

    /// A reference that is this program, and is given these lines.
    fn with_reference(self, program: &str) -> Place {
        self.write("ref/reference.pl", program);
        let text =
            "title = 'Bank'\nreference = ['perl', 'reference.pl']\nsamples = ['put 1', 'quit', 'hm']\n";
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
fn a_program_that_has_changed_is_found_and_the_first_difference_shown() {
    let place = Place::new().recorded();
    let check = ["check", "--challenge", "bank", "--profile"];
    for (change, code, told) in [
        (("hm", "hm"), 0, "1 of 1 conform: bank"),
        (("+= $1", "+= 2 * $1"), 1, "expected  `Balance 1`\n    got       `"),
        (("Lost", "lost"), 1, "expected  `Lost.`\n    got       `lost.`"),
        (("Bye.\\n", "Bye.\\n\\n"), 1, "extra"),
        (("Welcome.\\n", "Welcome.\\n\\n"), 1, "wrong"),
    ] {
        assert!(change.0 == "hm" || BANK.contains(change.0));
        place.write("bank.pl", &BANK.replace(change.0, change.1));
        for profile in ["golf", "exact"] {
            let command = [&check[..], &[profile, "--", "perl", "bank.pl"]].concat();
            place.judge(&command).code(code).stdout(predicate::str::contains(told));
        }
    }
}

#[test]
fn a_saved_run_holds_what_was_right() {
    let place = Place::new().recorded();
    place.write("bank.pl", &BANK.replace("+= $1", "-= $1"));
    place.judge(&["check", "--challenge", "bank", "--save", "run.json", "--", "perl", "bank.pl"]).code(1);
    std::fs::remove_dir_all(place.path().join("bank")).unwrap();
    let explained = place.judge(&["explain", "run.json", "perl bank.pl"]).success();
    explained.stdout(predicate::str::contains("Balance"));
    place.judge(&["report", "run.json"]).success().stdout(predicate::str::contains("expected  `Balance 1`"));
}

#[test]
fn a_change_that_is_meant_is_proposed_and_accepted() {
    let place = Place::new().recorded();
    place.write("bank.pl", &BANK.replace("Lost", "lost"));
    place.write("more.txt", "hm\n");
    let record = ["record", "--challenge", "bank", "--inputs", "more.txt", "--", "perl", "bank.pl"];
    judge().current_dir(place.path()).env("CI", "true").args(record).assert().code(1);
    let proposed = place.judge(&record).success();
    proposed.stdout("bank/first.recording.toml.new\nbank/more.recording.toml.new\nproposed; review them, then run `judge accept`\n");
    place.judge(&["accept", "--challenge", "bank"]).success();
    place.judge(&["check", "--challenge", "bank", "--", "perl", "bank.pl"]).success();
    place
        .judge(&record[..3])
        .code(2)
        .stderr(predicate::str::contains("name the program to record after `--`"));
    place
        .judge(&["record", "--", "perl", "bank.pl"])
        .code(2)
        .stderr(predicate::str::contains("the rules say"));
}

#[test]
fn inputs_may_be_piped_and_nothing_is_half_written() {
    let place = Place::new();
    let mut command = judge();
    command.current_dir(place.path()).args(["new", "bank", "--", "perl", "bank.pl"]).write_stdin("put 4\n");
    command.assert().success();
    assert!(place.read("bank/first.recording.toml").contains("Balance 4"));
    place.write("dice.pl", "print rand, \"\\n\"; <STDIN>;");
    let failed = place.judge(&["new", "dice", "--inputs", "first.txt", "--", "perl", "dice.pl"]).code(2);
    failed
        .stderr(predicate::str::contains("nothing is recorded: given \"put 5\", \"put 7\", \"hm\", it said"));
    for (name, program) in [("loop", "1 while 1;"), ("bytes", "print \"\\xff\";"), ("crash", "kill 9, $$;")] {
        place.write("p.pl", program);
        place.judge(&["new", name, "--inputs", "first.txt", "--", "perl", "p.pl"]).code(2);
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
            "challenge.toml: samples and examples need a `reference`",
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
    let place = Place::new().with_reference(BANK);
    place.judge(&["challenge", "ref"]).success().stdout(predicate::str::starts_with("Bank: sound\n"));
    let check = ["check", "--challenge", "ref", "--", "perl", "bank.pl"];
    place.judge(&check).success().stdout(predicate::str::contains("1 of 1 conform"));
    // It forgets what it has when it does not understand.
    place.write("bank.pl", &BANK.replace("What?\\n\"", "What?\\n\"; $balance = 0"));
    place
        .judge(&check)
        .code(1)
        .stdout(predicate::str::contains("    > put 1\n    Balance 1\n    > hm\n    What?\n    > put 1\n"));
    // Inputs that no suite has.
    place.write("bank.pl", BANK);
    place.judge(&["replay", "--challenge", "ref", "put 30,put 12,quit", "--", "perl", "bank.pl"]).success();
}

#[test]
fn a_reference_that_cannot_be_asked_is_no_truth() {
    for (program, told) in [
        ("print rand;", ", it said"),
        ("1 while 1;", "it did not come to its end: stopped"),
        ("kill 9, $$;", "it did not come to its end: ended by SIGKILL"),
        ("print \"\\xff\";", "bytes that are not UTF-8"),
        ("print \"x\" x 4e6;", "stopped: too much on standard output"),
    ] {
        let place = Place::new().with_reference(program);
        let check = ["check", "--challenge", "ref", "--", "perl", "bank.pl"];
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
            .stderr(predicate::str::contains("neither a tool nor a file"));
    }
}
