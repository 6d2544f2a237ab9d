//! Finding the words of a table in a text: a word is recognised by its fixed parts, and by the values that
//! were seen in its variable parts.

use regex::bytes::{Regex, RegexBuilder};

use super::space::Space;
use super::table::{RuleTable, Word};
use super::template::Piece;
use super::value::ValueKind;

/// The largest automaton of a word, in bytes; a larger word is not found.
const LARGEST: usize = 1 << 22;

#[derive(Debug)]
pub(crate) struct Scanner {
    words: Vec<Option<Regex>>,
}

impl Scanner {
    pub(crate) fn new(table: &RuleTable, space: &Space) -> Scanner {
        let pattern = |(word, seen): (&Word, &super::space::Seen)| {
            let source = source(word, &seen.holes);
            let mut regex = RegexBuilder::new(&source);
            let regex = regex.case_insensitive(table.freedoms().case).size_limit(LARGEST).build();
            regex.ok().filter(|_| source != EMPTY)
        };
        Scanner { words: table.words.iter().zip(space.seen()).map(pattern).collect() }
    }

    /// The longest word at the beginning of a text, and its length without new-lines at its end.
    pub(crate) fn scan(&self, text: &[u8]) -> Option<(usize, usize)> {
        let found = self.words.iter().enumerate().filter_map(|(word, regex)| {
            let length = regex.as_ref()?.find(text)?.end();
            (length > 0).then_some((word, length))
        });
        found.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }
}

const EMPTY: &str = r"\A(?:)";

fn source(word: &Word, holes: &[Option<std::collections::BTreeSet<String>>]) -> String {
    let mut holes = holes.iter();
    let mut text = String::new();
    for piece in &word.text.pieces {
        match piece {
            Piece::Fixed(fixed) => text += &regex::escape(fixed),
            Piece::Hole(hole) => text += &of_hole(hole.kind(), holes.next().and_then(Option::as_ref)),
        }
    }
    let text = text.trim_matches('\n').replace('\n', "\r?\n");
    format!(r"\A(?:{text})")
}

fn of_hole(kind: Option<ValueKind>, seen: Option<&std::collections::BTreeSet<String>>) -> String {
    match (kind, seen) {
        (Some(ValueKind::Int), _) => "-?[0-9]+".to_owned(),
        (_, Some(values)) if !values.is_empty() => {
            let mut values: Vec<_> = values.iter().collect();
            values.sort_by_key(|value| std::cmp::Reverse(value.len()));
            let values: Vec<_> = values.into_iter().map(|value| regex::escape(value)).collect();
            format!("(?:{})", values.join("|"))
        }
        _ => r"[^\n]*?".to_owned(),
    }
}
