//! `judge compare`: what changed between runs saved by `judge check --save`.

use std::path::PathBuf;

use clap::Args;

use super::super::{BAD, Failure, GOOD, failure, try_out_beside};
use super::form::give;
use super::names::name;
use judging::golf::Measure;
use judging::report::{Counted, RunsFormat, SavedRuns, View};

/// Show which programs got better or worse between two saved runs, or the progress of each over more
///
/// With two runs, a program is worse if it passed and does not any more, also if it is skipped or was not judged. Programs that
/// fail in both runs are unchanged, so a regression can be kept out before all programs are right.
///
/// With more runs, there is a line for each run that accepted a program with another size than before. Runs are sorted by their
/// dates.
///
/// Programs are identified by their names.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct CompareArguments {
    /// Runs saved by `judge check --save`: the run before and the run now, or more in any order
    #[arg(value_name = "RUN.json", required = true, num_args = 2..)]
    files: Vec<PathBuf>,

    /// Also count, for programs that pass in both of two runs, the size in bytes, or the processor time if it differs beyond
    /// noise
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = name::<Counted>())]
    count: Vec<Counted>,

    /// The measure of the best over more than two runs, and in JSON: bytes, or characters (Unicode code points)
    #[arg(long, value_name = "WHAT", value_parser = name::<Measure>(), default_value = "bytes")]
    scoring: Measure,

    /// The format of the comparison
    #[arg(long, value_name = "FORMAT", value_parser = name::<RunsFormat>(), default_value = "terminal")]
    format: RunsFormat,

    /// Also list programs of which nothing changed, and every run of each
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
  judge compare runs/*.json                        when each got shorter, by how much, and its best

Exit status: of two runs 0 nothing got worse, 1 a program got worse or is gone; of more runs 0;
2 the runs could not be compared.";

pub(super) fn compare(arguments: &CompareArguments) -> Result<u8, Failure> {
    if arguments.files.len() > 2 && !arguments.count.is_empty() {
        return Err(failure("--count is for two runs: of more, none is the run before"));
    }
    try_out_beside(&arguments.files, arguments.out.as_deref())?;
    let runs = SavedRuns::open(&arguments.files, &arguments.count)?;
    let CompareArguments { scoring, format, verbose: is_verbose, out, .. } = arguments;
    give(out.as_deref(), |view| runs.render(*format, *scoring, View { is_verbose: *is_verbose, ..view }))?;
    Ok(if runs.has_regression() { BAD } else { GOOD })
}
