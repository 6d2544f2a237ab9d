//! Words and numbers that new lines are made of.

use std::collections::HashSet;

use super::super::dice::Dice;
use super::folding::{is_option, words};
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
    /// Texts with more than one word of outputs: what stands in quotes, an option of a menu, or a cell of a table.
    pub(super) phrases: Vec<Vec<u8>>,
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

    /// Takes the words of an output, and its phrases.
    pub(super) fn take_output(&mut self, text: &[u8]) {
        self.take(text);
        if !self.has_words() {
            return;
        }
        for line in text.split(|byte| *byte == b'\n') {
            let cells = line.split(|byte| b"\t|\"'`".contains(byte)).flat_map(cells);
            for phrase in cells.filter(|cell| cell.len() <= LONGEST && words(cell).nth(1).is_some()) {
                if self.phrases.len() < WORDS && self.met.insert(session::hash(phrase)) {
                    self.phrases.push(phrase.to_vec());
                }
            }
        }
    }

    /// Whether there are words of a program. Without them rules say which lines matter.
    pub(super) fn has_words(&self) -> bool {
        !self.words.is_empty()
    }

    /// A phrase that was seen, or a name.
    pub(super) fn phrase(&self, dice: &mut Dice) -> Vec<u8> {
        dice.one_of(&self.phrases).cloned().unwrap_or_else(|| self.name(dice))
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

/// The parts of a text between wide gaps, without an option's key and the signs at the end.
fn cells(text: &[u8]) -> Vec<&[u8]> {
    let (mut cells, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let end = rest.windows(2).position(|gap| gap == b"  ").unwrap_or(rest.len());
        let cell = rest[..end].trim_ascii();
        let key = if is_option(cell) { cell.iter().position(|byte| *byte == b' ').unwrap_or(0) } else { 0 };
        let cell = cell[key..].trim_ascii();
        let is_sign = |byte: &u8| b".,:;!?".contains(byte);
        let cell = &cell[..cell.iter().rposition(|byte| !is_sign(byte)).map_or(0, |last| last + 1)];
        cells.extend(Some(cell).filter(|cell| !cell.is_empty()));
        rest = &rest[(end + 2).min(rest.len())..];
    }
    cells
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_phrases_of_an_output_are_found() {
        let output =
            b"Name            Phone\nAnn Lee         555-12\n1. Show all\nType 'push up'!\nIt is late.\n";
        let mut pools = Pools::default();
        pools.take_output(output);
        assert_eq!(
            pools.phrases,
            [""; 0].map(|text| text.as_bytes().to_vec()),
            "rules say which lines matter"
        );
        pools.take_word(b"x".to_vec());
        pools.take_output(output);
        let found: Vec<_> = pools.phrases.iter().map(|phrase| str::from_utf8(phrase).unwrap()).collect();
        assert_eq!(found, ["Ann Lee", "555-12", "Show all", "push up", "It is late"]);
    }
}
