//! The referee as a machine: one input in, what is said about it out.
//!
//! A session holds a game and answers each input with [`Event`]s. It reads no bytes and prints none; a
//! dialect turns lines into inputs and events into text. What belongs to a turn differs from game to
//! game (a board and a prompt, a score above them, the reason of a refusal), so a dialect says that by
//! a [`Conduct`]; the order of things is the same for all and stands here. A whole game is a few lines
//! of a test:
//!
//! ```
//! use referee::dialect::tictactoe::Game;
//! use referee::session::{Event, Refusal, Session};
//!
//! let mut session = Session::new(Game::default());
//! assert_eq!(session.answer(Err(Refusal::Invalid))[0], Event::InputRefused(Refusal::Invalid));
//! ```
//!
//! After the end of the game a session answers nothing to any input.

use std::sync::Arc;

use crate::game::{Board, Outcome, Side};

/// One thing a referee says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Event {
    /// Whose turn it is, or none at the end, and what each player has.
    ScoreShown(Option<Side>, Vec<u32>),
    /// These sides could not move and were passed over.
    TurnsPassed(Vec<Side>),
    /// A side that nobody asks has moved here, as the rules want.
    MoveMade(Side, Coordinates),
    /// The board as it stands.
    BoardShown(Board),
    /// An input is waited for, from this side where the words name it.
    MoveAsked(Option<Side>),
    /// The input was no legal move; the same side is asked again.
    InputRefused(Refusal),
    /// The game is over: how it ended, or none if it was broken off.
    GameEnded(Option<Outcome>),
    /// Why the game is over.
    CauseGiven(Cause),
    /// The side that is asked next cannot move and is to pass.
    PassAsked,
    /// How many discs each of two sides has in the end.
    DiscsCounted([u32; 2]),
    /// What came of talking to the program on the other side.
    Talked(Talk),
    /// Words of a declared challenge.
    Said(Said),
}

impl Event {
    /// Whether an input is waited for after these words.
    pub fn asks(&self) -> bool {
        matches!(self, Event::MoveAsked(_) | Event::Said(Said { asks: true, .. }))
    }
}

/// Words of a declared challenge, whose meaning only its table knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Said {
    /// What the table calls them.
    pub word: &'static str,
    /// Their text.
    pub text: Arc<str>,
    /// Texts that are as good, where less than every byte counts.
    pub others: Arc<[Arc<str>]>,
    /// Whether they may be left out, where less than every byte counts.
    pub is_optional: bool,
    /// Whether the reference leaves them out; then they may be said, where less than every byte counts.
    pub is_extra: bool,
    /// Whether an input is waited for after them.
    pub asks: bool,
}

/// What comes of it when two programs that play each other talk.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Talk {
    /// There was nothing to say and nothing to hear.
    Nothing,
    /// What was to be said could not be.
    Failed,
    /// It has been said.
    Sent,
    /// The other program has said something.
    Received {
        /// Who.
        from: Side,
        /// What, in one line.
        text: String,
    },
    /// As something was heard, what was to be said has not been.
    Unsaid,
}

/// A column and a row of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coordinates {
    /// Its column, counted from 0.
    pub column: usize,
    /// Its row, counted from 0 at the top.
    pub row: usize,
}

/// Why an input is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Refusal {
    /// It is no legal move, and more is not said.
    Invalid,
    /// It names no move.
    Unreadable,
    /// It is the turn of this side, not of the one that moves.
    OutOfTurn(Side),
    /// The side that moves has already taken the square.
    OwnSquare,
    /// This side, another one, has already taken the square.
    TakenBy(Side),
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// A row is complete.
    Row,
    /// A column is complete.
    Column,
    /// A diagonal is complete.
    Diagonal,
    /// The board is full, and no line is complete.
    NoLine,
    /// This side has given up.
    Resigned(Side),
    /// It was broken off.
    Aborted,
    /// Nobody has a move.
    NoMove,
}

/// A game as a referee conducts it: what may be said to it, and what it has to be told of at which
/// point. Games are values: to take an input gives a new one.
pub trait Conduct: Clone {
    /// What a readable line says.
    type Input;

    /// The game after an input.
    ///
    /// # Errors
    /// The [`Refusal`] if the rules do not allow it.
    fn take(&self, input: Self::Input) -> Result<Self, Refusal>;

    /// What is said of a turn, up to the prompt; or of the end if the game is over.
    fn turn(&self) -> Vec<Event>;

    /// What is said after a refusal, up to the prompt.
    fn turn_again(&self) -> Vec<Event>;

    /// Whether the game is over.
    fn has_ended(&self) -> bool;

    /// The board as it stands.
    fn board(&self) -> Board;
}

/// A game in progress, and what its referee says.
#[derive(Clone, Debug)]
pub struct Session<G> {
    game: G,
}

impl<G: Conduct> Session<G> {
    /// A session of this game, as it stands.
    pub fn new(game: G) -> Session<G> {
        Session { game }
    }

    /// What is said before the first input.
    pub fn open(&self) -> Vec<Event> {
        self.game.turn()
    }

    /// What is said to an input, or to a line that is none: a new turn, the end, or that it was
    /// refused; after the end nothing.
    pub fn answer(&mut self, input: Result<G::Input, Refusal>) -> Vec<Event> {
        if self.game.has_ended() {
            return Vec::new();
        }
        match input.and_then(|input| self.game.take(input)) {
            Ok(next) => {
                self.game = next;
                self.game.turn()
            }
            Err(why) => [Event::InputRefused(why)].into_iter().chain(self.game.turn_again()).collect(),
        }
    }

    /// The game as it stands.
    pub fn game(&self) -> &G {
        &self.game
    }
}
