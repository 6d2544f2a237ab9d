//! Sources with one small change each, in any language: what a suite of a reference program must find.
//!
//! A source is cut into words, numbers, texts and signs, and is not parsed. Comments are left alone, and so is all within
//! texts but one letter of each. Some changes make no program; whoever starts it finds that out. Sources are bytes, since
//! not all are UTF-8.

mod conditions;
mod lexemes;
mod statements;
mod words;

use std::ops::Range;

pub use lexemes::Syntax;

/// A source with one change.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SourceMutant {
    /// The line that is changed, from 1.
    pub line: usize,
    /// What is changed.
    pub change: String,
    at: Range<usize>,
    with: Vec<u8>,
}

impl SourceMutant {
    /// A change of a source; it is told in words by the two texts.
    fn new(source: &[u8], at: Range<usize>, with: impl Into<Vec<u8>>) -> SourceMutant {
        let with = with.into();
        let change = format!("`{}` became `{}`", told(&source[at.clone()]), told(&with));
        SourceMutant { line: line(source, at.start), change, at, with }
    }

    /// The source with it.
    ///
    /// # Panics
    /// If it was made of a shorter source.
    pub fn applied(&self, source: &[u8]) -> Vec<u8> {
        [&source[..self.at.start], &self.with, &source[self.at.end..]].concat()
    }
}

/// All sources that differ from this one in one of these: a comparison, an operator, a word such as `and` or `true`, a number
/// by one, a letter of a text, a condition is negated, a range is longer or shorter, a statement is left out. In the
/// order of their places.
pub fn source_mutants(source: &[u8], syntax: &Syntax) -> Vec<SourceMutant> {
    let lexemes = lexemes::cut(source, syntax);
    let mut all = words::mutants(source, &lexemes);
    all.extend(conditions::mutants(source, &lexemes));
    all.extend(statements::mutants(source, &lexemes, syntax));
    all.sort_by_key(|mutant| (mutant.at.start, mutant.at.end));
    all
}

/// So many of these at most: one of each of as many parts of equal length.
pub fn spread<T>(all: Vec<T>, most: usize) -> Vec<T> {
    let count = all.len();
    if count <= most {
        return all;
    }
    let part = |number: usize| number * count / most..(number + 1) * count / most;
    // In parts of the same length the same place would often have the same sort of change.
    let chosen = |number: usize| part(number).start + number.wrapping_mul(STRIDE) % part(number).len();
    let mut chosen = (0..most).map(chosen).peekable();
    all.into_iter()
        .enumerate()
        .filter(|(place, _)| chosen.next_if_eq(place).is_some())
        .map(|(_, one)| one)
        .collect()
}

/// A large prime, so that its multiples are spread over the places of a part.
const STRIDE: usize = 7919;

/// The number of the line at a place, from 1.
fn line(source: &[u8], at: usize) -> usize {
    1 + source[..at].iter().filter(|byte| **byte == b'\n').count()
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

#[cfg(test)]
mod tests;
