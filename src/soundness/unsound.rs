//! Why a challenge is not sound.

use crate::catalogue::CatalogueError;
use crate::challenge::listed;
use crate::golf::ValidatorError;
use crate::process::RunError;
use crate::runner::{CandidateReport, Status};
use crate::suite::{Inconsistent, NoSuite};

/// Why a challenge is not sound, or why that could not be found out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum Unsound {
    /// Faults of its rules, each with its file and line.
    #[error("{}", .0.join("\n"))]
    Rules(Vec<String>),
    /// It has neither a reference nor recordings.
    #[error("there are no recordings, so nothing is known to be right")]
    NothingKnown,
    /// Its reference cannot be asked.
    #[error("{0}")]
    Reference(String),
    /// Its reference was judged by its rules, and is not right.
    #[error("{}", disagreement(.0))]
    Disagreement(Box<CandidateReport>),
    /// Its validator contradicts the conversation beside this case.
    #[error("the conversation of {0} is not right: {1}")]
    Conversation(String, String),
    /// A snapshot contradicts its rules.
    #[error(transparent)]
    Fixtures(#[from] Inconsistent),
    /// Its files cannot be read.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// It lacks a suite.
    #[error(transparent)]
    Suite(#[from] NoSuite),
    /// Its validator cannot be run.
    #[error(transparent)]
    Validator(#[from] ValidatorError),
    /// A program could not be run, or the check was interrupted.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// Where the reference and the rules differ.
fn disagreement(report: &CandidateReport) -> String {
    let (Some(failure), Status::Judged(verdict)) = (&report.failure, &report.status) else {
        return "the reference was not judged".to_owned();
    };
    let inputs = listed(failure.moves.iter().map(|line| format!("\"{line}\"")));
    let after =
        if inputs.is_empty() { "before the first input".to_owned() } else { format!("after {inputs}") };
    let notes: String = failure.notes.iter().map(|note| format!("\n  {note}")).collect();
    format!(
        "the reference and the rules disagree ({}) {after}\n  rules      {}\n  reference  {}{notes}",
        verdict.name(),
        failure.expected,
        failure.actual
    )
}
