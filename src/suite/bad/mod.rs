//! Bad lines that make real programs fail: one game for each class of them, in which every line of the class
//! is fed to both players.
//!
//! The classes come from a model of how programs read and convert a line. A reader has a buffer, which splits
//! or cuts long lines; a quote, a backslash or a control character may have a special meaning to it. A
//! conversion wraps or rounds large numbers, reads only a part of the line, accepts names, other notations or
//! other scripts, or crashes on a line that it does not know. For each fault of the model there is a faulty
//! referee (`suite::mutant`), and lines here find it.
//!
//! A refusal does not change the game, so a whole class fits into two positions of one game. Lines that may
//! be read as a move are fed in games of their own, which end whichever way they are read.

mod class;
mod doubtful;
mod long;
mod numbers;
mod words;

use class::{Class, Open, case, once_each};

use super::Case;
use crate::dialect::Dialect;

/// A game for each class, in the dialect that these lines are made for; none for other dialects.
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
    /// Whether a program may read them as another line, or ignore them.
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

/// Games that end with their last line: a program that reads one line ahead, or counts arguments wrongly,
/// does not reach the end.
fn last_moves() -> Vec<Case> {
    let games =
        [("last-move-of-x", "40286"), ("last-move-of-o", "041286"), ("last-move-of-a-tie", "428017356")];
    let inputs = |moves: &str| moves.bytes().map(|square| vec![square]).collect();
    games.map(|(name, moves)| case(name, inputs(moves))).into()
}

#[cfg(test)]
mod tests;
