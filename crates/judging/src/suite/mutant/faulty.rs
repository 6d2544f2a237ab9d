//! A referee in which every part can be changed.

use serde::Deserialize;

use super::protocol::{Protocol, Trouble};
use super::reading::{Intake, Reading};
use super::rules::Rules;
use super::wording::Wording;

/// The lines that `complete` suites feed in every position: all that may be moves, and one of each class that
/// is certainly invalid.
pub const ALPHABET: [&str; 14] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "-1", "a", ""];

/// A referee with one fault, or none by default.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Mutant {
    /// Its name.
    pub name: String,
    /// Its fault; completes a sentence that begins with "it".
    pub fault: String,
    /// Whether its answer follows from the position, the prompt and the line alone.
    pub is_memoryless: bool,
    /// Why no run can distinguish it from the reference, if none can.
    #[serde(skip)]
    pub equivalent: Option<&'static str>,
    pub(super) intake: Intake,
    pub(super) rules: Rules,
    pub(super) reading: Reading,
    pub(super) protocol: Protocol,
    pub(super) wording: Wording,
}

impl Default for Mutant {
    fn default() -> Mutant {
        Mutant {
            name: String::new(),
            fault: String::new(),
            is_memoryless: true,
            equivalent: None,
            intake: Intake::default(),
            rules: Rules::default(),
            reading: Reading::default(),
            protocol: Protocol::default(),
            wording: Wording::default(),
        }
    }
}

impl Mutant {
    /// Whether it can be found with the lines of the [`ALPHABET`] alone.
    pub fn is_within_alphabet(&self) -> bool {
        let lines = || ALPHABET.iter().map(|line| line.as_bytes());
        let Mutant { reading, protocol, .. } = self;
        let right = Reading::default();
        let is_misread = lines().any(|line| reading.read(line) != right.read(line));
        let is_trouble = |trouble: &Trouble| match trouble {
            Trouble::Any | Trouble::Occupied => true,
            Trouble::Line(class) => lines().any(|line| class.matches(line)),
        };
        self.intake == Intake::Whole
            && (is_misread || reading.special.is_none())
            && protocol.slip.as_ref().is_none_or(|slip| is_trouble(&slip.on))
    }
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
