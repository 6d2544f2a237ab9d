//! A class of bad lines, and the game in which they are fed.

use crate::case::Case;
use crate::dialect::Dialect;

pub(super) struct Class {
    pub(super) name: String,
    /// The first move of its game. None of the lines can be read as this square.
    pub(super) first: u8,
    /// Lines for both players.
    pub(super) lines: Vec<Vec<u8>>,
    /// Lines for the first player only, because they are too long to be fed twice.
    pub(super) once: Vec<Vec<u8>>,
}

/// Lines that a program may read as a move, or need not answer. Lines that need no answer are a separate class: next to them,
/// silence after other lines could not be distinguished from a valid answer.
pub(super) struct Open {
    pub(super) name: &'static str,
    /// The first move of its game: to the square that most of the lines name, so that a program that reads
    /// them as moves refuses them, too.
    pub(super) first: u8,
    /// Lines for both players.
    pub(super) lines: Vec<Vec<u8>>,
}

/// All squares, in an order in which each of them wins, ties or is occupied.
pub(super) const SQUARES: &[u8; 9] = b"402781356";

pub(super) fn squares() -> impl Iterator<Item = Vec<u8>> {
    SQUARES.iter().map(|square| vec![*square])
}

impl Class {
    /// Keeps only the wanted lines. `None` if there are no such lines.
    pub(super) fn only(mut self, is_wanted: impl Fn(&[u8]) -> bool) -> Option<Class> {
        self.lines.retain(|line| is_wanted(line));
        self.once.retain(|line| is_wanted(line));
        (!self.lines.is_empty() || !self.once.is_empty()).then_some(self)
    }

    pub(super) fn game(self) -> Case {
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
    /// Keeps only the wanted lines. `None` if there are no such lines.
    pub(super) fn only(mut self, is_wanted: impl Fn(&[u8]) -> bool) -> Option<Open> {
        self.lines.retain(|line| is_wanted(line));
        (!self.lines.is_empty()).then_some(self)
    }

    /// A game in which they are fed to both players once that square is taken.
    pub(super) fn game(&self) -> Case {
        let second = if self.first == b'8' { b'0' } else { b'8' };
        let block = self.block();
        case(self.name, [&[vec![self.first]], &block[..], &[vec![second]], &block, &full()].concat())
    }

    /// A game in which they are fed on the empty board, where no move that one is read as is refused.
    pub(super) fn game_at_the_start(&self) -> Case {
        case(&format!("{}-at-the-start", self.name), [self.block(), full()].concat())
    }

    /// The lines, and as many certain refusals, so that the answer to a move cannot be taken for that to one of the lines if there
    /// was no answer to some of them.
    fn block(&self) -> Vec<Vec<u8>> {
        [&self.lines[..], &vec![b"9".to_vec(); self.lines.len()]].concat()
    }
}

/// Moves after which the board is full, however the lines before them were read, and a line more.
fn full() -> Vec<Vec<u8>> {
    squares().chain([b"9".to_vec()]).collect()
}

/// Each line only once: a number at the end of one type may wrap in another.
pub(in crate::suite) fn once_each(lines: impl IntoIterator<Item = Vec<u8>>) -> Vec<Vec<u8>> {
    let mut seen = std::collections::HashSet::new();
    lines.into_iter().filter(|line| seen.insert(line.clone())).collect()
}

pub(super) fn case(name: &str, inputs: Vec<Vec<u8>>) -> Case {
    Case { name: format!("lines-{name}"), dialect: Dialect::Tictactoe, inputs }
}

pub(super) fn lines(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

pub(super) fn words(text: &str) -> Vec<Vec<u8>> {
    text.split_ascii_whitespace().map(|word| word.as_bytes().to_vec()).collect()
}
