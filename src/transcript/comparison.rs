//! The result of comparing an output.

use std::borrow::Cow;

use super::divergence::{Divergence, Expected};
use super::expected::ExpectedTranscript;

/// An output compared with the expected transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Comparison<'a> {
    /// The expected transcript; if inputs may be read in several ways, in this output's reading.
    pub expected: Cow<'a, ExpectedTranscript>,
    /// Where the output first differs from every reading, if it does.
    pub divergence: Option<Divergence>,
    /// For each input the lines that it was read as, if some may be read in several ways.
    pub taken: Option<Vec<Vec<Vec<u8>>>>,
    /// If there is a hidden choice and the output is wrong: what else would have been right.
    pub choice: Option<Choice>,
}

/// Additional facts about a failure with a hidden choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// What would also have been right, with another choice; cut if there are very many.
    pub others: Vec<Expected>,
    /// Whether the output would have been right with a choice that its earlier answers rule out.
    pub is_ruled_out: bool,
}

impl<'a> Comparison<'a> {
    pub(super) fn new(
        expected: Cow<'a, ExpectedTranscript>,
        divergence: Option<Divergence>,
    ) -> Comparison<'a> {
        Comparison { expected, divergence, taken: None, choice: None }
    }
}
