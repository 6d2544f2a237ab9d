//! How an output is compared with an answer: one file for each way, with a table of examples.

mod contains;
mod difference;
mod end;
mod exact;
mod lines;
mod numbers;
mod pattern;
mod prompts;
mod words;

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::freedoms::Freedoms;
use super::tokens::Mismatch;

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
    /// The words of each line; the amount of white space and empty lines do not count.
    Words,
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
    /// Word by word; text before an answer in its line does not count if it ends like a prompt.
    Prompts,
}

impl Matcher {
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// What may differ by default.
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
            Matcher::Words => words::compare(freedoms, answer, output),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_with_which_nothing_can_be_compared_is_refused() {
        for (matcher, bad, good) in [
            (Matcher::Contains, " \n", "a"),
            (Matcher::End, "", "a"),
            (Matcher::Regex, "(", "()"),
            (Matcher::Numbers, "five", "5"),
        ] {
            assert!(
                matcher.check(bad.as_bytes()).is_err() && matcher.check(good.as_bytes()).is_ok(),
                "{bad}"
            );
        }
    }

    #[test]
    fn capital_letters_count_unless_they_are_freed() {
        let folding = |matcher: Matcher| Freedoms { case: true, ..matcher.freedoms() };
        let all = [Matcher::Words, Matcher::Exact, Matcher::Lines, Matcher::Contains, Matcher::End];
        for matcher in all.into_iter().chain([Matcher::Prompts]) {
            assert!(matcher.compare(&matcher.freedoms(), b"a", b"A").is_err());
            assert!(matcher.compare(&folding(matcher), b"a", b"A").is_ok());
        }
        assert!(Matcher::Tokens.compare(&Matcher::Tokens.freedoms(), b"a", b"A").is_ok());
    }
}
