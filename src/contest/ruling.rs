//! What came of judging a program.

use std::time::Duration;

use crate::verdict::Verdict;

/// What came of judging a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The verdict on the first case that failed, else `accepted`; or why the program was not run.
    pub verdict: Result<Verdict, String>,
    /// Why it failed.
    pub failed: Option<Failed>,
    /// How many cases it got right.
    pub right: usize,
    /// The most processor time of a run that was not stopped.
    pub slowest: Duration,
}

/// A failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// The case; none if it did not come to that.
    pub case: Option<String>,
    /// What is wrong, in lines.
    pub why: String,
}

impl Ruling {
    /// A ruling without any run.
    pub(super) fn without_runs(verdict: Result<Verdict, String>, why: Option<String>) -> Ruling {
        let failed = why.map(|why| Failed { case: None, why });
        Ruling { verdict, failed, right: 0, slowest: Duration::ZERO }
    }
}
