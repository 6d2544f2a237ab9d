//! Comparing an output with an answer token by token, as the default validator of Kattis problem packages does.

use std::borrow::Cow;
use std::fmt;

use console::visible::{look_alike, visible_line, whole_characters};

use super::freedoms::{Freedoms, Tolerance};

/// How many ways there may be to choose texts: an output is compared by each of them.
pub(super) const MOST_WAYS: usize = 256;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The line of the output, from 1.
    pub line: usize,
    /// Which value of the line, from 1. `None` if it is the first.
    pub value: Option<usize>,
    pub what: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            Some(value) => write!(f, "line {}, value {value}: {}", self.line, self.what),
            None => write!(f, "line {}: {}", self.line, self.what),
        }
    }
}

impl Freedoms {
    /// What may differ in whole cases by default: capital letters, and the amount of white space between tokens. A token is
    /// a sequence of bytes without ASCII white space.
    pub fn of_tokens() -> Freedoms {
        Freedoms { case: true, spaces: true, ..Freedoms::default() }
    }

    /// Applies the arguments of the default validator, such as `float_tolerance 1e-6`.
    /// Fails if one is unknown or lacks its number.
    pub fn and_arguments(self, arguments: &[String]) -> Result<Freedoms, String> {
        let mut freedoms = self;
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut tolerance = || {
                let word = rest.next().ok_or_else(|| format!("{argument} needs a number"))?;
                number(word.as_bytes()).ok_or_else(|| format!("{argument}: {word:?} is no number"))
            };
            let numbers = freedoms.numbers.unwrap_or(Tolerance { absolute: -1.0, relative: -1.0 });
            match argument.as_str() {
                "case_sensitive" => freedoms.case = false,
                "space_change_sensitive" => freedoms.spaces = false,
                "float_absolute_tolerance" => {
                    freedoms.numbers = Some(Tolerance { absolute: tolerance()?, ..numbers });
                }
                "float_relative_tolerance" => {
                    freedoms.numbers = Some(Tolerance { relative: tolerance()?, ..numbers });
                }
                "float_tolerance" => {
                    let error = tolerance()?;
                    freedoms.numbers = Some(Tolerance { absolute: error, relative: error });
                }
                several if several.contains(char::is_whitespace) => {
                    let words: Vec<_> = several.split_whitespace().map(|word| format!("{word:?}")).collect();
                    return Err(format!("write each word by itself: `[{}]`", words.join(", ")));
                }
                _ => return Err(format!("there is no argument {argument:?} without an own validator")),
            }
        }
        Ok(freedoms)
    }

    /// The answers that are right, one for each way to choose texts.
    pub(super) fn answers<'a>(&self, answer: &'a [u8]) -> Vec<Cow<'a, [u8]>> {
        let text = if self.choose.is_empty() { None } else { std::str::from_utf8(answer).ok() };
        let Some(text) = text else { return vec![Cow::Borrowed(answer)] };
        let spelled = self.spellings(text, &vec![None; self.choose.len()]).into_iter();
        spelled
            .map(|(text, _)| match text {
                Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
                Cow::Owned(text) => Cow::Owned(text.into_bytes()),
            })
            .collect()
    }

    /// In how many ways texts can be chosen.
    pub(super) fn ways(&self) -> usize {
        self.choose.iter().fold(1, |ways, texts| texts.len().saturating_mul(ways))
    }

    /// Compares an output with the answer, token by token. A pattern in the answer is a part of a token.
    /// The error is the first [`Mismatch`].
    pub(super) fn compare_tokens(&self, answer: &[u8], output: &[u8]) -> Result<(), Mismatch> {
        let [answer, output] = [answer, output].map(|text| self.in_order(text));
        let (mut answer, mut output) = (Tokens::new(&answer), Tokens::new(&output));
        loop {
            let spaces = (answer.spaces(), output.spaces());
            if !self.spaces && spaces.0 != spaces.1 {
                let [expected, got] = [spaces.0, spaces.1].map(visible_line);
                return Err(output.mismatch(format!("white space \"{got}\" instead of \"{expected}\"")));
            }
            match (answer.token(), output.token()) {
                (None, None) => return Ok(()),
                (None, Some(more)) => {
                    return Err(output.mismatch(format!("more than the answer: {}", shown(more))));
                }
                (Some(missing), None) => {
                    return Err(output.mismatch(format!("it ends where {} is expected", shown(missing))));
                }
                (Some(expected), Some(got)) if !self.are_tokens_alike(expected, got) => {
                    let alike = look_alike(expected, got).map(|codes| format!(" ({codes})"));
                    let before = self.prompt(&answer, expected, &output, got);
                    let before = before.map(|before| format!("; that stands only behind `{before}`"));
                    let [alike, before] = [alike, before].map(Option::unwrap_or_default);
                    let [expected, got] = [expected, got].map(shown);
                    return Err(output.mismatch(format!("{got} instead of {expected}{alike}{before}")));
                }
                _ => {}
            }
        }
    }

    /// A text after all replacements, with lines that may be in any order sorted.
    pub(super) fn in_order<'a>(&self, text: &'a [u8]) -> Cow<'a, [u8]> {
        if !self.replaces() && self.unordered.is_empty() {
            return Cow::Borrowed(text);
        }
        let normal = self.normal(text, usize::MAX).text;
        let mut lines: Vec<_> = normal.split(|byte| *byte == b'\n').collect();
        for those in lines.chunk_by_mut(|one, other| self.may_move(one) == self.may_move(other)) {
            if those.first().is_some_and(|line| self.may_move(line)) {
                // What does not count does not put them into another order.
                let words = |line: &[u8]| {
                    let words = if self.spaces {
                        tokens(line).collect::<Vec<_>>().join(&b' ')
                    } else {
                        line.to_vec()
                    };
                    if self.case { words.to_ascii_lowercase() } else { words }
                };
                those.sort_by_cached_key(|line| (words(line), *line));
            }
        }
        Cow::Owned(lines.join(&b'\n'))
    }

    /// The words of an output before what is expected there, up to the end of the answer's line: a prompt, most likely.
    fn prompt(
        &self,
        answer: &Tokens<'_>,
        expected: &[u8],
        output: &Tokens<'_>,
        got: &[u8],
    ) -> Option<String> {
        let rest = answer.rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let wanted: Vec<_> = [expected].into_iter().chain(Tokens::new(rest).all()).collect();
        let most = PROMPT + wanted.len();
        let came: Vec<_> = [got].into_iter().chain(Tokens::new(output.rest).all()).take(most).collect();
        let are_alike = |came: &[&[u8]]| {
            wanted[1..].iter().zip(came).all(|(one, other)| self.are_tokens_alike(one, other))
        };
        (0..came.len().saturating_sub(wanted.len() - 1)).find_map(|at| {
            // A prompt need not end with a blank.
            let start = came[at].len().saturating_sub(wanted[0].len());
            let (prompt, first) = came[at].split_at(start);
            let is_there = self.are_tokens_alike(wanted[0], first) && are_alike(&came[at + 1..]);
            let before = [&came[..at], &[prompt]].concat().join(&b' ');
            let is_prompt = before.iter().any(|byte| !byte.is_ascii_digit() && !b" +-.".contains(byte));
            (is_there && is_prompt).then(|| cut(before.trim_ascii_end()))
        })
    }

    pub(super) fn are_tokens_alike(&self, expected: &[u8], got: &[u8]) -> bool {
        match (self.numbers, number(expected)) {
            (Some(tolerance), Some(_)) if tolerance.absolute >= 0.0 || tolerance.relative >= 0.0 => {
                tolerance.allows_written(expected, got)
            }
            _ if self.has_pattern(expected) => self.lengths_as_it_is(expected, got).contains(&got.len()),
            _ => self.are_equal(expected, got),
        }
    }

    /// Whether two texts are the same, but for the case of letters if it does not count.
    fn are_equal(&self, one: &[u8], other: &[u8]) -> bool {
        if self.case { one.eq_ignore_ascii_case(other) } else { one == other }
    }
}

impl Tolerance {
    /// Whether a number is near enough to the right one, both as they are written. Where whole numbers must be equal, all of their
    /// digits are, also those for which a binary number has no place.
    pub(super) fn allows_written(&self, right: &[u8], other: &[u8]) -> bool {
        let [Some(value), Some(number)] = [right, other].map(number) else { return false };
        let are_equal = || match [right, other].map(whole_number) {
            [Some(one), Some(other)] => one == other,
            _ => true,
        };
        self.allows(value, number) && (self.largest(value) >= 1.0 || are_equal())
    }
}

/// The freedoms of texts in which the amount of white space counts.
impl Freedoms {
    /// Whether a line is a right one.
    pub(super) fn are_lines_alike(&self, expected: &[u8], got: &[u8]) -> bool {
        match self.numbers.is_some() || self.has_pattern(expected) {
            true => self.of_lines().lengths_as_it_is(expected, got).contains(&got.len()),
            false => self.are_equal(expected, got),
        }
    }

    /// Whether a text occurs in an output.
    pub(super) fn occurs(&self, text: &[u8], output: &[u8]) -> bool {
        if self.numbers.is_none() && !self.has_pattern(text) {
            let mut parts = output.windows(text.len().max(1));
            return parts.any(|part| self.are_equal(text, part));
        }
        let free = self.of_lines();
        (0..output.len()).any(|start| !free.lengths_as_it_is(text, &output[start..]).is_empty())
    }

    fn of_lines(&self) -> Freedoms {
        let Freedoms { numbers, case, patterns, .. } = *self;
        Freedoms { numbers, case, patterns, ..Freedoms::default() }
    }
}

struct Tokens<'a> {
    rest: &'a [u8],
    line: usize,
    /// How many tokens of the line there were.
    value: usize,
}

impl<'a> Tokens<'a> {
    fn new(text: &'a [u8]) -> Tokens<'a> {
        Tokens { rest: text, line: 1, value: 0 }
    }

    /// The next white space.
    fn spaces(&mut self) -> &'a [u8] {
        let spaces = self.take(is_space);
        let lines = spaces.iter().filter(|byte| **byte == b'\n').count();
        self.line += lines;
        self.value = if lines > 0 { 0 } else { self.value };
        spaces
    }

    fn all(mut self) -> impl Iterator<Item = &'a [u8]> {
        std::iter::from_fn(move || {
            self.spaces();
            self.token()
        })
    }

    fn token(&mut self) -> Option<&'a [u8]> {
        let token = Some(self.take(|byte| !is_space(byte))).filter(|token| !token.is_empty());
        self.value += usize::from(token.is_some());
        token
    }

    fn take(&mut self, is_wanted: impl Fn(u8) -> bool) -> &'a [u8] {
        let length = self.rest.iter().position(|byte| !is_wanted(*byte)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    fn mismatch(&self, what: String) -> Mismatch {
        Mismatch { line: self.line, value: Some(self.value).filter(|value| *value > 1), what }
    }
}

/// The tokens of a text.
pub(super) fn tokens(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    Tokens::new(text).all()
}

/// White space in C's own locale.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// A decimal whole number, however it is written: whether it is negative, its digits without zeros at both ends, and how many
/// zeros follow them.
pub(super) fn whole_number(token: &[u8]) -> Option<(bool, Vec<u8>, i64)> {
    let text = std::str::from_utf8(token).ok()?;
    let unsigned = text.trim_start_matches(['+', '-']);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse().ok()?),
        None => (unsigned, 0_i64),
    };
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [whole, part].concat();
    let zeros = digits.len() - digits.trim_end_matches('0').len();
    let digits = digits.trim_matches('0').to_owned().into_bytes();
    let places = i64::try_from(zeros).ok()?.checked_sub(i64::try_from(part.len()).ok()?)?;
    let zeros = if digits.is_empty() { 0 } else { exponent.checked_add(places)? };
    let is_negative = text.starts_with('-') && !digits.is_empty();
    (zeros >= 0 && digits.iter().all(u8::is_ascii_digit)).then_some((is_negative, digits, zeros))
}

/// The number that a whole token represents: decimal or hexadecimal, as C reads it, and finite.
pub(super) fn number(token: &[u8]) -> Option<f64> {
    // What is none is found out at its first other sign.
    let is_of_number = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let text = token.iter().all(is_of_number).then(|| std::str::from_utf8(token).ok())??;
    let (sign, digits) = match text.strip_prefix(['+', '-']) {
        Some(rest) => (if text.starts_with('-') { -1.0 } else { 1.0 }, rest),
        None => (1.0, text),
    };
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hexadecimal) => hexadecimal_number(hexadecimal)?,
        // Other texts that Rust reads as numbers are names, such as `inf`.
        None if digits.starts_with(|first: char| first.is_ascii_digit() || first == '.') => {
            digits.parse().ok()?
        }
        None => return None,
    };
    Some(sign * value).filter(|value: &f64| value.is_finite())
}

/// A number such as `1.8p3`.
fn hexadecimal_number(text: &str) -> Option<f64> {
    let (mantissa, exponent) = match text.split_once(['p', 'P']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && part.is_empty() {
        return None;
    }
    let mut digits = whole.chars().chain(part.chars()).map(|digit| digit.to_digit(16));
    let value = digits.try_fold(0.0, |value, digit| Some(value * 16.0 + f64::from(digit?)))?;
    let places = i32::try_from(part.len()).ok()?.checked_mul(4)?;
    Some(value * 2_f64.powi(exponent.checked_sub(places)?))
}

/// The most characters of a token that are shown, and the most words of a prompt.
const SHOWN: usize = 40;
const PROMPT: usize = 30;

pub(super) fn shown(token: &[u8]) -> String {
    format!("`{}`", cut(token))
}

/// A text on one line, without what is too long to be shown.
fn cut(text: &[u8]) -> String {
    let text = visible_line(match text.get(..4 * SHOWN) {
        Some(start) => whole_characters(start),
        None => text,
    });
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(arguments: &str, answer: &str, output: &str) -> bool {
        let arguments: Vec<_> = arguments.split_whitespace().map(str::to_owned).collect();
        Freedoms::of_tokens()
            .and_arguments(&arguments)
            .unwrap()
            .compare_tokens(answer.as_bytes(), output.as_bytes())
            .is_ok()
    }

    #[test]
    fn tokens_are_compared_without_case_and_amounts_of_space() {
        for (arguments, answer, output, is_right) in [
            ("", "One two\n", "  one\tTWO", true),
            ("", "one two", "onetwo", false),
            ("", "one", "one two", false),
            ("", "one two", "one", false),
            ("", "", " \n", true),
            ("", "1.0", "1", false),
            ("case_sensitive", "One", "one", false),
            ("case_sensitive", "One", "\nOne\n", true),
            ("space_change_sensitive", "a b\n", "A b\n", true),
            ("space_change_sensitive", "a b\n", "a b", false),
            ("space_change_sensitive", "a b\n", "a  b\n", false),
            ("space_change_sensitive", "a b", "a\tb", false),
            ("space_change_sensitive", "a b", " a b", false),
            ("space_change_sensitive case_sensitive", "a b", "a B", false),
            ("", "\u{a0}", "", false),
        ] {
            assert_eq!(accepts(arguments, answer, output), is_right, "{arguments} {answer:?} {output:?}");
        }
    }

    #[test]
    fn numbers_may_differ_as_far_as_they_are_allowed_to() {
        for (arguments, answer, output, is_right) in [
            ("float_tolerance 1e-2", "100.0", "101", true),
            ("float_tolerance 1e-2", "100.0", "101.1", false),
            ("float_tolerance 0.1", "0", "0.1", true),
            ("float_relative_tolerance 0.5", "0", "0.0001", false),
            ("float_relative_tolerance 0.5", "0", "-0e5", true),
            ("float_relative_tolerance 0.5", "-2", "-3", true),
            ("float_relative_tolerance 0.5", "-2", "3", false),
            ("float_absolute_tolerance 0.5", "1000", "1000.6", false),
            ("float_absolute_tolerance 0.01", "-499999.49", "-499999.50", true),
            ("float_absolute_tolerance 0.01", "-499999.49", "-499999.501", false),
            ("float_absolute_tolerance 0", "0.3", "0.30000000000000004", false),
            ("float_absolute_tolerance 0.5", "1000", "1e3", true),
            ("float_absolute_tolerance 0.5", "9007199254740993", "9007199254740992", false),
            ("float_absolute_tolerance 1", "9007199254740993", "9007199254740992", true),
            ("float_absolute_tolerance 0.5", "1000", "0x3E8", true),
            ("float_absolute_tolerance 0.001", "1.5", "0x.18p4", true),
            ("float_absolute_tolerance 0.5", "1000", "thousand", false),
            ("float_absolute_tolerance 0.5", "1000", "1000 ", true),
            ("float_absolute_tolerance 0.5", "1000", "1000x", false),
            ("float_absolute_tolerance 0.5", "1e", "1E", true),
            ("float_absolute_tolerance 0.5", "5", "nan", false),
            ("float_absolute_tolerance 0.5", "inf", "INF", true),
            ("float_absolute_tolerance 0.5", "inf", "1e999", false),
            ("float_absolute_tolerance 1e308", "5", "inf", false),
            ("float_tolerance -1", "5", "5.0", false),
        ] {
            assert_eq!(accepts(arguments, answer, output), is_right, "{arguments} {answer:?} {output:?}");
        }
    }

    #[test]
    fn lines_in_any_order_and_replaced_texts_are_the_same() {
        let pattern = |source| super::super::freedoms::TextPattern::read(source).unwrap();
        let replace = vec![super::super::Replacement { pattern: pattern("^#.*"), with: String::new() }];
        let free = Freedoms { replace, unordered: vec![pattern("^- ")], ..Freedoms::of_tokens() };
        let accepts = |output: &str| free.compare_tokens(b"# x\n- b\n- A\nend\n", output.as_bytes()).is_ok();
        assert!(accepts("- A\n- b\nend") && accepts("- b\n# y\n- A\nend\n"));
        assert!(!accepts("- A\nend\n- b\n") && !accepts("- A\n- A\nend"));
        assert!(accepts("-   a\n- B \nend") && accepts("- B\r\n- a\r\nend\r\n"));
    }

    #[test]
    fn the_first_difference_is_told_with_its_line() {
        let mismatch = |answer: &str, output: &str| {
            Freedoms::of_tokens()
                .compare_tokens(answer.as_bytes(), output.as_bytes())
                .unwrap_err()
                .to_string()
        };
        assert_eq!(mismatch("1\n2\n3", "1\n2\n4\n"), "line 3: `4` instead of `3`");
        assert_eq!(mismatch("1 2", "1\n"), "line 2: it ends where `2` is expected");
        assert_eq!(mismatch("1", "1 \u{1b}[1m"), "line 1, value 2: more than the answer: `\\u{1b}[1m`");
        assert_eq!(mismatch("1 2 3", "1\n2 4"), "line 2, value 2: `4` instead of `3`");
        assert_eq!(mismatch("it's", "café"), "line 1: `café` instead of `it's`");
        assert_eq!(
            mismatch("Total:", "T\u{43e}tal:"),
            "line 1: `Tоtal:` instead of `Total:` (U+043E instead of U+006F)"
        );
        let long = "é".repeat(50);
        assert_eq!(mismatch("1", &long), format!("line 1: `{}…` instead of `1`", "é".repeat(40)));
    }

    #[test]
    fn words_before_what_is_expected_are_told() {
        let hint = |answer: &str, output: &str| {
            let why = Freedoms::of_tokens().compare_tokens(answer.as_bytes(), output.as_bytes()).unwrap_err();
            why.to_string().split_once("; ").map(|(_, hint)| hint.to_owned())
        };
        let behind = |prompt: &str| Some(format!("that stands only behind `{prompt}`"));
        assert_eq!(hint("1101\n", "Please enter a number: 1101\n"), behind("Please enter a number:"));
        assert_eq!(hint("1 2\n3\n", "n?1 2\n3\n"), behind("n?"));
        assert_eq!(hint("7\n8 9\n", "7\nNext:\n8 9\n"), behind("Next:"));
        assert_eq!(hint("1101\n", "Please enter a number: 1001\n"), None);
        assert_eq!(hint("1\n", "3 1\n"), None);
    }

    #[test]
    fn arguments_that_mean_nothing_are_refused() {
        for bad in [&["float_tolerance"][..], &["float_tolerance", "much"], &["case-sensitive"]] {
            let bad: Vec<_> = bad.iter().map(|word| (*word).to_owned()).collect();
            assert!(Freedoms::of_tokens().and_arguments(&bad).is_err(), "{bad:?}");
        }
    }
}
