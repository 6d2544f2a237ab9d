//! What GitHub Actions gets besides the report: annotations, and a summary of the job.

use std::io::Write;
use std::path::PathBuf;

use super::super::{Failure, at};
use crate::report::{Record, SUMMARY, annotations, summary};

/// Whether this is a step of GitHub Actions.
pub(super) fn is_here() -> bool {
    std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true")
}

/// The annotations of a run, with paths from the root of the repository.
pub(super) fn annotated(record: &Record) -> String {
    let (root, here) = (root(), std::env::current_dir().unwrap_or_default());
    annotations(record, |path| {
        let absolute = here.join(path);
        let below = root.as_ref().and_then(|root| absolute.strip_prefix(root).ok());
        below.unwrap_or(path).to_owned()
    })
}

/// The root of the repository, if it is known.
fn root() -> Option<PathBuf> {
    std::env::var_os("GITHUB_WORKSPACE").and_then(|root| PathBuf::from(root).canonicalize().ok())
}

/// Appends the summary of a run to that of the job, if there is one, as far as there is room.
pub(super) fn summarise(record: &Record) -> Result<(), Failure> {
    let Some(file) = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|file| !file.is_empty()) else {
        return Ok(());
    };
    let file = PathBuf::from(file);
    let append = || {
        let mut there = std::fs::OpenOptions::new().append(true).create(true).open(&file)?;
        let taken = usize::try_from(there.metadata()?.len()).unwrap_or(usize::MAX);
        there.write_all(summary(record, SUMMARY.saturating_sub(taken)).as_bytes())
    };
    append().map_err(at(&file))
}
