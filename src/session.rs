//! The referee as a machine: one [`Input`] in, what is said about it out.
//!
//! A session holds the position and answers each input with [`Event`]s. It reads no bytes and
//! prints none; a dialect turns lines into inputs and events into text. So a whole game is two
//! lines of a test:
//!
//! ```
//! use referee::game::tictactoe::{Position, Square};
//! use referee::session::{Event, Input, Session};
//!
//! let mut session = Session::new(Position::start());
//! assert_eq!(session.hear(Input::Unreadable)[0], Event::InputRefused);
//! ```
//!
//! After the end of the game a session is deaf: it answers nothing to whatever it is told.

use crate::game::{Board, Outcome, Position, Side};

/// One thing a player says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input<M> {
    /// A move, legal or not.
    Move(M),
    /// Something that names no move at all.
    Unreadable,
}

/// One thing a referee says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// The board as it stands.
    BoardShown(Board),
    /// It is this side's turn: an input is waited for.
    MoveAsked(Side),
    /// The input was no legal move; the same side is asked again.
    InputRefused,
    /// The game is over.
    GameEnded(Outcome),
}

/// A game in progress, and what its referee says.
#[derive(Clone, Debug)]
pub struct Session<P> {
    position: P,
    final_board: bool,
}

impl<P: Position> Session<P> {
    /// A game that begins with this position.
    pub fn new(start: P) -> Session<P> {
        Session { position: start, final_board: false }
    }

    /// The same, but the board is shown once more before the result.
    pub fn with_final_board(self, final_board: bool) -> Session<P> {
        Session { final_board, ..self }
    }

    /// What is said before the first input.
    pub fn open(&self) -> Vec<Event> {
        self.turn()
    }

    /// What is said to an input: a new turn, the end, or that it was refused; after the end nothing.
    pub fn hear(&mut self, input: Input<P::Move>) -> Vec<Event> {
        if self.has_ended() {
            return Vec::new();
        }
        let next = match input {
            Input::Move(chosen) => self.position.play(chosen).ok(),
            Input::Unreadable => None,
        };
        match next {
            Some(next) => {
                self.position = next;
                self.turn()
            }
            None => vec![Event::InputRefused, self.ask()],
        }
    }

    /// Whether the game is over.
    pub fn has_ended(&self) -> bool {
        self.position.outcome().is_some()
    }

    /// The position as it stands.
    pub fn position(&self) -> &P {
        &self.position
    }

    fn turn(&self) -> Vec<Event> {
        match self.position.outcome() {
            None => vec![self.show(), self.ask()],
            Some(outcome) if self.final_board => vec![self.show(), Event::GameEnded(outcome)],
            Some(outcome) => vec![Event::GameEnded(outcome)],
        }
    }

    fn show(&self) -> Event {
        Event::BoardShown(self.position.board())
    }

    fn ask(&self) -> Event {
        Event::MoveAsked(self.position.turn())
    }
}
