//! A challenge that is sound.

use crate::dialect::Dialect;
use crate::suite::{Suite, SuiteKind};

/// A challenge that was found to be sound, and what there is in it.
#[derive(Debug)]
pub(crate) struct Sound {
    /// The challenge.
    pub challenge: Dialect,
    /// Its suites, but for those that only somebody gets who names them.
    pub suites: Vec<Suite>,
    /// What its author may not have meant, in sentences.
    pub remarks: Vec<String>,
    /// The suite in which the reference agrees with the rules, if there are both.
    pub agreement: Option<SuiteKind>,
}
