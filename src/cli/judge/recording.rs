//! How a program is recorded, for `judge new` and `judge record`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::super::Failure;
use super::super::help::RUNNING;
use judging::golf::Languages;
use judging::process::Interrupt;
use judging::runner::{Recorder, RunConditions};

/// How a program that is recorded runs.
#[derive(Debug, Args)]
#[group(id = "recording-arguments")]
#[command(next_help_heading = RUNNING)]
pub(super) struct Arguments {
    /// A file with more languages, which override the built-in ones
    #[arg(long, value_name = "FILE")]
    languages: Option<PathBuf>,

    #[command(flatten)]
    limits: super::limits::Arguments,

    #[command(flatten)]
    isolation: super::isolation::Arguments,
}

impl Arguments {
    /// A recorder for the program of a command; none without a command.
    pub(super) fn recorder(
        &self,
        command: &[OsString],
        interrupt: &Interrupt,
    ) -> Result<Option<Recorder>, Failure> {
        let [program, args @ ..] = command else { return Ok(None) };
        let usual = RunConditions::new(self.isolation.choose()?);
        let languages = Languages::of_file(self.languages.as_deref())?;
        let candidate = super::check::command(program, args, &languages, &usual.isolation)?;
        let conditions = RunConditions { limits: self.limits.over(usual.limits), ..usual };
        Ok(Some(Recorder::new(candidate, conditions, interrupt.clone())?))
    }
}
