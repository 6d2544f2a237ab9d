//! Programs judged by the library: what the command tells is told here, too.

use std::path::Path;

use referee::process::{Command, Interrupt, Isolation};
use referee::runner::CandidateReport;
use referee::suite::Suite;
use referee::{Check, CheckError, catalogue};

use crate::import::has;
use crate::program::{folder, home, judge};

const REFERENCE: &str = "$| = 1; my $n = 0;\nwhile (<STDIN>) {\n    if (/^up$/) { $n++ if $n < 3; print \"$n\\n\" }\n    \
                         elsif (/^quit$/) { exit }\n    else { print \"?\\n\" }\n}\n";

/// The report on a program by a suite of the challenge in a folder.
fn judged(folder: &Path, suite: &str, command: Command) -> Result<CandidateReport, CheckError> {
    let challenge = catalogue::open(folder, &Interrupt::on_signals().unwrap()).unwrap();
    let suite = Suite::of(&challenge, suite).unwrap();
    let isolation = Isolation::best(Path::new(env!("CARGO_BIN_EXE_judge")));
    let isolation = isolation.showing(&[folder.to_owned()]).unwrap();
    let check = Check::new(&challenge).suites([suite]).isolated(isolation).command("program", command);
    check.run().map(|mut reports| reports.remove(0))
}

#[test]
fn a_program_is_judged_by_a_reference() {
    let wrong = REFERENCE.replace("< 3", "<= 3");
    let challenge = "title = 'Counter'\nreference = 'counter.pl'\nsamples = ['up', 'quit']\n";
    let (_kept, folder) =
        folder(&[("challenge.toml", challenge), ("counter.pl", REFERENCE), ("wrong.pl", &wrong)]);
    let wrong = judged(&folder, "smoke", Command::new("perl", [folder.join("wrong.pl")])).unwrap();
    assert_eq!(wrong.verdict(), "wrong");
    let right = judged(&folder, "smoke", Command::new("perl", [folder.join("counter.pl")])).unwrap();
    assert_eq!(right.verdict(), "accepted");
}

#[test]
fn a_reference_that_changes_its_mind_gives_no_verdicts() {
    let challenge = "title = 'Clock'\nreference = 'clock.pl'\nsamples = ['a']\n";
    let clock = "use Time::HiRes 'time'; print time, \"\\n\"; print \"?\\n\" while <STDIN>;\n";
    let (_kept, folder) = folder(&[("challenge.toml", challenge), ("clock.pl", clock)]);
    let why = judged(&folder, "smoke", Command::new::<&str>("true", [])).unwrap_err();
    assert!(matches!(why, CheckError::Reference(_)), "{why}");
}

#[test]
fn a_validator_judges_here_too() {
    if !has("g++") {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    let kettle = home().join("tests/packages/kettle");
    judge().current_dir(place.path()).arg("import").arg(kettle).arg("made").assert().success();
    let folder = place.path().join("made");
    let program =
        |name: &str| judged(&folder, "fixtures", Command::new("python3", [folder.join(name)])).unwrap();
    let wrong = program("wrong/wrong_answer/one_by_one.py");
    assert_eq!((wrong.verdict(), wrong.failure.unwrap().session().expected.as_str()), ("wrong", ""));
    assert_eq!(program("right/accepted/halves.py").verdict(), "accepted");
}
