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
    match of_command(paths, preparation.languages) {
        Some(tip) => Err(failure(tip)),
        None => preparation.programs(paths, dialect).map_err(|why| match why {
            PreparationError::Nothing => {
                failure("name a program: `judge check my.py`, or a command: `judge check -- ./my --flag`")
            }
            why => why.into(),
        }),
    }
}

/// The tip if these paths look like a command: the first is no file, but a tool on the path.
fn of_command(paths: &[PathBuf], languages: &Languages) -> Option<String> {
    let [tool, source, ..] = paths else { return None };
    let name = tool.to_str().filter(|name| !tool.exists() && which::which(name).is_ok())?;
    let is_tool = languages.is_tool(name) || source.exists();
    let words: Vec<_> = paths.iter().map(|path| path.to_string_lossy()).collect();
    is_tool.then(|| {
        format!("{name}: no such file; a command goes after `--`: judge check -- {}", words.join(" "))
    })
}
