//! The kinds of answers so far, and in which sessions they were seen.

use std::collections::HashMap;

use super::folding::Kind;

/// How many kinds of one group are different kinds. Further ones are all taken for one, or every board would be a kind.
const OF_GROUP: u32 = 24;

/// How many answers that differ only in their numbers are different for what is estimated. With all of them nearly every answer
/// of a calculator would be new; with one an estimate says nothing of what numbers show.
const OF_KIND: u32 = 24;

/// How many groups there are. All further answers are of one kind, or a program that makes up words would bring new kinds
/// for ever.
const GROUPS: usize = 2_000;

#[derive(Debug, Default)]
pub(super) struct Tally {
    /// By its detail: what reads alike is of one kind, whatever group it would be in.
    numbers: HashMap<u64, usize>,
    /// How many kinds each group has.
    groups: HashMap<u64, u32>,
    /// The numbers of answers with their digits, by their kind.
    exact: HashMap<(usize, u64), usize>,
    /// How many of them each kind has.
    of_kinds: Vec<u32>,
    /// For each of them the number of the only session, from 1, in which it was seen. `None` if there were several.
    only_in: Vec<Option<usize>>,
    pub(super) played: usize,
    /// The number of the session, from 1, in which the last new kind appeared.
    last_new: usize,
}

impl Tally {
    pub(super) fn number(&mut self, kind: &Kind) -> usize {
        let Kind { mut group, mut detail, exact: _, numbers: _, branch: _ } = *kind;
        if let Some(known) = self.numbers.get(&detail) {
            return *known;
        }
        if self.groups.len() >= GROUPS && !self.groups.contains_key(&group) {
            (group, detail) = (0, 0);
        }
        let kinds = self.groups.entry(group).or_default();
        if *kinds >= OF_GROUP {
            detail = group;
        }
        let next = self.numbers.len();
        let number = *self.numbers.entry(detail).or_insert(next);
        if number == next {
            *kinds += 1;
            self.of_kinds.push(0);
        }
        number
    }

    /// The number of an answer with its digits. `None` if its kind has enough of them.
    fn number_exactly(&mut self, kind: usize, exact: u64) -> Option<usize> {
        if let Some(known) = self.exact.get(&(kind, exact)) {
            return Some(*known);
        }
        if self.of_kinds[kind] >= OF_KIND {
            return None;
        }
        self.of_kinds[kind] += 1;
        self.exact.insert((kind, exact), self.only_in.len());
        self.only_in.push(Some(self.played + 1));
        Some(self.only_in.len() - 1)
    }

    /// Counts a session with answers of these kinds. Their numbers.
    pub(super) fn count(&mut self, kinds: &[Kind]) -> Vec<usize> {
        let known = self.only_in.len();
        let numbers: Vec<_> = kinds.iter().map(|kind| self.number(kind)).collect();
        for (number, kind) in numbers.iter().zip(kinds) {
            if let Some(exact) = self.number_exactly(*number, kind.exact).filter(|exact| *exact < known) {
                self.only_in[exact] = None;
            }
        }
        self.played += 1;
        if self.only_in.len() > known {
            self.last_new = self.played;
        }
        numbers
    }

    pub(super) fn findings(&self) -> Findings {
        // Kinds are numbered as they appear, so those of one session are neighbours.
        let mut alone: Vec<_> = self.only_in.iter().flatten().collect();
        alone.dedup();
        let (kinds, alone) = (self.only_in.len(), alone.len());
        Findings { sessions: self.played, kinds, alone, last_new: self.last_new }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Findings {
    /// How many different sessions were played.
    pub sessions: usize,
    /// How many kinds of answers there were; those that differ only in their numbers are different, up to a bound.
    pub kinds: usize,
    /// How many sessions have shown a kind that no other has.
    pub alone: usize,
    /// The number of the session, from 1, in which the last new kind appeared.
    pub last_new: usize,
}

impl Findings {
    /// The estimated chance that one more session shows a new kind (Good and Turing): the share of sessions that, if they came
    /// last, would have shown a new one.
    pub(crate) fn chance(&self) -> f64 {
        if self.sessions == 0 { 1.0 } else { self.alone as f64 / self.sessions as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_that_alone_have_a_kind_are_counted() {
        let kind = |detail| Kind { group: detail, detail, exact: detail, numbers: [0; 3], branch: 0 };
        let mut tally = Tally::default();
        let mut count = |details: &[u64]| {
            tally.count(&details.iter().map(|detail| kind(*detail)).collect::<Vec<_>>());
            let Findings { sessions, kinds, alone, last_new } = tally.findings();
            [sessions, kinds, alone, last_new]
        };
        assert_eq!(count(&[1, 2, 3, 4, 5, 1]), [1, 5, 1, 1]);
        assert_eq!(count(&[1]), [2, 5, 1, 1]);
        assert_eq!(count(&[2, 3, 4, 5, 6]), [3, 6, 1, 3]);
        assert_eq!(count(&[6]), [4, 6, 0, 3]);
    }

    #[test]
    fn answers_that_differ_in_their_numbers_are_kinds_up_to_a_bound() {
        let mut tally = Tally::default();
        let count = |answer: u64| {
            tally.count(&[Kind { group: 1, detail: 1, exact: answer, numbers: [0; 3], branch: 0 }]);
            let Findings { kinds, alone, .. } = tally.findings();
            [kinds, alone]
        };
        let found: Vec<_> = (0..100).map(count).collect();
        assert_eq!([found[0], found[4], found[99]], [[1, 1], [5, 5], [24, 24]]);
    }
}
