//! Both programs at one input: each line goes to the one that has the turn.
//!
//! What is printed is what the two print, round by round. After a program has spoken, the other has a
//! round with an empty line, in which it hears; so a plain list of moves plays a game.

use super::program::{Input, Program};
use crate::game::{Board, Side};
use crate::session::{Cause, Conduct, Event, Refusal, Talk};

/// The two programs, and what they have printed since the last line.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Pair {
    programs: [Program; 2],
    turn: Side,
    events: Vec<Event>,
    is_closed: bool,
}

impl Default for Pair {
    fn default() -> Pair {
        let programs = Side::BOTH.map(Program::new);
        Pair { programs, turn: Side::FIRST, events: Vec::new(), is_closed: false }
    }
}

impl Pair {
    fn own(&self) -> &Program {
        &self.programs[self.turn.index()]
    }

    fn other(&self) -> &Program {
        &self.programs[self.turn.other().index()]
    }

    /// Nobody has a word for the other.
    fn look(&self) -> Pair {
        let turn = if self.own().must_pass() { self.turn.other() } else { self.turn };
        Pair { turn, events: vec![Event::Talked(Talk::Nothing)], ..self.clone() }
    }

    /// The one ends, and the other with it.
    fn close(&self) -> Pair {
        let own = self.own().end(Cause::Aborted).to_vec();
        let events = [own, self.other().round(), self.other().end(Cause::Aborted).to_vec()].concat();
        Pair { events, is_closed: true, ..self.clone() }
    }
}

impl Conduct for Pair {
    type Input = Input;

    fn take(&self, input: Input) -> Result<Pair, Refusal> {
        let (square, text) = match input {
            Input::Nothing => return Ok(self.look()),
            Input::End => return Ok(self.close()),
            Input::Move(square, text) => (square, text),
        };
        let mut next = self.clone();
        if !next.programs.iter_mut().all(|program| program.make(self.turn, square)) {
            return Err(Refusal::Invalid);
        }
        next.events = Program::tell(Talk::Sent, true);
        next.events.extend(self.other().round());
        next.events.extend(Program::tell(Talk::Received { from: self.turn, text }, false));
        next.turn = self.turn.other();
        Ok(next)
    }

    fn turn(&self) -> Vec<Event> {
        let round = if self.is_closed { Vec::new() } else { self.own().round() };
        let last = if self.own().is_over() { self.other().round() } else { Vec::new() };
        [self.events.clone(), round, last].concat()
    }

    fn turn_again(&self) -> Vec<Event> {
        [vec![Event::Talked(Talk::Nothing)], self.own().round()].concat()
    }

    fn has_ended(&self) -> bool {
        self.is_closed || self.own().is_over()
    }

    fn board(&self) -> Board {
        self.own().discs().shown_to(self.turn)
    }
}
