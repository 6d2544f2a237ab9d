//! Programs that make no progress are ruled on soon, by what they do; slow ones are waited for. The time
//! limits of the judge are minutes away, so that no test passes at random.

use serde_json::json;

use crate::candidates::perl::{LINE, REFUSE, program, right};
use crate::needs;
use crate::program::{check, check_perl, check_shell, folder, judge};

/// A few short games.
const SHORT: [&str; 2] = ["--suite", "examples"];

#[test]
fn who_spins_or_sleeps_is_seen_to() {
    needs::patience();
    let read_on = "do{my$l;1 until defined($l=<STDIN>);chomp$l;$l}";
    let never_won = program("", read_on, REFUSE, "").replace("' won.');last", "' won.')");
    let sulks = "$f=1;out('invalid.');out($p.'> ','')";
    let (spins, sleeps, slow) = ("endless loop", "it sleeps, and nothing will wake it", "it is too slow");
    let programs = [
        ("cpu-time", spins, "1 while 1".to_owned()),
        ("cpu-time", spins, program("", LINE, REFUSE, "1 while 1")),
        ("cpu-time", spins, never_won),
        ("wall-time", sleeps, "sleep 1e9".to_owned()),
        ("wall-time", sleeps, "kill'STOP',$$".to_owned()),
        ("wall-time", sleeps, "pipe(my$r,my$w);readline$r".to_owned()),
        ("wall-time", sleeps, "if(fork){wait}else{select undef,undef,undef,1e6}".to_owned()),
        ("wall-time", slow, program("", "do{sleep 1;line()}", REFUSE, "")),
        // Fed all moves in one line, it comes to its end in time, and what it answered is seen.
        ("wall-time", slow, program("$|=0;my$f", "do{select undef,undef,undef,$f?0:.9;line()}", sulks, "")),
    ];
    let names: Vec<_> = (0..programs.len()).map(|number| format!("{number}.pl")).collect();
    let files: Vec<_> =
        names.iter().zip(&programs).map(|(name, program)| (name.as_str(), program.2.as_str())).collect();
    let (_kept, folder) = folder(&files);
    let (run, _) = check(&[&SHORT[..], &[folder.to_str().unwrap()]].concat());
    for (candidate, (word, why, source)) in run["candidates"].as_array().unwrap().iter().zip(programs) {
        assert_eq!((&candidate["verdict"], &candidate["input"]), (&json!(word), &json!("lines")), "{source}");
        let note = candidate["failure"]["notes"][0].as_str().unwrap();
        assert!(note.contains(why), "{source}: {candidate:#}");
    }
}

#[test]
fn one_that_works_on_is_stopped_without_a_sandbox_too() {
    let arguments = ["--isolation", "none", "--cpu", "0.5", "--wall", "60", "--input", "lines"];
    let ruling = check_shell("while :; do echo; done >/dev/null", &[&SHORT[..], &arguments].concat());
    assert_eq!(ruling["failure"]["notes"], json!(["stopped: it used all its processor time"]), "{ruling:#}");
    assert!(ruling["most"]["cpu"].as_f64().unwrap() < 5.0, "{ruling:#}");
}

#[test]
fn who_is_slow_to_start_is_waited_for() {
    needs::patience();
    let starts = [
        ("works", "my($u,$s)=(0,0);1 while(($u,$s)=times)&&$u+$s<2"),
        ("sleeps", "select undef,undef,undef,2.5"),
        ("sleeps in a child", "system'sleep 2.5'"),
        ("is woken by a clock", "$SIG{ALRM}=sub{};alarm 3;pipe(my$r,my$w);sysread$r,my$x,1"),
    ];
    for (how, start) in starts {
        let (_kept, folder) = folder(&[("slow.pl", &program(start, LINE, REFUSE, ""))]);
        let arguments = ["replay", "--input", "lines", "2,0,4,1,6", "--", "perl"];
        let told = judge().args(arguments).arg(folder.join("slow.pl")).output().unwrap();
        assert_eq!(told.status.code(), Some(0), "{how}: {}", String::from_utf8_lossy(&told.stdout));
    }
}

#[test]
fn a_program_that_spins_without_arguments_gets_arguments() {
    let spins = crate::candidates::program(
        "while [ $# = 0 ]; do :; done",
        "[ $# -gt 0 ] || exit 1; s=$1; shift",
        crate::candidates::REFUSE,
        "",
    );
    let ruling = check_shell(&spins, &SHORT);
    assert_eq!((&ruling["verdict"], &ruling["input"]), (&json!("accepted"), &json!("args")), "{ruling:#}");
}

#[test]
#[ignore = "one of the ten longest; tests/long.sh longest"]
fn limits_that_are_named_are_what_counts() {
    let waits = program("select undef,undef,undef,5", LINE, REFUSE, "");
    assert_eq!(check_perl(&waits, &[&SHORT[..], &["--wall", "60"]].concat())["verdict"], "accepted");
    let ruling = check_perl(
        "1 while 1",
        &[&SHORT[..], &["--cpu", "0.5", "--wall", "60", "--input", "lines"]].concat(),
    );
    assert_eq!(ruling["failure"]["notes"], json!(["stopped: it used all its processor time"]), "{ruling:#}");
    assert_eq!(check_perl(&right(), &[&SHORT[..], &["--cpu", "5"]].concat())["verdict"], "accepted");
}
