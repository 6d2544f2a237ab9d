//! The players of a game in the browser: its author, a friend with a link, or a built-in player.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::player::{Greedy, Perfect, Player, PlayerKind, Random, Search, SearchOptions, UnfitPlayers};
use judging::game::AnyPosition;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SeatKind {
    /// The author of the game.
    You,
    /// The friend with the link of this seat.
    Friend,
    Computer(PlayerKind),
}

/// How long a search thinks at most, if it is given no time.
const THOUGHT: Duration = Duration::from_millis(500);

/// The longest time for a search: all games share the machine.
const LONGEST: Duration = Duration::from_secs(2);

const SEATS: &str =
    "there are you, friend, random, greedy, perfect and search[:depth=N,time=TIME,random=PERCENT]";

impl SeatKind {
    pub(super) fn is_person(&self) -> bool {
        !matches!(self, SeatKind::Computer(_))
    }

    /// The kind of seat with this name, in a game with this initial position.
    pub(super) fn named(name: &str, start: &AnyPosition) -> Result<SeatKind, String> {
        let seat: SeatKind = name.parse()?;
        if seat == SeatKind::Computer(PlayerKind::Perfect) && !Perfect::solves(start) {
            return Err(UnfitPlayers::Unsolved.to_string());
        }
        Ok(seat)
    }

    /// The built-in player for one move, if the seat has one, with this much time left for the game. The seed
    /// determines its random choices.
    pub(super) fn player(&self, seed: u64, left: Option<Duration>) -> Option<Box<dyn Player + Send>> {
        match self {
            SeatKind::Computer(PlayerKind::Random) => Some(Box::new(Random::new(seed))),
            SeatKind::Computer(PlayerKind::Greedy) => Some(Box::new(Greedy::new(seed))),
            SeatKind::Computer(PlayerKind::Perfect) => Some(Box::new(Perfect::default())),
            SeatKind::Computer(PlayerKind::Search(options)) => {
                let time = options.time.unwrap_or(THOUGHT);
                let time = Some(left.map_or(time, |left| time.min(left / 30)));
                Some(Box::new(Search::new(SearchOptions { time, ..*options }, seed)))
            }
            _ => None,
        }
    }
}

impl FromStr for SeatKind {
    type Err = String;

    fn from_str(text: &str) -> Result<SeatKind, String> {
        match (text, text.parse()) {
            ("you", _) => Ok(SeatKind::You),
            ("friend", _) => Ok(SeatKind::Friend),
            (_, Err(_) | Ok(PlayerKind::Human | PlayerKind::Script(_) | PlayerKind::Program(_))) => {
                Err(format!("`{text}` is not a player here; {SEATS}"))
            }
            (_, Ok(PlayerKind::Search(SearchOptions { time: Some(time), .. }))) if time > LONGEST => {
                Err(format!("a search takes at most {} here", humantime::format_duration(LONGEST)))
            }
            (_, Ok(seat)) => Ok(SeatKind::Computer(seat)),
        }
    }
}

impl fmt::Display for SeatKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatKind::You => f.write_str("you"),
            SeatKind::Friend => f.write_str("friend"),
            SeatKind::Computer(seat) => seat.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_sits_is_kept_by_a_name_that_is_read_back() {
        for (name, kept) in [
            ("you", "you"),
            ("friend", "friend"),
            ("random", "random"),
            ("greedy", "greedy"),
            ("perfect", "perfect"),
            ("search", "search:depth=5"),
            ("search:random=10,depth=60", "search:depth=60,random=10"),
            ("search:time=2000ms", "search:time=2s"),
            ("search:time=000000001s", "search:time=1s"),
        ] {
            let seat: SeatKind = name.parse().unwrap();
            assert_eq!(seat.to_string(), kept);
            assert_eq!(kept.parse(), Ok(seat));
        }
        for name in ["", "human", "program:sh", "search:time=3s", "script:moves"] {
            assert!(name.parse::<SeatKind>().is_err(), "{name}");
        }
    }
}
