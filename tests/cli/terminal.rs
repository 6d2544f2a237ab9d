//! The game at a terminal, over a pseudo-terminal that the `script` program makes.

use std::process::Command;

use crate::needs;

#[test]
fn a_terminal_game_shows_numbers_and_the_final_board() {
    needs::program("script");
    let output = Command::new("script")
        .args(["-qec", env!("CARGO_BIN_EXE_referee"), "/dev/null"])
        .stdin(moves("6\n4\n0\n3\n1\n5\n"))
        .output()
        .unwrap();
    let shown = String::from_utf8(output.stdout).unwrap().replace('\r', "");
    assert!(shown.contains("Two players take turns; three in a row wins."), "{shown}");
    assert!(shown.ends_with("XX.\nOOO\nX..\nO won.\n"), "{shown}");
}

#[test]
fn every_game_at_a_terminal_says_how_to_play_and_to_leave() {
    for (arguments, told) in [
        ("--second perfect", "Type a square's number:"),
        ("--dialect reversi --second greedy", "Type a square, such as d3."),
        ("--dialect reversi", "Type a square, such as d3."),
        ("--dialect vending", "Vending machine"),
    ] {
        let shown = on_terminal(80, &format!("{} {arguments}", env!("CARGO_BIN_EXE_referee")));
        assert!(shown.contains(told) && shown.contains("Ctrl-D ends."), "{arguments}: {shown}");
    }
    let plain =
        std::process::Command::new(env!("CARGO_BIN_EXE_referee")).stdin(moves("6\n")).output().unwrap();
    assert!(plain.stderr.is_empty() && !plain.stdout.starts_with(b"Two"));
}

/// Standard input from a file: `script` stops feeding its terminal when a pipe ends too early.
fn moves(text: &str) -> std::fs::File {
    use std::io::{Seek, Write};
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file.rewind().unwrap();
    file
}

/// What a command prints on a terminal of so many columns, without what makes it coloured, and with what was cleared.
fn on_terminal(columns: usize, command: &str) -> String {
    needs::program("script");
    let output = Command::new("script")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["-qec", &format!("stty cols {columns} rows 24; {command}"), "/dev/null"])
        .env("TERM", "xterm")
        .stdin(moves(""))
        .output()
        .unwrap();
    let shown = String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n").replace('\r', "\n");
    anstream::adapter::strip_str(&shown).to_string()
}

#[test]
fn a_ruling_is_readable_on_a_narrow_terminal() {
    let judge = env!("CARGO_BIN_EXE_judge");
    let paths = "golf/tictactoe/ttt.pl fixtures/tictactoe/wrong/draw-for-tie.sh";
    for (columns, row) in [
        (60, "\n    wrong: writes `draw.` for a tie\n"),
        (90, "draw-for-tie.sh  wrong: writes `draw.` for a tie\n"),
        (160, "  lines  wrong: writes `draw.` for a tie\n"),
    ] {
        let command = format!("{judge} check --isolation rlimits --suite examples {paths}");
        let shown = on_terminal(columns, &command);
        assert!(shown.contains(row), "{columns}: {shown}");
        let table =
            shown.lines().skip_while(|line| !line.starts_with('#')).take_while(|line| !line.is_empty());
        assert!(table.clone().count() >= 3, "{shown}");
        assert!(table.clone().all(|line| line.chars().count() <= columns), "{columns}: {shown}");
        let bars = shown.lines().filter(|line| line.contains(" judged "));
        // What stands above it is drawn with it.
        let mut bars = bars.map(|line| &line[line.find(['█', '░']).unwrap_or(0)..]);
        assert!(bars.all(|bar| bar.trim_end().chars().count() <= columns), "{columns}: {shown}");
        assert!(shown.contains("✓   160  golf/tictactoe/ttt.pl: accepted"), "{shown}");
    }
}

#[test]
fn what_was_proved_is_said_if_asked_for() {
    let told = |more: &[&str]| {
        let check = ["check", "--suite", "examples", "tests/programs/right.sh"];
        let output = crate::program::judge().args(check).args(more).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let short = told(&[]);
    assert!(short.ends_with("\n\n1 of 1 passed (tictactoe, golf rules, suite examples)\n"), "{short}");
    let long = told(&["--verbose"]);
    assert!(long.contains("\nexamples: 3 games match. Right on the games in the specification"), "{long}");
    assert!(long.contains("\nruns: "), "{long}");
}

#[test]
fn a_report_in_a_file_still_ends_with_one_line_on_a_terminal() {
    needs::program("script");
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    let check = "check --isolation rlimits --suite examples --format html tests/programs/right.sh --out";
    let command = format!("{} {check} {}", env!("CARGO_BIN_EXE_judge"), page.display());
    let output = Command::new("script")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["-qec", &command, "/dev/null"])
        .stdin(moves(""))
        .output()
        .unwrap();
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(shown.contains("1 of 1 passed\u{1b}[0m (tictactoe, golf rules, suite examples)"), "{shown:?}");
    assert!(page.exists());
}
