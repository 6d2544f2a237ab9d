//! How programs are run.

use crate::execution::{FeedMode, Limits, Patience};
use crate::process::{Isolation, core_count};

/// How a program is run. Nothing here says what is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunConditions {
    /// The limits of each run.
    pub limits: Limits,
    /// How it is isolated.
    pub isolation: Isolation,
    /// The feed mode; none if it is to be found.
    pub feed: Option<FeedMode>,
    /// Whether held programs may play, besides clean runs.
    pub is_warm: bool,
    /// Whether runs of held programs may end when the cleanup at exit begins, except those that are
    /// compared with clean runs.
    pub skips_tidying: bool,
    /// How many runs at once.
    pub jobs: usize,
}

impl RunConditions {
    /// The defaults of `judge`, with this isolation.
    pub fn new(isolation: Isolation) -> RunConditions {
        RunConditions {
            limits: Limits::patient(Patience::default()),
            isolation,
            feed: None,
            is_warm: true,
            skips_tidying: false,
            jobs: core_count().get(),
        }
    }
}
