use std::io::{self, Write};

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

fn main() {
    let mut board = ['.'; 9];
    let mut player = 'X';
    loop {
        for row in board.chunks(3) {
            println!("{}", row.iter().collect::<String>());
        }
        let cell = loop {
            print!("{player}> ");
            io::stdout().flush().unwrap();
            let mut line = String::new();
            if io::stdin().read_line(&mut line).unwrap() == 0 {
                return;
            }
            match line.trim_end_matches('\n').parse::<usize>() {
                Ok(cell) if cell < 9 && board[cell] == '.' => break cell,
                _ => println!("invalid."),
            }
        };
        board[cell] = player;
        if LINES.iter().any(|line| line.iter().all(|&cell| board[cell] == player)) {
            println!("{player} won.");
            return;
        }
        if !board.contains(&'.') {
            println!("tie.");
            return;
        }
        player = if player == 'X' { 'O' } else { 'X' };
    }
}
