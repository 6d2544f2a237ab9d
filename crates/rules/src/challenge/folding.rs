//! How much of an output belongs to a text, where something may differ.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::freedoms::Freedoms;

impl Freedoms {
    /// The possible lengths of this text at the beginning of an output, for a text as it is compared, without new-lines at
    /// its beginning and end. There are several lengths if spaces after it may or may not belong to it.
    pub fn lengths(&self, text: &str, output: &[u8]) -> Vec<usize> {
        if !self.replaces() {
            return self.lengths_as_it_is(text.as_bytes(), output);
        }
        let normal = self.normal(output, 1 + text.matches('\n').count());
        let lengths = self.lengths_as_it_is(text.as_bytes(), &normal.text);
        lengths.into_iter().map(|length| normal.origin(length)).collect()
    }

    /// Follows the text and the output; a pattern in the text may go on in several places of the output.
    pub(super) fn lengths_as_it_is(&self, text: &[u8], output: &[u8]) -> Vec<usize> {
        let text = if self.spaces { text.trim_ascii_end() } else { text };
        let (mut ends, mut met, mut open) = (Vec::new(), HashSet::new(), Vec::new());
        let mut next = Some((0, 0));
        while let Some((mut here, mut at)) = next {
            while here < text.len() {
                let in_any_order = self.lines_in_any_order(text, here, &output[at..]);
                if let Some(pattern) = self.pattern_at(text, here).filter(|_| in_any_order.is_none()) {
                    let lengths = self.pattern_ends(&pattern, &output[at..]).into_iter();
                    let places = lengths.map(|length| (here + pattern.length, at + length));
                    open.extend(places.filter(|place| met.insert(*place)));
                    break;
                }
                let step = in_any_order.or_else(|| self.step(text, here, &output[at..]));
                let Some((taken, length)) = step else { break };
                here += taken;
                at += length;
            }
            if here == text.len() {
                let after = if self.spaces { spaces(&output[at..]) } else { 0 };
                ends.extend([at, at + after]);
            }
            next = open.pop();
        }
        ends.sort_unstable();
        ends.dedup();
        ends
    }

    /// How much of both is equal next.
    fn step(&self, text: &[u8], here: usize, output: &[u8]) -> Option<(usize, usize)> {
        if let Some(taken) = self.numbers_alike(text, here, output) {
            return Some(taken);
        }
        let text = &text[here..];
        if self.spaces {
            let (wanted, found) = (spaces(text), spaces(output));
            let ends_line = |rest: &[u8]| rest.first().is_none_or(|byte| b"\r\n".contains(byte));
            if wanted > 0 && (found > 0 || ends_line(&text[wanted..])) {
                return Some((wanted, found));
            }
            if wanted == 0 && found > 0 && text.starts_with(b"\n") {
                return Some((0, found));
            }
        }
        let is_newline = self.newlines && text.starts_with(b"\n") && output.starts_with(b"\r\n");
        let is_same = |one: u8, other: u8| one == other || (self.case && one.eq_ignore_ascii_case(&other));
        match (text.first(), output.first()) {
            _ if is_newline => Some((1, 2)),
            (Some(one), Some(other)) if is_same(*one, *other) => Some((1, 1)),
            _ => None,
        }
    }

    /// The lengths of the numbers that come next, if they differ no more than they may.
    fn numbers_alike(&self, text: &[u8], here: usize, output: &[u8]) -> Option<(usize, usize)> {
        let tolerance = self.numbers?;
        if text[..here].last().is_some_and(is_within_word) {
            return None;
        }
        let (right, given) = (number_first(&text[here..])?, number_first(output)?);
        tolerance.allows_written(&text[here..here + right], &output[..given]).then_some((right, given))
    }

    /// The lengths of the lines that come next, if these may be in any order and the output has the same ones.
    fn lines_in_any_order(&self, text: &[u8], here: usize, output: &[u8]) -> Option<(usize, usize)> {
        let begins_line = here == 0 || text[here - 1] == b'\n';
        if self.unordered.is_empty() || !begins_line {
            return None;
        }
        let wanted: Vec<_> = split(&text[here..]).take_while(|line| self.may_move(line)).collect();
        let (mut found, mut end, mut at) = (Vec::new(), 0, 0);
        for line in split(output) {
            if found.len() == wanted.len() {
                break;
            }
            at += line.len() + 1;
            // New-lines around words do not count.
            if !self.newlines || !line.trim_ascii_end().is_empty() {
                found.push(line);
                end = at - 1;
            }
        }
        if wanted.len() < 2 || found.len() < wanted.len() {
            return None;
        }
        let is_alike = |line: usize, other: usize| {
            self.lengths_as_it_is(wanted[line], found[other]).contains(&found[other].len())
        };
        if !can_be_paired(wanted.len(), is_alike) {
            return None;
        }
        // The new-line after the last of them comes next.
        let length = wanted.iter().map(|line| line.len() + 1).sum::<usize>() - 1;
        Some((length, end))
    }

    /// A normal form: equal for all texts that count as equal, but for numbers that are near each other.
    pub fn folded(&self, text: &str) -> String {
        let text = self.as_compared(text).unwrap_or_default();
        let text = if self.case { Cow::Owned(text.to_ascii_lowercase()) } else { text };
        let lines = text.split('\n').map(|line| match self.spaces {
            true => line.split([' ', '\t']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "),
            false => line.to_owned(),
        });
        let mut lines: Vec<_> = lines.filter(|line| !self.newlines || !line.is_empty()).collect();
        for those in
            lines.chunk_by_mut(|one, other| self.may_move(one.as_bytes()) == self.may_move(other.as_bytes()))
        {
            if those.first().is_some_and(|line| self.may_move(line.as_bytes())) {
                those.sort();
            }
        }
        lines.join("\n")
    }
}

/// How many lines may be paired in another way than the first that fits.
const PAIRED: usize = 200;

/// Whether `count` lines can be paired with as many others. A line may be like several, so up to [`PAIRED`] lines, earlier pairs are
/// changed if that helps (augmenting paths).
fn can_be_paired(count: usize, is_alike: impl Fn(usize, usize) -> bool) -> bool {
    let known = RefCell::new(HashMap::new());
    let is_alike = |line: usize, other: usize| match count <= PAIRED {
        true => *known.borrow_mut().entry((line, other)).or_insert_with(|| is_alike(line, other)),
        false => is_alike(line, other),
    };
    let mut partners = vec![None; count];
    (0..count).all(|line| find_partner(line, &is_alike, &mut partners, &mut vec![false; count]))
}

/// Pairs a line with one of the others that were not met yet. Most are in the same place.
fn find_partner(
    line: usize,
    is_alike: &dyn Fn(usize, usize) -> bool,
    partners: &mut [Option<usize>],
    met: &mut [bool],
) -> bool {
    let count = partners.len();
    for other in (line..count).chain(0..line) {
        if met[other] || !is_alike(line, other) {
            continue;
        }
        met[other] = true;
        let is_free = match partners[other] {
            None => true,
            Some(_) if count > PAIRED => false,
            Some(before) => find_partner(before, is_alike, partners, met),
        };
        if is_free {
            partners[other] = Some(line);
            return true;
        }
    }
    false
}

/// Lines without their ends.
fn split(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| *byte == b'\n')
}

/// How many spaces and tabs are at the beginning.
fn spaces(text: &[u8]) -> usize {
    text.iter().take_while(|byte| b" \t".contains(byte)).count()
}

/// The places of the numbers in a text that are no parts of words.
pub(super) fn numbers_in(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut rest = 0;
    std::iter::from_fn(move || {
        let bytes = text.as_bytes();
        let begins = |at: &usize| *at == 0 || !is_within_word(&bytes[*at - 1]);
        let mut numbers =
            (rest..bytes.len()).filter(begins).filter_map(|at| Some(at..at + number_first(&bytes[at..])?));
        let number = numbers.next()?;
        rest = number.end;
        Some(number)
    })
}

/// Whether a number behind this byte would be a part of a word.
fn is_within_word(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || b"._".contains(byte)
}

/// The length of the number at the beginning of a text: a sign, digits, a part after a point, an exponent.
fn number_first(text: &[u8]) -> Option<usize> {
    let digits = |from: usize| text[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let sign = usize::from(text.first().is_some_and(|byte| b"+-".contains(byte)));
    let whole = digits(sign);
    let mut end = sign + whole;
    if text.get(end) == Some(&b'.') && digits(end + 1) > 0 {
        end += 1 + digits(end + 1);
    }
    if end == sign {
        return None;
    }
    if text.get(end).is_some_and(|byte| b"eE".contains(byte)) {
        let signed = usize::from(text.get(end + 1).is_some_and(|byte| b"+-".contains(byte)));
        let exponent = digits(end + 1 + signed);
        end += if exponent > 0 { 1 + signed + exponent } else { 0 };
    }
    Some(end)
}

#[cfg(test)]
mod tests {
    use super::super::freedoms::{Replacement, TextPattern, Tolerance};
    use super::*;

    #[test]
    fn without_freedom_every_byte_counts() {
        let strict = Freedoms::default();
        assert_eq!(strict.lengths("Credit 5", b"Credit 5\n> "), [8]);
        for output in ["credit 5", "Credit  5", "Credit", "Credit 6"] {
            assert!(strict.lengths("Credit 5", output.as_bytes()).is_empty(), "{output}");
        }
        assert!(strict.lengths("a\nb", b"a\r\nb").is_empty());
    }

    #[test]
    fn letters_and_spaces_are_folded_if_they_may_be() {
        let loose = Freedoms { case: true, spaces: true, newlines: true, ..Freedoms::default() };
        assert_eq!(loose.lengths("Credit 5", b"CREDIT \t 5!"), [10]);
        assert_eq!(loose.lengths("> ", b">x"), [1]);
        assert_eq!(loose.lengths(">", b">  x"), [1, 3]);
        assert_eq!(loose.lengths("a \nb", b"A\r\nB"), [4]);
        assert_eq!(loose.lengths("a\nb", b"a \t\nb"), [5]);
        assert!(loose.lengths("a b", b"ab").is_empty() && loose.lengths("ab", b"a b").is_empty());
    }

    #[test]
    fn numbers_may_be_off_as_far_as_they_may() {
        let numbers = Some(Tolerance { absolute: 0.01, relative: 0.01 });
        let near = Freedoms { numbers, ..Freedoms::default() };
        for (text, output, length) in [
            ("Mean 2.50", "Mean 2.5\n", Some(8)),
            ("Mean 2.50", "Mean 2.509", Some(10)),
            ("Mean 2.50", "Mean 2.6", None),
            ("-3 to 4", "-3.0 to 4.00!", Some(12)),
            ("-3 to 4", "3 to 4", None),
            ("1e3", "1000", Some(4)),
            ("x1", "x1.0", Some(2)),
            ("x1", "x2", None),
            ("5", "five", None),
            ("5.", "5.0.", Some(4)),
            ("3 items, 0.5", "3 items, .5", Some(11)),
        ] {
            assert_eq!(near.lengths(text, output.as_bytes()).first().copied(), length, "{text} {output}");
        }
    }

    #[test]
    fn what_is_replaced_is_replaced_on_both_sides() {
        let pattern = |source| TextPattern::read(source).unwrap();
        let replace = vec![
            Replacement { pattern: pattern(r"\d+ ms"), with: "N ms".to_owned() },
            Replacement { pattern: pattern("^DEBUG.*"), with: String::new() },
        ];
        let free = Freedoms { replace, ..Freedoms::default() };
        let lengths = |text: &str, output: &str| {
            free.as_compared(text).map(|text| free.lengths(&text, output.as_bytes()))
        };
        assert_eq!(lengths("took 12 ms", "took 7 ms\n> "), Some(vec![9]));
        assert_eq!(lengths("took 12 ms\ndone", "took 1234 ms\nDEBUG x\ndone\n"), Some(vec![25]));
        assert_eq!(lengths("> ", "> took 7 ms"), Some(vec![2]));
        assert_eq!(lengths("took 12 ms", "took long"), Some(Vec::new()));
        assert_eq!(lengths("DEBUG a", "anything"), None);
    }

    #[test]
    fn lines_that_are_like_several_are_paired_so_that_it_works_out() {
        let unordered = vec![TextPattern::read("^- ").unwrap()];
        let numbers = Some(Tolerance { absolute: 1.0, relative: 0.0 });
        let free = Freedoms { unordered, numbers, patterns: true, ..Freedoms::default() };
        let fits = |text: &str, output: &str| free.lengths(text, output.as_bytes()).contains(&output.len());
        assert!(fits("- 2\n- 1", "- 1\n- 0") && fits("- {{.+}}\n- a", "- a\n- b"));
        assert!(!fits("- 3\n- 1", "- 1\n- 0") && !fits("- {{.+}}\n- a", "- b\n- c"));
        assert!(fits("- {{[ab]}}\n- {{[bc]}}\n- {{[c]}}", "- c\n- b\n- a"));
        assert!(!fits("- {{[ab]}}\n- {{[ab]}}\n- {{[ab]}}", "- a\n- b\n- c"));
        let numbered = |count: usize| (0..count).map(|number| format!("- x{number}\n")).collect::<String>();
        assert!(fits(&(numbered(1000) + "end"), &(numbered(1000) + "end")));
    }

    #[test]
    fn lines_that_may_move_are_compared_as_a_set() {
        let unordered = vec![TextPattern::read("^- ").unwrap()];
        let free = Freedoms { unordered, case: true, ..Freedoms::default() };
        assert_eq!(free.lengths("- a\n- b\n- a\nend", b"- A\n- a\n- b\nend"), [15]);
        for wrong in ["- a\n- b\n- b\nend", "- a\n- b\nend", "- a\n- b\n- a\n- a\nend", "- b\n- a\n- c\nend"]
        {
            assert!(free.lengths("- a\n- b\n- a\nend", wrong.as_bytes()).is_empty(), "{wrong}");
        }
        assert!(free.lengths("x\ny", b"y\nx").is_empty());
        assert_eq!(free.folded("t\n- B\n- a\nu"), free.folded("t\n- a\n- b\nu"));
    }
}
