//! The words of the code-golf challenge (`fixtures/tictactoe/SPEC.md`).
//!
//! A turn is the board, three lines of `.`, `X` and `O`, and a prompt such as `X> `, which no line
//! feed follows. A move is one digit. [`WORDS`] holds every text there is; writing and scanning both
//! go by it.

use super::phrase::{self, Phrase, phrase};
use super::{AllowedDeviations, Readings, Referee, Speech, Unreadable, Vocabulary};
use crate::game::tictactoe::{Position, Square};
use crate::game::{AnyPosition, Board, Cell, Outcome, Position as _, Side};
use crate::session::{Conduct, Event, Refusal};

/// Every text of the dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TictactoeWords {
    /// How a cell is shown: empty, first side's, second side's.
    pub cells: [&'static str; 3],
    /// The end of a row of the board.
    pub row_end: &'static str,
    /// The prompt of each side.
    pub prompts: [&'static str; 2],
    /// The answer to anything that is no legal move.
    pub invalid: &'static str,
    /// The result when a side has won, by side.
    pub won: [&'static str; 2],
    /// The result when nobody has.
    pub tie: &'static str,
    /// The end of a message.
    pub message_end: &'static str,
}

/// The challenge's own words.
pub const WORDS: TictactoeWords = TictactoeWords {
    cells: [".", "X", "O"],
    row_end: "\n",
    prompts: ["X> ", "O> "],
    invalid: "invalid.",
    won: ["X won.", "O won."],
    tie: "tie.",
    message_end: "\n",
};

/// What the challenge allows: new-lines, a board after a refusal or before the result, silence to an
/// empty line, which a program that reads words never sees.
const ALLOWED_DEVIATIONS: AllowedDeviations = AllowedDeviations {
    board_after_refusal: true,
    board_before_result: true,
    silence_to_blank: true,
    no_newline_at_the_end: true,
    any_input_format: true,
};

const WIDTH: usize = 3;
const CELLS: [Cell; 3] = [Cell::Empty, Cell::Marked(Side::FIRST), Cell::Marked(Side::SECOND)];

/// A game as the challenge wants it refereed.
#[derive(Clone, Debug)]
pub struct TictactoeGame {
    position: Position,
    final_board: bool,
}

impl Default for TictactoeGame {
    fn default() -> TictactoeGame {
        TictactoeGame::new(false)
    }
}

impl TictactoeGame {
    /// A new game; `final_board` is whether the board is shown once more before the result.
    pub fn new(final_board: bool) -> TictactoeGame {
        TictactoeGame { position: Position::start(), final_board }
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    fn show(&self) -> Event {
        Event::BoardShown(self.position.board())
    }
}

impl Conduct for TictactoeGame {
    type Input = Square;

    fn take(&self, square: Square) -> Result<TictactoeGame, Refusal> {
        let position = self.position.play(square).map_err(|_| Refusal::Invalid)?;
        Ok(TictactoeGame { position, ..*self })
    }

    fn turn(&self) -> Vec<Event> {
        match self.position.outcome() {
            None => vec![self.show(), Event::MoveAsked(Some(self.position.turn()))],
            Some(outcome) if self.final_board => vec![self.show(), Event::GameEnded(Some(outcome))],
            Some(outcome) => vec![Event::GameEnded(Some(outcome))],
        }
    }

    fn turn_again(&self) -> Vec<Event> {
        vec![Event::MoveAsked(Some(self.position.turn()))]
    }

    fn has_ended(&self) -> bool {
        self.position.outcome().is_some()
    }

    fn board(&self) -> Board {
        self.position.board()
    }
}

/// The square that a line names.
/// Fails for everything but exactly one ASCII digit from 0 to 8.
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

static PHRASES: [Phrase; 6] = [
    phrase(WORDS.prompts[0], "", Event::MoveAsked(Some(Side::FIRST))),
    phrase(WORDS.prompts[1], "", Event::MoveAsked(Some(Side::SECOND))),
    phrase(WORDS.invalid, WORDS.message_end, Event::InputRefused(Refusal::Invalid)),
    phrase(WORDS.won[0], WORDS.message_end, Event::GameEnded(Some(Outcome::Won(Side::FIRST)))),
    phrase(WORDS.won[1], WORDS.message_end, Event::GameEnded(Some(Outcome::Won(Side::SECOND)))),
    phrase(WORDS.tie, WORDS.message_end, Event::GameEnded(Some(Outcome::Tie))),
];

impl Speech for TictactoeWords {
    fn name(&self) -> &str {
        "tictactoe"
    }

    fn referee(&self, final_board: bool) -> Referee {
        Referee::new(TictactoeGame::new(final_board), read, Refusal::Invalid)
    }

    fn write(&self, event: &Event, text: &mut Vec<u8>) {
        match event {
            Event::BoardShown(board) => {
                for row in board.rows() {
                    row.iter().for_each(|&cell| text.extend_from_slice(self.mark(cell).as_bytes()));
                    text.extend_from_slice(self.row_end.as_bytes());
                }
            }
            message => phrase::write(&PHRASES, message, text),
        }
    }

    /// A carriage return before a line feed inside a board belongs to the line's end.
    fn scan(&self, text: &[u8]) -> Option<(Event, usize)> {
        phrase::scan(&PHRASES, text).or_else(|| self.scan_board(text))
    }

    fn allowed_deviations(&self) -> AllowedDeviations {
        ALLOWED_DEVIATIONS
    }

    fn readings(&self, line: &[u8]) -> Option<Readings> {
        Some(Readings::of_number(line))
    }

    fn trial(&self) -> Vec<&str> {
        vec!["6", "4", "0", "3", "1", "5"]
    }

    fn examples(&self) -> Vec<(&str, Vec<&str>)> {
        vec![
            ("tie", vec!["4", "2", "8", "0", "1", "7", "3", "5", "6"]),
            ("win-for-x", vec!["0", "1", "2", "3", "4", "5", "6"]),
            ("win-for-o", vec!["6", "4", "0", "3", "1", "5"]),
        ]
    }

    fn vocabulary(&self) -> Option<&'static Vocabulary> {
        Some(&Vocabulary {
            squares: ["0", "1", "2", "3", "4", "5", "6", "7", "8"],
            bad: &["9", "10", "-1", "a", "?", "80", "move", "99999999999999999999", "-", "*", "%s", "+"],
            endings: &[],
        })
    }

    fn takes_lists(&self) -> bool {
        true
    }

    fn greeting(&self) -> &str {
        "Two players take turns; three in a row wins. Type a square's number:\n012\n345\n678\n"
    }

    fn start(&self) -> Option<AnyPosition> {
        Some(AnyPosition::Tictactoe(Position::start()))
    }

    fn side_name(&self, side: Side) -> String {
        self.mark(Cell::Marked(side)).to_owned()
    }

    fn cell(&self, line: &[u8]) -> Option<usize> {
        read(line).ok().map(|square| square.number().into())
    }
}

impl TictactoeWords {
    fn scan_board(&self, text: &[u8]) -> Option<(Event, usize)> {
        let mut rest = text;
        let mut cells = Vec::with_capacity(WIDTH * WIDTH);
        for row in 0..WIDTH {
            if row > 0 {
                rest = rest.strip_prefix(b"\r").unwrap_or(rest).strip_prefix(self.row_end.as_bytes())?;
            }
            for _ in 0..WIDTH {
                let cell = CELLS.into_iter().find(|&cell| rest.starts_with(self.mark(cell).as_bytes()))?;
                rest = &rest[self.mark(cell).len()..];
                cells.push(cell);
            }
        }
        Some((Event::BoardShown(Board::new(WIDTH, cells)), text.len() - rest.len()))
    }

    fn mark(&self, cell: Cell) -> &'static str {
        match cell {
            Cell::Empty => self.cells[0],
            Cell::Marked(side) => self.cells[1 + side.index()],
            Cell::Neutral(_) | Cell::Hole => " ",
        }
    }
}
