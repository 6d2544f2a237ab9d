//! `judge learn`: a program as a machine, and the suites made from it.

use std::path::Path;

use predicates::prelude::*;
use predicates::str::contains;

use crate::needs;
use crate::program::{judge, write_file};

/// A counter up to two in Perl.
const COUNTER: &str = r#"$| = 1;
my $count = 0;
print "Counter\n> ";
while (my $line = <STDIN>) {
    chomp $line;
    if ($line eq "up") { if ($count < 2) { $count++; print "$count\n"; } else { print "full\n"; } }
    elsif ($line eq "quit") { print "Bye.\n"; exit; }
    else { print "What?\n"; }
    print "> ";
}
"#;

const CHALLENGE: &str =
    "title = 'Counter <b>'\nreference = ['perl', 'reference.pl']\nsamples = ['up', 'quit', 'hm']\n";

struct Place(tempfile::TempDir);

impl Place {
    /// A challenge with this reference.
    fn new(program: &str) -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        std::fs::create_dir(place.path().join("ref")).unwrap();
        place.write("ref/challenge.toml", CHALLENGE);
        place.write("ref/reference.pl", program);
        place
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, text: &str) {
        write_file(self.path().join(name), text);
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    fn has(&self, name: &str) -> bool {
        self.path().join(name).exists()
    }

    fn judge(&self, arguments: &[&str]) -> assert_cmd::assert::Assert {
        judge().current_dir(self.path()).args(arguments).assert()
    }

    fn learn(&self, more: &[&str]) -> assert_cmd::assert::Assert {
        self.judge(&[&["learn", "ref", "--walks", "10"], more].concat())
    }
}

const TABLE: &str = "\
before the first line: Counter⏎> 

state 1 at the beginning
  `up`    1⏎>     to 2
  `quit`  Bye.⏎   ends
  `hm`    What?⏎>   stays
";

#[test]
fn a_program_is_learned_printed_drawn_and_kept() {
    let place = Place::new(COUNTER);
    let learned = place.learn(&["--dot", "counter.dot", "--mermaid", "counter.mmd"]).success();
    let text = String::from_utf8(learned.get_output().stdout.clone()).unwrap();
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(squeezed(&text).starts_with(&squeezed(TABLE)), "{text}");
    for told in
        ["state 3 after `up`, `up`", "3 states, 3 lines", "if it has at most 4 states", "ref/machine.json"]
    {
        assert!(text.contains(told), "{told}: {text}");
    }
    insta::assert_snapshot!("counter-dot", place.read("counter.dot"));
    insta::assert_snapshot!("counter-mermaid", place.read("counter.mmd"));
    // Clean starts say the same.
    let kept = place.read("ref/machine.json");
    let steps = |text: &str| text.split("\"steps\"").nth(1).unwrap().to_owned();
    place.learn(&["--clean", "--extra", "0"]).success();
    assert_eq!(steps(&kept), steps(&place.read("ref/machine.json")));
}

#[test]
fn its_suites_find_a_program_with_one_state_more() {
    needs::patience();
    let place = Place::new(COUNTER);
    place.judge(&["suite", "--challenge", "ref", "probed"]).code(2).stderr(contains("no suite `probed`"));
    place.learn(&[]).success();
    place.judge(&["challenge", "ref"]).success().stdout(contains("complete").and(contains("probed")));
    let check = |suite: &str| {
        place.judge(&["check", "--verbose", "--challenge", "ref", "--suite", suite, "--", "perl", "my.pl"])
    };
    place.write("my.pl", COUNTER);
    check("complete,probed").success().stdout(contains("it and the reference have at most 4 states"));
    place.write("my.pl", &COUNTER.replace("What?", "what?"));
    check("complete").code(1).stdout(contains("got       `what?"));
    // Once it has not understood, it counts one less.
    let moody = COUNTER
        .replace("$count < 2", "$count < 2 - $moody")
        .replace("print \"What?", "$moody = 1; print \"What?");
    place.write("my.pl", &moody.replace("my $count", "my $moody = 0; my $count"));
    check("probed").code(1).stdout(contains("> hm"));
}

#[test]
fn a_machine_of_another_reference_is_not_used() {
    let place = Place::new(COUNTER);
    place.learn(&[]).success();
    let check = || place.judge(&["check", "--challenge", "ref", "--", "perl", "ref/reference.pl"]);
    place.write("ref/reference.pl", &COUNTER.replace("$count < 2", "$count < 3"));
    check().code(2).stderr(
        contains("machine.json: it was not learned from this reference").and(contains("judge learn ref")),
    );
    place.learn(&[]).success().stdout(contains("4 states"));
    check().success();
    // One that was changed by hand makes nobody wrong.
    let changed = place.read("ref/machine.json").replace("What?", "Who?");
    place.write("ref/machine.json", &changed);
    check().code(2).stderr(contains("does not answer").and(contains("judge learn")));
    place.write("ref/machine.json", &changed.replace("[", "{"));
    check().code(2).stderr(contains("ref/machine.json: "));
}

#[test]
fn what_cannot_be_learned_is_told_and_nothing_is_kept() {
    let endless = COUNTER.replace("$count < 2", "1");
    let late = COUNTER.replace("$| = 1;", "").replace("print \"> \";\n}", "}");
    let forgetful = COUNTER.replace("my $count = 0", "my $count = int(rand(1e9))").replace("$count < 2", "1");
    for (program, more, told) in [
        (endless.as_str(), &["--states", "9"][..], "more than 9 states"),
        (&endless, &["--runs", "30"], "more than 30 runs would be needed"),
        (&late, &["--clean"], "it answers no line before the end of its input"),
        (&forgetful, &[], "answers differently the second time"),
        ("$| = 1; <STDIN>; print \"x\" while 1;", &[], "did not come to its end"),
        ("$| = 1; <STDIN>; kill 9, $$;", &[], "did not come to its end: ended by SIGKILL"),
        ("print \"hello\";", &[], "ends before it reads a line"),
    ] {
        let place = Place::new(program);
        place.learn(more).code(2).stderr(contains(told)).stdout("");
        assert!(!place.has("ref/machine.json"), "{told}");
    }
    let place = Place::new(COUNTER);
    place.write("ref/challenge.toml", "title = 'x'\nreference = ['perl', 'reference.pl']\n");
    place.learn(&[]).code(2).stderr(contains("there are no lines to give"));
    place.write("ref/challenge.toml", "title = 'x'\n");
    place.learn(&[]).code(2).stderr(contains("there is no reference to learn"));
    place.write("ref/challenge.toml", CHALLENGE);
    place.learn(&["--dot", "no/such/folder.dot"]).code(2).stderr(contains("no/such/folder.dot"));
    let vending = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/vending");
    place.judge(&["learn", vending.to_str().unwrap()]).code(2).stderr(contains("it has rules"));
    assert!(!place.has("ref/machine.json"));
}

/// The vending machine in Python is learned with as many states as its table has under the same lines.
#[test]
fn a_right_program_is_learned_with_the_states_of_its_table() {
    let place = Place::new("");
    let program = include_str!("../../fixtures/vending/right/plain.py");
    place.write("ref/reference.py", program);
    place.write(
        "ref/challenge.toml",
        "title = 'Vending machine'\nreference = ['python3', 'reference.py']\n\
         samples = ['insert 100', 'cola', 'quit']\n",
    );
    place.learn(&["--extra", "0"]).success().stdout(contains("7 states, 3 lines"));
}
