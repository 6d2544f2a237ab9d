//! `judge merge`: the shards of a run, merged into the whole run.

use std::path::PathBuf;

use clap::Args;

use super::super::{Failure, save, try_out_beside};
use super::check::exit_code;
use super::form::Form;
use judging::report::merge_files;

/// Merge the runs of all shards (`judge check --shard`) into one
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct MergeArguments {
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

pub(super) fn merge(arguments: &MergeArguments) -> Result<u8, Failure> {
    arguments.form.try_out(&arguments.files)?;
    try_out_beside(&arguments.files, arguments.save.as_deref())?;
    let merged = merge_files(&arguments.files)?;
    let record = merged.record();
    arguments.form.write(&record, None)?;
    if let Some(file) = &arguments.save {
        save(file, merged.json())?;
    }
    exit_code(record.outcome())
}
