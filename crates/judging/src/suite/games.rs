//! Many lists of inputs in little memory. Each input is one byte, its index in the vocabulary of its dialect,
//! and all lists are stored in one block. The largest suite has a quarter of a million games; as lists of
//! lines they would take a hundred times the memory.

use crate::dialect::Dialect;

/// An input in one byte: squares are their own numbers, bad lines follow, then lines that end a game.
pub(super) type Code = u8;

/// The lines that are not moves, each its own code.
pub(super) const BAD: [Code; 4] = [NINE, NINE + 1, NINE + 2, NINE + 3];
/// The first bad line: in tictactoe the number just above the squares.
pub(super) const NINE: Code = 9;
pub(super) const BLANK: Code = 13;

/// The first line that ends a game at any time, in dialects that have some.
pub(super) const ENDING: Code = BLANK + 1;

/// The line of a code.
///
/// # Panics
/// If the dialect does not play tic-tac-toe, or has no such line.
pub(super) fn line(dialect: &Dialect, code: Code) -> &'static str {
    let vocabulary = dialect.vocabulary().expect("only games of tic-tac-toe are kept as codes");
    match code {
        0..NINE => vocabulary.squares[usize::from(code)],
        NINE..BLANK => vocabulary.bad[usize::from(code - NINE)],
        BLANK => "",
        ENDING.. => vocabulary.endings[usize::from(code - ENDING)],
    }
}

/// Lists of inputs, one after another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Games {
    pub(super) codes: Vec<Code>,
    ends: Vec<u32>,
}

impl Games {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn get(&self, index: usize) -> &[Code] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.codes[start..self.ends[index] as usize]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[Code]> {
        (0..self.len()).map(|index| self.get(index))
    }

    pub(super) fn push(&mut self, game: impl IntoIterator<Item = Code>) {
        self.codes.extend(game);
        self.ends.push(u32::try_from(self.codes.len()).expect("less than four thousand million inputs"));
    }
}

impl<G: IntoIterator<Item = Code>> FromIterator<G> for Games {
    fn from_iter<I: IntoIterator<Item = G>>(games: I) -> Games {
        let mut all = Games::default();
        games.into_iter().for_each(|game| all.push(game));
        all
    }
}
