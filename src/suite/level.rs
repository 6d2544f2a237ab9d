//! The levels of rigour, from a handful of games to all there are, and what each of them proves.
//!
//! A suite that finds nothing wrong says something only together with an assumption on the program:
//! what its reaction may depend on. Each level names its own, so that a verdict can be read without
//! knowing how the suite was made.

use super::small;
use crate::dialect::Dialect;
use crate::dialect::reversi::Table;

/// How hard a suite tries, in order of strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// The move lists of a folder.
    Fixtures,
    /// The games that the specification itself gives.
    Examples,
    /// Each kind of ending, some bad lines after each number of moves, bursts of bad lines, and hundreds of
    /// bad lines of all classes for both players.
    Smoke,
    /// Games at random, the same each time, with bad lines between the moves.
    Random,
    /// Every move in every position, where positions count as one that a symmetry maps onto each other.
    Symmetric,
    /// Every move, and the usual bad lines, in every position.
    Complete,
    /// The same, and after each input a bad one, to look at the state that it led to.
    Probed,
    /// Every two moves in a row.
    Pairs,
    /// Every three moves in a row.
    Triples,
    /// Every game there is.
    Exhaustive,
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Level; 10] = [
        Level::Fixtures,
        Level::Examples,
        Level::Smoke,
        Level::Random,
        Level::Symmetric,
        Level::Complete,
        Level::Probed,
        Level::Pairs,
        Level::Triples,
        Level::Exhaustive,
    ];

    /// The levels that there are of a dialect, the weakest first.
    pub fn of(dialect: Dialect) -> Vec<Level> {
        let is_there = |level: &Level| match dialect {
            Dialect::Tictactoe | Dialect::Marubatsu => *level != Level::Random,
            Dialect::Reversi(table) if table != Table::standard() => match level {
                Level::Complete => small::is_small(table.game()),
                _ => matches!(level, Level::Smoke | Level::Random),
            },
            Dialect::Reversi(_) => matches!(level, Level::Fixtures | Level::Smoke | Level::Random),
            Dialect::Othello => matches!(level, Level::Fixtures | Level::Examples | Level::Smoke),
        };
        Level::ALL.into_iter().filter(is_there).collect()
    }

    /// Its name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Level::Fixtures => "fixtures",
            Level::Examples => "examples",
            Level::Smoke => "smoke",
            Level::Random => "random",
            Level::Symmetric => "symmetric",
            Level::Complete => "complete",
            Level::Probed => "probed",
            Level::Pairs => "pairs",
            Level::Triples => "triples",
            Level::Exhaustive => "exhaustive",
        }
    }

    /// What it means if no game of this level shows a difference, and on what assumption.
    pub fn claim(self) -> &'static str {
        match self {
            Level::Fixtures => "right on the move lists given, and nothing is said of other games",
            Level::Examples => "right on the specification's own games, and nothing is said of others",
            Level::Smoke => {
                "right on every kind of ending and on the bad lines fed in some game, and nothing is said of others"
            }
            Level::Random => "right in games played at random, and nothing is said of others",
            Level::Symmetric => {
                "complete for programs whose reaction depends only on the shown position \
                 and is the same however the board is turned or turned over \
                 (two positions, visited once, are fed no empty line)"
            }
            Level::Complete => "complete for programs whose reaction depends only on the shown position",
            Level::Probed => {
                "complete for programs of at most 4,521 states that show the board again after a refusal"
            }
            Level::Pairs => {
                "complete for programs whose reaction to a legal move depends only on the shown position \
                 and the move before"
            }
            Level::Triples => {
                "complete for programs whose reaction to a legal move depends only on the shown position \
                 and the two moves before"
            }
            Level::Exhaustive => {
                "complete for every program that answers the same game alike each time, \
                 as far as only legal moves are made"
            }
        }
    }
}
