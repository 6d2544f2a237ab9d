//! Commands that were mistyped, and programs that cannot be started: each has its own sentence, and a tip only where one
//! fits.

use std::fs::{Permissions, create_dir, set_permissions, write};
use std::os::unix::fs::PermissionsExt;

use predicates::prelude::*;

use crate::candidates::SHELL;
use crate::program::{folder, judge, referee};

/// A folder with programs that cannot be started, and one that can.
fn programs() -> (tempfile::TempDir, std::path::PathBuf) {
    let (kept, path) = folder(&[("right.sh", SHELL), ("right.txt", SHELL), ("right.py9", "print()")]);
    let executables = [
        ("nox", "#!/bin/sh\n", 0o644),
        ("crlf", "#!/bin/sh\r\necho\r\n", 0o755),
        ("env-crlf", "#!/usr/bin/env sh\r\necho\r\n", 0o755),
        ("shebang", "#!/usr/bin/env python4\nprint()\n", 0o755),
        ("local", "#!/usr/local/bin/nosuch -x\n", 0o755),
    ];
    for (name, text, mode) in executables {
        write(path.join(name), text).unwrap();
        set_permissions(path.join(name), Permissions::from_mode(mode)).unwrap();
    }
    create_dir(path.join("folder")).unwrap();
    std::os::unix::fs::symlink("nowhere", path.join("dangling")).unwrap();
    (kept, path)
}

#[test]
fn what_cannot_be_started_is_told_before_any_run() {
    let (_kept, folder) = programs();
    for (command, told) in [
        (&["--", "./nox"][..], "`./nox` is not executable; `chmod +x ./nox`"),
        (&["nox"], "`nox` is not executable; `chmod +x nox`"),
        (&["--", "./folder"], "`./folder` is a folder, not a program"),
        (&["--", "./nosuch"], "`./nosuch` does not exist"),
        (&["--", "./dangling"], "`./dangling` is a link to a file that does not exist"),
        (&["--", "python4", "x.py"], "`python4` is not found on PATH"),
        (&["--", "sh", "nofile.sh"], "`nofile.sh` does not exist"),
        (&["--", "sh", "-u", "nofile.sh"], "`nofile.sh` does not exist"),
        (&["right.txt"], "name the interpreter: `-- python3 right.txt`"),
        (
            &["--", "./right.sh"],
            "`./right.sh` is not executable; `judge check ./right.sh` judges it as a source",
        ),
        (&["right.py9"], "name the interpreter: `-- python3 right.py9`"),
        (&["crlf"], "has CRLF line ends, so the system looks for an interpreter called `/bin/sh\\r`"),
        (&["--", "./env-crlf"], "has CRLF line ends, so the system looks for an interpreter called `sh\\r`"),
        (&["shebang"], "the `#!` line of `shebang` names `python4`, which is not installed"),
        (
            &["--", "./local"],
            "the `#!` line of `./local` names `/usr/local/bin/nosuch`, which is not installed",
        ),
    ] {
        let mut judge = judge();
        judge.current_dir(&folder).arg("check").args(command);
        let stdout = predicate::str::contains("cannot-run").and(predicate::str::contains(told));
        let stdout = stdout.and(predicate::str::contains("note").not());
        judge.assert().code(1).stdout(stdout);
    }
    let mut new = judge();
    new.current_dir(&folder).args(["new", "made", "--", "sh", "nosuch.sh"]);
    new.assert().code(2).stderr(predicate::str::contains("`nosuch.sh` does not exist"));
}

#[test]
fn a_mistyped_command_gets_the_tip_that_fits() {
    let (_kept, folder) = programs();
    for (words, told) in [
        (&["right.sh"][..], "judge check right.sh"),
        (&["check"], "name a program: `judge check my.py`"),
        (&["check", "sh", "right.sh"], "judge check -- sh right.sh"),
        (&["replay", "right.sh", "2,0,4,1,6"], "the moves come first: judge replay 2,0,4,1,6 right.sh"),
        (&["replay", "2,0,4,1,6"], "name a program, or a command after `--`"),
        (&["check", "--challenge", "vending"], "the built-in challenge is --dialect vending"),
        (&["check", "--challenge", "reversi", "x"], "the built-in challenge is --dialect reversi"),
        (
            &["check", "--challenge", "folder", "x"],
            "not a challenge: no challenge.toml and no problem.yaml here",
        ),
        (&["record"], "fixtures/tictactoe: no such folder; name the one with the move lists"),
        (&["check", "--budget", "long", "x"], "it takes a time such as 10s"),
        (&["check", "--suits", "smoke"], "a similar argument exists: '--suite'"),
        (&["serve", "--port", "8080"], "judge serve --listen 8080"),
    ] {
        let mut judge = judge();
        judge.current_dir(&folder).args(words).assert().code(2).stderr(predicate::str::contains(told));
    }
    let no_tip = predicate::str::contains("tip: ").not().and(predicate::str::contains("similar").not());
    judge().args(["check", "--quiet"]).assert().code(2).stderr(no_tip);
}

#[test]
fn referee_says_what_it_reads_as_a_move_and_what_it_takes() {
    let (_kept, folder) = folder(&[("game.moves", "2\n0\n4\n1\n6\n")]);
    for (words, code, told) in [
        (&["play"][..], 0, "`play` is read as a move"),
        (&["game.moves"], 0, "to play the moves in the file: referee < game.moves"),
        (&["serve", "--port", "8080"], 2, "referee serve --listen 8080"),
        (&["--port", "8080"], 2, "referee serve --listen 8080"),
        (&["--dialect", "reversi", "--board", "s"], 2, "several boards begin with `s`: square-10, square-4"),
        (&["--second", "random", "--clock", "abc"], 2, "`abc` is no time; it takes 60s, or 5m+3s"),
        (&["match", "random", "random", "--games", "x"], 2, "it takes a whole number"),
    ] {
        let mut referee = referee();
        referee.current_dir(&folder).args(words);
        referee.assert().code(code).stderr(predicate::str::contains(told));
    }
    let similar = predicate::str::contains("similar");
    referee().args(["--port", "1"]).assert().code(2).stderr(similar.not());
    referee().args(["--bord", "octagon"]).assert().code(2).stderr(predicate::str::contains("'--board'"));
    referee().args(["6", "4", "0", "3", "1", "5"]).assert().code(0).stderr("");
}

#[test]
fn a_mistake_in_a_challenge_is_told_with_what_to_write() {
    for (text, told) in [
        ("[case.1]\ninput = ''\nanswer = '3'\nexit = 300", "`exit` is a number from 0 to 255"),
        ("[cases]", "c/cases: there are no cases (NAME.in with NAME.ans)"),
        ("[cases]\ntime = 99999999999999999999", "is a number: expected a smaller one"),
        ("[state]\nn = 0", "`0` is a number: expected a table\n  hint: write `n = { init = 0 }`"),
        ("[state]\nn = 'a'", "hint: write `n = { init = \"a\" }`"),
        ("[[rules]]\non = '*'", "hint: write `[[rule]]`"),
        ("reference = '../right.py'", "the reference `../right.py` lies outside of the challenge's folder"),
    ] {
        let (_kept, folder) = folder(&[("right.py", "print(3)\n")]);
        create_dir(folder.join("c")).unwrap();
        write(folder.join("c/challenge.toml"), format!("title = 'A'\n{text}\n")).unwrap();
        let mut judge = judge();
        let refused = judge.current_dir(&folder).args(["challenge", "c"]).assert().code(2);
        refused.stderr(predicate::str::contains(told));
    }
}
