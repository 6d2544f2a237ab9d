//! Faulty referees: what a suite is measured by, and what a failure is explained with.
//!
//! A [`Mutant`] is the reference with one thing changed: of the rules, of the reading of a line, of
//! its protocol or of its words. A suite is as good as the mutants it tells from the reference
//! ([`kill_matrix`]); and a candidate that says, in every run, just what a mutant says is explained
//! by that mutant's fault in words. All of them are played by one small machine, which is told what
//! to do otherwise by a table, so that a new fault is a new row in `family`.
//!
//! They are fed all inputs ahead: faults that only show when a program is spoken to line by line
//! (a prompt that is not flushed, all input read before the first word) have no place here. Nor have
//! programs that are slow, random or remember earlier runs.

mod family;
mod game;
mod intake;
mod matrix;
mod protocol;
mod reading;
mod rules;
pub mod single;
mod wording;

pub use game::REFUSED;
pub use matrix::{KillMatrix, Row, Total, kill_matrix};

use std::sync::LazyLock;

use protocol::Trouble;

/// The lines that `complete` suites feed in every position: all that may be moves, and one of each
/// class that certainly is none.
pub const ALPHABET: [&str; 14] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "-1", "a", ""];

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

/// A referee with one fault.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// What it is called.
    pub name: String,
    /// What it does wrong, to be read after "it".
    pub fault: String,
    /// Whether its answer follows from the position, the prompt and the line alone.
    pub is_memoryless: bool,
    /// Why no run can tell it from the reference, if none can.
    pub equivalent: Option<&'static str>,
    referee: Referee,
}

/// A referee in which everything may be otherwise.
#[derive(Clone, Copy, Debug)]
struct Referee {
    intake: intake::Intake,
    rules: rules::Rules,
    reading: reading::Reading,
    protocol: protocol::Protocol,
    wording: wording::Wording,
}

const REFERENCE: Referee = Referee {
    intake: intake::Intake::Whole,
    rules: rules::RULES,
    reading: reading::READING,
    protocol: protocol::PROTOCOL,
    wording: wording::WORDING,
};

static FAMILY: LazyLock<Vec<Mutant>> = LazyLock::new(family::of_transcript);
static FAMILY_OF_ENDINGS: LazyLock<Vec<Mutant>> = LazyLock::new(family::of_ending);

impl Mutant {
    /// All whose transcripts are wrong (or, if marked so, equivalent), in the order in which they are
    /// to be thought of: the plain before the special, the general before its part.
    pub fn family() -> &'static [Mutant] {
        &FAMILY
    }

    /// Those that say what is right and do not come to a right end.
    pub fn family_of_endings() -> &'static [Mutant] {
        &FAMILY_OF_ENDINGS
    }

    /// The whole output for these inputs, fed ahead of an end of input.
    pub fn play(&self, inputs: &[Vec<u8>]) -> Vec<u8> {
        self.run(Deviations::default(), inputs).0
    }

    /// Whether it can be found with the lines of the [`ALPHABET`] alone.
    pub fn is_within_alphabet(&self) -> bool {
        let lines = || ALPHABET.iter().map(|line| line.as_bytes());
        let Referee { reading, protocol, .. } = &self.referee;
        let is_misread = lines().any(|line| reading.read(line) != reading::READING.read(line));
        let is_trouble = |trouble| match trouble {
            Trouble::Any | Trouble::Occupied => true,
            Trouble::Line(pattern) => lines().any(|line| pattern.matches(line)),
        };
        let needs_reading = reading.special.is_some();
        (self.referee.intake == intake::Intake::Whole)
            && (is_misread || !needs_reading)
            && protocol.slip.is_none_or(|slip| is_trouble(slip.on))
    }

    /// The same with these deviations, and how the program came to its end.
    pub fn run(&self, deviations: Deviations, inputs: &[Vec<u8>]) -> (Vec<u8>, End) {
        self.run_while(deviations, inputs, |_| true).expect("all of it is wanted")
    }

    /// The same, given up before the next line if what was said so far is not wanted.
    pub fn run_while(
        &self,
        deviations: Deviations,
        inputs: &[Vec<u8>],
        is_wanted: impl FnMut(&[u8]) -> bool,
    ) -> Option<(Vec<u8>, End)> {
        game::Game::play(&self.referee, deviations, inputs, is_wanted)
    }
}

#[cfg(test)]
mod tests;
