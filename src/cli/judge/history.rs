//! `judge history`: the best of each submission over runs saved by `judge check --save`.

use std::path::PathBuf;

use clap::Args;

use super::super::{Failure, GOOD, try_out_beside};
use super::form::give;
use super::names::name;
use crate::golf::Measure;
use crate::report::{HistoryFormat, SavedRuns, View};

/// Show how the size of each submission changed over saved runs, and its best
///
/// A line says when a program was accepted with another size than before. Runs are put in the order of their dates, and
/// programs are known by their names.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// Runs saved by `judge check --save`, in any order
    #[arg(value_name = "RUN.json", required = true)]
    files: Vec<PathBuf>,

    /// What is counted: bytes, or characters (Unicode code points)
    #[arg(long, value_name = "WHAT", value_parser = name::<Measure>(), default_value = "bytes")]
    scoring: Measure,

    /// The format of the history
    #[arg(long, value_name = "FORMAT", value_parser = name::<HistoryFormat>(), default_value = "terminal")]
    format: HistoryFormat,

    /// List every run of each program, also those that did not accept it
    #[arg(long)]
    verbose: bool,

    /// Write the history to a file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  judge check --save runs/1.json my.py     one run
  judge check --save runs/2.json my.py     and another, after it was made shorter
  judge history runs/*.json                when it got shorter, by how much, and its best

Exit status: 0, or 2 if a run cannot be read or is of another challenge.";

pub(super) fn history(arguments: &Arguments) -> Result<u8, Failure> {
    try_out_beside(&arguments.files, arguments.out.as_deref())?;
    let history = SavedRuns::open(&arguments.files)?.history(arguments.scoring);
    let Arguments { format, verbose: is_verbose, out, .. } = arguments;
    give(out.as_deref(), |view| format.render(&history, View { is_verbose: *is_verbose, ..view }))?;
    Ok(GOOD)
}
