//! The result of comparing an output, and where it differs from the expected transcript.

use super::expected::ExpectedTranscript;
use crate::session::Event;

/// The result of comparing an output.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The expected transcript; if inputs may be read in several ways, in this output's reading.
    pub expected: ExpectedTranscript,
    /// Where the output first differs from every reading, if it does.
    pub divergence: Option<Divergence>,
    /// For each input the lines that it was read as, if some may be read in several ways.
    pub taken: Option<Vec<Vec<Vec<u8>>>>,
    /// If there is a hidden choice and the output is wrong: what else would have been right.
    pub choice: Option<Choice>,
}

/// Additional facts about a failure with a hidden choice.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The alternatives that would have been right with another choice; cut if there are very many.
    pub others: Vec<Expected>,
    /// Whether the output would have been right with a choice that its earlier answers rule out.
    pub is_ruled_out: bool,
}

impl Comparison {
    pub(super) fn new(expected: ExpectedTranscript, divergence: Option<Divergence>) -> Comparison {
        Comparison { expected, divergence, taken: None, choice: None }
    }
}

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
    /// The expected text or event there.
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
    /// The output has something else there.
    Wrong,
    /// The output stops there, too early.
    Early,
    /// The game is over, and the output goes on.
    Extra,
}

/// An expectation at one place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expected {
    /// These words.
    Event(Event),
    /// The line must end.
    Newline,
    /// The output must end.
    Nothing,
}
