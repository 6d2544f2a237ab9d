//! `judge merge`: the shards of a run, merged into the whole run.

use std::path::PathBuf;

use clap::Args;

use super::super::{Failure, at, failure, save, try_out_beside};
use super::check::exit_code;
use super::form::Form;
use super::report::saved;
use crate::report::{self, MergeError};

/// Merge the runs of all shards (`judge check --shard`) into one
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The runs of all shards, saved by `judge check --shard I/N --save`, in any order
    #[arg(value_name = "RUN.json", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    form: Form,

    /// Save the whole run for `judge report`, `judge explain` and `judge compare`
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    save: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  judge check --shard 1/2 --save 1.json golf   on one machine
  judge check --shard 2/2 --save 2.json golf   on another
  judge merge 1.json 2.json --save run.json    the report on all programs

Exit status: 0 every program passed, 1 one did not, 2 the runs could not be merged, or nothing was judged.";

pub(super) fn merge(arguments: &Arguments) -> Result<u8, Failure> {
    arguments.form.try_out(&arguments.files)?;
    try_out_beside(&arguments.files, arguments.save.as_deref())?;
    let logs: Result<Vec<_>, Failure> = arguments.files.iter().map(|file| saved(file)).collect();
    let merged = report::merge(logs?).map_err(|why| told(&why, &arguments.files))?;
    let record = merged.record();
    arguments.form.write_report(&record)?;
    if let Some(file) = &arguments.save {
        save(file, merged.json().as_bytes())?;
    }
    exit_code(&record)
}

/// The failure, with the file that is to blame.
fn told(why: &MergeError, files: &[PathBuf]) -> Failure {
    match why.place() {
        Some(place) => at(&files[place])(why),
        None => failure(why.to_string()),
    }
}
