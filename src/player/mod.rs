//! Players, which answer the referee: a person, a list of moves, a program, or a built-in one.
//!
//! A [`Player`] is asked when it is its turn and says a line, just as one would type it. It is never
//! believed: the referee hears the line and judges it ([`table`]). What a player cannot help but
//! lose by, such as a crash or silence, is a [`Forfeit`], which is data like any other end of a game.
//! Which player sits where is written as text, such as `search:depth=6` ([`Seat`]).

mod choose;
mod clock;
mod contestant;
mod gtp;
mod house;
mod human;
mod perfect;
mod program;
mod scripted;
mod search;
mod seat;
pub mod series;
pub mod table;
mod talk;

pub use choose::{Greedy, Random};
pub use clock::Clock;
pub use contestant::Contestant;
pub use gtp::Gtp;
pub use house::House;
pub use human::Human;
pub use perfect::Perfect;
pub use program::Program;
pub use scripted::Scripted;
pub use search::{Horizon, Search};
pub use seat::{NoSeat, Seat};

use std::time::Instant;

use crate::game::{AnyPosition, Position, Side};

/// Someone who can be asked for a move.
pub trait Player: std::fmt::Debug {
    /// What it says in its turn: a line without its line feed.
    ///
    /// # Errors
    /// A [`Forfeit`] if there is nothing that it says, or nothing that could be heard.
    fn answer(&mut self, turn: &Turn<'_>) -> Result<Vec<u8>, Forfeit>;

    /// Hears the last words of the game.
    fn end(&mut self, _words: &[u8]) {}

    /// Whether its mistakes are refused and it is asked again, whatever the rules of the table.
    fn is_person(&self) -> bool {
        false
    }
}

/// What a player is asked.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Turn<'a> {
    /// The position, in which it is this player's turn.
    pub position: &'a AnyPosition,
    /// The moves that led to it, automatic ones included, by those who made them.
    pub moves: &'a [(Side, usize)],
    /// What the referee has told this player since it was last asked.
    pub words: &'a [u8],
    /// The line that says a move to a cell, in the words of the dialect.
    pub line: &'a dyn Fn(usize) -> String,
    /// When its time is up.
    pub deadline: Option<Instant>,
}

impl Turn<'_> {
    /// The line that says a move to this cell.
    pub fn line(&self, cell: usize) -> Vec<u8> {
        (self.line)(cell).into_bytes()
    }

    /// The legal moves, as cells.
    pub fn legal(&self) -> Vec<usize> {
        self.position.moves()
    }
}

/// Why a player loses otherwise than by the rules of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Forfeit {
    /// It said what is no legal move.
    #[error("illegal move: `{0}`")]
    Illegal(String),
    /// It said what cannot be read as a move at all.
    #[error("unreadable: `{0}`")]
    Unreadable(String),
    /// It spoke before it was asked.
    #[error("spoke out of turn: `{0}`")]
    OutOfTurn(String),
    /// It gave up.
    #[error("resigned")]
    Resigned,
    /// It broke the game off, as some dialects let a player do.
    #[error("aborted the game")]
    Aborted,
    /// Its time ran out.
    #[error("out of time")]
    Late,
    /// It is gone: ended, killed, or it closed its output.
    #[error("{0}")]
    Gone(String),
    /// Nobody's fault: the games are being broken off.
    #[error("interrupted")]
    BrokenOff,
    /// It has no more to say: a list of moves, or a person, that came to the end.
    #[error("no more moves")]
    Silent,
}
