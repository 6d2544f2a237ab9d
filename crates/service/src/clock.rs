//! Clocks of this machine.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

pub(super) fn time(clock: ClockId) -> Duration {
    clock_gettime(clock).try_into().unwrap_or_default()
}
