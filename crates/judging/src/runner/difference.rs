//! Results of further checks of a candidate.

use super::facts::Facts;
use super::note::Note;
use crate::execution::Execution;
use crate::suite::Case;
use crate::verdict::CaseResult;

/// The results of a check.
pub(super) enum Varied {
    /// What its author should know.
    Noted(Vec<Note>),
    /// Why it does not conform after all.
    Refused(Box<Refused>),
    /// The case that it fails, as one of a suite.
    Failed(Box<Facts>),
}

/// A difference that counts.
pub(super) struct Refused {
    pub(super) difference: Difference,
    /// Where it is right and where it is wrong.
    pub(super) note: Note,
    /// The right run, if the two runs differ only at random.
    pub(super) alone: Option<Execution>,
}

/// A game with another outcome.
pub(super) struct Difference {
    pub(super) place: usize,
    pub(super) case: Case,
    pub(super) other: Execution,
    pub(super) result: CaseResult,
}
