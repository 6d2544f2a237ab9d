//! The referee as a machine: for each input it returns events.
//!
//! A session holds a game and answers each input with [`Event`]s. It reads no bytes and prints none; a
//! dialect turns lines into inputs and events into text. What a turn consists of differs from game to game (a
//! board and a prompt, a score above them, the reason of a refusal), so a dialect defines that with a
//! [`Conduct`]; the order of events is the same for all, and is defined here. A whole game is a few lines of
//! a test:
//!
//! ```
//! use referee::dialect::tictactoe::TictactoeGame;
//! use referee::session::{Event, Refusal, Session};
//!
//! let mut session = Session::new(TictactoeGame::default());
//! assert_eq!(session.answer(Err(Refusal::Invalid))[0], Event::InputRefused(Refusal::Invalid));
//! ```
//!
//! After the end of the game a session answers nothing to any input.

use std::sync::Arc;

use crate::game::{Board, Outcome, Side};

/// One message of a referee.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// The side to move, or none at the end, and each player's score.
    ScoreShown(Option<Side>, Vec<u32>),
    /// These sides could not move and had to pass.
    TurnsPassed(Vec<Side>),
    /// A side without a player has moved here, according to the rules.
    MoveMade(Side, Coordinates),
    /// The current board. Not a position: candidates print impossible boards, and one type of event serves every game.
    BoardShown(Board),
    /// An input is requested, from this side if the text names it.
    MoveAsked(Option<Side>),
    /// The input was not a legal move; the same side is asked again.
    InputRefused(Refusal),
    /// The end of the game: its outcome, or none if it was aborted.
    GameEnded(Option<Outcome>),
    /// Why the game is over.
    CauseGiven(Cause),
    /// The side that is asked next cannot move and must pass.
    PassAsked,
    /// How many discs each of two sides has at the end.
    DiscsCounted([u32; 2]),
    /// The result of an exchange with the program on the other side.
    Talked(Talk),
    /// Words of a declared challenge.
    Said(Said),
}

impl Event {
    /// Whether a program waits for input after this text.
    pub fn asks(&self) -> bool {
        matches!(self, Event::MoveAsked(_) | Event::Said(Said { asks: true, .. }))
    }
}

/// A text of a declared challenge, whose meaning only its table knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Said {
    /// Its name in the table.
    pub word: Arc<str>,
    /// The text.
    pub text: Arc<str>,
    /// Texts that are also right, under profiles that allow differences.
    pub others: Arc<[Arc<str>]>,
    /// Whether it may be left out, under profiles that allow differences.
    pub is_optional: bool,
    /// Whether the reference leaves it out, but others may print it, under profiles that allow differences.
    pub is_extra: bool,
    /// Whether a program waits for input after it.
    pub asks: bool,
}

/// The result when two programs that play each other exchange messages.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Talk {
    /// There was nothing to send and nothing to receive.
    Nothing,
    /// Sending failed.
    Failed,
    /// The message was sent.
    Sent,
    /// A message of the other program was received.
    Received {
        /// Its sender.
        from: Side,
        /// Its text, in one line.
        text: String,
    },
    /// A message was received, so the own one was not sent.
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
    /// It is not a legal move; no reason is given.
    Invalid,
    /// It does not name a move.
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
    /// This side has resigned.
    Resigned(Side),
    /// It was aborted.
    Aborted,
    /// No side has a move.
    NoMove,
}

/// A game as a referee conducts it: its inputs, and the events at each point. Games are values: an input
/// gives a new one.
pub trait Conduct: Clone {
    /// The meaning of a readable line.
    type Input;

    /// The game after an input.
    /// Fails if the rules do not allow it.
    fn take(&self, input: Self::Input) -> Result<Self, Refusal>;

    /// The events of a turn, up to the prompt; or of the end if the game is over.
    fn turn(&self) -> Vec<Event>;

    /// The events after a refusal, up to the prompt.
    fn turn_again(&self) -> Vec<Event>;

    /// Whether the game is over.
    fn has_ended(&self) -> bool;

    /// The current board.
    fn board(&self) -> Board;
}

/// A game in progress, with its referee.
#[derive(Clone, Debug)]
pub struct Session<G> {
    game: G,
}

impl<G: Conduct> Session<G> {
    /// A session that begins with this state of the game.
    pub fn new(game: G) -> Session<G> {
        Session { game }
    }

    /// The events before the first input.
    pub fn open(&self) -> Vec<Event> {
        self.game.turn()
    }

    /// The events for an input, or for a line that is not one: a new turn, the end, or a refusal. Empty after
    /// the end.
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

    /// The current game.
    pub fn game(&self) -> &G {
        &self.game
    }
}
