//! The new kinds of answers in a session.

use std::collections::{HashMap, HashSet};

use super::folding::Kind;
use super::session::{self, shape};
use super::tally::Tally;

/// How many features are distinguished; later ones are not new. It bounds the memory.
const FEATURES: usize = 100_000;

#[derive(Debug, Default)]
pub(super) struct Novelty {
    pub(super) tally: Tally,
    /// In how many sessions each feature was seen.
    features: HashMap<u64, u32>,
    /// The largest number in answers that differ in their numbers only, by its place in them.
    largest: HashMap<(u64, usize), u128>,
}

#[derive(Debug, Default)]
pub(super) struct Seen {
    /// The number of the kind of each answer.
    pub(super) kinds: Vec<usize>,
    /// The features that no session had before.
    pub(super) new: Vec<u64>,
    /// The places of the answers that brought them.
    pub(super) places: Vec<usize>,
    /// Whether a number is larger than in all sessions before.
    pub(super) is_record: bool,
}

impl Novelty {
    /// Takes a session.
    pub(super) fn note(&mut self, lines: &[Vec<u8>], kinds: &[Kind], unknown: &HashSet<usize>) -> Seen {
        let numbers = self.tally.count(kinds);
        self.seen(lines, kinds, numbers, unknown)
    }

    /// Takes a session that is counted, with its answers told apart.
    pub(super) fn note_apart(&mut self, lines: &[Vec<u8>], kinds: &[Kind], unknown: &HashSet<usize>) -> Seen {
        let numbers = kinds.iter().map(|kind| self.tally.number(kind)).collect();
        self.seen(lines, kinds, numbers, unknown)
    }

    fn seen(
        &mut self,
        lines: &[Vec<u8>],
        kinds: &[Kind],
        numbers: Vec<usize>,
        unknown: &HashSet<usize>,
    ) -> Seen {
        let mut seen = Seen { kinds: numbers, ..Seen::default() };
        let mut features: Vec<_> = features(lines, kinds, &seen.kinds, unknown);
        features.sort_unstable();
        features.dedup_by_key(|(feature, _)| *feature);
        for (feature, place) in features {
            if self.features.len() >= FEATURES && !self.features.contains_key(&feature) {
                continue;
            }
            let sessions = self.features.entry(feature).or_default();
            *sessions += 1;
            if *sessions == 1 {
                seen.new.push(feature);
                seen.places.push(place);
            }
        }
        for kind in kinds {
            for (place, number) in kind.numbers.into_iter().enumerate() {
                let largest = self.largest.entry((kind.detail, place)).or_default();
                seen.is_record |= *largest > 0 && number > *largest;
                *largest = number.max(*largest);
            }
        }
        seen
    }

    /// In how few sessions the rarest of these features was seen.
    pub(super) fn rarity(&self, features: &[u64]) -> u32 {
        features.iter().filter_map(|feature| self.features.get(feature)).min().copied().unwrap_or(u32::MAX)
    }
}

/// An answer of a group counts as new up to this many times in a session, and then at powers of two.
const FEW: u32 = 4;

/// The features of a session, each with the place of the answer that shows it. What lines look like that are not known says
/// nothing.
fn features(
    lines: &[Vec<u8>],
    kinds: &[Kind],
    numbers: &[usize],
    unknown: &HashSet<usize>,
) -> Vec<(u64, usize)> {
    let (mut features, mut before, mut counts) = (Vec::new(), u64::MAX, HashMap::<u64, u32>::new());
    let mut branch_before = 0;
    for (place, (number, kind)) in numbers.iter().zip(kinds).enumerate() {
        let mut add = |parts: &[u64]| features.push((session::hash_of_numbers(parts), place));
        add(&[0, *number as u64]);
        let count = counts.entry(kind.group).or_default();
        *count += 1;
        if *count <= FEW || count.is_power_of_two() {
            add(&[4, u64::from(*count), kind.group]);
        }
        add(&[1, before, kind.group]);
        before = kind.group;
        if !unknown.contains(number) {
            if let Some(line) = lines.get(place) {
                add(&[2, session::hash(&shape(line)), kind.group]);
            }
            for (place, number) in kind.numbers.iter().enumerate().filter(|(_, number)| **number > 0) {
                add(&[3, place as u64, size(*number), kind.group]);
            }
        }
        if kind.branch != 0 {
            add(&[5, kind.branch]);
            add(&[6, branch_before, kind.branch]);
        }
        branch_before = kind.branch;
    }
    features
}

/// The size of a number, given one more: small ones as they are, others by how many digits they have.
fn size(number: u128) -> u64 {
    if number <= 4 { number as u64 } else { u64::from(6 + (number - 1).ilog10()) }
}
