//! How programs are run, by commands that run many.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::super::Failure;
use super::super::help::RUNNING;
use super::languages::load;
use super::options::jobs;
use crate::execution::Limits;
use crate::golf::Languages;
use crate::process::Isolation;
use crate::runner::Settings;

#[derive(Debug, Args)]
#[group(id = "running-arguments")]
pub(super) struct Arguments {
    /// How many runs at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = jobs, help_heading = RUNNING)]
    jobs: Option<NonZeroUsize>,

    /// A file with more languages, which override the built-in ones
    #[arg(long, value_name = "FILE", help_heading = RUNNING)]
    languages: Option<PathBuf>,

    #[command(flatten)]
    limits: super::limits::Arguments,

    #[command(flatten)]
    isolation: super::isolation::Arguments,
}

impl Arguments {
    /// How many runs at once, unless it is as usual.
    pub(super) fn jobs(&self, usual: usize) -> usize {
        self.jobs.map_or(usual, usize::from)
    }

    /// The languages that there are.
    pub(super) fn languages(&self) -> Result<Languages, Failure> {
        load(self.languages.as_deref())
    }

    /// The usual limits, with those that were given.
    pub(super) fn limits(&self, usual: Limits) -> Limits {
        self.limits.over(usual)
    }

    /// Usual settings, with those that were given.
    pub(super) fn over(&self, usual: Settings) -> Settings {
        Settings { limits: self.limits(usual.limits), jobs: self.jobs(usual.jobs), ..usual }
    }

    /// How programs are isolated.
    pub(super) fn isolation(&self) -> Result<Isolation, Failure> {
        self.isolation.choose()
    }
}
