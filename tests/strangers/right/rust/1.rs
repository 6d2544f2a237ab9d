use std::fmt;
use std::io::{self, Write};

#[derive(Clone, Copy, PartialEq)]
enum Cell {
    Empty,
    X,
    O,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let c = match self {
            Cell::Empty => '.',
            Cell::X => 'X',
            Cell::O => 'O',
        };
        write!(f, "{}", c)
    }
}

const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

struct Board {
    cells: [Cell; 9],
}

impl Board {
    fn new() -> Self {
        Board {
            cells: [Cell::Empty; 9],
        }
    }

    fn print(&self) {
        for row in self.cells.chunks(3) {
            for cell in row {
                print!("{}", cell);
            }
            println!();
        }
    }

    fn place(&mut self, pos: usize, player: Cell) -> bool {
        if pos > 8 || self.cells[pos] != Cell::Empty {
            return false;
        }
        self.cells[pos] = player;
        true
    }

    fn has_won(&self, player: Cell) -> bool {
        LINES
            .iter()
            .any(|line| line.iter().all(|&i| self.cells[i] == player))
    }

    fn is_full(&self) -> bool {
        self.cells.iter().all(|&c| c != Cell::Empty)
    }
}

fn main() {
    let mut board = Board::new();
    let mut player = Cell::X;

    loop {
        board.print();
        print!("{}> ", player);
        io::stdout().flush().unwrap();

        let mut input = String::new();
        let n = io::stdin()
            .read_line(&mut input)
            .expect("failed to read line");
        if n == 0 {
            break;
        }

        let pos: usize = match input.trim().parse() {
            Ok(num) => num,
            Err(_) => {
                println!("invalid.");
                continue;
            }
        };
        if !board.place(pos, player) {
            println!("invalid.");
            continue;
        }

        if board.has_won(player) {
            board.print();
            println!("{} won.", player);
            break;
        }
        if board.is_full() {
            board.print();
            println!("tie.");
            break;
        }
        player = if player == Cell::X { Cell::O } else { Cell::X };
    }
}
