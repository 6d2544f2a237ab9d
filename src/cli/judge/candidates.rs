//! The programs to judge: submissions, compiled if necessary, or a command.

use std::path::PathBuf;

use super::super::busy::Busy;
use super::super::{Failure, failure};
use judging::dialect::Dialect;
use judging::golf::{Gathered, Languages, Preparation, PreparationError, Toolchain};
use judging::runner::Candidate;
use judging::transcript::visible_line;

/// Makes one program ready by this job, and shows that.
pub(super) fn prepare(
    languages: &Languages,
    toolchain: &Toolchain<'_>,
    job: impl FnOnce(&Preparation<'_>) -> Result<Candidate, PreparationError>,
) -> Result<Candidate, PreparationError> {
    let _busy = Busy::with("preparing");
    job(&Preparation { toolchain, languages, shard: None })
}

/// The programs at these paths, or those that are usual if there are none.
pub(super) fn programs<'a>(
    preparation: &Preparation<'a>,
    paths: &[PathBuf],
    dialect: &Dialect,
) -> Result<Vec<Gathered<'a>>, Failure> {
    let found = preparation.programs(paths, dialect).map_err(|why| match &why {
        PreparationError::Nothing => {
            failure("name a program: `judge check my.py`, or a command: `judge check -- ./my --flag`")
        }
        PreparationError::Command(words) => {
            failure(format!("{why}; a command goes after `--`: judge check -- {}", words.join(" ")))
        }
        _ => Failure::from(why),
    })?;
    report_left_out(&found.left_out);
    Ok(found.programs)
}

/// How many files are named that are not judged.
const NAMED: usize = 8;

/// The endings of archives that are not unpacked, though they may hold submissions.
const ARCHIVES: [&str; 5] = ["tar", "gz", "tgz", "rar", "7z"];

/// Names the files in folders of submissions that are not judged.
fn report_left_out(files: &[PathBuf]) {
    if files.is_empty() {
        return;
    }
    let names = files.iter().take(NAMED).map(|file| visible_line(file.as_os_str().as_encoded_bytes()));
    let names: Vec<_> = names.collect();
    let more = match files.len() - names.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let is_archive = |file: &PathBuf| {
        file.extension().and_then(|ending| ending.to_str()).is_some_and(|ending| ARCHIVES.contains(&ending))
    };
    let hint = if files.iter().any(is_archive) { "; unpack archives first" } else { "" };
    anstream::eprintln!(
        "judge: not judged: {}{more} (no known file extension, and not executable{hint})",
        names.join(", ")
    );
}
