//! The discs as one program sees them.
//!
//! The two programs of the article know nothing of turns: either may move whenever it likes, and so
//! there is no side to move here. What a move takes is asked of the rules.

use std::fmt;

use crate::game::reversi::bitboard::{Bitboard, bits};
use crate::game::reversi::{self, Position};
use crate::game::{Board, Cell, Side};

/// Eight by eight squares with what lies on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Discs {
    /// As the first side sees them.
    board: Bitboard,
}

/// A square of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square(u8);

const WIDTH: usize = 8;

/// The kind of "disc" by which the picture of a board shows that a move is legal.
pub(super) const MARK: Cell = Cell::Neutral(0);

impl Square {
    /// The square that the first two characters name: a column from `a` to `h`, large or small, and a
    /// row from 1 to 8.
    pub fn named(text: &str) -> Option<Square> {
        let &[column, row @ b'1'..=b'8', ..] = text.as_bytes() else { return None };
        let column = column.to_ascii_lowercase();
        (b'a'..=b'h').contains(&column).then(|| Square(8 * (row - b'1') + column - b'a'))
    }

    fn bit(self) -> u64 {
        1 << self.0
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 8), self.0 / 8 + 1)
    }
}

impl Discs {
    /// The four discs of the beginning.
    ///
    /// # Panics
    /// Never: the board is built in.
    pub(crate) fn start() -> Discs {
        let game = reversi::find("standard").expect("the usual board is built in");
        let board = Bitboard::of(&Position::start(game.into())).expect("it is one for two, eight by eight");
        Discs { board }
    }

    /// Where a side may move, whether or not it is its turn.
    pub fn moves(self, side: Side) -> impl Iterator<Item = Square> {
        bits(self.seen_by(side).moves()).map(|bit| Square(bit.trailing_zeros() as u8))
    }

    pub(crate) fn has_move(self, side: Side) -> bool {
        self.seen_by(side).moves() != 0
    }

    /// Whether nobody may move any more.
    pub(crate) fn are_final(self) -> bool {
        Side::BOTH.into_iter().all(|side| !self.has_move(side))
    }

    /// The discs after a move. `None` if it is not legal.
    pub(crate) fn after(self, side: Side, square: Square) -> Option<Discs> {
        let board = self.seen_by(side);
        let after = (board.moves() & square.bit() != 0).then(|| board.after(square.bit()))?;
        Some(Discs { board: if side == Side::FIRST { after.passed() } else { after } })
    }

    pub(crate) fn counts(self) -> [u32; 2] {
        [self.board.own.count_ones(), self.board.other.count_ones()]
    }

    /// What a side sees: the discs, and where it may move.
    pub(crate) fn shown_to(self, side: Side) -> Board {
        let marks = self.seen_by(side).moves();
        let cell = |bit: u64| match () {
            () if self.board.own & bit != 0 => Cell::Marked(Side::FIRST),
            () if self.board.other & bit != 0 => Cell::Marked(Side::SECOND),
            () if marks & bit != 0 => MARK,
            () => Cell::Empty,
        };
        Board::new(WIDTH, (0..WIDTH * WIDTH).map(|place| cell(1 << place)).collect())
    }

    fn seen_by(self, side: Side) -> Bitboard {
        if side == Side::FIRST { self.board } else { self.board.passed() }
    }
}
