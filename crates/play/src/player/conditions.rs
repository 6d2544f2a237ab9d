//! The conditions that programs play under.

use std::time::Duration;

use super::{Clock, PlayerKind, SearchOptions};
use judging::process::{Interrupt, Isolation};

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

/// How long each player may take for a game without a clock.
const PATIENCE: Duration = Duration::from_secs(600);

/// How long a game with people may take.
const LONG: Duration = Duration::from_secs(7 * 24 * 3600);

/// How much time a program may take for starting, with its sandbox, beyond the clocks.
const SLACK: Duration = Duration::from_secs(10);

/// More moves than any game on the largest boards has, to calculate how long it may take.
const MANY_MOVES: u32 = 200;

/// How long a whole game between these players may take, so that a program is never stopped for the time of others.
pub fn longest_game(players: &[PlayerKind], clock: Option<Clock>) -> Duration {
    let of_clocks = |clock: Clock| (clock.base + clock.increment * MANY_MOVES) * 3 + SLACK;
    let thinks = |player: &PlayerKind| match player {
        PlayerKind::Human => LONG,
        PlayerKind::Search(SearchOptions { time: Some(time), .. }) if clock.is_none() => *time * MANY_MOVES,
        _ => Duration::ZERO,
    };
    let patience = PATIENCE * u32::try_from(players.len()).unwrap_or(u32::MAX);
    clock.map_or(patience, of_clocks) + players.iter().map(thinks).sum::<Duration>()
}
