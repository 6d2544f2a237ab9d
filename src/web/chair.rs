//! Who sits at a game in the browser: whoever opened it, a friend with a link, or a player of ours.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::game::AnyPosition;
use crate::player::{Greedy, Horizon, Perfect, Player, Random, Search, Seat};

/// A side's player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chair {
    /// Whoever opened the game.
    You,
    /// Whoever has the link of this seat.
    Friend,
    /// One of our own players.
    Computer(Seat),
}

/// How long a search thinks if it is not told.
const THOUGHT: Duration = Duration::from_millis(500);

/// The longest that a search may think: everybody shares the machine.
const LONGEST: Duration = Duration::from_secs(2);

const CHAIRS: &str = "there are you, friend, random, greedy, perfect, search and search:time=TIME";

impl Chair {
    /// Whether a person sits there.
    pub fn is_person(&self) -> bool {
        !matches!(self, Chair::Computer(_))
    }

    /// The chair of this name at a game that begins so.
    ///
    /// # Errors
    /// Why nobody of that name may sit there, in words.
    pub fn named(name: &str, start: &AnyPosition) -> Result<Chair, String> {
        let chair: Chair = name.parse()?;
        if chair == Chair::Computer(Seat::Perfect) && !Perfect::solves(start) {
            return Err(
                "`perfect` plays only tic-tac-toe, and reversi for two on up to 16 squares".to_owned()
            );
        }
        Ok(chair)
    }

    /// The player for one move, if it is one of ours. What is chance goes by the seed.
    pub fn player(&self, seed: u64) -> Option<Box<dyn Player + Send>> {
        match self {
            Chair::Computer(Seat::Random) => Some(Box::new(Random::new(seed))),
            Chair::Computer(Seat::Greedy) => Some(Box::new(Greedy::new(seed))),
            Chair::Computer(Seat::Perfect) => Some(Box::new(Perfect::default())),
            Chair::Computer(Seat::Search(horizon)) => Some(Box::new(Search::new(*horizon))),
            _ => None,
        }
    }
}

impl FromStr for Chair {
    type Err = String;

    fn from_str(text: &str) -> Result<Chair, String> {
        match text {
            "you" => return Ok(Chair::You),
            "friend" => return Ok(Chair::Friend),
            "search" => return Ok(Chair::Computer(Seat::Search(Horizon::Time(THOUGHT)))),
            _ => {}
        }
        let nobody = || format!("`{text}` is not a player here; {CHAIRS}");
        match text.parse::<Seat>().map_err(|_| nobody())? {
            seat @ (Seat::Random | Seat::Greedy | Seat::Perfect) => Ok(Chair::Computer(seat)),
            seat @ Seat::Search(Horizon::Time(time)) if time <= LONGEST => Ok(Chair::Computer(seat)),
            Seat::Search(Horizon::Time(_)) => {
                Err(format!("a search takes at most {} here", humantime::format_duration(LONGEST)))
            }
            _ => Err(nobody()),
        }
    }
}

impl fmt::Display for Chair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chair::You => f.write_str("you"),
            Chair::Friend => f.write_str("friend"),
            Chair::Computer(seat) => seat.fmt(f),
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
            ("search", "search:time=500ms"),
            ("search:time=2000ms", "search:time=2s"),
            ("search:time=000000001s", "search:time=1s"),
        ] {
            let chair: Chair = name.parse().unwrap();
            assert_eq!(chair.to_string(), kept);
            assert_eq!(kept.parse(), Ok(chair));
        }
        for name in ["", "human", "gtp:sh", "search:depth=60", "search:time=3s"] {
            assert!(name.parse::<Chair>().is_err(), "{name}");
        }
    }
}
