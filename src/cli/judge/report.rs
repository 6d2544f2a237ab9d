//! `judge report`: tells a run that `judge check --save` wrote down once more, in any form, without
//! running anything.

use std::path::{Path, PathBuf};

use clap::Args;

use super::super::{Failure, GOOD, failure};
use super::form::Form;
use crate::files;
use crate::report::Log;

/// Make a report of a saved run, in any form, without running anything
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// A run that `judge check --save` wrote
    #[arg(value_name = "RUN.json")]
    file: PathBuf,

    #[command(flatten)]
    form: Form,
}

const EXAMPLES: &str = "\
Examples:
  judge check --save run.json golf                       judges, and writes the run down
  judge report run.json --format html --out report.html  a page to look at
  judge report run.json --format markdown                the leaderboard, as a table";

pub(super) fn report(arguments: Arguments) -> Result<u8, Failure> {
    arguments.form.try_out()?;
    arguments.form.tell(&saved(&arguments.file)?.record())?;
    Ok(GOOD)
}

/// A run that was saved in a file.
pub(super) fn saved(file: &Path) -> Result<Log, Failure> {
    let of_file = |why: &dyn std::fmt::Display| failure(format!("{}: {why}", file.display()));
    let text = files::take(file, files::RECORD).map_err(|why| of_file(&why))?;
    Log::read(&text).map_err(|why| of_file(&why))
}
