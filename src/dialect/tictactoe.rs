//! The words of the code-golf challenge (`fixtures/tictactoe/SPEC.md`).
//!
//! A turn is the board, three lines of `.`, `X` and `O`, and a prompt such as `X> `, which no line
//! feed follows. A move is one digit. [`WORDS`] holds every text there is; [`Words::write`] and
//! [`Words::scan`] both go by it.

use super::Unreadable;
use crate::game::tictactoe::Square;
use crate::game::{Board, Cell, Outcome, Side};
use crate::session::Event;

/// Every text of the dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// How a cell is shown: empty, first side's, second side's.
    pub cells: [&'static str; 3],
    /// What ends a row of the board.
    pub row_end: &'static str,
    /// The prompt of each side.
    pub prompts: [&'static str; 2],
    /// The answer to anything that is no legal move.
    pub invalid: &'static str,
    /// The result when a side has won, by side.
    pub won: [&'static str; 2],
    /// The result when nobody has.
    pub tie: &'static str,
    /// What ends a message.
    pub message_end: &'static str,
}

/// The challenge's own words.
pub const WORDS: Words = Words {
    cells: [".", "X", "O"],
    row_end: "\n",
    prompts: ["X> ", "O> "],
    invalid: "invalid.",
    won: ["X won.", "O won."],
    tie: "tie.",
    message_end: "\n",
};

const WIDTH: usize = 3;
const CELLS: [Cell; 3] = [Cell::Empty, Cell::Marked(Side::FIRST), Cell::Marked(Side::SECOND)];

/// The square that a line names.
///
/// # Errors
/// [`Unreadable`] for everything but exactly one ASCII digit from 0 to 8.
pub fn read(line: &[u8]) -> Result<Square, Unreadable> {
    match line {
        [] => Err(Unreadable::Blank),
        [digit @ b'0'..=b'8'] => Ok(Square::new(digit - b'0').expect("a digit up to 8")),
        _ if is_certainly_no_square(line) => Err(Unreadable::Certain),
        _ => Err(Unreadable::Doubtful),
    }
}

/// Whether no reading of "a valid number between 0 and 8" can take the line for one: a whole number
/// outside 0 to 8 in its usual spelling, or a visible word without any digit. The challenge does not
/// say what else counts as a number (`04`, ` 4`, `4.0`, `1e0`, a full-width digit).
fn is_certainly_no_square(line: &[u8]) -> bool {
    let digits = line.strip_prefix(b"-").unwrap_or(line);
    let is_usual_spelling = matches!(digits, [b'1'..=b'9', ..]) && digits.iter().all(u8::is_ascii_digit);
    let is_word = line.iter().all(|byte| byte.is_ascii_graphic() && !byte.is_ascii_digit() && *byte != b',');
    is_usual_spelling || is_word
}

impl Words {
    /// Appends what is printed for an event.
    pub fn write(&self, event: &Event, text: &mut Vec<u8>) {
        let mut say = |words: &str| text.extend_from_slice(words.as_bytes());
        match event {
            Event::BoardShown(board) => {
                for row in board.rows() {
                    row.iter().for_each(|&cell| say(self.cell(cell)));
                    say(self.row_end);
                }
            }
            Event::MoveAsked(side) => say(self.prompts[side.index()]),
            Event::InputRefused => {
                say(self.invalid);
                say(self.message_end);
            }
            Event::GameEnded(outcome) => {
                say(self.result(*outcome));
                say(self.message_end);
            }
        }
    }

    /// The event that a text begins with, and its length without the line feed that ends it.
    ///
    /// A carriage return before a line feed inside a board belongs to the line's end.
    pub fn scan(&self, text: &[u8]) -> Option<(Event, usize)> {
        let messages = [
            (self.prompts[0], Event::MoveAsked(Side::FIRST)),
            (self.prompts[1], Event::MoveAsked(Side::SECOND)),
            (self.invalid, Event::InputRefused),
            (self.won[0], Event::GameEnded(Outcome::Won(Side::FIRST))),
            (self.won[1], Event::GameEnded(Outcome::Won(Side::SECOND))),
            (self.tie, Event::GameEnded(Outcome::Tie)),
        ];
        let message = messages.into_iter().find(|(words, _)| text.starts_with(words.as_bytes()));
        match message {
            Some((words, event)) => Some((event, words.len())),
            None => self.scan_board(text),
        }
    }

    fn scan_board(&self, text: &[u8]) -> Option<(Event, usize)> {
        let mut rest = text;
        let mut cells = Vec::with_capacity(WIDTH * WIDTH);
        for row in 0..WIDTH {
            if row > 0 {
                rest = rest.strip_prefix(b"\r").unwrap_or(rest).strip_prefix(self.row_end.as_bytes())?;
            }
            for _ in 0..WIDTH {
                let cell = CELLS.into_iter().find(|&cell| rest.starts_with(self.cell(cell).as_bytes()))?;
                rest = &rest[self.cell(cell).len()..];
                cells.push(cell);
            }
        }
        Some((Event::BoardShown(Board::new(WIDTH, cells)), text.len() - rest.len()))
    }

    fn cell(&self, cell: Cell) -> &'static str {
        match cell {
            Cell::Empty => self.cells[0],
            Cell::Marked(side) => self.cells[1 + side.index()],
            Cell::Neutral(_) | Cell::Hole => unreachable!("a board of three by three has neither"),
        }
    }

    fn result(&self, outcome: Outcome) -> &'static str {
        match outcome {
            Outcome::Won(side) => self.won[side.index()],
            Outcome::Tie => self.tie,
        }
    }
}
