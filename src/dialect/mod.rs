//! The same game in different words.
//!
//! A dialect turns a line into an input and an event into text, and finds events again in a text.
//! Each has one table of words, used in both directions, so that reading what was written gives
//! back what was said (a law, held over the whole game graph in `tests/spec/laws.rs`). Nothing here
//! knows who wins: a dialect asks nobody and decides nothing.

mod lines;
pub mod tictactoe;

pub use lines::Lines;

use crate::game::tictactoe as rules;
use crate::session::{Event, Input, Session};

/// A way of writing a game: which rules, which words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// The code-golf challenge: `X> `, `invalid.`, `X won.`, `tie.`
    #[default]
    Tictactoe,
}

/// Why a line names no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// An empty line.
    #[error("an empty line")]
    Blank,
    /// Certainly not a move, by every reading of the specification.
    #[error("no move")]
    Certain,
    /// No move for the reference, but the specification leaves room to see one (`04`, `+4`, `4.0`).
    #[error("no move, though the specification leaves that open")]
    Doubtful,
}

impl Dialect {
    /// Every dialect there is.
    pub const ALL: [Dialect; 1] = [Dialect::Tictactoe];

    /// Its name, as on the command line and in the folders `golf/` and `fixtures/`.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Tictactoe => "tictactoe",
        }
    }

    /// Appends what is printed for an event.
    pub fn write(self, event: &Event, text: &mut Vec<u8>) {
        match self {
            Dialect::Tictactoe => tictactoe::WORDS.write(event, text),
        }
    }

    /// The event that a text begins with and its length in bytes, the line feed that ends it left
    /// out; `None` if the text begins with no event's words.
    pub fn scan(self, text: &[u8]) -> Option<(Event, usize)> {
        match self {
            Dialect::Tictactoe => tictactoe::WORDS.scan(text),
        }
    }

    /// The referee of this dialect, at the beginning of a game.
    pub fn referee(self, final_board: bool) -> Referee {
        let session = Session::new(rules::Position::start()).with_final_board(final_board);
        match self {
            Dialect::Tictactoe => Referee { session },
        }
    }
}

/// A session that is spoken to in lines: reads each by its dialect and hears it.
#[derive(Clone, Debug)]
pub struct Referee {
    session: Session<rules::Position>,
}

impl Referee {
    /// What is said before the first line.
    pub fn open(&self) -> Vec<Event> {
        self.session.open()
    }

    /// What is said to a line (without its line feed), and why it was no move if it was none.
    pub fn hear(&mut self, line: &[u8]) -> (Vec<Event>, Option<Unreadable>) {
        match tictactoe::read(line) {
            Ok(square) => (self.session.hear(Input::Move(square)), None),
            Err(why) => (self.session.hear(Input::Unreadable), Some(why)),
        }
    }

    /// Whether the game is over.
    pub fn has_ended(&self) -> bool {
        self.session.has_ended()
    }

    /// The position as it stands.
    pub fn position(&self) -> &rules::Position {
        self.session.position()
    }
}
