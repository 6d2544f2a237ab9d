//! What is legal and who has won, and nothing else.
//!
//! A game is a [`Position`]: it knows whose turn it is, which moves are legal, what each leads to,
//! and whether the game has ended. Positions are values: playing a move gives a new one. Nothing
//! here knows a word, a prompt or a line of input (that is `dialect`), nor what a referee does with
//! a bad move (that is `session`), so that rules can be counted, searched and proved on their own.

mod any;
mod board;
pub mod graph;
pub mod perft;
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

    /// What a person sees of it.
    fn board(&self) -> Board;

    /// The sides that were passed over before this turn since they had no move, in order. Games in
    /// which everybody always has a move leave this alone.
    fn passed(&self) -> Vec<Side> {
        Vec::new()
    }

    /// The move that the rules make themselves, asking nobody, if this turn is such a one.
    fn automatic(&self) -> Option<Self::Move> {
        None
    }

    /// What each of the players has, in order of play; nothing in a game that is not counted.
    fn score(&self) -> Vec<u32> {
        Vec::new()
    }
}

/// A map of a game onto itself that changes nothing the rules care about, such as turning the board.
pub trait Symmetry<P: Position> {
    /// Where a position is mapped to.
    fn position(&self, position: &P) -> P;

    /// Where a move is mapped to.
    fn chosen(&self, chosen: P::Move) -> P::Move;
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side has won.
    Won(Side),
    /// Nobody has won, and nothing is left to play.
    Tie,
}

/// A move that the rules do not allow in the position where it was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the move is not legal here")]
pub struct Illegal;
