//! A referee that is spoken to in lines, whatever the dialect.

use std::sync::Arc;

use super::Unreadable;
use crate::challenge::State;
use crate::game::Board;
use crate::session::{Conduct, Event, Refusal, Session};

/// A session that reads each line by its dialect and hears it.
#[derive(Clone)]
pub struct Referee {
    session: Box<dyn AnySession>,
}

/// What is said to a line, and why it was no move if it was none.
pub type Answer = (Vec<Event>, Option<Unreadable>);

impl Referee {
    /// A referee of this game, who understands lines by `read`. A line that says nothing is refused
    /// for the reason `unreadable`.
    pub(super) fn new<G>(
        game: G,
        read: fn(&[u8]) -> Result<G::Input, Unreadable>,
        unreadable: Refusal,
    ) -> Referee
    where
        G: Conduct + Send + 'static,
        G::Input: 'static,
    {
        Referee { session: Box::new(Reading { session: Session::new(game), read, unreadable }) }
    }

    /// A referee of a declared challenge.
    pub(super) fn of_session(session: Box<dyn AnySession>) -> Referee {
        Referee { session }
    }

    /// What may be said before the first line, and who goes on from there: more than one where the program chooses
    /// what it does not tell.
    pub fn openings(&self) -> Vec<(Vec<Event>, Referee)> {
        self.session.openings().into_iter().map(|(events, session)| (events, Referee { session })).collect()
    }

    /// What may be said to a line, and who goes on from there: more than one where the program has chosen what it does
    /// not tell. Together those who go on know of every choice that this one knows of.
    pub fn answers(&self, line: &[u8]) -> Vec<(Answer, Referee)> {
        self.session
            .answers(line)
            .into_iter()
            .map(|(answer, session)| (answer, Referee { session }))
            .collect()
    }

    /// Takes over the choices of another that is as far; not if there is nothing to choose.
    pub(crate) fn absorb(&mut self, other: &Referee) -> bool {
        self.has_ended() == other.has_ended() && self.session.absorb(&other.session.standing())
    }

    /// What is remembered, for each of the choices that it knows of; nothing if there is nothing to choose.
    pub(crate) fn states(&self) -> Arc<[State]> {
        match self.session.standing() {
            Standing::States(states) => states,
            _ => [].into(),
        }
    }

    /// The beginning of a run with the first of the choices that it knows of; none if there is nothing to choose.
    pub(crate) fn beginning(&self) -> Option<Referee> {
        self.session.beginning().map(|session| Referee { session })
    }

    /// Whether what is said from here on is the same, whatever comes.
    pub fn is_level_with(&self, other: &Referee) -> bool {
        self.has_ended() == other.has_ended() && self.session.standing() == other.session.standing()
    }

    /// What is said before the first line.
    pub fn open(&self) -> Vec<Event> {
        self.session.open()
    }

    /// What is said to a line (without its line feed), and why it was no move if it was none.
    pub fn answer(&mut self, line: &[u8]) -> Answer {
        self.session.answer(line)
    }

    /// Whether the game is over.
    pub fn has_ended(&self) -> bool {
        self.session.has_ended()
    }

    /// What is said when the input ends here; none where that is not laid down.
    pub fn close(&self) -> Option<Vec<Event>> {
        self.session.close()
    }

    /// The board as it stands.
    pub fn board(&self) -> Board {
        self.session.board()
    }
}

/// What tells one state of a game from another.
#[derive(PartialEq)]
pub(super) enum Standing {
    /// What a turn says.
    Turn(Vec<Event>),
    /// What a table remembers, for each choice that is possible.
    States(Arc<[State]>),
    /// A point of recorded runs.
    Node(Option<usize>),
}

/// A session of any game.
pub(super) trait AnySession: Send {
    fn copied(&self) -> Box<dyn AnySession>;
    fn open(&self) -> Vec<Event>;
    fn answer(&mut self, line: &[u8]) -> Answer;
    fn has_ended(&self) -> bool;

    /// Nothing where there is none.
    fn board(&self) -> Board {
        Board::new(1, Vec::new())
    }

    /// What is said at the end of input, if anything must be.
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

struct Reading<G: Conduct> {
    session: Session<G>,
    read: fn(&[u8]) -> Result<G::Input, Unreadable>,
    unreadable: Refusal,
}

impl<G> AnySession for Reading<G>
where
    G: Conduct + Send + 'static,
    G::Input: 'static,
{
    fn copied(&self) -> Box<dyn AnySession> {
        Box::new(Reading { session: self.session.clone(), ..*self })
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
