//! The isolation of candidates: as asked for, or the best there is.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::super::{Failure, failure};
use crate::execution::Level;
use crate::process::Isolation;

#[derive(Debug, Args)]
#[group(id = "isolation-arguments")]
pub(in crate::cli) struct Arguments {
    /// How programs are isolated (auto: as well as this machine can; see `judge doctor`)
    #[arg(long, value_name = "LEVEL", default_value = "auto")]
    isolation: Choice,

    /// Stop unless programs are isolated at least so well
    #[arg(long, value_name = "LEVEL")]
    require_isolation: Option<Choice>,

    /// A file or folder that programs may also read; may be repeated
    #[arg(long, value_name = "PATH")]
    show: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Choice {
    Auto,
    None,
    Rlimits,
    Filters,
    Namespaces,
    Cgroup,
}

impl Choice {
    /// The level; none in particular for `auto`.
    fn level(self) -> Option<Level> {
        match self {
            Choice::Auto => None,
            Choice::None => Some(Level::None),
            Choice::Rlimits => Some(Level::Rlimits),
            Choice::Filters => Some(Level::Filters),
            Choice::Namespaces => Some(Level::Namespaces),
            Choice::Cgroup => Some(Level::Cgroup),
        }
    }
}

impl Arguments {
    /// The isolation that was asked for, as this machine has it.
    pub(in crate::cli) fn choose(&self) -> Result<Isolation, Failure> {
        let judge = std::env::current_exe()?;
        let isolation = match self.isolation.level() {
            Some(level) => Isolation::at(level, &judge)?,
            None => Isolation::best(&judge),
        };
        let (found, least) = (isolation.level(), self.require_isolation.and_then(Choice::level));
        match least.filter(|least| found < *least) {
            None => Ok(isolation.showing(&self.show)?),
            Some(least) => Err(failure(format!(
                "--require-isolation {}: this machine only reaches {}; `judge doctor` says what is missing",
                least.name(),
                found.name()
            ))),
        }
    }
}
