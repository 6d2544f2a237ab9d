//! How an output is compared with an answer: one file for each way, with a table of examples.

mod contains;
mod end;
mod exact;
mod lines;
mod numbers;
mod pattern;
mod prompts;

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::freedoms::Freedoms;
use super::tokens::{Mismatch, shown};

/// How an output is compared with an answer.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    JsonSchema,
    strum::IntoStaticStr
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Matcher {
    /// Word by word; capital letters and the amount of white space do not count.
    #[default]
    Tokens,
    /// Byte by byte.
    Exact,
    /// Byte by byte, but for white space at the ends of lines and at the end.
    Lines,
    /// The answer, without the white space around it, occurs in the output.
    Contains,
    /// The output ends with the words of the answer.
    End,
    /// The answer is a regular expression that occurs in the output.
    Regex,
    /// Only numbers count, in their order.
    Numbers,
    /// Word by word; what stands before an answer in its line does not count if it ends like a prompt.
    Prompts,
}

impl Matcher {
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// What may differ if nothing else is said.
    pub(super) fn freedoms(self) -> Freedoms {
        match self {
            Matcher::Tokens => Freedoms::of_tokens(),
            _ => Freedoms { spaces: true, ..Freedoms::default() },
        }
    }

    /// Compares an output with an answer.
    /// The error is the first [`Mismatch`].
    pub fn compare(self, freedoms: &Freedoms, answer: &[u8], output: &[u8]) -> Result<(), Mismatch> {
        if self == Matcher::Tokens {
            return freedoms.compare_tokens(answer, output);
        }
        // A regular expression says itself whether case counts.
        let answer = if self == Matcher::Regex { Cow::Borrowed(answer) } else { prepared(freedoms, answer) };
        let output = prepared(freedoms, output);
        let (answer, output) = (&*answer, &*output);
        match self {
            Matcher::Tokens | Matcher::Exact => exact::compare(answer, output),
            Matcher::Lines => lines::compare(answer, output),
            Matcher::Contains => contains::compare(answer, output),
            Matcher::End => end::compare(freedoms, answer, output),
            Matcher::Regex => pattern::compare(answer, output),
            Matcher::Numbers => numbers::compare(freedoms, answer, output),
            Matcher::Prompts => prompts::compare(freedoms, answer, output),
        }
    }

    /// Checks an answer.
    /// The error says why nothing could be compared with it, in words.
    pub fn check(self, answer: &[u8]) -> Result<(), String> {
        match self {
            Matcher::Regex => pattern::read(answer).map(drop),
            Matcher::Numbers if numbers::all(answer).next().is_none() => {
                Err("there is no number in it".to_owned())
            }
            Matcher::Contains | Matcher::End if answer.trim_ascii().is_empty() => {
                Err("it is empty, so every output would be right".to_owned())
            }
            _ => Ok(()),
        }
    }
}

/// A text as it is compared.
fn prepared<'a>(freedoms: &Freedoms, text: &'a [u8]) -> Cow<'a, [u8]> {
    let text = freedoms.in_order(text);
    if freedoms.case { Cow::Owned(text.to_ascii_lowercase()) } else { text }
}

/// A difference of a whole output.
fn of_all(what: String) -> Mismatch {
    Mismatch { line: 1, value: None, what }
}

/// A difference in a line, by its number from 0.
fn in_line(line: usize, expected: Option<&[u8]>, got: Option<&[u8]>) -> Mismatch {
    let what = match (expected, got) {
        (Some(expected), Some(got)) => format!("{} instead of {}", shown(got), shown(expected)),
        (Some(expected), None) => format!("it ends where {} is expected", shown(expected)),
        (None, Some(got)) => format!("more than the answer: {}", shown(got)),
        (None, None) => "it differs".to_owned(),
    };
    Mismatch { line: line + 1, value: None, what }
}

#[cfg(test)]
fn holds(matcher: Matcher, table: &[(&str, &str, bool)]) {
    for (answer, output, is_right) in table {
        let found = matcher.compare(&matcher.freedoms(), answer.as_bytes(), output.as_bytes());
        assert_eq!(found.is_ok(), *is_right, "{answer:?} {output:?} {found:?}");
    }
}
