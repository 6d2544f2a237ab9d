//! `referee`: the game to the byte, whatever comes in.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use predicates::prelude::*;

use crate::program::{home, judge, referee};

/// The challenge's example of a win for O, as its specification page prints it: 97 bytes.
const WIN_FOR_O: &str = "...\n...\n...\nX> ...\n...\nX..\nO> ...\n.O.\nX..\nX> X..\n.O.\nX..\nO> X..\nOO.\nX..\n\
                         X> XX.\nOO.\nX..\nO> O won.\n";

#[test]
fn the_example_comes_out_the_same_by_every_way_in() {
    assert_eq!(WIN_FOR_O.len(), 97);
    for arguments in [&["6", "4", "0", "3", "1", "5"][..], &["6, 4, 0, 3, 1, 5"], &["6,4", "0", "3,1 ,5"]] {
        referee().args(arguments).assert().success().stdout(WIN_FOR_O).stderr("");
    }
    for stdin in
        ["6\n4\n0\n3\n1\n5\n", "6, 4, 0, 3, 1, 5\n", "6\r\n4\r\n0\r\n3\r\n1\r\n5", "6\n4,0\n3,1,5\n8\nx\n"]
    {
        referee().write_stdin(stdin).assert().success().stdout(WIN_FOR_O).stderr("");
    }
}

#[test]
fn the_final_board_is_shown_when_it_is_asked_for() {
    let last = |when: &str| {
        let output = referee().args(["--final-board", when, "6,4,0,3,1,5"]).output().unwrap();
        String::from_utf8(output.stdout).unwrap().rsplit("O> ").next().unwrap().to_owned()
    };
    assert_eq!(last("always"), "XX.\nOOO\nX..\nO won.\n");
    assert_eq!(last("never"), "O won.\n");
    assert_eq!(last("auto"), "O won.\n", "a pipe is no terminal");
}

#[test]
fn what_is_no_move_is_invalid_and_nothing_breaks() {
    let long = [b"4".repeat(1_000_000), b"\n".to_vec()].concat();
    for input in [
        &b"\xff\xfe\n"[..],
        b"\0\n",
        b"04\n",
        " \n".as_bytes(),
        "４\n".as_bytes(),
        b"9\n",
        b"-1\n",
        b"\n",
        &long,
    ] {
        referee().write_stdin(input).assert().success().stdout("...\n...\n...\nX> invalid.\nX> ");
    }
    referee().arg("-1").assert().success().stdout("...\n...\n...\nX> invalid.\nX> ");
    referee().args(["--", "-"]).assert().success().stdout("...\n...\n...\nX> invalid.\nX> ");
}

#[test]
fn the_referee_stops_at_the_end_of_input_or_game() {
    referee().write_stdin("").assert().success().stdout("...\n...\n...\nX> ").stderr("");
    referee()
        .write_stdin("0\n3\n1\n4\n2\n5\n")
        .assert()
        .success()
        .stdout(predicate::str::ends_with("X won.\n"));
}

#[test]
fn the_prompt_is_flushed_before_an_answer() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_referee"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for (prompt, input) in
        [("X> ", "6"), ("O> ", "4"), ("X> ", "0"), ("O> ", "3"), ("X> ", "1"), ("O> ", "5")]
    {
        for _ in 0..3 {
            stdout.read_line(&mut String::new()).unwrap();
        }
        let mut asked = [0; 3];
        stdout.read_exact(&mut asked).unwrap();
        assert_eq!(asked, prompt.as_bytes());
        writeln!(stdin, "{input}").unwrap();
    }
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "O won.\n");
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    let script = "yes | \"$0\" | head -n 1; echo ${PIPESTATUS[1]}";
    let output = std::process::Command::new("bash")
        .args(["-c", script, env!("CARGO_BIN_EXE_referee")])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "...\n0\n");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn every_fixture_plays_as_its_snapshot_shows() {
    let folder = home().join("fixtures/tictactoe");
    let moves = std::fs::read(folder.join("win-for-o.moves")).unwrap();
    referee().write_stdin(moves).assert().success().stdout(WIN_FOR_O);
}

#[test]
fn a_wrong_name_of_a_challenge_is_explained() {
    referee().arg("--version").assert().success().stdout(predicate::str::starts_with("referee 0."));
    let wrong = referee().args(["--dialect", "chess"]).assert().code(2);
    wrong.stderr(predicate::str::contains("there are: tictactoe"));
}

#[test]
fn many_games_in_one_process_come_out_as_each_alone() {
    for dialect in ["tictactoe", "marubatsu", "reversi"] {
        let runs = judge().args(["suite", "smoke", "--dialect", dialect]).output().unwrap().stdout;
        let bulk = ["--dialect", dialect, "--bulk", "-"];
        let told = referee().args(bulk).write_stdin(runs.clone()).output().unwrap();
        let told = String::from_utf8(told.stdout).unwrap();
        let runs = std::str::from_utf8(&runs).unwrap();
        assert_eq!(told.lines().count(), runs.lines().count());
        for (run, told) in runs.lines().zip(told.lines()).take(12) {
            let inputs: Vec<String> = serde_json::from_str(run).unwrap();
            let lines: String = inputs.iter().map(|input| format!("{input}\n")).collect();
            let alone = referee().args(["--dialect", dialect]).write_stdin(lines).output().unwrap().stdout;
            let told: String = serde_json::from_str(told).unwrap();
            assert_eq!(told.as_bytes(), alone, "{run}");
        }
    }
}

#[test]
fn bulk_lines_are_lists_or_arrays_and_errors_have_numbers() {
    let told =
        referee().args(["--bulk", "-"]).write_stdin("6,4,0,3,1,5\n[\"6\"]\r\n\n[6]\n").output().unwrap();
    assert_eq!(told.status.code(), Some(2));
    let transcripts = String::from_utf8(told.stdout).unwrap();
    assert_eq!(transcripts.lines().count(), 3, "nothing that was played is lost: {transcripts}");
    assert!(transcripts.lines().next().unwrap().ends_with("O won.\\n\""), "{transcripts}");
    let why = String::from_utf8(told.stderr).unwrap();
    assert!(why.starts_with("referee: standard input: line 4: not a JSON array of strings"), "{why}");
    referee()
        .args(["--bulk", "no-such-file"])
        .assert()
        .code(2)
        .stderr(predicates::str::contains("no-such-file: "));
}
