//! A source, cut into words, numbers, texts and signs, without white space and comments.

use std::ops::Range;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lexeme {
    pub kind: LexemeKind,
    /// Where it is, in bytes.
    pub at: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LexemeKind {
    Word,
    /// A decimal number.
    Number,
    /// A text with its quotes.
    Text,
    Sign,
}

impl Lexeme {
    pub(super) fn text<'a>(&self, source: &'a [u8]) -> &'a [u8] {
        &source[self.at.clone()]
    }
}

/// Signs of several characters, longer ones before their own beginnings.
const SIGNS: [&str; 34] = [
    "<<=", ">>=", "===", "!==", "<=>", "...", "..=", "**", "//", "->", "=>", "<-", "++", "--", "<<", ">>",
    "<=", ">=", "==", "!=", "~=", "/=", "&&", "||", "+=", "-=", "*=", "%=", "..", "::", ":=", "=~", "!~",
    "??",
];

/// Cuts a source into its parts, in their order; white space and comments are left out. Comments begin with one of these texts, up
/// to the end of the line, or with the first and end with the second of two that have a space between.
pub(super) fn cut(source: &[u8], comments: &[String]) -> Vec<Lexeme> {
    let mut lexemes = Vec::new();
    // The first line of a script names what runs it.
    let mut at = if source.starts_with(b"#!") { line_end(source, 0) } else { 0 };
    while at < source.len() {
        let end = comment(source, at, comments).unwrap_or(at);
        if end > at || source[at].is_ascii_whitespace() {
            at = end.max(at + 1);
            continue;
        }
        let (kind, end) = next(source, at);
        lexemes.push(Lexeme { kind, at: at..end });
        at = end;
    }
    lexemes
}

fn next(source: &[u8], at: usize) -> (LexemeKind, usize) {
    let first = source[at];
    if b"\"'`".contains(&first)
        && let Some(end) = text(source, at)
    {
        return (LexemeKind::Text, end);
    }
    if is_word(first) {
        let end =
            source[at..].iter().position(|byte| !is_word(*byte)).map_or(source.len(), |length| at + length);
        return number(source, at, end).map_or((LexemeKind::Word, end), |end| (LexemeKind::Number, end));
    }
    let sign = SIGNS.iter().find(|sign| source[at..].starts_with(sign.as_bytes()));
    (LexemeKind::Sign, at + sign.map_or(1, |sign| sign.len()))
}

/// Whether a byte may be a part of a name.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The end of a decimal number, of which this is the first run of word characters. `None` for `0x10` or `1e5`.
fn number(source: &[u8], at: usize, end: usize) -> Option<usize> {
    let is_digits = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    if !is_digits(&source[at..end]) {
        return None;
    }
    let rest = source.get(end..).and_then(|rest| rest.strip_prefix(b".")).unwrap_or_default();
    let places = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
    Some(if places == 0 { end } else { end + 1 + places })
}

/// The end of a text that begins here, if one does.
fn text(source: &[u8], at: usize) -> Option<usize> {
    let quote = source[at];
    // As in `don't`, or a name with a prime. A letter or two before it may belong to the text, as in Python's `rb''`.
    let before = source[..at].iter().rev().take_while(|byte| is_word(**byte)).count();
    if quote == b'\'' && before > 2 {
        return None;
    }
    let three = [quote; 3];
    if source[at..].starts_with(&three) {
        let found = source[at + 3..].windows(3).position(|end| end == three);
        return found.map(|found| at + found + 6);
    }
    let mut place = at + 1;
    loop {
        match source.get(place)? {
            b'\n' => return None,
            b'\\' => place += 2,
            byte if *byte == quote => return Some(place + 1),
            _ => place += 1,
        }
    }
}

/// The end of a comment that begins here, if one does.
fn comment(source: &[u8], at: usize, comments: &[String]) -> Option<usize> {
    // The names of C's headers are between signs that look like comparisons.
    if source[at..].starts_with(b"#include") {
        return Some(line_end(source, at));
    }
    comments.iter().find_map(|comment| match comment.split_once(' ') {
        Some((start, end)) => {
            let rest = source[at..].strip_prefix(start.as_bytes())?;
            let found = rest.windows(end.len()).position(|part| part == end.as_bytes());
            Some(found.map_or(source.len(), |found| at + start.len() + found + end.len()))
        }
        None => {
            // Perl's `$#list`, and the shell's `$#` and `${#name}`.
            let is_quoted = comment == "#" && at > 0 && b"$\\{".contains(&source[at - 1]);
            let is_there = source[at..].starts_with(comment.as_bytes()) && !is_quoted;
            is_there.then(|| line_end(source, at))
        }
    })
}

fn line_end(source: &[u8], at: usize) -> usize {
    source[at..].iter().position(|byte| *byte == b'\n').map_or(source.len(), |length| at + length)
}

/// The syntax of a program's language, as far as it is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Knowledge {
    /// The beginning of its comments, or their beginning and end.
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

    /// The gaps between its parts: white space and comments.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn parts<'a>(source: &'a str, comments: &[&str]) -> Vec<&'a str> {
        let comments: Vec<_> = comments.iter().map(|&text| text.to_owned()).collect();
        cut(source.as_bytes(), &comments).into_iter().map(|lexeme| &source[lexeme.at]).collect()
    }

    #[test]
    fn a_source_is_split_into_lexemes_without_comments() {
        let python = |source| parts(source, &["#"]);
        assert_eq!(python("if a<=8.5: # 1 < 2"), ["if", "a", "<=", "8.5", ":"]);
        assert_eq!(python("f(rb'1 < \\'2', don't)")[..5], ["f", "(", "rb", "'1 < \\'2'", ","]);
        assert_eq!(python("\"\"\"1 < 2\n3\"\"\"\n"), ["\"\"\"1 < 2\n3\"\"\""]);
        assert_eq!(python("#!/usr/bin/env python3\n"), [""; 0]);
        assert_eq!(python("$#list")[..], ["$", "#", "list"]);
        let c = |source| parts(source, &["//", "/* */"]);
        assert_eq!(c("x += 0x10; /* 1\n2 */ // 3"), ["x", "+=", "0x10", ";"]);
        assert_eq!(c("#include <a.h>\ni++"), ["i", "++"]);
    }

    proptest::proptest! {
        #[test]
        fn no_source_of_quotes_and_signs_is_too_strange(source in "[\"'`#/*a1 <=!(){}\\[\\]\\\\%$.\n]{0,40}") {
            for comments in [&["#"][..], &["//", "/* */"], &[]] {
                let found = parts(&source, comments);
                proptest::prop_assert!(found.iter().all(|part| !part.is_empty()));
            }
        }
    }
}
