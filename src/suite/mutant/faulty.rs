//! A referee with one fault.

use super::game::Game;
use super::protocol::Trouble;
use super::referee::{Deviations, End, Referee};
use super::{intake, reading};

/// The lines that `complete` suites feed in every position: all that may be moves, and one of each class that
/// is certainly invalid.
pub const ALPHABET: [&str; 14] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "-1", "a", ""];

/// A referee with one fault.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Mutant {
    /// Its name.
    pub name: String,
    /// What it does wrong; completes a sentence that begins with "it".
    pub fault: String,
    /// Whether its answer follows from the position, the prompt and the line alone.
    pub is_memoryless: bool,
    /// Why no run can distinguish it from the reference, if none can.
    pub equivalent: Option<&'static str>,
    pub(super) referee: Referee,
}

impl Mutant {
    /// The whole output for these inputs, given at once and followed by the end of input.
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

    /// The same, but stopped before the next line if the output so far is rejected.
    pub fn run_while(
        &self,
        deviations: Deviations,
        inputs: &[Vec<u8>],
        is_wanted: impl FnMut(&[u8]) -> bool,
    ) -> Option<(Vec<u8>, End)> {
        Game::play(&self.referee, deviations, inputs, is_wanted)
    }

    pub(super) fn with_memory(self) -> Mutant {
        Mutant { is_memoryless: false, ..self }
    }

    pub(super) fn equivalent(self, why: &'static str) -> Mutant {
        Mutant { equivalent: Some(why), ..self }
    }
}
