//! Words and numbers that new lines are made of.

use std::collections::HashSet;

use super::super::dice::Dice;
use super::folding::words;
use super::session;

/// How long a word of an output is that may be a value.
const LONGEST: usize = 24;

const WORDS: usize = 256;

#[derive(Debug, Default)]
pub(super) struct Pools {
    /// Words that lines may consist of.
    pub(super) words: Vec<Vec<u8>>,
    /// Words of outputs and of the texts after commands.
    pub(super) values: Vec<Vec<u8>>,
    pub(super) numbers: Vec<Vec<u8>>,
    met: HashSet<u64>,
}

impl Pools {
    pub(super) fn word(&self, dice: &mut Dice) -> Vec<u8> {
        dice.one_of(&self.words).or(self.values.first()).cloned().unwrap_or_else(|| b"x".to_vec())
    }

    /// A word or number that was seen, or a small number.
    pub(super) fn value(&self, dice: &mut Dice) -> Vec<u8> {
        match dice.below(4) {
            0 => dice.below(10).to_string().into_bytes(),
            1 => dice.one_of(&self.numbers).cloned().unwrap_or_else(|| b"1".to_vec()),
            _ => dice.one_of(&self.values).cloned().unwrap_or_else(|| self.name(dice)),
        }
    }

    /// A short word that was hardly used before.
    pub(super) fn name(&self, dice: &mut Dice) -> Vec<u8> {
        let letter = b'a' + dice.below(26) as u8;
        match dice.below(4) {
            0 => [dice.one_of(&self.values).map_or(&b"x"[..], Vec::as_slice), &[letter]].concat(),
            1 => vec![letter, b'1' + dice.below(9) as u8],
            2 => vec![letter; 1 + dice.below(3)],
            _ => vec![letter],
        }
    }

    pub(super) fn take(&mut self, text: &[u8]) {
        let amounts = numbers(text).into_iter().map(|at| &text[at]).filter(|number| number.contains(&b'.'));
        for word in words(text).chain(amounts).filter(|word| word.len() <= LONGEST) {
            let is_number = word.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
            let pool = if is_number { &mut self.numbers } else { &mut self.values };
            if pool.len() < WORDS && self.met.insert(session::hash(word)) {
                pool.push(word.to_vec());
            }
        }
    }

    /// Whether a word is one of those that lines may consist of.
    pub(super) fn knows(&self, word: &[u8]) -> bool {
        self.words.iter().any(|known| known == word)
    }

    pub(super) fn take_word(&mut self, word: Vec<u8>) {
        if self.words.len() < WORDS && !self.words.contains(&word) {
            self.words.push(word);
        }
    }
}

/// The places of numbers, each with its sign at the head of a word, and with digits behind a point.
pub(super) fn numbers(line: &[u8]) -> Vec<std::ops::Range<usize>> {
    let (mut numbers, mut at) = (Vec::new(), 0);
    while let Some(start) = line[at..].iter().position(u8::is_ascii_digit).map(|start| at + start) {
        let digits =
            |from: usize| from + line[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let whole = digits(start);
        let end = match line.get(whole..whole + 2) {
            Some([b'.', b'0'..=b'9']) => digits(whole + 1),
            _ => whole,
        };
        let has_sign = start > 0 && line[start - 1] == b'-' && (start == 1 || line[start - 2] == b' ');
        numbers.push(start - usize::from(has_sign)..end);
        at = end;
    }
    numbers
}
