//! The output ends with the words of the answer.

use super::super::freedoms::Freedoms;
use super::super::tokens::{Mismatch, shown, tokens};
use super::difference::of_all;

pub(super) fn compare(freedoms: &Freedoms, answer: &[u8], output: &[u8]) -> Result<(), Mismatch> {
    let [expected, got] = [answer, output].map(|text| tokens(text).collect::<Vec<_>>());
    let last = &got[got.len().saturating_sub(expected.len())..];
    let is_end = last.len() == expected.len();
    match is_end && expected.iter().zip(last).all(|(one, other)| freedoms.are_tokens_alike(one, other)) {
        true => Ok(()),
        false => {
            let [expected, last] = [&expected[..], last].map(|words| shown(&words.join(&b' ')));
            Err(of_all(format!("the end is {last} instead of {expected}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::difference::holds;
    use super::*;

    #[test]
    fn only_the_last_words_count() {
        holds(
            |answer, output| compare(&Freedoms::default(), answer, output),
            &[
                ("5", "Type a number: 5\n", true),
                ("a b", "x\na\nb\n\n", true),
                ("5", "number:5", false),
                ("5", "5 and more", false),
                ("a b", "b", false),
                ("A", "a", false),
            ],
        );
    }
}
