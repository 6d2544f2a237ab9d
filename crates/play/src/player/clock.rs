//! How much time each player has for a game, written as `5m`, or `3m+2s` with an increment for each move.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use humantime::{format_duration, parse_duration};

/// The time of each player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// For the whole game.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// The longest time, and the longest increment.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);

impl Clock {
    /// The time that a player has left after this many moves, which took this long.
    pub fn remaining(&self, moves: u32, used: Duration) -> Duration {
        (self.base + self.increment * moves).saturating_sub(used)
    }
}

impl FromStr for Clock {
    type Err = String;

    fn from_str(text: &str) -> Result<Clock, String> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0s"));
        let duration = |text: &str| {
            parse_duration(text).map_err(|_| format!("`{text}` is no time; it takes 60s, or 5m+3s"))
        };
        let clock = Clock { base: duration(base)?, increment: duration(increment)? };
        if clock.base.max(clock.increment) > LONGEST {
            return Err("at most a week".to_owned());
        }
        Ok(clock)
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.increment {
            Duration::ZERO => f.write_str(&short(self.base)),
            increment => write!(f, "{}+{}", short(self.base), short(increment)),
        }
    }
}

/// A duration in one word, such as `1m30s`, which can be read back exactly.
pub(super) fn short(time: Duration) -> String {
    format_duration(time).to_string().replace(' ', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_written_as_it_is_read_and_runs_down() {
        for text in ["1m", "3m+2s", "1h30m+500ms"] {
            assert_eq!(text.parse::<Clock>().unwrap().to_string(), text);
        }
        for text in ["", "3", "+2s", "3m+", "8days", "1s+8days"] {
            assert!(text.parse::<Clock>().is_err(), "{text}");
        }
        let clock: Clock = "10s+2s".parse().unwrap();
        assert_eq!(clock.remaining(0, Duration::ZERO), Duration::from_secs(10));
        assert_eq!(clock.remaining(2, Duration::from_secs(3)), Duration::from_secs(11));
        assert_eq!(clock.remaining(0, Duration::from_secs(11)), Duration::ZERO);
    }
}
