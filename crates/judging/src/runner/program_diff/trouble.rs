//! Why two programs cannot be compared.

use crate::files::FileError;
use crate::process::RunError;
use crate::runner::observe::Unobserved;
use crate::runner::session_player::Unplayed;

/// Why two programs cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum NotCompared {
    /// A file of inputs cannot be read.
    #[error(transparent)]
    Inputs(#[from] FileError),
    /// The judge could not run one.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The first cannot be observed.
    #[error("OLD cannot be observed: {0}")]
    Old(Unobserved),
    /// The second cannot be observed.
    #[error("NEW cannot be observed: {0}")]
    New(Unobserved),
    /// Two clean runs of the first are different: the inputs, and how.
    #[error("OLD does not always do the same: given {0}, {1}")]
    Unsteady(String, String),
    /// One does not compile: its name, and what the compiler says.
    #[error("{0} does not compile: {1}")]
    Uncompiled(String, String),
    /// The first does not work.
    #[error("OLD does not run: {0}")]
    Dead(String),
    /// The second cannot be started.
    #[error("NEW does not run: {0}")]
    NewDead(String),
    /// Not even one session was compared.
    #[error("the time was over before a session was compared")]
    NoTime,
    /// A difference is not seen again.
    #[error("in some runs they differ, in others not; one of them may depend on time, chance or load")]
    Flaky,
}

pub(super) enum Setback {
    /// Held programs cannot be trusted.
    Unsteady,
    /// The first or the second stays after its end on a pipe.
    Lingers(usize),
    Not(NotCompared),
}

impl From<NotCompared> for Setback {
    fn from(why: NotCompared) -> Setback {
        Setback::Not(why)
    }
}

/// The meaning of a failure of one of the programs.
pub(super) fn trouble(why: Unplayed, of: fn(Unobserved) -> NotCompared) -> Setback {
    match why {
        Unplayed::Unsteady => Setback::Unsteady,
        Unplayed::Unobserved(Unobserved::Run(why)) => Setback::Not(why.into()),
        Unplayed::Unobserved(why) => Setback::Not(of(why)),
    }
}
