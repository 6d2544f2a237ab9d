//! What GitHub Actions gets besides the report: annotations, and a summary of the job.

use std::path::PathBuf;

use super::super::{Failure, at};
use crate::report::{Record, append_summary};

/// Whether this is a step of GitHub Actions.
pub(super) fn is_here() -> bool {
    std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true")
}

/// The root of the repository, if it is known.
pub(super) fn root() -> Option<PathBuf> {
    std::env::var_os("GITHUB_WORKSPACE").and_then(|root| PathBuf::from(root).canonicalize().ok())
}

/// Appends the summary of a run to that of the job, if there is one.
pub(super) fn summarise(record: &Record) -> Result<(), Failure> {
    let file = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|file| !file.is_empty()).map(PathBuf::from);
    file.map_or(Ok(()), |file| append_summary(record, &file).map_err(at(&file)))
}
