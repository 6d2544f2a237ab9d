//! Which lines distinguish the states of a table: rows of lines that are fed in every state, as
//! [`machine::StateIdentifiers`] chooses them.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::machine::{self, Mealy, MealyStep, Word};
use crate::challenge::{Looks, Space};

/// A row of lines, as text.
pub(super) type LineSequence = Vec<Arc<[u8]>>;

pub(super) struct Identity {
    /// The class of each state.
    pub class: Vec<usize>,
    pub classes: usize,
    pub rows: Vec<Vec<LineSequence>>,
}

impl Identity {
    pub(super) fn of(space: &Space, looks: &Looks) -> Identity {
        let lines = common(space);
        let Some(machine) = machine_of(space, looks, &lines) else {
            let states = space.nodes().len();
            return Identity { class: vec![0; states], classes: 1, rows: vec![Vec::new(); states] };
        };
        let machine::StateIdentifiers { class, classes, words } = machine::StateIdentifiers::of(&machine);
        let text = |word: &Word| word.iter().map(|line| Arc::clone(&lines[*line])).collect();
        Identity {
            class,
            classes,
            rows: words.iter().map(|words| words.iter().map(text).collect()).collect(),
        }
    }

    /// A line that is not fed in every state, and to which two states of one class give different answers, or
    /// from which they go to different classes. So they differ, though no row distinguishes them.
    pub(super) fn clash(&self, space: &Space, looks: &Looks) -> Option<Arc<[u8]>> {
        let mut known: HashMap<_, (usize, usize)> = HashMap::new();
        let arrows = space.arrows().iter().enumerate();
        let mut steps = arrows.map(|(place, arrow)| {
            let step = (looks.of_arrow(place), self.class[arrow.to]);
            ((self.class[arrow.from], &arrow.line), step)
        });
        steps
            .find(|(key, step)| *known.entry(*key).or_insert(*step) != *step)
            .map(|((_, line), _)| Arc::clone(line))
    }
}

/// The lines that are fed in every state.
fn common(space: &Space) -> Vec<Arc<[u8]>> {
    let mut counts: HashMap<&Arc<[u8]>, usize> = HashMap::new();
    space.arrows().iter().for_each(|arrow| *counts.entry(&arrow.line).or_default() += 1);
    let live = space.nodes().iter().filter(|node| !node.is_over).count();
    let lines = counts.iter().filter(|(_, count)| **count == live).map(|(line, _)| Arc::clone(line));
    lines.collect::<BTreeSet<_>>().into_iter().collect()
}

/// The states with only these lines, if there are any. A run that is over stays over, and has no output.
fn machine_of(space: &Space, looks: &Looks, lines: &[Arc<[u8]>]) -> Option<Mealy> {
    let numbers: HashMap<_, _> = lines.iter().zip(0..).collect();
    let stays = |to| vec![MealyStep { output: looks.silence, to }; lines.len()];
    let mut steps: Vec<_> = (0..space.nodes().len()).flat_map(stays).collect();
    for (place, arrow) in space.arrows().iter().enumerate() {
        if let Some(line) = numbers.get(&arrow.line) {
            steps[arrow.from * lines.len() + line] =
                MealyStep { output: looks.of_arrow(place), to: arrow.to };
        }
    }
    Mealy::new(lines.len(), steps)
}
