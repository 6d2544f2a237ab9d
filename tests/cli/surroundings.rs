//! Where a program that is right as the judge runs it is not right as people run it.

use predicates::prelude::*;

use crate::candidates::{LINE, REFUSE, in_c, program};
use crate::program::{check_c, check_shell, folder, judge};

#[test]
fn a_last_line_from_a_detached_thread() {
    let head = "#include <pthread.h>\n#include <stdint.h>\nstatic void *say(void *text) { puts(text); fflush(stdout); return 0; }\n";
    let source = format!("{head}{}", in_c("", "")).replace(
        "return printf(\"%c won.\\n\", p), 0;",
        "{ pthread_t t; fflush(stdout); pthread_create(&t, 0, say, p == 'X' ? \"X won.\" : \"O won.\"); pthread_detach(t); return 0; }",
    );
    let ruling = check_c(&source, &["--suite", "smoke"]);
    assert_ne!(ruling["verdict"], "accepted", "{ruling:#}");
}

/// A fault in one start of eight is missed in one of 100,000 runs, if the program is not held after some games.
#[test]
fn a_fault_that_chance_decides_at_the_start() {
    let head = "#include <sys/random.h>\nstatic unsigned char lot;\n";
    let source = |faulty: &str| {
        let begin = format!("if (getrandom(&lot, 1, 0) != 1) return 1; lot = lot {faulty};");
        let won = "if (lot && p == 'O') puts(\"O!\"); return printf(\"%c won.\\n\", p), 0;";
        format!("{head}{}", in_c(&begin, ""))
            .replace("return printf(\"%c won.\\n\", p), 0;", &format!("{{ {won} }}"))
    };
    let ruling = check_c(&source("< 32"), &[]);
    assert_ne!(ruling["verdict"], "accepted", "{ruling:#}");
    let ruling = check_c(&source("> 255"), &[]);
    assert_eq!(ruling["verdict"], "accepted", "{ruling:#}");
    let said = ruling["advice"].to_string();
    let is_held = ruling["runs"]["warm"] != 0;
    assert!(!is_held || said.contains("it may depend on chance"), "{said}");
}

#[test]
fn the_row_says_where_a_program_is_wrong() {
    let fails = |test: &str| program(&format!("{test} && exit 1"), LINE, REFUSE, "");
    for (test, place) in [
        ("[ -z \"$HOME\" ]", "without HOME"),
        ("case $LANG in de*) true ;; *) false ;; esac", "in another language"),
        ("[ \"$LANG\" = C ]", "in the locale C"),
        ("[ -f /dev/stdin ]", "with standard input from a file"),
    ] {
        let (_kept, folder) = folder(&[("p.sh", &fails(test))]);
        for _ in 0..2 {
            let told = judge().args(["check", "--suite", "smoke"]).arg(folder.join("p.sh")).assert().code(0);
            let row = format!("accepted (quick test), but not {place}\n");
            told.stdout(predicate::str::contains(row));
        }
    }
}

#[test]
fn a_list_of_its_folder_is_no_matter_of_its_name() {
    let look = "[ \"$(ls)\" = \"\" ] || exit 1";
    let told = check_shell(&program(look, LINE, REFUSE, ""), &["--suite", "smoke"]);
    assert!(!told["advice"].to_string().contains("under another name"), "{told:#}");
}

#[test]
fn a_file_that_is_given_stays_what_it_was() {
    // In another folder it is one folder above.
    let look = "file=input; [ -f $file ] || file=../input; [ \"$(cat $file)\" = hello ] || exit 1";
    let (_kept, folder) = folder(&[("p.sh", &program(look, LINE, REFUSE, "")), ("input", "hello\n")]);
    let mut judge = judge();
    judge.args(["check", "--suite", "smoke", "p.sh", "--file", "input"]).current_dir(&folder);
    judge.assert().code(0).stdout(predicate::str::contains("but not").not());
}

/// A shell waits for the programs that it starts, and they use a processor meanwhile.
#[test]
fn who_waits_for_others_that_work_does_not_sleep() {
    let work = "for n in 1 2 3 4 5 6 7 8; do ls / >/dev/null; done";
    let ruling = check_shell(&program("", LINE, REFUSE, work), &["--suite", "examples"]);
    assert_eq!(ruling["verdict"], "accepted", "{ruling:#}");
    assert_eq!(ruling["most"]["asleep"], 0.0, "{ruling:#}");
}

#[test]
fn sleep_counts_as_processor_time_does() {
    // 5,527 games of 30 ms are too many, and need hardly any processor time.
    let (_kept, folder) = folder(&[("p.sh", &program("", LINE, REFUSE, "sleep 0.03"))]);
    let told = judge().arg("check").arg(folder.join("p.sh")).assert().code(0);
    told.stdout(predicate::str::contains("accepted (quick test; it sleeps)"));
}
