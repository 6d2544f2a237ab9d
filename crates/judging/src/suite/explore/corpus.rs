//! The sessions that showed something new.

use super::super::dice::Dice;
use super::novelty::Novelty;
use super::session::Session;

/// How many sessions are kept. Then the commonest of some makes room for the next.
const MOST: usize = 1_024;

/// How many sessions are compared to choose one.
const COMPARED: usize = 4;

#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    pub(super) lines: Session,
    /// The number of the kind of each answer.
    pub(super) kinds: Vec<usize>,
    /// The number of the question before each line, and behind the last if the program went on. Empty if nothing is asked.
    pub(super) asked: Vec<usize>,
    /// The new features: kinds of answers, and pairs of them.
    pub(super) features: Vec<u64>,
    /// How often it was chosen.
    pub(super) chosen: u32,
}

#[derive(Debug, Default)]
pub(super) struct Corpus(Vec<Kept>);

impl Corpus {
    pub(super) fn keep(&mut self, kept: Kept, novelty: &Novelty, dice: &mut Dice) {
        if self.0.len() < MOST {
            self.0.push(kept);
            return;
        }
        let some = (0..COMPARED).map(|_| dice.below(MOST));
        let commonest = some.max_by_key(|place| novelty.rarity(&self.0[*place].features));
        self.0[commonest.expect("some are compared")] = kept;
    }

    /// The one of several sessions with the rarest answers that was not chosen often.
    pub(super) fn choose(&mut self, novelty: &Novelty, dice: &mut Dice) -> Option<&Kept> {
        if self.0.is_empty() {
            return None;
        }
        let some = (0..COMPARED).map(|_| dice.below(self.0.len()));
        let effort = |place: &usize| {
            let kept = &self.0[*place];
            u64::from(novelty.rarity(&kept.features)) + u64::from(kept.chosen)
        };
        let place = some.min_by_key(effort).expect("some are compared");
        self.0[place].chosen += 1;
        Some(&self.0[place])
    }

    pub(super) fn any(&self, dice: &mut Dice) -> Option<&Kept> {
        dice.one_of(&self.0)
    }
}
