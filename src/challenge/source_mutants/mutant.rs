//! A source with one change, and how it is told.

use std::ops::Range;

/// A source with one change.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) struct SourceMutant {
    /// What is changed.
    pub change: String,
    at: Range<usize>,
    with: Vec<u8>,
}

impl SourceMutant {
    /// A change of a source; it is told in words by the two texts.
    pub(super) fn new(source: &[u8], at: Range<usize>, with: impl Into<Vec<u8>>) -> SourceMutant {
        let with = with.into();
        let change = format!("`{}` became `{}`", told(&source[at.clone()]), told(&with));
        SourceMutant { change, at, with }
    }

    /// A change of a source; `what` became of the text at this place.
    pub(super) fn told(
        source: &[u8],
        at: Range<usize>,
        with: impl Into<Vec<u8>>,
        what: &str,
    ) -> SourceMutant {
        let change = format!("`{}` {what}", told(&source[at.clone()]).trim_end());
        SourceMutant { change, at, with: with.into() }
    }

    /// Where it is, for an order.
    pub(super) fn place(&self) -> (usize, usize) {
        (self.at.start, self.at.end)
    }

    /// The line of its source that is changed, from 1.
    ///
    /// # Panics
    /// If it was made of a shorter source.
    pub(crate) fn line(&self, source: &[u8]) -> usize {
        1 + source[..self.at.start].iter().filter(|byte| **byte == b'\n').count()
    }

    /// The source with it.
    ///
    /// # Panics
    /// If it was made of a shorter source.
    pub(crate) fn applied(&self, source: &[u8]) -> Vec<u8> {
        [&source[..self.at.start], &self.with, &source[self.at.end..]].concat()
    }
}

/// How much of a text is told, in characters.
const TOLD: usize = 60;

/// A part of a source for people, in one line.
fn told(part: &[u8]) -> String {
    let text = String::from_utf8_lossy(part);
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // Spaces at the ends matter in texts.
    let text = if text.contains('\n') { words } else { text.into_owned() };
    match text.char_indices().nth(TOLD) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}
