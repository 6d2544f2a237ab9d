//! How long a mutant may take.

use std::time::Duration;

use crate::execution::{Limits, Patience};

/// What a mutant may take beyond some times of what the reference takes. Chosen without measurement; a mutant that loops costs
/// half as much once or twice.
const LEAST: Duration = Duration::from_millis(200);
const TIMES: u32 = 6;

/// The usual limits, less if the reference uses this much processor time for the longest case.
pub(in crate::runner) fn limits(usual: Limits, used: Duration) -> Limits {
    let cpu = usual.cpu.min(LEAST + TIMES * used);
    let patience =
        usual.patience.map(|patience| Patience { spinning: patience.spinning.min(cpu), ..patience });
    Limits { cpu, patience, ..usual }
}
