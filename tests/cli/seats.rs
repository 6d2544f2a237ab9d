//! `referee` with players in the seats, as a user runs it: programs, matches, a table.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use predicates::prelude::*;

use crate::program::{folder, referee, write_file};

#[test]
fn a_saved_game_of_a_match_can_be_played_again() {
    let room = tempfile::tempdir().unwrap();
    let (victim, games) = (room.path().join("victim"), room.path().join("made/games"));
    let played = || {
        let arguments = ["match", "--dialect", "reversi", "--games", "3", "--seed", "1"];
        let program = r#"program:sh -c 'while read -r line; do [ "$line" != ">" ] || echo a1; done'"#;
        let players = ["greedy", program, "--save"];
        let told = referee().args(arguments).args(players).arg(&games).assert().success();
        told.stdout(predicate::str::contains("  3      0     0         0     3.0\n"));
    };
    played();
    // A folder from elsewhere leads nowhere.
    let first = games.join("0001.moves");
    write_file(&victim, "kept");
    std::fs::remove_file(&first).unwrap();
    std::os::unix::fs::symlink(&victim, &first).unwrap();
    played();
    assert_eq!(std::fs::read_to_string(&victim).unwrap(), "kept");
    assert_eq!(std::fs::read_dir(&games).unwrap().count(), 3);
    let moves = std::fs::read_to_string(&first).unwrap();
    // Four of the opening, one of the greedy player, and the line that lost the game.
    assert_eq!((moves.lines().count(), moves.lines().last()), (6, Some("a1")));
    let again = referee().args(["--dialect", "reversi"]).write_stdin(moves).assert().success();
    again.stdout(predicate::str::contains("invalid"));
}

/// What did not count is not in a saved game, so that another game cannot come of it.
#[test]
fn a_saved_game_holds_what_counted() {
    let (_kept, room) = folder(&[("o", "3\n4\n5\n"), ("full.board", "BB\nWW\n")]);
    let play = |arguments: &[&str]| {
        referee()
            .current_dir(&room)
            .args(["match", "--games", "2", "--save"])
            .args(arguments)
            .assert()
            .success()
    };
    let moves = |name: &str| std::fs::read_to_string(room.join(name)).unwrap();
    for line in ["0,8", "0\\r\\r"] {
        let program = format!("program:sh -c 'read l; read l; read l; printf \"{line}\\n\"; cat >/dev/null'");
        play(&["twice", &program, "script:o"]);
        assert_eq!(moves("twice/0001.moves"), "", "{line}");
    }
    play(&["late", "--clock", "0s", "--opening", "2", "--seed", "4", "random", "greedy"]);
    assert_eq!(moves("late/0001.moves").lines().count(), 2, "the late move is none");
    let shorter = ["match", "--games", "1", "--save", "late", "random", "random"];
    let told = referee().current_dir(&room).args(shorter).assert().code(2);
    told.stderr(predicate::str::contains("late/0002.moves: this game is of a longer match"));
    assert_eq!(moves("late/0001.moves").lines().count(), 2, "the game is kept");
    let full = ["full", "--board", "full.board", "--opening", "2", "random", "random"];
    play(&full).stdout(predicate::str::contains("random     0      2     0"));
}

#[test]
fn lines_of_a_script_are_read_as_those_of_the_game() {
    let (_kept, room) = folder(&[("o", "d3, good luck\n"), ("x", "c3\n"), ("list", "a1,b1\n")]);
    let game = |arguments: &[&str]| referee().current_dir(&room).args(arguments).assert().code(1);
    let othello = game(&["--dialect", "othello", "--first", "script:o", "--second", "script:x"]);
    othello.stdout(predicate::str::contains("(script:o) forfeits: no more moves"));
    let list = game(&["--dialect", "marubatsu", "--first", "script:list", "--second", "random"]);
    list.stdout(predicate::str::contains("forfeits: unreadable: `a1,b1`"));
}

#[test]
fn ctrl_c_ends_a_game_and_the_program_in_it() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(["--dialect", "reversi", "--first", "program:sh -c 'cat >/dev/null'", "--second", "greedy"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The first line is said when the signal is waited for already.
    let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(said.next().unwrap().unwrap(), "Black 2 : 2");
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn people_are_asked_again_and_others_are_not() {
    let seats = ["--first", "human", "--second", "random"];
    let end = predicate::str::starts_with("...\n...\n...\nX> invalid.\nX> ")
        .and(predicate::str::contains("X (human) forfeits: no more moves"));
    let often = "nine\n".repeat(150);
    referee().args(seats).write_stdin(often + "4\n").assert().code(1).stdout(end);
    let seats = ["--first", "program:sh -c 'echo 9; cat'", "--second", "random"];
    let end = predicate::str::contains(" forfeits: spoke out of turn: `9`")
        .or(predicate::str::contains(" forfeits: unreadable: `9`"));
    referee().args(seats).assert().code(1).stdout(end);
}

#[test]
fn what_cannot_be_played_is_refused_with_a_reason() {
    for (arguments, why) in [
        (&["--first", "gtp:cat"][..], "`gtp:cat` is not a player"),
        (&["--first", "program:no-such-program"], "program not found"),
        (&["--board", "standard", "--first", "perfect"], "use `search` for other boards"),
        (&["--third", "random"], "this board needs 2 players, not 3"),
        (&["match", "human", "random"], "people cannot play a match"),
        (&["--clock", "30d", "--first", "random"], "at most a week"),
        (&["--first", "script:no-such-file"], "no-such-file"),
    ] {
        referee().args(arguments).assert().code(2).stderr(predicate::str::contains(why));
    }
}

#[test]
fn options_for_players_need_players() {
    for option in ["--clock=5s", "--on-illegal=ask-again", "--seed=1", "--isolation=none"] {
        let told = referee().arg(option).assert().code(2);
        told.stderr(predicates::str::contains("--first <PLAYER>"));
        referee().args([option, "--first", "random", "--second", "random"]).assert().success();
        referee().args(["match", option, "--games", "2", "random", "random"]).assert().success();
    }
}
