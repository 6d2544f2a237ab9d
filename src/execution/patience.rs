//! How long a program may go on without progress, measured by what it does and not by the clock alone. So a
//! busy machine, which slows down every program, makes none late.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::written::Seconds;

/// How long a program may go on without progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Patience {
    /// Processor time in which it neither reads nor writes a byte, takes no memory, and starts no process.
    /// While it has to share its processor, the limit is half as much again.
    #[serde(with = "Seconds")]
    pub spinning: Duration,
    /// Time in which all its threads sleep, in total.
    #[serde(with = "Seconds")]
    pub asleep: Duration,
    /// Time in which no thread wakes, and none will before `asleep` is used up.
    #[serde(with = "Seconds")]
    pub stalled: Duration,
}

/// Additional time for each line of input. This and the times below are in `docs/judging.md`.
const SPINNING_A_LINE: Duration = Duration::from_millis(10);
const ASLEEP_A_LINE: Duration = Duration::from_millis(100);

impl Default for Patience {
    /// The slowest of the common runtimes needs a second or two of processor time to start, in which it reads
    /// files and takes memory; playing a game takes milliseconds.
    fn default() -> Patience {
        Patience {
            spinning: Duration::from_millis(2500),
            asleep: Duration::from_secs(4),
            stalled: Duration::from_secs(2),
        }
    }
}

impl Patience {
    /// For a program that made no progress when it got the same input in another format.
    pub const SHORT: Patience = Patience {
        spinning: Duration::from_millis(500),
        asleep: Duration::from_millis(1000),
        stalled: Duration::from_millis(400),
    };

    /// The same for a game of this many lines.
    pub fn for_lines(self, lines: usize) -> Patience {
        let lines = u32::try_from(lines).unwrap_or(u32::MAX);
        Patience {
            spinning: self.spinning.saturating_add(SPINNING_A_LINE.saturating_mul(lines)),
            asleep: self.asleep.saturating_add(ASLEEP_A_LINE.saturating_mul(lines)),
            ..self
        }
    }
}
