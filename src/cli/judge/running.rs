//! How programs are run, by commands that run many.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::super::Failure;
use super::super::help::RUNNING;
use super::options::jobs;
use judging::golf::Languages;
use judging::process::Isolation;
use judging::runner::RunConditions;

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
    pub(super) fn languages(&self) -> Result<Languages, Failure> {
        Ok(Languages::of_file(self.languages.as_deref())?)
    }

    pub(super) fn over(&self, usual: RunConditions) -> RunConditions {
        let jobs = self.jobs.map_or(usual.jobs, usize::from);
        RunConditions { limits: self.limits.over(usual.limits), jobs, ..usual }
    }

    pub(super) fn isolation(&self) -> Result<Isolation, Failure> {
        self.isolation.choose()
    }
}
