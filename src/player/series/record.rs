//! What is kept of a game in a series.

use serde::{Deserialize, Serialize};

use crate::dialect::Dialect;
use crate::game::{Outcome, Position};
use crate::player::table::{End, Played};

/// A game, as a line of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Record {
    /// Its number in the series, from 0.
    pub game: u32,
    /// The contestants by order of play, as numbers from 0.
    pub seats: Vec<usize>,
    /// The moves, as they are typed; those that the rules make themselves included.
    pub moves: Vec<String>,
    /// The contestant who won; none after a draw, or if one of three forfeited.
    pub winner: Option<usize>,
    /// The contestant who forfeited, and why.
    pub forfeit: Option<(usize, String)>,
    /// What each side had at the end, by order of play.
    pub score: Vec<u32>,
    /// How long each side was waited for, in milliseconds.
    pub milliseconds: Vec<u64>,
}

impl Record {
    pub(super) fn of(game: u32, dialect: &Dialect, seats: &[usize], played: &Played) -> Record {
        let forfeit = match &played.end {
            End::Forfeited(side, why) => Some((seats[side.index()], why.to_string())),
            End::Over(_) => None,
        };
        let winner = match (&played.end, seats) {
            (End::Over(Outcome::Won(side)), _) => Some(seats[side.index()]),
            (End::Forfeited(side, _), [first, second]) => {
                Some(if side.index() == 0 { *second } else { *first })
            }
            _ => None,
        };
        let used = played.used[..seats.len()].iter().map(|used| used.as_millis() as u64);
        Record {
            game,
            seats: seats.to_vec(),
            moves: played.moves.iter().map(|&(_, cell)| dialect.square_name(cell)).collect(),
            winner,
            forfeit,
            score: played.position.score(),
            milliseconds: used.collect(),
        }
    }
}
