//! How much has been done for one answer, so that the judge is not kept waiting for too much of it.

use std::time::{Duration, Instant};

use crate::execution::Execution;

/// How long the judge is kept waiting for an answer, but for the game that is being played.
const LONG: Duration = Duration::from_millis(500);

/// How many bytes of output make an answer large enough.
const LARGE: usize = 1 << 20;

/// Since when games are played, how many were, and how large what they wrote is.
pub(in crate::process) struct Measure {
    began: Instant,
    games: usize,
    size: usize,
}

impl Measure {
    pub(in crate::process) fn begin() -> Measure {
        Measure { began: Instant::now(), games: 0, size: 0 }
    }

    pub(in crate::process) fn add(&mut self, execution: &Execution) {
        self.games += 1;
        self.size += execution.stdout.len() + execution.stderr.len();
    }

    /// Whether it is enough for an answer, which has at least one game.
    pub(in crate::process) fn is_enough(&self) -> bool {
        self.games > 0 && (self.size > LARGE || self.began.elapsed() > LONG)
    }
}
