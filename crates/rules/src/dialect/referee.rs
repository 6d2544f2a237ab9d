//! A referee for lines, in any dialect.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::challenge::State;
use crate::game::Board;
use crate::session::{Conduct, Event, Refusal, Session};

/// Why a line names no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
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
    pub fn states(&self) -> Vec<State> {
        match self.session.standing() {
            Standing::States(states) => states.iter().map(|reached| Arc::clone(&reached.state)).collect(),
            _ => Vec::new(),
        }
    }

    /// How often choices were made anew, for the first of its choices.
    pub(crate) fn redraws(&self) -> usize {
        match self.session.standing() {
            Standing::States(states) => states.first().map_or(0, |reached| reached.past.length()),
            _ => 0,
        }
    }

    /// The beginning of a run that makes the first of its choices. `None` if there are no choices.
    pub(crate) fn beginning(&self) -> Option<Referee> {
        self.session.beginning().map(|session| Referee { session })
    }

    /// The beginnings of runs that differ from that in the last of its choices, one for each way to make it.
    pub(crate) fn beginnings(&self) -> Vec<Referee> {
        self.session.beginnings().into_iter().map(|session| Referee { session }).collect()
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
        self.session.closings().into_iter().next().map(|(events, _)| events)
    }

    /// The possible outputs when the input ends here, as [`Referee::answers`] has it. Empty if that is not specified.
    pub fn closings(&self) -> Vec<(Vec<Event>, Referee)> {
        self.session.closings().into_iter().map(|(events, session)| (events, Referee { session })).collect()
    }

    /// The current board.
    pub fn board(&self) -> Board {
        self.session.board()
    }
}

/// What distinguishes the states of a game.
#[derive(PartialEq)]
pub(super) enum Standing {
    Turn(Vec<Event>),
    /// The states of a table, one for each possible choice.
    States(Arc<[Reached]>),
    /// A point of recorded runs.
    Node(Option<usize>),
}

/// A state that a run may be in, and how it came there. Only the state distinguishes it from others.
#[derive(Clone)]
pub(super) struct Reached {
    pub state: State,
    pub past: Past,
}

/// The states before hidden choices were made anew, the last one first: a list whose beginning many runs share.
#[derive(Clone, Default)]
pub(super) struct Past(Option<Arc<PastState>>);

struct PastState {
    state: State,
    length: usize,
    before: Past,
}

impl Past {
    /// This past, and after it a state.
    pub(super) fn and(&self, state: &State) -> Past {
        let (state, length) = (Arc::clone(state), 1 + self.length());
        Past(Some(Arc::new(PastState { state, length, before: self.clone() })))
    }

    fn length(&self) -> usize {
        self.0.as_ref().map_or(0, |past| past.length)
    }

    /// The states, the first one first.
    pub(super) fn states(&self) -> Vec<State> {
        let latest_first = std::iter::successors(self.0.as_deref(), |past| past.before.0.as_deref());
        let mut states: Vec<_> = latest_first.map(|past| Arc::clone(&past.state)).collect();
        states.reverse();
        states
    }
}

impl Drop for Past {
    /// One by one: dropping a list recursively would need stack in proportion to its length.
    fn drop(&mut self) {
        let mut rest = self.0.take();
        while let Some(mut past) = rest.and_then(Arc::into_inner) {
            rest = past.before.0.take();
        }
    }
}

impl PartialEq for Reached {
    fn eq(&self, other: &Reached) -> bool {
        self.state == other.state
    }
}

impl Eq for Reached {}

impl Ord for Reached {
    fn cmp(&self, other: &Reached) -> Ordering {
        self.state.cmp(&other.state)
    }
}

impl PartialOrd for Reached {
    fn partial_cmp(&self, other: &Reached) -> Option<Ordering> {
        Some(self.cmp(other))
    }
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

    /// The possible outputs at the end of input. Empty if that is not specified.
    fn closings(&self) -> Vec<(Vec<Event>, Box<dyn AnySession>)> {
        Vec::new()
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

    fn beginnings(&self) -> Vec<Box<dyn AnySession>> {
        Vec::new()
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
