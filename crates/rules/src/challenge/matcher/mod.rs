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
use super::tokens::{Mismatch, tokens};

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
            _ => Freedoms { spaces: !self.compares_spaces(), ..Freedoms::default() },
        }
    }

    /// Whether the amount of white space within a line counts.
    fn compares_spaces(self) -> bool {
        matches!(self, Matcher::Exact | Matcher::Lines | Matcher::Contains)
    }

    /// Compares an output with an answer, in each way to choose texts.
    /// The error is the first [`Mismatch`], of the way that agrees longest.
    pub fn compare(self, freedoms: &Freedoms, answer: &[u8], output: &[u8]) -> Result<(), Mismatch> {
        let mut last = Ok(());
        for answer in freedoms.answers(answer) {
            let found = self.compare_spelled(freedoms, &answer, output);
            let place = |found: &Result<(), Mismatch>| found.as_ref().err().map(|one| (one.line, one.value));
            match &found {
                Ok(()) => return found,
                Err(_) if last.is_ok() || place(&found) > place(&last) => last = found,
                Err(_) => {}
            }
        }
        last
    }

    fn compare_spelled(self, freedoms: &Freedoms, answer: &[u8], output: &[u8]) -> Result<(), Mismatch> {
        if self == Matcher::Tokens {
            return freedoms.compare_tokens(answer, output);
        }
        // A regular expression stays as it is, and says itself whether case counts.
        let answer = if self == Matcher::Regex { Cow::Borrowed(answer) } else { freedoms.in_order(answer) };
        let output = freedoms.in_order(output);
        let folds = freedoms.spaces && self.compares_spaces();
        let [answer, output] =
            [answer, output].map(|text| if folds { spaces_folded(&text).into() } else { text });
        let (answer, output) = (&*answer, &*output);
        match self {
            Matcher::Tokens | Matcher::Exact => exact::compare(freedoms, answer, output),
            Matcher::Words => words::compare(freedoms, answer, output),
            Matcher::Lines => lines::compare(freedoms, answer, output),
            Matcher::Contains => contains::compare(freedoms, answer, output),
            Matcher::End => end::compare(freedoms, answer, output),
            Matcher::Regex => pattern::compare(answer, output),
            Matcher::Numbers => numbers::compare(freedoms, answer, output),
            Matcher::Prompts => prompts::compare(freedoms, answer, output),
        }
    }

    /// Checks the patterns in an answer: each must end in the word or line that is compared.
    /// The error says what is wrong, in words.
    pub fn check_patterns(self, freedoms: &Freedoms, answer: &[u8]) -> Result<(), String> {
        let is_open = |unit: &[u8]| freedoms.has_open_pattern(unit);
        let (unit, is_any_open) = match self {
            Matcher::Regex | Matcher::Numbers => return freedoms.check_patterns(answer),
            Matcher::Exact | Matcher::Lines | Matcher::Contains => {
                ("line", answer.split(|byte| *byte == b'\n').any(is_open))
            }
            Matcher::Tokens | Matcher::Words | Matcher::End | Matcher::Prompts => {
                ("word", tokens(answer).any(is_open))
            }
        };
        match is_any_open {
            true => Err(format!("with {} the `}}}}` of a `{{{{` is in the same {unit}", self.name())),
            false => freedoms.check_patterns(answer),
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

/// A text with one blank for each row of blanks and tabs, and none at the end of a line.
fn spaces_folded(text: &[u8]) -> Vec<u8> {
    let is_space = |byte: &u8| b" \t".contains(byte);
    let folded = |line: &[u8]| {
        let parts: Vec<_> = line.chunk_by(|one, other| is_space(one) == is_space(other)).collect();
        let kept = parts.len() - usize::from(parts.last().is_some_and(|last| is_space(&last[0])));
        parts[..kept]
            .iter()
            .map(|part| if is_space(&part[0]) { b" " } else { *part })
            .collect::<Vec<_>>()
            .concat()
    };
    text.split(|byte| *byte == b'\n').map(folded).collect::<Vec<_>>().join(&b'\n')
}

#[cfg(test)]
mod tests {
    use super::super::freedoms::Tolerance;
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
    fn texts_can_be_chosen_and_patterns_stand_in_lines_whatever_is_compared() {
        let choose = vec![vec!["yes".to_owned(), "y".to_owned()]];
        let all = [Matcher::Words, Matcher::Exact, Matcher::Lines, Matcher::Contains, Matcher::End];
        for matcher in all.into_iter().chain([Matcher::Tokens, Matcher::Prompts]) {
            let free = Freedoms { choose: choose.clone(), ..matcher.freedoms() };
            let compare = |output: &[u8]| matcher.compare(&free, b"yes\nno\nyes\n", output);
            assert_eq!(compare(b"y\nno\ny\n"), Ok(()), "{matcher:?}");
            assert!(compare(b"yes\nno\ny\n").is_err(), "{matcher:?}");
        }
        for matcher in all {
            let free = Freedoms { patterns: true, numbers: Some(Tolerance::default()), ..matcher.freedoms() };
            let compare = |output: &[u8]| matcher.compare(&free, b"in {{[0-9]+}} ms\nx: 1.50 m\n", output);
            assert_eq!(compare(b"in 12 ms\nx: 1.5 m\n"), Ok(()), "{matcher:?}");
            assert!(compare(b"in no ms\nx: 1.5 m\n").is_err(), "{matcher:?}");
            assert!(compare(b"in 12 ms\nx: 1.51 m\n").is_err(), "{matcher:?}");
        }
    }

    #[test]
    fn rows_of_spaces_count_unless_they_are_freed() {
        for matcher in [Matcher::Exact, Matcher::Lines, Matcher::Contains] {
            let free = Freedoms { spaces: true, ..matcher.freedoms() };
            for (answer, output) in [("a b\nc", "a  b\nc"), ("a\tb\nc", "a \t b \nc")] {
                let [answer, output] = [answer, output].map(str::as_bytes);
                assert_eq!(matcher.compare(&free, answer, output), Ok(()), "{matcher:?}");
                assert!(matcher.compare(&matcher.freedoms(), answer, output).is_err(), "{matcher:?}");
                assert!(matcher.compare(&free, b"ab\nc", output).is_err(), "{matcher:?}");
            }
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
        // Neither is changed within a regular expression and a pattern.
        assert!(Matcher::Regex.compare(&folding(Matcher::Regex), b"^Hello \\D+$", b"Hello you").is_ok());
        let patterns = Freedoms { patterns: true, ..folding(Matcher::Words) };
        assert!(Matcher::Words.compare(&patterns, b"X {{\\D+}}", b"x abc").is_ok());
    }
}
