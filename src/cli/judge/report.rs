//! `judge report`: prints a run saved by `judge check --save`, in any format, without running anything.

use std::path::PathBuf;

use clap::Args;

use super::super::{Failure, GOOD};
use super::form::Form;
use judging::report::Log;

/// Print the report of a saved run, in any format
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ReportArguments {
    /// A run saved by `judge check --save`
    #[arg(value_name = "RUN.json")]
    file: PathBuf,

    #[command(flatten)]
    form: Form,
}

const EXAMPLES: &str = "\
Examples:
  judge check --save run.json golf                       judges and saves the run
  judge report run.json --format html --out report.html  the report as a page
  judge report run.json --format markdown                the leaderboard as a table";

pub(super) fn report(arguments: ReportArguments) -> Result<u8, Failure> {
    arguments.form.try_out([&arguments.file])?;
    arguments.form.write(&Log::open(&arguments.file)?.record(), None)?;
    Ok(GOOD)
}
