//! Where an output differs from the expected transcript.

use crate::session::Event;

/// The first place where an output differs from the expected transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Divergence {
    /// In which way.
    pub kind: DivergenceKind,
    /// The step that was not followed: 0 before any input, n after the n-th input.
    pub step: usize,
    /// The offset in the output, in bytes, where it happens.
    pub at: usize,
    /// What should have stood there.
    pub expected: Expected,
}

impl Divergence {
    /// The output goes on here, after the last step that has an answer.
    pub(super) fn extra(step: usize, at: usize) -> Divergence {
        Divergence { kind: DivergenceKind::Extra, step, at, expected: Expected::Nothing }
    }

    /// Whether, in its step, the output differed before it came to this event.
    pub fn is_before(&self, event: &Event) -> bool {
        match &self.expected {
            Expected::Event(expected) => expected == event,
            Expected::Newline => event.asks(),
            Expected::Nothing => false,
        }
    }
}

/// The ways to differ from the expected transcript.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DivergenceKind {
    /// Something else stands there.
    Wrong,
    /// Nothing stands there: the output stops too early.
    Early,
    /// The game is over, and the output goes on.
    Extra,
}

/// What is expected at one place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expected {
    /// These words.
    Event(Event),
    /// The line must end.
    Newline,
    /// The output must end.
    Nothing,
}
