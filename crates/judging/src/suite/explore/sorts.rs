//! Words of one sort: those that stand in the same places of lines, as the names of books do, or those of people.

use std::collections::HashMap;

use super::super::dice::Dice;
use super::folding::is_number;
use super::pools::Pools;
use super::shape::shape;

/// Two places take words of one sort if they have this many in common, or all of one of them.
const SHARED: usize = 2;

/// How many words in one place are kept.
const WORDS: usize = 64;

/// How many words of a sort a session uses that uses few.
const FEW: [usize; 8] = [1, 1, 2, 2, 3, 3, 4, 6];

/// One selection in this many takes the words of one sort for all.
const BLURRED: usize = 8;

/// How many words of the lines that it begins with such a session uses.
const KNOWN: usize = 4;

/// The command of a line, and which of its tokens.
type Place = (Vec<u8>, usize);

#[derive(Debug, Default)]
pub(super) struct Sorts {
    of_places: HashMap<Place, usize>,
    words: Vec<Vec<Vec<u8>>>,
}

/// A few words of each sort.
#[derive(Clone, Debug, Default)]
pub(super) struct Selection {
    words: Vec<Vec<Vec<u8>>>,
}

impl Sorts {
    pub(super) fn of<'a>(lines: impl Iterator<Item = &'a Vec<u8>>) -> Sorts {
        let mut sorts = Sorts::default();
        for line in lines {
            for (place, word) in places(line) {
                let next = sorts.words.len();
                let sort = *sorts.of_places.entry(place).or_insert(next);
                if sort == next {
                    sorts.words.push(Vec::new());
                }
                let known = &mut sorts.words[sort];
                if known.len() < WORDS && !known.iter().any(|other| other == word) {
                    known.push(word.to_vec());
                }
            }
        }
        sorts.unite();
        sorts
    }

    /// Makes one sort of any two that have words in common.
    fn unite(&mut self) {
        for one in 0..self.words.len() {
            // What was joined may have words in common with one that was looked at before.
            while let Some(other) = (one + 1..self.words.len()).find(|other| self.are_one(one, *other)) {
                self.join(one, other);
            }
        }
    }

    fn join(&mut self, one: usize, other: usize) {
        let words = std::mem::take(&mut self.words[other]);
        let known = &mut self.words[one];
        words.into_iter().for_each(|word| known.extend(Some(word).filter(|word| !known.contains(word))));
        self.of_places.values_mut().filter(|sort| **sort == other).for_each(|sort| *sort = one);
    }

    fn are_one(&self, one: usize, other: usize) -> bool {
        let [one, other] = [&self.words[one], &self.words[other]];
        let shared = one.iter().filter(|word| other.contains(word)).count();
        shared > 0 && shared >= SHARED.min(one.len()).min(other.len())
    }

    /// Words of one sort with the word that stands here in a line, and those of no known sort.
    pub(super) fn like<'a>(&self, place: &Place, words: &'a [Vec<u8>]) -> Vec<&'a Vec<u8>> {
        let Some(sort) = self.of_places.get(place) else { return words.iter().collect() };
        let is_other = |word: &&Vec<u8>| {
            let mut sorts = self.words.iter().enumerate().filter(|(_, known)| known.contains(word));
            sorts.next().is_some() && !self.words[*sort].contains(word)
        };
        words.iter().filter(|word| !is_other(word)).collect()
    }

    /// A few words of each sort: those of some lines, and others, which may be made of these.
    pub(super) fn some(&self, lines: &[Vec<u8>], pools: &Pools, dice: &mut Dice) -> Selection {
        let mut words = vec![Vec::<Vec<u8>>::new(); self.words.len()];
        for (place, word) in lines.iter().flat_map(|line| places(line)) {
            let Some(words) = self.of_places.get(&place).map(|sort| &mut words[*sort]) else { continue };
            if words.len() < KNOWN && !words.iter().any(|known| known == word) {
                words.push(word.to_vec());
            }
        }
        for (words, known) in words.iter_mut().zip(&self.words) {
            let count = FEW[dice.below(FEW.len())];
            while words.len() < count {
                words.push(match (dice.below(6), words.last()) {
                    (0, Some(last)) => related(last, dice),
                    (1, _) => pools.name(dice),
                    _ => dice.one_of(known).cloned().unwrap_or_else(|| pools.name(dice)),
                });
            }
        }
        // Whether words of two sorts are of one shows only when a line takes them.
        if dice.below(BLURRED) == 0
            && let Some(one) = dice.one_of(&words).cloned()
        {
            words.fill(one);
        }
        Selection { words }
    }

    pub(super) fn with(&self, selection: &Selection, line: &[u8], dice: &mut Dice) -> Vec<u8> {
        let mut tokens: Vec<_> = line.split(|byte| *byte == b' ').collect();
        for (place, token) in tokens.iter_mut().enumerate().skip(1) {
            let sort = self.of_places.get(&(shape(line), place)).and_then(|sort| selection.words.get(*sort));
            if let Some(word) = sort.and_then(|words| dice.one_of(words)).filter(|_| is_word(token)) {
                *token = word;
            }
        }
        tokens.join(&b' ')
    }
}

/// The words behind the first of a line, without numbers, and their places.
fn places(line: &[u8]) -> impl Iterator<Item = (Place, &[u8])> {
    let tokens = line.split(|byte| *byte == b' ').enumerate().skip(1);
    let words = tokens.filter(|(_, token)| is_word(token));
    words.map(|(place, word)| ((shape(line), place), word))
}

pub(super) fn place_of(line: &[u8], token: usize) -> Place {
    (shape(line), token)
}

/// A word that begins with this one, or that this one begins with.
pub(super) fn related(word: &[u8], dice: &mut Dice) -> Vec<u8> {
    match dice.below(2) {
        0 if word.len() > 1 => word[..word.len() - 1].to_vec(),
        _ => [word, &[b'a' + dice.below(26) as u8]].concat(),
    }
}

/// Whether a token is a word that may be exchanged.
pub(super) fn is_word(token: &[u8]) -> bool {
    !token.is_empty() && !is_number(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(lines: &[&str]) -> Vec<Vec<u8>> {
        lines.iter().map(|line| line.as_bytes().to_vec()).collect()
    }

    const LIBRARY: [&str; 8] = [
        "add Emma",
        "add Dune",
        "join ann",
        "join bob",
        "lend Emma ann",
        "lend Dune bob",
        "leave bob",
        "count 3",
    ];

    #[test]
    fn words_that_stand_in_the_same_places_are_of_one_sort() {
        let known = lines(&LIBRARY);
        let sorts = Sorts::of(known.iter());
        let words = lines(&["Emma", "ann", "zoe"]);
        let like = |line: &str, token| sorts.like(&place_of(line.as_bytes(), token), &words);
        assert_eq!(like("lend Emma ann", 1), [&words[0], &words[2]]);
        assert_eq!(like("lend Emma ann", 2), [&words[1], &words[2]]);
        assert_eq!(like("leave bob", 1), [&words[1], &words[2]]);
        assert_eq!(like("other word", 1).len(), 3);
    }

    #[test]
    fn a_line_gets_words_of_a_selection_and_keeps_its_numbers() {
        let known = lines(&LIBRARY);
        let sorts = Sorts::of(known.iter());
        let sort = |line: &str, token| sorts.of_places[&place_of(line.as_bytes(), token)];
        let mut words = vec![Vec::new(); sorts.words.len()];
        words[sort("add x", 1)] = lines(&["Up"]);
        words[sort("join x", 1)] = lines(&["zoe"]);
        let mut dice = Dice(1);
        for (line, expected) in
            [("lend Emma ann", "lend Up zoe"), ("count 3", "count 3"), ("what Emma", "what Emma")]
        {
            let found = sorts.with(&Selection { words: words.clone() }, line.as_bytes(), &mut dice);
            assert_eq!(String::from_utf8(found).unwrap(), expected);
        }
    }
}
