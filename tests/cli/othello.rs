//! Two programs that play Othello with each other through a folder, and die of it.

use std::fs::{self, File};
use std::io::{BufRead as _, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::needs;
use crate::program::referee;

/// One side at a table with these lines: what it prints, what it prints beside, its exit status.
fn sit(table: &Path, seat: &str, lines: &[&str], more: &[&str]) -> (String, String, i32) {
    let mut program = referee();
    program.args(["--dialect", "othello", "--seat", seat, "--table"]).arg(table).args(more);
    let input: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
    let output = program.write_stdin(input).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let beside = text(output.stderr).replace(table.to_str().unwrap(), "TABLE");
    (text(output.stdout), beside, output.status.code().unwrap())
}

/// What a side prints, without the boards.
fn words(table: &Path, seat: &str, lines: &[&str]) -> Vec<String> {
    let (text, beside, status) = sit(table, seat, lines, &[]);
    assert_eq!(status, 0, "{beside}");
    let is_board = |line: &str| line.starts_with(' ');
    text.lines().filter(|line| !is_board(line)).map(str::to_owned).collect()
}

#[test]
fn the_screens_are_those_of_the_article() {
    let room = tempfile::tempdir().unwrap();
    let (black, ..) = sit(room.path(), "black", &["d3"], &[]);
    assert_eq!(
        black,
        "   a b c d e f g h
 1 □□□□□□□□
 2 □□□□□□□□
 3 □□□・□□□□
 4 □□・○●□□□
 5 □□□●○・□□
 6 □□□□・□□□
 7 □□□□□□□□
 8 □□□□□□□□
内容?-> white 発言成功。
   a b c d e f g h
 1 □□□□□□□□
 2 □□□□□□□□
 3 □□□●□□□□
 4 □□□●●□□□
 5 □□□●○・□□
 6 □□□□・・□□
 7 □□□□□□□□
 8 □□□□□□□□
内容?-> white "
    );
    let (white, ..) = sit(room.path(), "white", &["", "c3", "."], &[]);
    assert_eq!(
        white,
        "   a b c d e f g h
 1 □□□□□□□□
 2 □□□□□□□□
 3 □□□□・□□□
 4 □□□○●・□□
 5 □□・●○□□□
 6 □□□・□□□□
 7 □□□□□□□□
 8 □□□□□□□□
内容?-> black メッセージ受信。From:black d3
   a b c d e f g h
 1 □□□□□□□□
 2 □□□□□□□□
 3 □□・●・□□□
 4 □□□●●□□□
 5 □□・●○□□□
 6 □□□□□□□□
 7 □□□□□□□□
 8 □□□□□□□□
内容?-> black 発言成功。
   a b c d e f g h
 1 □□□□□□□□
 2 □□□・□□□□
 3 □□○●・□□□
 4 □□□○●・□□
 5 □□・●○□□□
 6 □□□・□□□□
 7 □□□□□□□□
 8 □□□□□□□□
内容?-> black 終了します。
black:3 / white:3
"
    );
    let moves = |name: &str| fs::read_to_string(room.path().join(name)).unwrap();
    assert_eq!(moves("black.moves"), "black d3\n");
    assert_eq!(moves("white.moves"), "black d3\nwhite c3\n");
    assert_eq!(moves("message"), "white\nblack\nc3\n");
}

#[test]
fn a_side_is_told_what_came_of_each_line() {
    let room = tempfile::tempdir().unwrap();
    assert_eq!(
        words(room.path(), "black", &["", "z9", "a1", "D3!", "d3", "f5"]),
        [
            "内容?-> white 問題なし。",
            "内容?-> white 置く石の位置は a1~h8 で指定してください。",
            "問題なし。",
            "内容?-> white 石を置けません。",
            "問題なし。",
            "内容?-> white 発言成功。",
            "内容?-> white 石を置けません。",
            "問題なし。",
            "内容?-> white 発言失敗。",
            "内容?-> white ",
        ]
    );
    assert_eq!(
        words(room.path(), "white", &["e3", "c3"]),
        [
            "内容?-> black メッセージ受信。From:black D3!",
            "発言は失敗。",
            "内容?-> black 発言成功。",
            "内容?-> black "
        ]
    );
}

#[test]
fn moves_out_of_turn_and_illegal_messages_are_refused() {
    let room = tempfile::tempdir().unwrap();
    let message = room.path().join("message");
    let (text, beside, _) = sit(room.path(), "white", &["e3"], &[]);
    assert!(text.contains("内容?-> black 発言失敗。\n"), "{text}");
    assert_eq!(beside, "referee: it is the turn of black: e3 was not sent\n");
    for said in ["a1", "hello", "e3", ""] {
        fs::write(&message, format!("white\nblack\n{said}\n")).unwrap();
        let (text, beside, status) = sit(room.path(), "black", &["", "."], &[]);
        assert!(text.contains(&format!("メッセージ受信。From:white {said}\n")), "{text}");
        assert!(text.ends_with("終了します。\nblack:2 / white:2\n"), "{text}");
        assert_eq!(beside, format!("referee: ignored {said:?} of white: not a legal move\n"));
        assert_eq!(status, 0);
        assert!(!message.exists());
    }
}

#[test]
fn without_the_law_it_is_as_lawless_as_the_article() {
    let room = tempfile::tempdir().unwrap();
    let (text, beside, _) = sit(room.path(), "white", &["e3", "."], &["--free"]);
    assert!(text.ends_with("内容?-> black 終了します。\nblack:1 / white:4\n"), "{text}");
    assert_eq!(beside, "");
    let (text, beside, _) = sit(room.path(), "black", &["", "f5", "."], &["--free"]);
    assert!(text.contains("メッセージ受信。From:white e3\n"), "{text}");
    assert!(
        text.ends_with("内容?-> white 発言成功。\n".to_owned().as_str()) || text.contains("発言成功。"),
        "{text}"
    );
    assert_eq!(beside, "");
    fs::remove_file(room.path().join("message")).unwrap();
    fs::write(room.path().join("message"), "white\nblack\na1\n").unwrap();
    let (text, beside, _) = sit(room.path(), "black", &["", "."], &["--free"]);
    assert!(text.contains("メッセージ受信。From:white a1\n"), "{text}");
    assert_eq!(beside, "referee: continuing after 2 moves in TABLE/black.moves\n");
}

#[test]
fn a_folder_that_will_not_do_is_a_plain_failure() {
    let room = tempfile::tempdir().unwrap();
    let refused = |what: &str, prepare: &dyn Fn(&Path)| {
        let table = room.path().join("table");
        let _ = fs::remove_dir_all(&table).or_else(|_| fs::remove_file(&table));
        fs::create_dir(&table).unwrap();
        prepare(&table);
        let (_, beside, status) = sit(&table, "black", &["d3"], &[]);
        assert_eq!((beside.as_str(), status), (format!("referee: {what}\n").as_str(), 2));
    };
    refused("TABLE: No such file or directory", &|table| fs::remove_dir(table).unwrap());
    refused("TABLE: not a directory", &|table| {
        fs::remove_dir(table).unwrap();
        fs::write(table, "").unwrap();
    });
    refused("TABLE/message: no message: not UTF-8", &|table| {
        fs::write(table.join("message"), b"\xff").unwrap();
    });
    refused(r#"TABLE/message: from "bob" to "black", but only black and white sit here"#, &|table| {
        fs::write(table.join("message"), "bob\nblack\nd3\n").unwrap();
    });
    refused(r#"TABLE/black.moves:2: "white a1" is not a legal move here"#, &|table| {
        fs::write(table.join("black.moves"), "black d3\nwhite a1\n").unwrap();
    });
    refused(
        "TABLE/white.moves: a different game from TABLE/black.moves; for a new game, remove both",
        &|table| {
            fs::write(table.join("black.moves"), "black d3\nwhite c3\n").unwrap();
            fs::write(table.join("white.moves"), "black c4\n").unwrap();
        },
    );
    for arguments in
        [&["--seat", "black"][..], &["--table", "."], &["--free"], &["--seat", "red", "--table", "."]]
    {
        referee().args(["--dialect", "othello"]).args(arguments).assert().code(2).stdout("");
    }
    let other = referee().args(["--seat", "black", "--table", "."]).output().unwrap();
    assert_eq!(other.status.code(), Some(2));
    assert_eq!(other.stderr, b"referee: --seat is for othello, not for tictactoe\n");
}

/// The name that a process of this machine would sign a lock with that has ended.
fn dead_owner() -> String {
    let mut child = Command::new("true").spawn().unwrap();
    child.wait().unwrap();
    let namespace = fs::read_link("/proc/self/ns/pid").unwrap();
    let namespace: String = namespace.to_str().unwrap().chars().filter(char::is_ascii_digit).collect();
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap();
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-._".contains(c) { c } else { '_' };
    let host: String = host.trim_end().chars().map(plain).collect();
    format!("{}.1.{namespace}.1@{host}", child.id())
}

#[test]
fn a_link_in_place_of_a_dead_lock_deletes_nothing() {
    let (room, victim) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::write(victim.path().join("thesis"), "years of work").unwrap();
    std::os::unix::fs::symlink(victim.path(), room.path().join(format!("lock.{}", dead_owner()))).unwrap();
    let (_, beside, status) = sit(room.path(), "black", &["."], &[]);
    assert_eq!((beside.as_str(), status), ("", 0));
    assert_eq!(fs::read(victim.path().join("thesis")).unwrap(), b"years of work");
}

#[test]
fn an_owner_s_name_cannot_act_on_the_terminal() {
    let room = tempfile::tempdir().unwrap();
    fs::create_dir_all(room.path().join("lock/1.1.1.1@alpha\u{1b}]0;owned\u{7}")).unwrap();
    let mut program = Command::new(assert_cmd::cargo::cargo_bin!("referee"));
    program.args(["--dialect", "othello", "--seat", "black", "--table"]).arg(room.path());
    let mut waiting =
        program.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    std::io::BufReader::new(waiting.stderr.take().unwrap()).read_line(&mut line).unwrap();
    waiting.kill().unwrap();
    waiting.wait().unwrap();
    assert_eq!(line, "referee: waiting for the lock of an unknown owner\n");
}

#[test]
fn a_game_that_is_over_says_so_when_it_is_opened_again() {
    let room = tempfile::tempdir().unwrap();
    let sides = ["black", "white"].into_iter().cycle();
    let wiped_out = ["f5", "f6", "d3", "e3", "f3", "c5", "b5", "f4", "f7"];
    let mut record = String::new();
    for (side, square) in sides.zip(wiped_out) {
        record += &format!("{side} {square}\n");
    }
    let _ = fs::write(room.path().join("black.moves"), &record);
    let (text, beside, status) = sit(room.path(), "black", &["a1"], &[]);
    assert_eq!(status, 0, "{beside}");
    assert!(text.contains("双方共に石を置く場所がありません。終局します。\nblack:13 / white:0\n"), "{text}");
    assert_eq!(
        beside,
        "referee: this game is over; for a new game, remove TABLE/black.moves and TABLE/white.moves\n"
    );
}

/// Numbers that look random, and are the same for the same seed.
struct Dice(u64);

impl Dice {
    fn throw(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

/// One side of a game, whose program is killed again and again.
struct Mortal<'a> {
    table: &'a Path,
    seat: &'static str,
    dice: Dice,
    deaths: usize,
}

impl Mortal<'_> {
    /// Plays to the end: each program tries all squares in some order, and is killed when it has
    /// printed some number of bytes, unless it is quicker.
    fn play(&mut self) {
        loop {
            let (output, is_killed) = self.live();
            self.deaths += usize::from(is_killed);
            if String::from_utf8_lossy(&output).contains("終局します。") && !is_killed {
                return;
            }
        }
    }

    fn live(&mut self) -> (Vec<u8>, bool) {
        let mut child = self.start();
        let bytes = self.dice.throw(12_000) as u64;
        let mut output = Vec::new();
        let mut stdout = child.stdout.take().unwrap();
        (&mut stdout).take(bytes).read_to_end(&mut output).unwrap();
        let is_killed = output.len() as u64 == bytes;
        match is_killed {
            true => child.kill().unwrap(),
            false => assert!(stdout.read_to_end(&mut output).is_ok()),
        }
        let status = child.wait().unwrap();
        // It may have ended in the moment before it was killed, and then it ended well.
        assert!(status.code().is_none_or(|code| code == 0), "{} {status}: {}", self.seat, self.beside());
        (output, is_killed)
    }

    fn start(&mut self) -> Child {
        let mut squares: Vec<String> =
            ('a'..='h').flat_map(|column| (1..=8).map(move |row| format!("{column}{row}\n"))).collect();
        for place in 0..squares.len() {
            let other = self.dice.throw(squares.len());
            squares.swap(place, other);
        }
        let (lines, beside) = (self.file("lines"), self.file("beside"));
        fs::write(&lines, squares.concat()).unwrap();
        let beside = File::options().create(true).append(true).open(beside).unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_referee"));
        program.args(["--dialect", "othello", "--seat", self.seat, "--table"]).arg(self.table);
        let program = program.stdin(File::open(lines).unwrap()).stdout(Stdio::piped()).stderr(beside);
        program.spawn().unwrap()
    }

    fn file(&self, what: &str) -> std::path::PathBuf {
        self.table.with_file_name(format!("{}.{what}", self.seat))
    }

    fn beside(&self) -> String {
        fs::read_to_string(self.file("beside")).unwrap_or_default()
    }
}

/// What came of a number of games.
#[derive(Default)]
struct Losses {
    deaths: AtomicUsize,
    locks: AtomicUsize,
}

/// Plays one game in which both sides are killed, and checks that both know it to the end.
fn play_mortally(round: u64, losses: &Losses) {
    let room = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
    let table = room.path().join("table");
    fs::create_dir(&table).unwrap();
    let sides = ["black", "white"];
    std::thread::scope(|scope| {
        for (number, seat) in (0..).zip(sides) {
            let table = &table;
            scope.spawn(move || {
                let mut side = Mortal { table, seat, dice: Dice(2 * round + number), deaths: 0 };
                side.play();
                let beside = side.beside();
                let known = [
                    "continuing after",
                    "took over the lock",
                    "was not sent",
                    "this game is over",
                    "waiting for",
                ];
                let is_known = |line: &str| known.iter().any(|words| line.contains(words));
                assert!(beside.lines().all(is_known), "round {round}, {seat}: {beside}");
                losses.deaths.fetch_add(side.deaths, Ordering::Relaxed);
                losses.locks.fetch_add(beside.matches("took over the lock").count(), Ordering::Relaxed);
            });
        }
    });
    let boards = sides.map(|seat| sit(&table, seat, &[], &[]).0);
    assert_eq!(boards[0], boards[1], "round {round}");
    assert!(boards[0].contains("終局します。"), "round {round}: {}", boards[0]);
    let records = sides.map(|seat| fs::read_to_string(table.join(format!("{seat}.moves"))).unwrap());
    assert_eq!(records[0], records[1], "round {round}");
    let left: Vec<_> = fs::read_dir(&table).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    let is_expected = |name: &str| {
        sides
            .iter()
            .any(|seat| name.strip_prefix(seat).is_some_and(|rest| rest == ".moves" || rest == ".heard"))
    };
    assert!(left.iter().all(|name| is_expected(name.to_str().unwrap())), "round {round}: {left:?}");
}

fn play_many(rounds: std::ops::Range<u64>) {
    let losses = Losses::default();
    let number = rounds.end - rounds.start;
    rounds.for_each(|round| play_mortally(round, &losses));
    let (deaths, locks) = (losses.deaths.into_inner(), losses.locks.into_inner());
    println!("{number} games, {deaths} programs killed, {locks} locks taken over from the dead");
    assert!(deaths as u64 > number, "only {deaths} were killed");
}

#[test]
fn killed_programs_end_with_equal_boards() {
    needs::patience();
    play_many(0..20);
}

/// `cargo test --test cli -- --ignored --nocapture thousands_of_games`
#[test]
#[ignore = "takes minutes"]
fn thousands_of_killed_games_end_with_equal_boards() {
    play_many(1_000..3_000);
}
