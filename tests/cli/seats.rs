//! `referee` with players in the seats, as a user runs it: programs, series, path counts.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use predicates::prelude::*;

use crate::program::{folder, referee, write_file};

const SERIES: [&str; 8] =
    ["match", "--dialect", "reversi", "--games", "6", "search:depth=1", "greedy", "--save"];

/// The records of a series by game, without the times, which are never the same.
fn records(folder: &Path) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(folder.join("games.jsonl")).unwrap();
    let mut records: Vec<serde_json::Value> =
        text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    records.iter_mut().for_each(|record| record["milliseconds"] = 0.into());
    records.sort_by_key(|record| record["game"].as_u64());
    records
}

#[test]
fn a_series_goes_on_where_it_was_broken_off() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, broken) = (folder.path().join("whole"), folder.path().join("broken"));
    for folder in [&whole, &broken] {
        referee().args(SERIES).arg(folder).assert().success();
    }
    let journal = broken.join("games.jsonl");
    let text = std::fs::read_to_string(&journal).unwrap();
    let third_end = text.match_indices('\n').nth(3).unwrap().0;
    write_file(&journal, &text[..third_end + 20]);
    referee().args(SERIES).arg(&broken).assert().success();
    assert_eq!(records(&whole).len(), 6);
    assert_eq!(records(&broken), records(&whole));
    assert!(broken.join("0006.ggf").exists() && broken.join("0006.txt").exists());
    let other = ["match", "--dialect", "reversi", "random", "greedy", "--save"];
    referee().args(other).arg(&broken).assert().code(2).stderr(predicate::str::contains("another series"));
}

#[test]
fn a_series_folder_from_elsewhere_leads_nowhere_and_what_is_no_journal_stays() {
    let room = tempfile::tempdir().unwrap();
    let (victim, folder) = (room.path().join("victim"), room.path().join("folder"));
    write_file(&victim, "a file without a line end");
    std::fs::create_dir(&folder).unwrap();
    let journal = folder.join("games.jsonl");
    let refused = |why: &str| {
        let told = referee().args(SERIES).arg(&folder).assert().code(2);
        told.stderr(predicate::str::ends_with(format!("games.jsonl: {why}\n")));
        std::fs::remove_file(&journal).unwrap();
    };
    std::os::unix::fs::symlink(&victim, &journal).unwrap();
    refused("a link, which is not followed");
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    mknodat(CWD, &journal, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    refused("not a plain file");
    std::fs::File::create(&journal).unwrap().set_len(1 << 40).unwrap();
    refused("file too large");
    std::fs::hard_link(&victim, &journal).unwrap();
    refused("line 1 is not a record of a game");
    std::os::unix::fs::symlink(&victim, folder.join("0001.txt")).unwrap();
    referee().args(SERIES).arg(&folder).assert().success();
    assert_eq!(records(&folder).len(), 6);
    assert_eq!(std::fs::read_to_string(&victim).unwrap(), "a file without a line end");
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
    referee().args(seats).write_stdin("nine\n4\n").assert().code(1).stdout(end);
    let seats = ["--first", "program:sh -c 'echo 9; cat'", "--second", "random"];
    let end = predicate::str::contains(" forfeits: spoke out of turn: `9`")
        .or(predicate::str::contains(" forfeits: unreadable: `9`"));
    referee().args(seats).assert().code(1).stdout(end);
}

#[test]
fn what_cannot_be_played_is_refused_with_a_reason() {
    for (arguments, why) in [
        (&["--first", "gtp:cat"][..], "GTP is for square boards"),
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
fn what_is_said_of_players_where_there_are_none_is_not_passed_over() {
    for option in ["--clock=5s", "--on-illegal=ask-again", "--seed=1", "--isolation=none"] {
        let told = referee().arg(option).assert().code(2);
        told.stderr(predicates::str::contains("--first <PLAYER>"));
        referee().args([option, "--first", "random", "--second", "random"]).assert().success();
        referee().args(["match", option, "--games", "2", "random", "random"]).assert().success();
    }
}

#[test]
fn an_engine_may_pass_by_itself_and_refuse_to_be_told_so() {
    let engine = include_str!("../../fixtures/bots/gtp.py");
    let answers = "print(\"=\", obey(*line.split()), end=\"\\n\\n\", flush=True)";
    let refuses = "print(\"? syntax error\\n\" if \"pass\" in line else \"= \" + obey(*line.split()) + \"\\n\", flush=True)";
    assert!(engine.contains(answers));
    let (_kept, folder) = folder(&[("engine.py", &engine.replace(answers, refuses))]);
    let player = format!("gtp:{}", folder.join("engine.py").display());
    let games = [
        "match",
        "--dialect",
        "reversi",
        "--board",
        "square-6",
        "--games",
        "6",
        "--seed",
        "1",
        &player,
        "random",
    ];
    let saved = folder.join("games");
    let told = referee().args(games).arg("--save").arg(&saved).assert().success();
    let told = String::from_utf8(told.get_output().stdout.clone()).unwrap();
    assert!(!told.contains("forfeits:"), "{told}");
    let passes = std::fs::read_dir(&saved).unwrap().filter(|file| {
        let path = file.as_ref().unwrap().path();
        std::fs::read_to_string(path).unwrap().contains(" Pass\n")
    });
    assert!(passes.count() > 0, "somebody had to pass");
}
