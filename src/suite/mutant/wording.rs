//! The texts of a faulty referee. They are split more finely than the dialect's own table, so that a fault
//! can be between two cells of a row or after one message only; [`WORDING`] is made from that table.

use super::rules::Squares;
use crate::dialect::tictactoe::WORDS;
use crate::game::Side;

/// Every text there is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wording {
    /// A blank square, and each side's marks.
    pub cells: [&'static str; 3],
    /// The text before a board.
    pub board_start: &'static str,
    /// The text between the cells of a row.
    pub cell_gap: &'static str,
    /// The text between the rows.
    pub row_gap: &'static str,
    /// The text after a board.
    pub board_end: &'static str,
    /// The prompt of each side.
    pub prompts: [&'static str; 2],
    /// The answer to a bad line.
    pub invalid: &'static str,
    /// The text after it.
    pub invalid_end: &'static str,
    /// The result when a side has won, by side.
    pub won: [&'static str; 2],
    /// The result of a tie.
    pub tie: &'static str,
    /// The text after a result.
    pub result_end: &'static str,
}

/// The words of the challenge.
pub(super) const WORDING: Wording = Wording {
    cells: WORDS.cells,
    board_start: "",
    cell_gap: "",
    row_gap: WORDS.row_end,
    board_end: WORDS.row_end,
    prompts: WORDS.prompts,
    invalid: WORDS.invalid,
    invalid_end: WORDS.message_end,
    won: WORDS.won,
    tie: WORDS.tie,
    result_end: WORDS.message_end,
};

impl Wording {
    /// Appends a board.
    pub(super) fn write_board(&self, squares: &Squares, text: &mut Vec<u8>) {
        // Diagnoses play thousands of mutants, and nearly all that these say is boards of single characters.
        let mut say = |words: &str| match words.as_bytes() {
            [] => {}
            [sign] => text.push(*sign),
            words => text.extend_from_slice(words),
        };
        say(self.board_start);
        for (number, square) in squares.iter().enumerate() {
            say(self.cells[square.map_or(0, |side| 1 + side.index())]);
            say(match number {
                2 | 5 => self.row_gap,
                8 => self.board_end,
                _ => self.cell_gap,
            });
        }
    }

    /// Appends how a game ended.
    pub(super) fn write_result(&self, winner: Option<Side>, text: &mut Vec<u8>) {
        let words = winner.map_or(self.tie, |side| self.won[side.index()]);
        text.extend_from_slice(words.as_bytes());
        text.extend_from_slice(self.result_end.as_bytes());
    }
}
