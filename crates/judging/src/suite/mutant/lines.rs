//! Classes of lines: those that a faulty referee misreads, or that have a further effect.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use regex::bytes::Regex;
use serde::Deserialize;

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum LineClass {
    Like(Pattern),
    /// Lines that one pattern describes, but not another.
    But {
        like: Pattern,
        unlike: Pattern,
    },
    /// A whole number that needs more than this many bits, without its sign.
    Beyond {
        beyond_bits: u32,
    },
    /// Of more bytes than this.
    Longer {
        longer_than: usize,
    },
    /// Two bytes or more of this text, in its order and without a gap.
    Part {
        part_of: String,
    },
}

/// A regular expression of bytes that describes whole lines. Many mutants have the same one, so each is compiled once.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(from = "String")]
pub(super) struct Pattern(&'static Regex);

impl From<String> for Pattern {
    fn from(text: String) -> Pattern {
        static ALL: LazyLock<Mutex<HashMap<String, &'static Regex>>> = LazyLock::new(Mutex::default);
        let compile = |text: &String| -> &'static Regex {
            let whole = Regex::new(&format!("^(?s-u:{text})$"));
            Box::leak(Box::new(whole.expect("a class of lines in the table is a regular expression")))
        };
        let mut all = ALL.lock().expect("nothing panics while it is held");
        Pattern(all.entry(text).or_insert_with_key(compile))
    }
}

impl LineClass {
    pub(super) fn matches(&self, line: &[u8]) -> bool {
        match self {
            LineClass::Like(Pattern(like)) => like.is_match(line),
            LineClass::But { like, unlike } => like.0.is_match(line) && !unlike.0.is_match(line),
            LineClass::Beyond { beyond_bits } => {
                let digits = line.strip_prefix(b"-").unwrap_or(line);
                let value = std::str::from_utf8(digits).ok().and_then(|text| text.parse::<u128>().ok());
                let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
                is_number && value.is_none_or(|value| value >> beyond_bits > 0)
            }
            LineClass::Longer { longer_than } => line.len() > *longer_than,
            LineClass::Part { part_of } => {
                line.len() > 1 && part_of.as_bytes().windows(line.len()).any(|part| part == line)
            }
        }
    }
}
