//! The isolation of candidates: the requested level, or the best one.

use std::path::PathBuf;

use clap::Args;

use super::super::Failure;
use super::names::{OrAuto, name, name_or_auto};
use judging::execution::Level;
use judging::files::Bundle;
use judging::process::Isolation;

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Isolation")]
pub(in crate::cli) struct IsolationArguments {
    /// How programs are isolated (auto: the best level on this machine; see `judge doctor`)
    #[arg(long, value_name = "LEVEL", value_parser = name_or_auto::<Level>(), default_value = "auto")]
    isolation: OrAuto<Level>,

    /// Refuse to run below this level of isolation
    #[arg(long, value_name = "LEVEL", value_parser = name::<Level>())]
    require_isolation: Option<Level>,

    /// A file or folder that programs may also read; may be repeated
    #[arg(long, value_name = "PATH")]
    show: Vec<PathBuf>,

    /// A file or folder to put into the folder of each run, under its own name; may be repeated
    #[arg(long, value_name = "PATH")]
    file: Vec<PathBuf>,
}

impl IsolationArguments {
    /// The same, and where nothing else was requested, at least this level.
    #[cfg(feature = "service")]
    pub(in crate::cli) fn at_least(&self, usual: Level) -> IsolationArguments {
        let require_isolation = self.require_isolation.or(Some(usual));
        IsolationArguments { require_isolation, ..self.clone() }
    }

    /// The least isolation that was requested; none if every level is accepted.
    #[cfg(feature = "service")]
    pub(in crate::cli) fn least(&self) -> Option<Level> {
        self.require_isolation
    }

    /// The files that lie in the folder of each run.
    pub(in crate::cli) fn files(&self) -> Result<Bundle, Failure> {
        Ok(Bundle::at_all(&self.file)?)
    }

    pub(in crate::cli) fn choose(&self) -> Result<Isolation, Failure> {
        let judge = std::env::current_exe()?;
        let isolation = Isolation::chosen(self.isolation.0, self.require_isolation, &judge)?;
        Ok(isolation.showing(&self.show)?.giving(&self.files()?))
    }
}
