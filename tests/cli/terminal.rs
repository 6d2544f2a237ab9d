//! The game at a terminal, over a pseudo-terminal that the `script` program makes.

use std::process::Command;

#[test]
fn two_people_at_one_keyboard_see_how_squares_are_numbered_and_the_final_board() {
    let Ok(script) = which::which("script") else {
        eprintln!("skipped: the program `script` is not installed (apt-get install bsdutils)");
        return;
    };
    let output = Command::new(script)
        .args(["-qec", env!("CARGO_BIN_EXE_referee"), "/dev/null"])
        .stdin(moves("6\n4\n0\n3\n1\n5\n"))
        .output()
        .unwrap();
    let shown = String::from_utf8(output.stdout).unwrap().replace('\r', "");
    assert!(shown.contains("Two players take turns; three in a row wins."), "{shown}");
    assert!(shown.ends_with("XX.\nOOO\nX..\nO won.\n"), "{shown}");
}

/// Standard input from a file: `script` stops feeding its terminal when a pipe ends too early.
fn moves(text: &str) -> std::fs::File {
    use std::io::{Seek, Write};
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file.rewind().unwrap();
    file
}

#[test]
fn a_report_in_a_file_still_ends_with_one_line_on_a_terminal() {
    let Ok(script) = which::which("script") else {
        eprintln!("skipped: the program `script` is not installed (apt-get install bsdutils)");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    let check = "check --isolation rlimits --suite examples --format html golf/tictactoe/ttt.sh --out";
    let command = format!("{} {check} {}", env!("CARGO_BIN_EXE_judge"), page.display());
    let output = Command::new(script)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["-qec", &command, "/dev/null"])
        .stdin(moves(""))
        .output()
        .unwrap();
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(shown.contains("1 of 1 conform\u{1b}[0m: tictactoe, profile golf, suite examples"), "{shown:?}");
    assert!(page.exists());
}
