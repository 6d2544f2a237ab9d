//! The rules of games: which moves are legal and who has won.
//!
//! A game is a [`Position`]: it knows whose turn it is, which moves are legal, what each leads to,
//! and whether the game has ended. Positions are values: playing a move gives a new one. Nothing
//! here knows a word, a prompt or a line of input (that is `dialect`), nor what a referee does with
//! a bad move (that is `session`), so that rules can be counted, searched and proved on their own.

mod any;
#[doc(hidden)]
pub mod graph;
pub mod reversi;
pub mod tictactoe;

pub use any::AnyPosition;

use std::hash::Hash;

/// A state of a game between two or more sides, from which everything that may follow can be computed.
pub trait Position: Clone + Eq + Hash {
    /// A move, meaningful for any position of the same game, legal or not.
    type Move: Copy + Eq;

    /// The side whose turn it is, or would be if the game had not ended.
    fn turn(&self) -> Side;

    /// Every legal move, in ascending order. Empty once the game has ended.
    fn moves(&self) -> Vec<Self::Move>;

    /// The position after a move.
    /// Fails if the move is not among [`Position::moves`].
    fn play(&self, chosen: Self::Move) -> Result<Self, Illegal>;

    /// How the game ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// The board of the position, as it is shown.
    fn board(&self) -> Board;

    /// The sides that had to pass before this turn, in order. Games without passes keep the default.
    fn passed(&self) -> Vec<Side> {
        Vec::new()
    }

    /// The move that the rules make themselves, if this turn has no player.
    fn automatic(&self) -> Option<Self::Move> {
        None
    }

    /// The score of each player, in order of play; empty in a game without scores.
    fn score(&self) -> Vec<u32> {
        Vec::new()
    }
}

/// A map of a game onto itself that keeps the rules, such as turning the board.
pub trait Symmetry<P: Position> {
    /// The image of a position.
    fn position(&self, position: &P) -> P;

    /// The image of a move.
    fn chosen(&self, chosen: P::Move) -> P::Move;
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side has won.
    Won(Side),
    /// No side has won, and the game is over.
    Tie,
}

/// A move that the rules do not allow in the position where it was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the move is not legal here")]
pub struct Illegal;

/// A side, by the order of play: most games have two, and none has more than five. Its name (X, black, ○) belongs
/// to the dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Side(u8);

impl Side {
    /// The side that makes the first move of the game.
    pub const FIRST: Side = Side(0);
    /// The side that answers it.
    pub const SECOND: Side = Side(1);
    /// The third, in a game that has one.
    pub const THIRD: Side = Side(2);
    /// The fourth.
    pub const FOURTH: Side = Side(3);
    /// The fifth.
    pub const FIFTH: Side = Side(4);
    /// Every side that a game may have, in order of play.
    pub const ALL: [Side; 5] = [Side::FIRST, Side::SECOND, Side::THIRD, Side::FOURTH, Side::FIFTH];
    /// The sides of a game for two.
    pub const BOTH: [Side; 2] = [Side::FIRST, Side::SECOND];

    /// The opponent, in a game for two.
    ///
    /// # Panics
    /// If it is neither of the first two sides.
    pub fn other(self) -> Side {
        assert!(self.0 < 2, "only where two play is there one opponent");
        Side(1 - self.0)
    }

    /// 0 for the first side, 1 for the second, and so on: an index into tables kept by side.
    pub fn index(self) -> usize {
        self.0.into()
    }
}

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Empty.
    Empty,
    /// Marked by this side.
    Marked(Side),
    /// A disc that belongs to no side, of the kind with this number (the game defines the kinds).
    Neutral(u8),
    /// Not a square: the board does not fill the rectangle around it.
    Hole,
}

/// A board as it is shown: a rectangle of cells, row by row from the top left corner. It is a picture, not a position: a
/// candidate may print a board that no game can reach, and the judge must still be able to compare it with the right one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    width: usize,
    cells: Vec<Cell>,
}

impl Board {
    /// A board of rows of `width` cells each.
    ///
    /// # Panics
    /// If `width` is zero or the cells do not fill whole rows.
    pub fn new(width: usize, cells: Vec<Cell>) -> Board {
        assert!(width > 0 && cells.len().is_multiple_of(width), "a board is made of whole rows");
        Board { width, cells }
    }

    /// The rows, from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells.chunks(self.width)
    }

    /// All cells, row by row.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}
