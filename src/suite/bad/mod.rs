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

mod doubtful;
mod long;
mod numbers;
mod words;

use super::Case;
use crate::dialect::Dialect;

/// Lines of a class.
pub(super) struct Class {
    name: String,
    /// The first move of its game: to no square that one of the lines could be taken for.
    first: u8,
    /// What both players are fed.
    lines: Vec<Vec<u8>>,
    /// What only the first player is fed: lines too long to be fed twice.
    once: Vec<Vec<u8>>,
}

/// Lines that some may read as a move, or need not answer. Lines that need no answer have a class of their
/// own: a program that is silent to others could be excused by what it says to them.
pub(super) struct Open {
    name: &'static str,
    /// The first move of its game: to the square that most of the lines name, so that even who takes them
    /// for moves refuses them.
    first: u8,
    /// What both players are fed.
    lines: Vec<Vec<u8>>,
}

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

/// All squares, in an order in which each of them wins, ties or is taken.
const SQUARES: &[u8; 9] = b"402781356";

fn squares() -> impl Iterator<Item = Vec<u8>> {
    SQUARES.iter().map(|square| vec![*square])
}

impl Class {
    fn game(self) -> Case {
        let moves = [vec![self.first]].into_iter().chain(squares());
        let rest = [b"9".to_vec(), vec![self.first]];
        let mut inputs = [self.lines.clone(), self.once].concat();
        let mut moves = moves.enumerate();
        inputs.extend(moves.next().map(|(_, first)| first));
        inputs.extend(self.lines);
        inputs.extend(moves.map(|(_, square)| square).filter(|square| *square != [self.first]));
        inputs.extend(rest);
        case(&self.name, inputs)
    }
}

impl Open {
    fn game(self) -> Case {
        let second = if self.first == b'8' { b'0' } else { b'8' };
        let mut inputs = vec![vec![self.first]];
        inputs.extend(self.lines.clone());
        inputs.push(vec![second]);
        inputs.extend(self.lines);
        // By whatever reading, the board is full after this.
        inputs.extend(squares());
        inputs.push(b"9".to_vec());
        case(self.name, inputs)
    }
}

/// Games that end with their last line: who reads one line ahead, or counts arguments wrongly, does not
/// come to the end.
fn last_moves() -> Vec<Case> {
    let games =
        [("last-move-of-x", "40286"), ("last-move-of-o", "041286"), ("last-move-of-a-tie", "428017356")];
    let inputs = |moves: &str| moves.bytes().map(|square| vec![square]).collect();
    games.map(|(name, moves)| case(name, inputs(moves))).into()
}

/// Lines, each only once: a number at the end of one type may wrap in another.
fn once_each(lines: impl IntoIterator<Item = Vec<u8>>) -> Vec<Vec<u8>> {
    let mut seen = std::collections::HashSet::new();
    lines.into_iter().filter(|line| seen.insert(line.clone())).collect()
}

fn case(name: &str, inputs: Vec<Vec<u8>>) -> Case {
    Case { name: format!("lines-{name}"), dialect: Dialect::Tictactoe, inputs }
}

/// Lines as they stand in a table.
fn lines(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

#[cfg(test)]
mod tests;
