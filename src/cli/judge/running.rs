//! How programs are run: the options of every command that runs some, each group once.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::super::Failure;
use super::super::help::RUNNING;
use super::options::jobs;
use judging::golf::Languages;
use judging::process::Isolation;
use judging::runner::RunConditions;

/// With what programs are made ready, and where they run.
#[derive(Debug, Args)]
pub(super) struct Tools {
    /// A file with more languages, which override the built-in ones
    #[arg(long, value_name = "FILE", help_heading = RUNNING)]
    languages: Option<PathBuf>,

    #[command(flatten)]
    pub(super) isolation: super::isolation::IsolationArguments,
}

/// How a program runs.
#[derive(Debug, Args)]
pub(super) struct RunningArguments {
    #[command(flatten)]
    pub(super) tools: Tools,

    #[command(flatten)]
    limits: super::limits::LimitsArguments,
}

/// How many runs there are at once.
#[derive(Debug, Args)]
pub(super) struct Jobs {
    /// How many runs at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = jobs, help_heading = RUNNING)]
    jobs: Option<NonZeroUsize>,
}

impl Tools {
    pub(super) fn languages(&self) -> Result<Languages, Failure> {
        Ok(Languages::of_file(self.languages.as_deref())?)
    }

    pub(super) fn isolation(&self) -> Result<Isolation, Failure> {
        self.isolation.choose()
    }
}

impl RunningArguments {
    pub(super) fn applied_to(&self, usual: RunConditions) -> RunConditions {
        RunConditions { limits: self.limits.applied_to(usual.limits), ..usual }
    }

    pub(super) fn conditions(&self) -> Result<RunConditions, Failure> {
        Ok(self.applied_to(RunConditions::new(self.tools.isolation()?)))
    }
}

impl Jobs {
    pub(super) fn applied_to(&self, usual: RunConditions) -> RunConditions {
        RunConditions { jobs: self.jobs.map_or(usual.jobs, usize::from), ..usual }
    }
}
