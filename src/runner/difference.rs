//! What further checks of a candidate find.

use crate::execution::Execution;
use crate::suite::Case;
use crate::verdict::CaseResult;

/// What was found.
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
    /// Where it is right and where not.
    pub(super) note: String,
    /// The right run, if what differs is nothing but chance.
    pub(super) alone: Option<Execution>,
}

/// A game that goes otherwise.
pub(super) struct Difference {
    pub(super) place: usize,
    pub(super) case: Case,
    pub(super) other: Execution,
    pub(super) result: CaseResult,
}
