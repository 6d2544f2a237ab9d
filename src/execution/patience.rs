//! How long a program may go on without getting anywhere, told by what it does and not by the clock
//! alone: so a busy machine, which takes time from everybody, makes nobody late.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How long a program may go on without getting anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Patience {
    /// Processor time in which it neither reads nor writes a byte, takes no memory, and starts nobody.
    /// While it has to share its processor it may take half as much again.
    pub spinning: Duration,
    /// Time in which all its threads sleep, added up.
    pub asleep: Duration,
    /// Time in which nobody wakes who will not wake before that is used up.
    pub stalled: Duration,
}

/// What each line of input adds. These and the times below are in `docs/judging.md`.
const SPINNING_A_LINE: Duration = Duration::from_millis(10);
const ASLEEP_A_LINE: Duration = Duration::from_millis(100);

impl Default for Patience {
    /// Starting takes the slowest of the usual runtimes a second or two of processor time, in which they
    /// read files and take memory; playing a game takes milliseconds.
    fn default() -> Patience {
        Patience {
            spinning: Duration::from_millis(2500),
            asleep: Duration::from_secs(4),
            stalled: Duration::from_secs(2),
        }
    }
}

impl Patience {
    /// With a program that got nowhere when it was given the same input in another form.
    pub const SHORT: Patience = Patience {
        spinning: Duration::from_millis(500),
        asleep: Duration::from_millis(1000),
        stalled: Duration::from_millis(400),
    };

    /// The same for a game of so many lines.
    pub fn for_lines(self, lines: usize) -> Patience {
        let lines = u32::try_from(lines).unwrap_or(u32::MAX);
        Patience {
            spinning: self.spinning.saturating_add(SPINNING_A_LINE.saturating_mul(lines)),
            asleep: self.asleep.saturating_add(ASLEEP_A_LINE.saturating_mul(lines)),
            ..self
        }
    }
}
