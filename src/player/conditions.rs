//! The conditions that programs play under.

use std::time::Duration;

use crate::process::{Interrupt, Isolation};

/// The conditions for programs.
#[derive(Clone, Debug)]
pub struct PlayConditions {
    /// How they are isolated.
    pub isolation: Isolation,
    /// How long a whole game may take.
    pub wall: Duration,
    /// Aborts games.
    pub interrupt: Interrupt,
}
