//! What to try: cases, and ways of giving them to a program.
//!
//! A [`Case`] is a list of inputs with a name. What must be answered is not kept with it but played
//! by the reference when it is asked for, so that a case can never disagree with the rules.

mod fixtures;
pub mod mutant;
mod way;

pub use fixtures::{Fixture, Inconsistent};
pub use way::{Fed, Way};

use crate::dialect::Dialect;
use crate::transcript::{Script, Tolerance};

/// One trial: a list of inputs, each as it stands on its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What it shows, in a word.
    pub name: String,
    /// The dialect it is played in.
    pub dialect: Dialect,
    /// The inputs, without their line feeds.
    pub inputs: Vec<Vec<u8>>,
}

impl Case {
    /// A game that a program is likely to play right if it can read its inputs at all: the second
    /// side wins, and every input is a legal move.
    pub fn trial(dialect: Dialect) -> Case {
        let inputs = match dialect {
            Dialect::Tictactoe => ["6", "4", "0", "3", "1", "5"],
        };
        Case { name: "trial".to_owned(), dialect, inputs: inputs.map(Vec::from).to_vec() }
    }

    /// What must be answered, as far as a program is held to it.
    pub fn script(&self, tolerance: Tolerance) -> Script {
        match tolerance {
            Tolerance::Golf => Script::scored(self.dialect, &self.inputs),
            Tolerance::Exact => self.strict_script(),
        }
    }

    /// What the reference answers.
    pub fn strict_script(&self) -> Script {
        Script::strict(self.dialect, &self.inputs)
    }
}

/// A named collection of cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suite {
    name: String,
    cases: Vec<Case>,
}

impl Suite {
    /// Its name on the command line and in reports.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many cases it has.
    pub fn len(&self) -> usize {
        self.cases.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A case, by its place in the order in which they are tried and reported.
    ///
    /// # Panics
    /// If there is none at that place.
    pub fn case(&self, index: usize) -> Case {
        self.cases[index].clone()
    }
}
