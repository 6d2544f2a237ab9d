//! One program of the pair: its board, what it shows at each round, and what becomes of a line.
//!
//! A round is the board, a line of the player, and a visit to the other program. What is said between
//! the two goes by [`Talk`]; how it gets there (through a folder, or straight across) is not seen from
//! here.

use super::discs::{Discs, Square};
use crate::dialect::Unreadable;
use crate::game::Side;
use crate::session::{Cause, Event, Refusal, Talk};

/// One of the two programs.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    side: Side,
    discs: Discs,
    turn: Side,
}

/// The meaning of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Nothing: a pass, or a look at the other's message.
    Nothing,
    /// A move, and the words for it.
    Move(Square, String),
    /// That the program is to end.
    End,
}

/// The meaning of a line to a program.
/// Fails if it begins with no square's name and is neither empty nor a full stop.
pub fn read(line: &[u8]) -> Result<Input, Unreadable> {
    match line {
        b"" => return Ok(Input::Nothing),
        b"." => return Ok(Input::End),
        _ => {}
    }
    let text = visible(line);
    match Square::named(&text) {
        Some(square) => Ok(Input::Move(square, text)),
        // BASIC's own INPUT takes spaces off, and takes quotes and commas for its own.
        None if line.iter().any(|byte| b" ,\"".contains(byte) || !byte.is_ascii_graphic()) => {
            Err(Unreadable::Doubtful)
        }
        None => Err(Unreadable::Certain),
    }
}

/// A line as it is passed to the other program: up to what is no text, or would upset a terminal.
fn visible(line: &[u8]) -> String {
    let text = line.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    text.chars().take_while(|character| !character.is_control() || *character == '\t').collect()
}

impl Program {
    /// The program of a side, before the first move.
    pub fn new(side: Side) -> Program {
        Program { side, discs: Discs::start(), turn: Side::FIRST }
    }

    #[doc(hidden)]
    pub fn discs(&self) -> Discs {
        self.discs
    }

    /// Whose turn it is by the moves that this program knows: the other's after a move, unless the
    /// other has none.
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// Whether nobody has a move.
    pub fn is_over(&self) -> bool {
        self.discs.are_final()
    }

    pub(crate) fn may_move(&self, square: Square) -> bool {
        self.discs.after(self.side, square).is_some()
    }

    pub(crate) fn must_pass(&self) -> bool {
        !self.discs.has_move(self.side)
    }

    /// Lets a side move, if it may.
    pub fn make(&mut self, side: Side, square: Square) -> bool {
        let Some(discs) = self.discs.after(side, square) else { return false };
        self.discs = discs;
        self.turn = if discs.has_move(side.other()) { side.other() } else { side };
        true
    }

    /// The events at the beginning of a round, up to the prompt; or the end.
    pub fn round(&self) -> Vec<Event> {
        let board = Event::BoardShown(self.discs.shown_to(self.side));
        let prompt = Event::MoveAsked(Some(self.side));
        match self.must_pass() {
            true if self.is_over() => [board].into_iter().chain(self.end(Cause::NoMove)).collect(),
            true => vec![board, Event::PassAsked, prompt],
            false => vec![board, prompt],
        }
    }

    /// Its last words.
    pub fn end(&self, cause: Cause) -> [Event; 2] {
        [Event::CauseGiven(cause), Event::DiscsCounted(self.discs.counts())]
    }

    /// What it tells its player of a visit. `is_speaking` is whether there was something to say.
    pub fn tell(talk: Talk, is_speaking: bool) -> Vec<Event> {
        let is_unsaid = is_speaking && matches!(talk, Talk::Received { .. });
        let unsaid = is_unsaid.then_some(Event::Talked(Talk::Unsaid));
        [Event::Talked(talk)].into_iter().chain(unsaid).collect()
    }

    /// Why its own player's move is refused, if it is.
    pub fn refusal(&self, input: &Result<Input, Unreadable>) -> Option<Refusal> {
        match input {
            Err(_) => Some(Refusal::Unreadable),
            Ok(Input::Move(square, _)) if !self.may_move(*square) => Some(Refusal::Invalid),
            Ok(_) => None,
        }
    }
}
