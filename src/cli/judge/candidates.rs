//! The programs to judge: submissions, compiled if necessary, or a command.

use std::path::PathBuf;

use super::super::busy::Busy;
use super::super::{Failure, failure};
use crate::dialect::Dialect;
use crate::golf::{Languages, Preparation, PreparationError, Toolchain};
use crate::runner::{Candidate, Shard};

/// Prepares programs by this job, and shows how far that is.
pub(super) fn prepare<T>(
    languages: &Languages,
    jobs: usize,
    toolchain: &Toolchain<'_>,
    shard: Option<Shard>,
    job: impl FnOnce(&Preparation<'_>) -> T,
) -> T {
    let busy = Busy::of(0, "compiling");
    let progress = |done, all| busy.reach(done, all);
    job(&Preparation { toolchain, languages, jobs, shard, progress: &progress })
}

/// The programs at these paths, or those that are usual if there are none.
pub(super) fn programs(
    preparation: &Preparation<'_>,
    paths: &[PathBuf],
    dialect: &Dialect,
) -> Result<Vec<Candidate>, Failure> {
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
