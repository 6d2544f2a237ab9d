//! The programs to judge: submissions, compiled if necessary, or a command.

use std::path::PathBuf;

use super::super::busy::Busy;
use super::super::{Failure, failure};
use judging::dialect::Dialect;
use judging::golf::{Gathered, Languages, Preparation, PreparationError, Toolchain};
use judging::runner::Candidate;

/// Makes one program ready by this job, and shows that.
pub(super) fn prepare(
    languages: &Languages,
    toolchain: &Toolchain<'_>,
    job: impl FnOnce(&Preparation<'_>) -> Result<Candidate, PreparationError>,
) -> Result<Candidate, PreparationError> {
    let _busy = Busy::with("compiling");
    job(&Preparation { toolchain, languages, shard: None })
}

/// The programs at these paths, or those that are usual if there are none.
pub(super) fn programs<'a>(
    preparation: &Preparation<'a>,
    paths: &[PathBuf],
    dialect: &Dialect,
) -> Result<Vec<Gathered<'a>>, Failure> {
    preparation.programs(paths, dialect).map_err(|why| match &why {
        PreparationError::Nothing => {
            failure("name a program: `judge check my.py`, or a command: `judge check -- ./my --flag`")
        }
        PreparationError::Command(words) => {
            failure(format!("{why}; a command goes after `--`: judge check -- {}", words.join(" ")))
        }
        _ => why.into(),
    })
}
