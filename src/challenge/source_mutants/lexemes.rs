//! A source, cut into words, numbers, texts and signs, without white space and comments.

use std::ops::Range;

/// What is known of a language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Syntax {
    /// What comments begin with, up to the end of the line; or the beginning and the end of comments, with a space between.
    pub comments: Vec<String>,
    /// A statement that does nothing, where an empty line is none.
    pub nothing: Option<String>,
}

/// A part of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lexeme {
    /// What it is.
    pub kind: Kind,
    /// Where it is, in bytes.
    pub at: Range<usize>,
}

/// What a part of a source is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A name or a keyword.
    Word,
    /// A decimal number.
    Number,
    /// A text with its quotes.
    Text,
    /// An operator, a bracket or another sign.
    Sign,
}

impl Lexeme {
    /// Its bytes.
    pub(crate) fn text<'a>(&self, source: &'a [u8]) -> &'a [u8] {
        &source[self.at.clone()]
    }

    pub(super) fn is(&self, source: &[u8], text: &str) -> bool {
        self.kind != Kind::Text && self.text(source) == text.as_bytes()
    }
}

/// Signs of several characters, longer ones before their own beginnings.
const SIGNS: [&str; 34] = [
    "<<=", ">>=", "===", "!==", "<=>", "...", "..=", "**", "//", "->", "=>", "<-", "++", "--", "<<", ">>",
    "<=", ">=", "==", "!=", "~=", "/=", "&&", "||", "+=", "-=", "*=", "%=", "..", "::", ":=", "=~", "!~",
    "??",
];

/// Cuts a source into its parts, in their order; white space and comments are left out.
pub(crate) fn cut(source: &[u8], syntax: &Syntax) -> Vec<Lexeme> {
    let mut lexemes = Vec::new();
    // The first line of a script names what runs it.
    let mut at = if source.starts_with(b"#!") { line_end(source, 0) } else { 0 };
    while at < source.len() {
        let end = comment(source, at, syntax).unwrap_or(at);
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

fn next(source: &[u8], at: usize) -> (Kind, usize) {
    let first = source[at];
    if b"\"'`".contains(&first)
        && let Some(end) = text(source, at)
    {
        return (Kind::Text, end);
    }
    if is_word(first) {
        let end =
            source[at..].iter().position(|byte| !is_word(*byte)).map_or(source.len(), |length| at + length);
        return number(source, at, end).map_or((Kind::Word, end), |end| (Kind::Number, end));
    }
    let sign = SIGNS.iter().find(|sign| source[at..].starts_with(sign.as_bytes()));
    (Kind::Sign, at + sign.map_or(1, |sign| sign.len()))
}

/// Whether a byte may stand in a name.
pub(crate) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The end of a decimal number, of which this is the first run of word characters; none of `0x10` or `1e5`.
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
fn comment(source: &[u8], at: usize, syntax: &Syntax) -> Option<usize> {
    // The names of C's headers stand between signs that look like comparisons.
    if source[at..].starts_with(b"#include") {
        return Some(line_end(source, at));
    }
    syntax.comments.iter().find_map(|comment| match comment.split_once(' ') {
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

/// Where the line ends that a place is in.
pub(super) fn line_end(source: &[u8], at: usize) -> usize {
    source[at..].iter().position(|byte| *byte == b'\n').map_or(source.len(), |length| at + length)
}

/// Whether there is no end of a line between two places.
pub(super) fn are_in_line(source: &[u8], from: usize, to: usize) -> bool {
    !source[from..to].contains(&b'\n')
}

/// How many words and signs a condition has at most, and what stands in brackets, so that a source of open brackets takes no long time.
pub(super) const LONGEST: usize = 500;

/// The place of the bracket that closes the one at this place, if it is near.
pub(super) fn closing(source: &[u8], lexemes: &[Lexeme], open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (place, lexeme) in
        lexemes.iter().enumerate().skip(open).take(LONGEST).filter(|(_, lexeme)| lexeme.kind == Kind::Sign)
    {
        match lexeme.text(source) {
            b"(" | b"[" | b"{" => depth += 1,
            b")" | b"]" | b"}" => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(place);
        }
    }
    None
}
