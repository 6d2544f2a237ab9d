//! The values that matter at the end of a session: the words of its lines, and the numbers of its last answers.

use super::super::dice::Dice;
use super::edges;
use super::folding::{is_number, words};
use super::sorts::{Sorts, place_of};

/// How many of the last answers count, and how many values each.
const ANSWERS: usize = 3;
const VALUES: usize = 8;

/// The values that matter at the end of a session.
#[derive(Clone, Debug, Default)]
pub(super) struct Context {
    words: Vec<Vec<u8>>,
    numbers: Vec<Vec<u8>>,
}

impl Context {
    /// At the end of a session with these lines, as far as they were not refused, and these answers.
    pub(super) fn new<'a>(
        lines: impl DoubleEndedIterator<Item = &'a Vec<u8>>,
        answers: impl DoubleEndedIterator<Item = &'a str>,
    ) -> Context {
        let mut context = Context::default();
        for line in lines.rev() {
            line.split(|byte| *byte == b' ').skip(1).for_each(|token| context.take(token));
        }
        for answer in answers.rev().take(ANSWERS) {
            words(answer.as_bytes()).filter(|word| is_number(word)).for_each(|word| context.take(word));
        }
        context
    }

    fn take(&mut self, token: &[u8]) {
        let values = if is_number(token) { &mut self.numbers } else { &mut self.words };
        if !token.is_empty() && values.len() < VALUES && !values.iter().any(|known| known == token) {
            values.push(token.to_vec());
        }
    }

    /// The line with some of these values, mostly of the same sorts.
    pub(super) fn adapted(&self, line: &[u8], sorts: &Sorts, dice: &mut Dice) -> Vec<u8> {
        let mut adapted = |(place, token): (usize, &[u8])| match is_number(token) {
            false if place == 0 || dice.below(4) == 0 => token.to_vec(),
            false if dice.below(8) == 0 => {
                dice.one_of(&self.words).cloned().unwrap_or_else(|| token.to_vec())
            }
            false => {
                let like = sorts.like(&place_of(line, place), &self.words);
                dice.one_of(&like).map_or_else(|| token.to_vec(), |word| (*word).clone())
            }
            true if self.numbers.is_empty() || dice.below(3) > 0 => token.to_vec(),
            true => edges::near(&self.numbers, 0, dice),
        };
        let tokens: Vec<_> = line.split(|byte| *byte == b' ').enumerate().map(&mut adapted).collect();
        tokens.join(&b' ')
    }
}
