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
}

#[derive(Debug, Default)]
pub(super) struct Seen {
    /// The number of the kind of each answer.
    pub(super) kinds: Vec<usize>,
    /// The features that no session had before.
    pub(super) new: Vec<u64>,
    /// The places of the answers that brought them.
    pub(super) places: Vec<usize>,
}

impl Novelty {
    pub(super) fn note(&mut self, lines: &[Vec<u8>], kinds: &[Kind], unknown: &HashSet<usize>) -> Seen {
        let mut seen = Seen { kinds: self.tally.count(kinds), ..Seen::default() };
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
            for (place, size) in kind.sizes.iter().enumerate().filter(|(_, size)| **size > 0) {
                add(&[3, place as u64, u64::from(*size), kind.group]);
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
