//! How a program is recorded, for `judge new` and `judge record`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::super::help::RUNNING;
use super::super::{Failure, INTERRUPTED};
use super::languages::load;
use crate::dialect::Dialect;
use crate::files::Bundle;
use crate::process::Interrupt;
use crate::runner::{Recorder, Settings};

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
    /// A recorder for a command with at least one word, whose runs get these files besides those of the arguments.
    pub(super) fn recorder(&self, command: &[OsString], files: &Bundle) -> Result<Recorder, Failure> {
        let isolation = self.isolation.choose()?.giving(files);
        let languages = load(self.languages.as_deref())?;
        let candidate = super::check::command(&command[0], &command[1..], &languages, &isolation)?;
        let usual = Settings::new(&Dialect::default(), isolation);
        let settings = Settings { limits: self.limits.over(usual.limits), ..usual };
        Ok(Recorder::new(candidate, settings, Interrupt::on_signals_or_end(INTERRUPTED)?)?)
    }

    /// The files that each run gets.
    pub(super) fn files(&self) -> Result<Bundle, Failure> {
        self.isolation.files()
    }
}
