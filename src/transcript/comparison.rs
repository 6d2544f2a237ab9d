//! What comparing an output comes to.

use std::borrow::Cow;

use super::divergence::{Divergence, Expected};
use super::expected::ExpectedTranscript;

/// An output compared with the expected transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison<'a> {
    /// The expected transcript; where inputs may be read in several ways, as this output reads them.
    pub expected: Cow<'a, ExpectedTranscript>,
    /// Where the output first leaves every reading, if it does.
    pub divergence: Option<Divergence>,
    /// For each input the lines that it was heard as, if some may be read in several ways.
    pub heard: Option<Vec<Vec<Vec<u8>>>>,
    /// Where the program chooses what it does not tell, and the output is wrong: what else would have been right.
    pub choice: Option<Choice>,
}

/// What is to be said of a failure where the program chooses what it does not tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What would have been as right as what is expected, by another choice; not all if that is very much.
    pub others: Vec<Expected>,
    /// Whether what it said would have been right by a choice that its earlier answers rule out.
    pub is_ruled_out: bool,
}

impl<'a> Comparison<'a> {
    pub(super) fn new(
        expected: Cow<'a, ExpectedTranscript>,
        divergence: Option<Divergence>,
    ) -> Comparison<'a> {
        Comparison { expected, divergence, heard: None, choice: None }
    }
}
