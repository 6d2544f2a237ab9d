//! `judge explain`: shows why programs got their verdicts in a run saved by `judge check --save`.

use std::path::PathBuf;

use clap::Args;

use super::super::{BAD, Failure, GOOD, at, print};
use judging::report::{Explanation, Log};

/// Show why a program got its verdict
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ExplainArguments {
    /// A run saved by `judge check --save`
    #[arg(value_name = "RUN.json")]
    file: PathBuf,

    /// A program: its name, file name or number in the run [default: all, a line each]
    candidate: Option<String>,

    /// The name of a run, or `all` [default: the run that decided]
    case: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  judge check --save run.json golf     judges and saves the run
  judge explain run.json               each program and the rule that decided
  judge explain run.json ttt.py        what was recorded of the run that decided
  judge explain run.json ttt.py all    of every run that was saved";

pub(super) fn explain(arguments: &ExplainArguments) -> Result<u8, Failure> {
    let log = Log::open(&arguments.file)?;
    let explanation = Explanation::of(&log);
    let text = explanation.text(arguments.candidate.as_deref(), arguments.case.as_deref());
    print(&text.map_err(at(&arguments.file))?)?;
    explanation.check().map_err(|why| Failure { code: BAD, ..at(&arguments.file)(why) })?;
    Ok(GOOD)
}
