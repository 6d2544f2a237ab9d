//! The programs to judge: submissions, compiled if necessary, or a command.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::super::busy::Busy;
use super::super::{Failure, failure};
use crate::dialect::Dialect;
use crate::golf::{Languages, Preparation, Toolchain, command_candidate};
use crate::process::Isolation;
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

/// The submissions at these paths, or in `golf` if there are none, ready to run or with the reason why not. Those of other
/// shards are not prepared.
pub(super) fn gathered(
    paths: &[PathBuf],
    dialect: &Dialect,
    languages: &Languages,
    jobs: usize,
    toolchain: &Toolchain<'_>,
    shard: Option<Shard>,
) -> Result<Vec<Candidate>, Failure> {
    let golf = [PathBuf::from("golf")];
    if paths.is_empty() && !golf[0].exists() {
        return Err(failure(
            "name a program: `judge check my.py`, or a command: `judge check -- ./my --flag`",
        ));
    }
    if let Some(tip) = of_command(paths, languages) {
        return Err(failure(tip));
    }
    let paths = if paths.is_empty() { &golf[..] } else { paths };
    Ok(prepare(languages, jobs, toolchain, shard, |all| all.at_paths(paths, dialect))?)
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

/// A command, adapted to the folder that it runs in.
pub(in crate::cli) fn bare(
    program: &OsString,
    args: &[OsString],
    languages: &Languages,
    isolation: &Isolation,
) -> Result<Candidate, Failure> {
    Ok(command_candidate(program, args, languages, isolation)?)
}

/// The programs in the challenge's own folder, each with the verdicts that are expected of it.
pub(super) fn own(
    folder: &Path,
    languages: &Languages,
    jobs: usize,
    toolchain: &Toolchain<'_>,
    shard: Option<Shard>,
) -> Result<Vec<Candidate>, Failure> {
    Ok(prepare(languages, jobs, toolchain, shard, |all| all.of_challenge(folder))?)
}
