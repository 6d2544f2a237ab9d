//! `judge compare`: what changed between two runs saved by `judge check --save`.

use std::path::PathBuf;

use clap::Args;

use super::super::{BAD, Failure, GOOD, try_out_beside};
use super::form::give;
use super::names::name;
use crate::report::{Changes, ChangesFormat, Counted, Log, View};

/// Show which programs got better or worse between two saved runs
///
/// A program is worse if it passed and does not any more: if it is skipped or was not judged, too. Programs that fail in both
/// runs are unchanged, so a regression can be kept out before all programs are right.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The run before, saved by `judge check --save`
    #[arg(value_name = "OLD.json")]
    old: PathBuf,

    /// The run now
    #[arg(value_name = "NEW.json")]
    new: PathBuf,

    /// What counts besides verdicts, of programs that pass in both runs: the size in bytes, or the processor time if it
    /// differs beyond noise
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = name::<Counted>())]
    count: Vec<Counted>,

    /// The format of the comparison
    #[arg(long, value_name = "FORMAT", value_parser = name::<ChangesFormat>(), default_value = "terminal")]
    format: ChangesFormat,

    /// Also list programs of which nothing changed
    #[arg(long)]
    verbose: bool,

    /// Write the comparison to a file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  judge check --save old.json golf                 a run before a change
  judge check --save new.json golf                 and one after it
  judge compare old.json new.json                  what got better or worse
  judge compare old.json new.json --count size     longer programs are worse, too

Exit status: 0 nothing got worse, 1 a program got worse or is gone, 2 the runs could not be compared.";

pub(super) fn compare(arguments: &Arguments) -> Result<u8, Failure> {
    try_out_beside([&arguments.old, &arguments.new], arguments.out.as_deref())?;
    let (old, new) = (Log::open(&arguments.old)?, Log::open(&arguments.new)?);
    let changes = Changes::between(&old, &new, &arguments.count)?;
    let Arguments { format, verbose: is_verbose, out, .. } = arguments;
    give(out.as_deref(), |view| format.render(&changes, View { is_verbose: *is_verbose, ..view }))?;
    Ok(if changes.has_regression() { BAD } else { GOOD })
}
