//! The rules of games: which moves are legal and who has won.
//!
//! A game is a [`Position`]: it knows whose turn it is, which moves are legal, what each leads to,
//! and whether the game has ended. Positions are values: playing a move gives a new one. Nothing
//! here knows a word, a prompt or a line of input (that is `dialect`), nor what a referee does with
//! a bad move (that is `session`), so that rules can be counted, searched and proved on their own.

mod any;
mod board;
#[doc(hidden)]
pub mod graph;
pub mod reversi;
mod side;
pub mod tictactoe;

pub use any::AnyPosition;
pub use board::{Board, Cell};
pub use side::Side;

use std::hash::Hash;

/// A state of a game between two or more sides, from which everything that may follow can be computed.
pub trait Position: Clone + Eq + Hash {
    /// A move, meaningful for any position of the same game, legal or not.
    type Move: Copy + Eq;

    /// The side whose turn it is, or would be if the game had not ended.
    fn turn(&self) -> Side;

    /// Every legal move, in ascending order; none once the game has ended.
    fn moves(&self) -> Vec<Self::Move>;

    /// The position after a move.
    ///
    /// # Errors
    /// [`Illegal`] if the move is not among [`Position::moves`].
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
