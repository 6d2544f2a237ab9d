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
