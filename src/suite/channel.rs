//! How a program is reached: which way in, and when it is given what goes there.

use super::{Case, Fed, Way};
use crate::execution::Feeding;
use crate::transcript::Tolerance;

/// A way in, and a way of feeding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Channel {
    /// In what form inputs are given.
    pub way: Way,
    /// When they are given.
    pub feeding: Feeding,
}

impl Channel {
    /// What a program is fed to play a case, with the words by which it asks and ends.
    pub fn feed(self, case: &Case, tolerance: Tolerance) -> Fed {
        Fed {
            feeding: self.feeding,
            prompts: case.dialect.prompts(),
            last_words: Some(case.script(tolerance).last_words()),
            ..self.way.feed(&case.inputs)
        }
    }

    /// Its name in reports: the way in, and how it is fed unless that is ahead.
    pub fn name(self) -> String {
        match self.feeding {
            Feeding::Ahead => self.way.name().to_owned(),
            Feeding::Turn => format!("{} by turns", self.way.name()),
            Feeding::Terminal => format!("{} on a terminal", self.way.name()),
        }
    }
}
