//! Processor time, counted by instructions instead of seconds.

use std::time::Duration;

use wasmi::{CompilationMode, Config};

/// This much fuel is a second of processor time: about what the interpreter executes in a second on an
/// ordinary machine.
const FUEL: u64 = 500_000_000;

/// How much fuel a module gets between two checks whether the judge was interrupted.
pub(super) const SLICE: u64 = FUEL / 10;

/// The least stack that a call takes, in bytes.
const FRAME: u64 = 64;

/// An interpreter that counts fuel, for programs with this many bytes of stack.
pub(super) fn config(stack: u64) -> Config {
    let height = usize::try_from(stack).unwrap_or(usize::MAX).max(1 << 12);
    let mut config = Config::default();
    // With lazy compilation, the first run of many would pay for compiling.
    config.compilation_mode(CompilationMode::Eager);
    config.consume_fuel(true).set_max_stack_height(height).set_max_recursion_depth(height / FRAME as usize);
    config
}

/// How much fuel a run may use, and how much it has been granted so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meter {
    budget: u64,
    /// What it was granted, used or not.
    pub(super) granted: u64,
    /// Costs beyond what it had, which are still to be charged.
    pub(super) owed: u64,
}

impl Meter {
    pub(super) fn new(limit: Duration) -> Meter {
        Meter { budget: fuel_of(limit), granted: 0, owed: 0 }
    }

    pub(super) fn left(&self) -> u64 {
        self.budget.saturating_sub(self.granted).saturating_sub(self.owed)
    }

    /// The processor time that was used if this much fuel is unused.
    pub(super) fn time(&self, unused: u64) -> Duration {
        let used = (self.granted - unused).saturating_add(self.owed);
        Duration::from_nanos(
            u64::try_from(u128::from(used) * 1_000_000_000 / u128::from(FUEL)).unwrap_or(u64::MAX),
        )
    }
}

fn fuel_of(time: Duration) -> u64 {
    u64::try_from(time.as_nanos() * u128::from(FUEL) / 1_000_000_000).unwrap_or(u64::MAX)
}
