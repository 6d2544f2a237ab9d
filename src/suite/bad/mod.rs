//! Bad lines by what real programs trip over: a game for each class of them, with every line of the class
//! fed to both players.
//!
//! The classes come from a model of how programs read and convert a line. A reader has a buffer, which
//! splits or cuts long lines; it may see more in a quote, a backslash or a control character than itself.
//! A conversion wraps or rounds large numbers, takes a part of the line for all of it, knows names, other
//! notations and other scripts, or dies of what it does not know. For each fault of the model there are a
//! faulty referee (`suite::mutant`) and lines here that show it.
//!
//! A refusal leaves the game where it is, so a whole class fits into two positions of one game. Lines
//! that may be a move by some reading are fed in games of their own, which end by every reading.

mod class;
mod doubtful;
mod long;
mod numbers;
mod words;

use class::{Class, Open, case};

use super::Case;
use crate::dialect::Dialect;

/// A game for each class, in the dialect whose lines these are; none in others.
pub(super) fn games(dialect: Dialect) -> Vec<Case> {
    if dialect != Dialect::Tictactoe {
        return Vec::new();
    }
    let certain = [numbers::classes(), words::classes(), long::classes()];
    let certain = certain.into_iter().flatten().map(Class::game);
    let open = doubtful::classes().into_iter().map(Open::game);
    certain.chain(open).chain(last_moves()).collect()
}

/// Games that end with their last line: who reads one line ahead, or counts arguments wrongly, does not
/// come to the end.
fn last_moves() -> Vec<Case> {
    let games =
        [("last-move-of-x", "40286"), ("last-move-of-o", "041286"), ("last-move-of-a-tie", "428017356")];
    let inputs = |moves: &str| moves.bytes().map(|square| vec![square]).collect();
    games.map(|(name, moves)| case(name, inputs(moves))).into()
}

#[cfg(test)]
mod tests;
