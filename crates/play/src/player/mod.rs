//! Players, which answer the referee: a person, a list of moves, a program, or a built-in one.
//!
//! A [`Player`] is asked in its turn and answers with a line, as a person would type it. It is never trusted:
//! the referee judges the line ([`table`]). If a player loses for another reason, such as a crash or silence,
//! that is a [`Forfeit`], which is data like any other end of a game. The player of a seat is written as
//! text, such as `search:depth=6` ([`PlayerKind`]).

mod choose;
mod clock;
mod conditions;
mod contestant;
mod human;
mod kind;
mod perfect;
mod program;
mod search;
pub mod series;
pub mod table;
mod talk;

pub use choose::{Greedy, Random};
pub use clock::Clock;
pub use conditions::{PlayConditions, longest_game};
pub(crate) use contestant::contestants;
pub use contestant::{Contestant, UnfitPlayers, seated};
pub use human::Human;
pub use kind::{PlayerKind, SearchOptions, UnknownPlayer};
pub use perfect::Perfect;
pub use program::Program;
pub use search::Search;

use std::time::Instant;

use judging::game::{AnyPosition, Position};

/// A player that can be asked for a move.
pub trait Player: std::fmt::Debug {
    /// Its answer in its turn: a line without its line feed.
    /// Fails if there is no answer.
    fn answer(&mut self, turn: &Turn<'_>) -> Result<Vec<u8>, Forfeit>;

    /// Receives the end of the game.
    fn end(&mut self, _words: &[u8]) {}

    /// Whether it may always correct mistakes, whatever the rules of the table.
    fn is_person(&self) -> bool {
        false
    }
}

/// A request for a move.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Turn<'a> {
    /// The position, in which it is this player's turn.
    pub position: &'a AnyPosition,
    /// The referee's output for this player since the last request.
    pub words: &'a [u8],
    /// The dialect's line for a move to a cell.
    pub line: &'a dyn Fn(usize) -> String,
    /// When its time runs out.
    pub deadline: Option<Instant>,
}

impl Turn<'_> {
    /// The line for a move to this cell.
    pub fn line(&self, cell: usize) -> Vec<u8> {
        (self.line)(cell).into_bytes()
    }

    /// The legal moves, as cells.
    pub fn legal(&self) -> Vec<usize> {
        self.position.moves()
    }
}

/// Why a player loses, other than by the rules of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Forfeit {
    /// Its line is not a legal move.
    #[error("illegal move: `{0}`")]
    Illegal(String),
    /// Its line cannot be read as a move.
    #[error("unreadable: `{0}`")]
    Unreadable(String),
    /// It wrote before it was asked.
    #[error("spoke out of turn: `{0}`")]
    OutOfTurn(String),
    /// It aborted the game, which some dialects allow.
    #[error("aborted the game")]
    Aborted,
    /// Its time ran out.
    #[error("out of time")]
    Late,
    /// It has ended, was killed, or closed its output.
    #[error("{0}")]
    Gone(String),
    /// The games are being aborted; no player is at fault.
    #[error("interrupted")]
    BrokenOff,
    /// It has no more lines: the end of a list of moves, or of a person's input.
    #[error("no more moves")]
    Silent,
}
