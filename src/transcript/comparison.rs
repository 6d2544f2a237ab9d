//! What comparing an output comes to.

use std::borrow::Cow;

use super::divergence::Divergence;
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
}
