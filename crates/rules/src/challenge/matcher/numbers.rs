//! Only numbers count.
//!
//! A number is a row of digits with at most one point among them and an exponent behind it, such as `3`, `.5`, `-2.50` and
//! `1e-3`. It does not begin within a word: there is none in `x1`. Text beside it does not count: there is 3 in
//! `$3`, `3 km`, `3km`, `3.`, `...3` and `(3)`. A sign belongs to it unless a letter or a digit stands before that: there are 3
//! and 4 in `3-4`.

use super::super::freedoms::Freedoms;
use super::super::tokens::{Mismatch, shown};
use super::difference::of_all;

pub(super) fn compare(freedoms: &Freedoms, answer: &[u8], output: &[u8]) -> Result<(), Mismatch> {
    let [expected, got] = [answer, output].map(|text| all(text).collect::<Vec<_>>());
    // Written differently, they are the same number.
    let freedoms = Freedoms { numbers: Some(freedoms.numbers.unwrap_or_default()), ..freedoms.clone() };
    let differs = |place: &usize| match (expected.get(*place), got.get(*place)) {
        (Some(one), Some(other)) => !freedoms.are_tokens_alike(one, other),
        _ => true,
    };
    let Some(place) = (0..expected.len().max(got.len())).find(differs) else { return Ok(()) };
    let number = |all: &[&[u8]]| all.get(place).map_or_else(|| "nothing".to_owned(), |number| shown(number));
    Err(of_all(format!("number {}: {} instead of {}", place + 1, number(&got), number(&expected))))
}

/// The numbers in a text.
pub(super) fn all(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = (at..text.len()).find(|place| begins(text, *place))?;
        at = start + length(&text[start..]);
        Some(&text[start..at])
    })
}

fn begins(text: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| text[before]);
    let is_in_word = before.is_some_and(|before| before.is_ascii_alphanumeric() || before == b'_');
    let is_of_points = before == Some(b'.') && text[at] == b'.';
    !is_in_word && !is_of_points && length(&text[at..]) > 0
}

/// How long the number at the beginning of a text is, or zero.
fn length(text: &[u8]) -> usize {
    let digits = |from: usize| text[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let sign = |from: usize| usize::from(text.get(from).is_some_and(|byte| b"+-".contains(byte)));
    let mut end = sign(0);
    let whole = digits(end);
    end += whole;
    let part = if text.get(end) == Some(&b'.') { digits(end + 1) } else { 0 };
    end += if part > 0 { part + 1 } else { 0 };
    if whole + part == 0 {
        return 0;
    }
    let after = end + 1;
    let exponent = text.get(end).filter(|byte| b"eE".contains(byte)).map(|_| digits(after + sign(after)));
    end + exponent.filter(|digits| *digits > 0).map_or(0, |digits| 1 + sign(after) + digits)
}

#[cfg(test)]
mod tests {
    use super::super::difference::holds;
    use super::*;

    #[test]
    fn what_is_no_number_does_not_count() {
        holds(
            |answer, output| compare(&Freedoms::default(), answer, output),
            &[
                ("5", "The sum is 5.\n", true),
                ("5 7", "a: 5, b: 7", true),
                ("2.50", "2.5 km", true),
                ("3", "$3", true),
                ("-3", "T-3: -3\u{b0}C", false),
                ("3 -3", "T-3: -3\u{b0}C", true),
                ("3", "x1 = 3km", true),
                ("3 4", "3-4", true),
                ("0.001", "1e-3", true),
                ("42.50 .5", "Total......42.50, tip .5", true),
                ("1 5", "1..5", true),
                ("9007199254740993", "9007199254740992", false),
                ("9007199254740993", "+09007199254740993.0", true),
                ("120000000000000000000000", "1.2e23", true),
                ("100000000000000000000001", "1e23", false),
                ("5", "5 6", false),
                ("5 6", "5", false),
                ("5", "five", false),
            ],
        );
    }
}
