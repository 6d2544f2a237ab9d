//! A referee in which everything may be otherwise.

use super::{intake, protocol, reading, rules, wording};

/// How a program comes to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The game is over.
    Game,
    /// The input is.
    Input,
    /// It leaves in the middle of a game.
    Early,
    /// An error ends it.
    Error,
    /// It does not end.
    Never,
    /// It does not end, and writes all the time.
    Flood,
}

/// What a program may do and still conform, in so far as it is not a matter of line feeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Deviations {
    /// The board is shown again after `invalid.`
    pub board_after_refusal: bool,
    /// The board is shown before the result.
    pub final_board: bool,
    /// Empty lines are passed over in silence.
    pub skips_blanks: bool,
    /// The line that a prompt stands on is ended when an input has been read.
    pub ends_prompt_line: bool,
}

impl Deviations {
    /// Every choice of deviations, none first.
    pub fn all() -> impl Iterator<Item = Deviations> {
        (0..16).map(|bits| Deviations {
            board_after_refusal: bits & 1 != 0,
            final_board: bits & 2 != 0,
            skips_blanks: bits & 4 != 0,
            ends_prompt_line: bits & 8 != 0,
        })
    }
}

/// A referee in which everything may be otherwise.
#[derive(Clone, Copy, Debug)]
pub(in crate::suite::mutant) struct Referee {
    pub(in crate::suite::mutant) intake: intake::Intake,
    pub(in crate::suite::mutant) rules: rules::Rules,
    pub(in crate::suite::mutant) reading: reading::Reading,
    pub(in crate::suite::mutant) protocol: protocol::Protocol,
    pub(in crate::suite::mutant) wording: wording::Wording,
}

pub(in crate::suite::mutant) const REFERENCE: Referee = Referee {
    intake: intake::Intake::Whole,
    rules: rules::RULES,
    reading: reading::READING,
    protocol: protocol::PROTOCOL,
    wording: wording::WORDING,
};
