//! A referee for lines, in any dialect.

use std::sync::Arc;

use crate::challenge::State;
use crate::game::Board;
use crate::session::{Conduct, Event, Refusal, Session};

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
    /// The answer is not known, because it was never observed.
    #[error("an input whose answer was never seen")]
    Unknown,
}

/// A session that reads each line by its dialect.
#[derive(Clone)]
pub struct Referee {
    session: Box<dyn AnySession>,
}

/// The answer to a line, and why it was not a move if it was none.
pub type Answer = (Vec<Event>, Option<Unreadable>);

impl Referee {
    /// A referee of this game, which reads lines with `read`. A line without a meaning is refused for the
    /// reason `unreadable`.
    pub(super) fn new<G>(
        game: G,
        read: fn(&[u8]) -> Result<G::Input, Unreadable>,
        unreadable: Refusal,
    ) -> Referee
    where
        G: Conduct + Send + 'static,
        G::Input: 'static,
    {
        Referee { session: Box::new(LineSession { session: Session::new(game), read, unreadable }) }
    }

    /// A referee of a declared challenge.
    pub(super) fn of_session(session: Box<dyn AnySession>) -> Referee {
        Referee { session }
    }

    /// The possible outputs before the first line, each with the referee that continues: several if there is
    /// a hidden choice.
    pub fn openings(&self) -> Vec<(Vec<Event>, Referee)> {
        self.session.openings().into_iter().map(|(events, session)| (events, Referee { session })).collect()
    }

    /// The possible answers to a line, each with the referee that continues: several if there is a hidden
    /// choice. Together these referees consider every choice that this one considers.
    pub fn answers(&self, line: &[u8]) -> Vec<(Answer, Referee)> {
        self.session
            .answers(line)
            .into_iter()
            .map(|(answer, session)| (answer, Referee { session }))
            .collect()
    }

    /// Adds the choices of another referee that is equally far; not if there are none.
    pub(crate) fn absorb(&mut self, other: &Referee) -> bool {
        self.has_ended() == other.has_ended() && self.session.absorb(&other.session.standing())
    }

    /// The states, one for each choice that it considers; empty if there are no choices.
    #[doc(hidden)]
    pub fn states(&self) -> Arc<[State]> {
        match self.session.standing() {
            Standing::States(states) => states,
            _ => [].into(),
        }
    }

    /// The beginning of a run with the first of its choices. `None` if there are no choices.
    pub(crate) fn beginning(&self) -> Option<Referee> {
        self.session.beginning().map(|session| Referee { session })
    }

    /// Whether all later answers are the same, for any input.
    pub fn is_level_with(&self, other: &Referee) -> bool {
        self.has_ended() == other.has_ended() && self.session.standing() == other.session.standing()
    }

    /// The output before the first line.
    pub fn open(&self) -> Vec<Event> {
        self.session.open()
    }

    /// The answer to a line (without its line feed), and why it was not a move if it was none.
    pub fn answer(&mut self, line: &[u8]) -> Answer {
        self.session.answer(line)
    }

    /// Whether the game is over.
    pub fn has_ended(&self) -> bool {
        self.session.has_ended()
    }

    /// The output when the input ends here. `None` if that is not specified.
    pub fn close(&self) -> Option<Vec<Event>> {
        self.session.close()
    }

    /// The board as it stands.
    pub fn board(&self) -> Board {
        self.session.board()
    }
}

/// What distinguishes the states of a game.
#[derive(PartialEq)]
pub(super) enum Standing {
    Turn(Vec<Event>),
    /// The states of a table, one for each possible choice.
    States(Arc<[State]>),
    /// A point of recorded runs.
    Node(Option<usize>),
}

pub(super) trait AnySession: Send {
    fn copied(&self) -> Box<dyn AnySession>;
    fn open(&self) -> Vec<Event>;
    fn answer(&mut self, line: &[u8]) -> Answer;
    fn has_ended(&self) -> bool;

    /// Nothing where there is none.
    fn board(&self) -> Board {
        Board::new(1, Vec::new())
    }

    /// The output at the end of input, if any is required.
    fn close(&self) -> Option<Vec<Event>> {
        None
    }

    fn openings(&self) -> Vec<(Vec<Event>, Box<dyn AnySession>)> {
        vec![(self.open(), self.copied())]
    }

    fn answers(&self, line: &[u8]) -> Vec<(Answer, Box<dyn AnySession>)> {
        let mut next = self.copied();
        vec![(next.answer(line), next)]
    }

    fn absorb(&mut self, _other: &Standing) -> bool {
        false
    }

    fn beginning(&self) -> Option<Box<dyn AnySession>> {
        None
    }

    fn standing(&self) -> Standing {
        Standing::Turn(self.open())
    }
}

impl Clone for Box<dyn AnySession> {
    fn clone(&self) -> Box<dyn AnySession> {
        self.copied()
    }
}

struct LineSession<G: Conduct> {
    session: Session<G>,
    read: fn(&[u8]) -> Result<G::Input, Unreadable>,
    unreadable: Refusal,
}

impl<G> AnySession for LineSession<G>
where
    G: Conduct + Send + 'static,
    G::Input: 'static,
{
    fn copied(&self) -> Box<dyn AnySession> {
        Box::new(LineSession { session: self.session.clone(), ..*self })
    }

    fn open(&self) -> Vec<Event> {
        self.session.open()
    }

    fn answer(&mut self, line: &[u8]) -> Answer {
        let input = (self.read)(line);
        let why = input.as_ref().err().copied();
        (self.session.answer(input.map_err(|_| self.unreadable)), why)
    }

    fn has_ended(&self) -> bool {
        self.session.game().has_ended()
    }

    fn board(&self) -> Board {
        self.session.game().board()
    }
}
