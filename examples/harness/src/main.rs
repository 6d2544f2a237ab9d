//! Tic-tac-toe for two players at one keyboard.

use std::io::{BufRead, Write};

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

fn main() -> std::io::Result<()> {
    let mut lines = std::io::stdin().lock().split(b'\n');
    let mut board = [b'.'; 9];
    for turn in 0..9 {
        show(&board);
        let player = b"XO"[turn % 2];
        let Some(square) = ask(player, &board, &mut lines)? else { return Ok(()) };
        board[square] = player;
        if LINES.iter().any(|line| line.iter().all(|square| board[*square] == player)) {
            println!("{} won.", char::from(player));
            return Ok(());
        }
    }
    println!("tie.");
    Ok(())
}

fn show(board: &[u8; 9]) {
    for row in board.chunks(3) {
        println!("{}", String::from_utf8_lossy(row));
    }
}

/// The free square that a player names; none at the end of the input.
fn ask(
    player: u8,
    board: &[u8; 9],
    lines: &mut impl Iterator<Item = std::io::Result<Vec<u8>>>,
) -> std::io::Result<Option<usize>> {
    loop {
        print!("{}> ", char::from(player));
        std::io::stdout().flush()?;
        let Some(line) = lines.next().transpose()? else { return Ok(None) };
        match line[..] {
            [digit @ b'0'..=b'8'] if board[usize::from(digit - b'0')] == b'.' => {
                return Ok(Some(usize::from(digit - b'0')));
            }
            _ => println!("invalid."),
        }
    }
}
