//! A referee in which every part can be changed.

use super::{intake, protocol, reading, rules, wording};

/// How a program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// With the game.
    Game,
    /// With its input.
    Input,
    /// In the middle of a game.
    Early,
    /// With an error.
    Error,
    /// Never.
    Never,
    /// Never, and it writes all the time.
    Flood,
}

/// Freedoms that a conforming program has, apart from line feeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Deviations {
    /// The board is shown again after `invalid.`
    pub board_after_refusal: bool,
    /// The board is shown before the result.
    pub final_board: bool,
    /// Empty lines get no answer.
    pub skips_blanks: bool,
    /// After an input has been read, the line with the prompt is ended.
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

/// A referee in which every part can be changed.
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
