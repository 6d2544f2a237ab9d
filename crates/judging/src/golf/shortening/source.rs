//! A program's text, cut into its parts.

use std::ops::Range;

use super::lexemes::{Lexeme, LexemeKind, cut};

/// What is known of the language of a program.
#[derive(Clone, Debug, Default)]
pub(super) struct Knowledge {
    /// What its comments begin with, or begin and end with.
    pub(super) comments: Vec<String>,
    /// Its name, for the table of spellings.
    pub(super) name: String,
}

pub(super) struct LexedSource<'a> {
    pub(super) text: &'a [u8],
    pub(super) lexemes: Vec<Lexeme>,
}

impl<'a> LexedSource<'a> {
    pub(super) fn new(text: &'a [u8], comments: &[String]) -> LexedSource<'a> {
        LexedSource { text, lexemes: cut(text, comments) }
    }

    pub(super) fn of(&self, lexeme: &Lexeme) -> &'a [u8] {
        lexeme.text(self.text)
    }

    /// What is between its parts: white space and comments.
    pub(super) fn gaps(&self) -> impl Iterator<Item = Range<usize>> {
        let ends = [0].into_iter().chain(self.lexemes.iter().map(|lexeme| lexeme.at.end));
        let starts = self.lexemes.iter().map(|lexeme| lexeme.at.start).chain([self.text.len()]);
        ends.zip(starts).filter(|(from, to)| from < to).map(|(from, to)| from..to)
    }

    /// Its lines, each with its end.
    pub(super) fn lines(&self) -> Vec<Range<usize>> {
        let mut from = 0;
        let lines = self.text.split_inclusive(|byte| *byte == b'\n').map(|line| {
            from += line.len();
            from - line.len()..from
        });
        lines.collect()
    }

    /// The places of brackets that belong together, as places of parts, the widest apart first.
    pub(super) fn brackets(&self) -> Vec<(usize, usize)> {
        let (mut open, mut pairs) = (Vec::new(), Vec::new());
        for (place, lexeme) in self.lexemes.iter().enumerate() {
            match (lexeme.kind, self.of(lexeme)) {
                (LexemeKind::Sign, b"(" | b"[" | b"{") => open.push(place),
                (LexemeKind::Sign, b")" | b"]" | b"}") => pairs.extend(open.pop().map(|open| (open, place))),
                _ => {}
            }
        }
        pairs.sort_by_key(|(open, close)| std::cmp::Reverse(close - open));
        pairs
    }
}
