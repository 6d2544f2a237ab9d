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

use class::{Class, Open, case, once_each};

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

/// Lines of a class, for programs that take other inputs than squares.
pub(super) struct Lines {
    /// The name of the class.
    pub(super) name: String,
    /// The lines.
    pub(super) lines: Vec<Vec<u8>>,
    /// Whether some programs may rightly take them for another line, or for none.
    pub(super) is_doubtful: bool,
}

/// All classes, with numbers that wrap to one of these targets.
pub(super) fn lines(targets: &[i128]) -> Vec<Lines> {
    let numbers = numbers::classes().into_iter().skip(1);
    let certain = numbers.chain(words::classes()).chain(long::classes());
    let certain = certain.map(|Class { name, lines, once, .. }| (name, [lines, once].concat(), false));
    let open = doubtful::classes().into_iter().map(|Open { name, lines, .. }| (name.to_owned(), lines, true));
    let wrapping = ("wrapping-numbers".to_owned(), numbers::wrapping(targets), false);
    let class = |(name, lines, is_doubtful)| Lines { name, lines: once_each(lines), is_doubtful };
    [wrapping].into_iter().chain(certain).chain(open).map(class).collect()
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
