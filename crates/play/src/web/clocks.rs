//! The clocks of a game: the agreed time, and how much of it each move has taken.
//!
//! The rule is that of `referee --clock`: a player whose time runs out before the move loses. Clocks run from
//! the first move on, when all players have come, and only while the server runs.

use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::player::Clock;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct Clocks {
    #[serde(serialize_with = "write_control", deserialize_with = "read_control")]
    control: Clock,
    /// How long each move took, in milliseconds.
    spent: Vec<u64>,
    /// How long the current turn had taken at `since`, in milliseconds.
    ahead: u64,
    /// When the clock of the current turn was started, in milliseconds since 1970.
    since: Option<u64>,
    /// The side that ran out of time.
    pub(super) late: Option<usize>,
}

/// The side to move, and the sides of the moves so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turns<'a> {
    /// The side whose turn it is. `None` once the game is over.
    pub turn: Option<usize>,
    pub movers: &'a [usize],
}

/// The state of the clocks, for a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Shown {
    /// The remaining time of each side, in milliseconds.
    pub left: Vec<u64>,
    pub running: Option<usize>,
}

/// The shortest time for a game, and the longest.
const BASES: std::ops::RangeInclusive<Duration> = Duration::from_secs(1)..=Duration::from_secs(24 * 3600);

impl Clocks {
    /// Clocks for a new game, from a text such as `3m+2s`.
    pub(super) fn new(control: &str) -> Result<Clocks, String> {
        let control: Clock = control.parse()?;
        if !BASES.contains(&control.base) || control.increment > *BASES.end() {
            return Err("in the browser a clock has between a second and a day".to_owned());
        }
        Ok(Clocks::of(control))
    }

    fn of(control: Clock) -> Clocks {
        Clocks { control, spent: Vec::new(), ahead: 0, since: None, late: None }
    }

    pub(super) fn again(&self) -> Clocks {
        Clocks::of(self.control)
    }

    /// The agreed time, as text.
    pub(super) fn control(&self) -> String {
        self.control.to_string()
    }

    /// A move was made.
    pub(super) fn push(&mut self, now: u64) {
        self.spent.push(self.running(now));
        (self.ahead, self.since) = (0, None);
    }

    /// Only this many moves are left; the clocks are reset accordingly.
    pub(super) fn truncate(&mut self, moves: usize) {
        self.spent.truncate(moves);
        (self.ahead, self.since) = (0, None);
    }

    /// Runs or stops the clock of the side to move.
    pub(super) fn run(&mut self, is_running: bool, now: u64) {
        if is_running {
            self.since.get_or_insert(now);
        } else {
            (self.ahead, self.since) = (self.running(now), None);
        }
    }

    /// Goes on after a pause; `counted` returns for how many milliseconds of a span the server ran.
    pub(super) fn resume<E>(
        &mut self,
        now: u64,
        counted: impl FnOnce(u64, u64) -> Result<u64, E>,
    ) -> Result<(), E> {
        if let Some(since) = self.since {
            self.ahead += counted(since, now)?;
            self.since = Some(now);
        }
        Ok(())
    }

    /// Ends the game if the side to move has no time left; returns whether it did.
    pub(super) fn stop_late(&mut self, turns: Turns, now: u64) -> bool {
        let Some(side) = turns.turn.filter(|_| self.since.is_some()) else { return false };
        if !self.remaining(side, turns, now).is_zero() {
            return false;
        }
        self.late = Some(side);
        self.run(false, now);
        true
    }

    pub(super) fn remaining(&self, side: usize, turns: Turns, now: u64) -> Duration {
        let own = || self.spent.iter().zip(turns.movers).filter(|(_, mover)| **mover == side);
        let running = if turns.turn == Some(side) || self.late == Some(side) { self.running(now) } else { 0 };
        let used: u64 = own().map(|(spent, _)| spent).sum::<u64>() + running;
        self.control.remaining(own().count() as u32, Duration::from_millis(used))
    }

    /// The time until the side to move has none left, if its clock runs.
    pub(super) fn left_now(&self, turns: Turns, now: u64) -> Option<Duration> {
        self.since.and(turns.turn).map(|side| self.remaining(side, turns, now))
    }

    pub(super) fn shown(&self, sides: usize, turns: Turns, now: u64) -> Shown {
        let left = (0..sides).map(|side| self.remaining(side, turns, now).as_millis() as u64).collect();
        Shown { left, running: self.since.and(turns.turn) }
    }

    /// How long the current turn has taken.
    fn running(&self, now: u64) -> u64 {
        self.ahead + self.since.map_or(0, |since| now.saturating_sub(since))
    }
}

/// Milliseconds since 1970. Within one run of the server this never jumps, even if the system's clock does.
pub(super) fn now() -> u64 {
    static START: LazyLock<(Instant, Duration)> =
        LazyLock::new(|| (Instant::now(), SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()));
    (START.1 + START.0.elapsed()).as_millis() as u64
}

fn write_control<S: Serializer>(control: &Clock, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(control)
}

fn read_control<'a, D: Deserializer<'a>>(deserializer: D) -> Result<Clock, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = 1_000;

    fn turns(turn: usize, movers: &[usize]) -> Turns<'_> {
        Turns { turn: Some(turn), movers }
    }

    fn remaining(clocks: &Clocks, turns: Turns, now: u64) -> [u64; 2] {
        clocks.shown(2, turns, now).left.try_into().unwrap()
    }

    #[test]
    fn each_move_is_charged_to_its_side_and_brings_its_increment() {
        let mut clocks = Clocks::new("10s+2s").unwrap();
        assert_eq!(
            remaining(&clocks, turns(0, &[]), 99 * SECOND),
            [10_000, 10_000],
            "nothing runs before the first move"
        );
        clocks.push(0);
        clocks.run(true, 0);
        assert_eq!(remaining(&clocks, turns(1, &[0]), 3 * SECOND), [12_000, 7_000]);
        clocks.push(3 * SECOND);
        clocks.run(true, 3 * SECOND);
        assert_eq!(remaining(&clocks, turns(0, &[0, 1]), 4 * SECOND), [11_000, 9_000]);
        clocks.truncate(1);
        clocks.run(true, 4 * SECOND);
        assert_eq!(
            remaining(&clocks, turns(1, &[0]), 4 * SECOND),
            [12_000, 10_000],
            "a move taken back costs no time"
        );
    }

    #[test]
    fn who_has_no_time_left_has_lost_and_not_a_moment_sooner() {
        let mut clocks = Clocks::new("1s").unwrap();
        clocks.push(0);
        clocks.run(true, 0);
        assert!(!clocks.stop_late(turns(1, &[0]), SECOND - 1));
        assert!(clocks.stop_late(turns(1, &[0]), SECOND));
        let over = Turns { turn: None, movers: &[0] };
        assert_eq!((clocks.late, remaining(&clocks, over, 9 * SECOND)), (Some(1), [1_000, 0]));
        assert_eq!(clocks.left_now(over, 9 * SECOND), None);
    }

    #[test]
    fn clocks_are_kept_and_do_not_count_what_the_server_missed() {
        let mut clocks = Clocks::new("1m+1s").unwrap();
        clocks.push(0);
        clocks.run(true, SECOND);
        let text = serde_json::to_string(&clocks).unwrap();
        let mut again: Clocks = serde_json::from_str(&text).unwrap();
        assert_eq!(again, clocks);
        again
            .resume(100 * SECOND, |from, to| {
                assert_eq!((from, to), (SECOND, 100 * SECOND));
                Ok::<_, ()>(5 * SECOND)
            })
            .unwrap();
        assert_eq!(remaining(&again, turns(1, &[0]), 102 * SECOND), [61_000, 53_000]);
        for text in ["0s", "25h", "999ms+1s", "1m+25h", "x"] {
            assert!(Clocks::new(text).is_err(), "{text}");
        }
    }
}
