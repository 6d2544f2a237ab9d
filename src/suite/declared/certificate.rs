//! The evidence that a suite takes every transition of a table that is tried, in the fewest runs.
//!
//! It is plain data, and is checked from the table alone: its runs are played, and no run can take two transitions of
//! its antichain, so that as many runs are needed as it holds.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::walk::{Walks, groups};
use crate::challenge::{Fault, Space, Table};
use crate::dialect::Declared;

/// The evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableCertificate {
    /// The table, as it stands in its file.
    pub challenge: String,
    /// The runs, each a list of lines.
    pub runs: Vec<Vec<String>>,
    /// Transitions of which no run holds two: the lines that lead to each, itself the last.
    pub antichain: Vec<Vec<String>>,
}

/// What such evidence was found to prove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableProof {
    /// The states that the table has.
    pub states: usize,
    /// The transitions that are tried, each taken in some run.
    pub transitions: usize,
    /// The runs.
    pub runs: usize,
    /// How many runs there must be at least.
    pub least: usize,
}

/// Why such evidence proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableFlaw {
    /// The table cannot be read.
    #[error("its table:{0}")]
    Table(#[from] Fault),
    /// A transition is not taken.
    #[error("no run feeds {line:?} in a state with {state}")]
    Untaken {
        /// The state.
        state: String,
        /// The line.
        line: String,
    },
    /// An element of the antichain that is no transition.
    #[error("antichain, sequence {0}: it does not end with a transition that is tried")]
    NoTransition(usize),
    /// Two elements go together.
    #[error("antichain: some run holds two of its transitions")]
    Compatible,
}

impl TableCertificate {
    /// The evidence for the suite `complete` of a challenge.
    pub fn of(declared: Declared) -> TableCertificate {
        let space = declared.space();
        let walks = Walks::complete(space);
        let ways = space.ways();
        let text =
            |lines: &[Vec<u8>]| lines.iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect();
        let sequence = |place: &usize| {
            let arrow = &space.arrows()[*place];
            let mut lines = space.lines_to(&ways, arrow.from);
            lines.push(arrow.line.to_vec());
            text(&lines)
        };
        TableCertificate {
            challenge: declared.text().to_owned(),
            runs: walks.runs.iter().map(|run| text(run)).collect(),
            antichain: walks.antichain.iter().map(sequence).collect(),
        }
    }

    /// Checks it.
    ///
    /// # Errors
    /// The first [`TableFlaw`] that is found.
    pub fn check(&self) -> Result<TableProof, TableFlaw> {
        let table = Table::read(&self.challenge)?;
        let space = Space::explore(&table)?;
        let taken: HashSet<usize> = self.runs.iter().flat_map(|run| places(&space, run)).flatten().collect();
        if let Some(place) = (0..space.arrows().len()).find(|place| !taken.contains(place)) {
            let arrow = &space.arrows()[place];
            let state = table.in_words(&space.nodes()[arrow.from].state);
            let line = String::from_utf8_lossy(&arrow.line).into_owned();
            return Err(TableFlaw::Untaken { state, line });
        }
        let mut antichain = HashSet::new();
        for (number, lines) in (1..).zip(&self.antichain) {
            let last = places(&space, lines).last().flatten().filter(|_| !lines.is_empty());
            let is_new = last.is_some_and(|place| antichain.insert(place));
            if !is_new {
                return Err(TableFlaw::NoTransition(number));
            }
        }
        if most_in_a_run(&space, &antichain) > 1 {
            return Err(TableFlaw::Compatible);
        }
        Ok(TableProof {
            states: space.nodes().len(),
            transitions: space.arrows().len(),
            runs: self.runs.len(),
            least: self.antichain.len().max(1),
        })
    }
}

/// The transitions that lines take, as far as they are tried ones.
fn places<'a>(space: &'a Space, lines: &'a [String]) -> impl Iterator<Item = Option<usize>> + 'a {
    let mut node = Some(0);
    lines.iter().map(move |line| {
        let place = space.out_of(node?).find(|place| *space.arrows()[*place].line == *line.as_bytes());
        node = place.map(|place| space.arrows()[place].to);
        place
    })
}

/// How many of these transitions one run can take. One that stays in its group can be taken again and again.
fn most_in_a_run(space: &Space, chosen: &HashSet<usize>) -> usize {
    let groups = groups(space);
    let count = groups.iter().max().map_or(1, |last| last + 1);
    let mut arrows: Vec<_> = space.arrows().iter().enumerate().collect();
    arrows.sort_by_key(|(_, arrow)| std::cmp::Reverse(groups[arrow.from]));
    let mut inside = vec![0; count];
    for place in chosen {
        let arrow = &space.arrows()[*place];
        inside[groups[arrow.from]] += usize::from(groups[arrow.from] == groups[arrow.to]);
    }
    let mut most = inside.clone();
    for (place, arrow) in arrows {
        let (from, to) = (groups[arrow.from], groups[arrow.to]);
        if from != to {
            most[from] = most[from].max(inside[from] + usize::from(chosen.contains(&place)) + most[to]);
        }
    }
    most[0]
}
