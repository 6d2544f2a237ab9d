//! The levels of thoroughness, from a handful of games to all games, and what each of them proves.
//!
//! A suite that finds no difference proves something only under an assumption on the program: what its answer may
//! depend on. Each level states its assumption, so a verdict can be read without knowing how the suite was made.

use super::reversi::small;
use crate::dialect::reversi::Table;
use crate::dialect::{Declared, Dialect, Observed};

/// How hard a suite tries, in order of strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(strum::Display, strum::EnumString, strum::IntoStaticStr)]
#[derive(strum::VariantArray, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum Level {
    /// The move lists of a folder.
    Fixtures,
    /// The games that the specification itself gives.
    Examples,
    /// Lines that nobody types: control characters, bytes that are not UTF-8, very long lines.
    Robust,
    /// Each kind of ending, some bad lines after each number of moves, bursts of bad lines, and hundreds of
    /// bad lines of all classes for both players.
    Smoke,
    /// Random games, the same each time, with bad lines between the moves.
    Random,
    /// Every move in every position, where positions count as one that a symmetry maps onto each other.
    Symmetric,
    /// Every move, and the usual bad lines, in every position.
    Complete,
    /// The same, and after each input a bad one, to check the state that it led to.
    Probed,
    /// Every two moves in a row.
    Pairs,
    /// Every three moves in a row.
    Triples,
    /// Every possible game.
    Exhaustive,
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: &[Level] = <Level as strum::VariantArray>::VARIANTS;

    /// The levels that a dialect has, the weakest first.
    pub fn of(dialect: &Dialect) -> Vec<Level> {
        if let Dialect::Declared(declared) = dialect {
            return of_challenge(declared);
        }
        if let Dialect::Observed(observed) = dialect {
            return of_observed(observed);
        }
        if let Dialect::Whole(_) = dialect {
            return vec![Level::Fixtures];
        }
        let is_there = |level: &Level| match dialect {
            _ if *level == Level::Robust => *dialect != Dialect::Othello,
            _ if dialect.vocabulary().is_some() => *level != Level::Random,
            Dialect::Reversi(table) if *table != Table::standard() => match level {
                Level::Complete => small::is_small(table.game()),
                _ => matches!(level, Level::Smoke | Level::Random),
            },
            Dialect::Reversi(_) => matches!(level, Level::Fixtures | Level::Smoke | Level::Random),
            _ => matches!(level, Level::Fixtures | Level::Examples | Level::Smoke),
        };
        Level::ALL.iter().copied().filter(is_there).collect()
    }

    /// Its name on the command line and in reports.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// What its cases cover, in words for a ruling.
    pub fn covers(self) -> &'static str {
        match self {
            Level::Fixtures => "the given cases",
            Level::Examples => "the examples",
            Level::Robust => "lines nobody types",
            Level::Smoke => "quick test",
            Level::Random => "random runs",
            Level::Symmetric => "every state up to symmetry",
            Level::Complete => "every state",
            Level::Probed => "every state, checked afterwards",
            Level::Pairs => "every two moves",
            Level::Triples => "every three moves",
            Level::Exhaustive => "every game",
        }
    }

    /// What the suite of this name covers; its name, if it is none of these levels.
    pub fn covers_of(suite: &str) -> &str {
        Level::ALL.iter().find(|level| level.name() == suite).map_or(suite, |level| level.covers())
    }

    /// What it means if no game of this level shows a difference, and under which assumption.
    pub fn claim(self) -> &'static str {
        match self {
            Level::Fixtures => "Right on these move lists; other games are untested",
            Level::Examples => "Right on the games in the specification; other games are untested",
            Level::Smoke => {
                "Right at least once on every kind of ending and on the bad lines fed; other games are untested"
            }
            Level::Robust => "Right on lines that nobody types; nothing else is tested",
            Level::Random => "Right in random games; other games are untested",
            Level::Symmetric => {
                "Complete if its answer depends only on the position shown and not on how the board is turned \
                 or mirrored (two positions, visited once, are fed no empty line)"
            }
            Level::Complete => "Complete if its answer depends only on the position shown",
            Level::Probed => {
                "Complete if it has at most 4,521 states and shows the board again after a refusal"
            }
            Level::Pairs => {
                "Complete if its answer to a legal move depends only on the position shown and the move before"
            }
            Level::Triples => {
                "Complete if its answer to a legal move depends only on the position shown and the two moves \
                 before"
            }
            Level::Exhaustive => {
                "Complete for games of legal moves if it answers the same game alike each time"
            }
        }
    }
}

/// The levels that a challenge has.
fn of_challenge(declared: &Declared) -> Vec<Level> {
    let is_there = |level: &Level| match level {
        Level::Fixtures => declared.has_fixtures(),
        Level::Examples => !declared.table().examples().is_empty(),
        Level::Robust | Level::Smoke | Level::Complete | Level::Pairs => true,
        Level::Probed => !declared.table().has_hidden(),
        _ => false,
    };
    Level::ALL.iter().copied().filter(is_there).collect()
}

/// The levels that recordings or a reference have.
fn of_observed(observed: &Observed) -> Vec<Level> {
    let is_there = |level: &Level| match level {
        Level::Fixtures => !observed.recordings().is_empty(),
        Level::Examples => observed.has_reference() && !observed.manifest().examples.is_empty(),
        Level::Smoke | Level::Random => observed.has_reference() && !observed.lines().is_empty(),
        Level::Complete | Level::Probed => observed.learned().is_some(),
        _ => false,
    };
    Level::ALL.iter().copied().filter(is_there).collect()
}
