//! The kinds of answers so far, and in how many sessions each was seen.

use std::collections::HashMap;

use super::findings::Findings;
use super::folding::Kind;

/// How many kinds of one group are different kinds. Further ones are all taken for one, or every board would be a kind.
const OF_GROUP: u32 = 24;

/// How many groups there are. All further answers are of one kind, or a program that makes up words would bring new kinds
/// for ever.
const GROUPS: usize = 2_000;

/// The kinds of answers.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// By its detail: what reads alike is of one kind, whatever group it would be in.
    numbers: HashMap<u64, usize>,
    /// How many kinds each group has.
    groups: HashMap<u64, u32>,
    /// In how many sessions each kind was seen.
    sessions: Vec<u32>,
    /// How many sessions were counted.
    pub(super) played: usize,
    /// The number of the session, from 1, in which the last new kind appeared.
    last_new: usize,
}

impl Tally {
    /// The number of a kind.
    pub(super) fn number(&mut self, kind: &Kind) -> usize {
        let Kind { mut group, mut detail, sizes: _, branch: _ } = *kind;
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
            self.sessions.push(0);
        }
        number
    }

    /// Counts a session with answers of these kinds, each kind once. Their numbers.
    pub(super) fn count(&mut self, kinds: &[Kind]) -> Vec<usize> {
        let known = self.sessions.len();
        let numbers: Vec<_> = kinds.iter().map(|kind| self.number(kind)).collect();
        let mut once = numbers.clone();
        once.sort_unstable();
        once.dedup();
        once.into_iter().for_each(|kind| self.sessions[kind] += 1);
        self.played += 1;
        if self.sessions.len() > known {
            self.last_new = self.played;
        }
        numbers
    }

    /// What was counted so far.
    pub(super) fn findings(&self) -> Findings {
        Findings { sessions: self.played, kinds: self.sessions.clone(), last_new: self.last_new }
    }
}
