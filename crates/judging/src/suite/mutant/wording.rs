//! The texts of a faulty referee. They are split more finely than the dialect's own table, so that a fault
//! can be between two cells of a row or after one message only. The right ones are made from that table.

use serde::Deserialize;

use super::rules::Squares;
use crate::dialect::tictactoe::WORDS;
use crate::game::Side;

#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Wording {
    /// A blank square, and each side's marks.
    pub cells: [String; 3],
    pub board_start: String,
    pub cell_gap: String,
    pub row_gap: String,
    pub board_end: String,
    pub prompts: [String; 2],
    pub invalid: String,
    /// The text after it.
    pub invalid_end: String,
    /// The result when a side has won, by side.
    pub won: [String; 2],
    pub tie: String,
    pub result_end: String,
}

/// The words of the challenge.
impl Default for Wording {
    fn default() -> Wording {
        Wording {
            cells: WORDS.cells.map(str::to_owned),
            board_start: String::new(),
            cell_gap: String::new(),
            row_gap: WORDS.row_end.to_owned(),
            board_end: WORDS.row_end.to_owned(),
            prompts: WORDS.prompts.map(str::to_owned),
            invalid: WORDS.invalid.to_owned(),
            invalid_end: WORDS.message_end.to_owned(),
            won: WORDS.won.map(str::to_owned),
            tie: WORDS.tie.to_owned(),
            result_end: WORDS.message_end.to_owned(),
        }
    }
}

impl Wording {
    pub(super) fn write_board(&self, squares: &Squares, text: &mut Vec<u8>) {
        // Diagnoses play thousands of mutants, and nearly all that these say is boards of single characters.
        let mut say = |words: &str| match words.as_bytes() {
            [] => {}
            [sign] => text.push(*sign),
            words => text.extend_from_slice(words),
        };
        say(&self.board_start);
        for (number, square) in squares.iter().enumerate() {
            say(&self.cells[square.map_or(0, |side| 1 + side.index())]);
            say(match number {
                2 | 5 => &self.row_gap,
                8 => &self.board_end,
                _ => &self.cell_gap,
            });
        }
    }

    pub(super) fn write_result(&self, winner: Option<Side>, text: &mut Vec<u8>) {
        let words = winner.map_or(&self.tie, |side| &self.won[side.index()]);
        text.extend_from_slice(words.as_bytes());
        text.extend_from_slice(self.result_end.as_bytes());
    }
}
