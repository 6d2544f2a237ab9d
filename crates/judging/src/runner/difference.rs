//! Results of further checks of a candidate.

use crate::execution::Execution;
use crate::suite::Case;
use crate::verdict::CaseResult;

/// The results of a check.
#[derive(Default)]
pub(super) struct Varied {
    /// What its author should know.
    pub(super) sentences: Vec<String>,
    /// Why it does not conform after all.
    pub(super) refused: Option<Refused>,
}

/// A difference that counts.
pub(super) struct Refused {
    pub(super) difference: Difference,
    /// Where it is right and where it is wrong.
    pub(super) note: String,
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
