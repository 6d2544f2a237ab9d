//! Suites of declared challenges, made from the states of the table.

mod bad;
pub(super) mod certificate;
pub(super) mod faults;
mod orders;
mod walk;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::{Case, Level, Suite};
use crate::challenge::{Arrow, Space, State};
use crate::dialect::{Declared, Dialect};
use bad::Named;
use orders::orders;
use walk::Walks;

/// How many lines `smoke` feeds for each rule.
const LINES: usize = 6;

/// How often the same line that changes nothing is fed in a row.
const BURSTS: [usize; 2] = [100, 1100];

impl Suite {
    /// The suite of a level for a declared challenge; none for levels that there are not.
    pub(super) fn of_declared(declared: Declared, level: Level) -> Option<Suite> {
        let dialect = Dialect::Declared(declared);
        let named = |runs| Case::numbered(dialect, level.name(), runs);
        let named = match level {
            Level::Examples => Case::examples(dialect),
            Level::Smoke => named(of_some_choices(declared, smoke)),
            Level::Complete => named(of_all_choices(declared, |space| Walks::complete(space).runs)),
            _ => return None,
        };
        let case = |(name, inputs)| Case { name, dialect, inputs };
        let bursts = match level {
            Level::Examples => Vec::new(),
            Level::Smoke if declared.table().has_hidden() => {
                [orders(declared.space()), special(declared)].concat()
            }
            _ => special(declared),
        };
        let bursts = bursts.into_iter().map(case).collect();
        Some(Suite::of_named(level, dialect, named, bursts))
    }
}

type Runs = Vec<Vec<Vec<u8>>>;

/// Runs for each thing that a program may choose, as if it had chosen that; which it has, nobody knows.
fn of_choices(declared: Declared, starts: Vec<State>, runs: impl Fn(&Space) -> Runs) -> Runs {
    let space = |start| Space::explore_from(declared.table(), vec![start]).ok();
    let all = starts.into_iter().filter_map(space).flat_map(|space| runs(&space));
    let mut known = HashSet::new();
    all.filter(|run| known.insert(run.clone())).collect()
}

fn of_all_choices(declared: Declared, runs: impl Fn(&Space) -> Runs) -> Runs {
    match declared.table().has_hidden() {
        true => of_choices(declared, declared.table().starts(), runs),
        false => runs(declared.space()),
    }
}

/// The same for the first choice, the last, and one between.
fn of_some_choices(declared: Declared, runs: impl Fn(Declared, &Space) -> Runs) -> Runs {
    if !declared.table().has_hidden() {
        return runs(declared, declared.space());
    }
    let starts = declared.table().starts();
    let places = BTreeSet::from([0, starts.len() / 2, starts.len() - 1]);
    let some = places.into_iter().map(|place| State::clone(&starts[place])).collect();
    of_choices(declared, some, |space| runs(declared, space))
}

/// Runs in which every rule fires, for a few lines each, and every sample is fed.
fn smoke(declared: Declared, space: &Space) -> Runs {
    let mut lines: HashMap<usize, HashSet<Arc<[u8]>>> = HashMap::new();
    let mut samples: HashSet<&[u8]> = declared.table().samples().iter().map(Vec::as_slice).collect();
    let mut is_wanted = |arrow: &Arrow| {
        let known = lines.entry(arrow.rule).or_default();
        samples.remove(&*arrow.line) | (known.len() < LINES && known.insert(Arc::clone(&arrow.line)))
    };
    let arrows = space.arrows().iter().enumerate();
    let wanted: Vec<_> = arrows.filter(|(_, arrow)| is_wanted(arrow)).map(|(place, _)| place).collect();
    Walks::through(space, &wanted).runs
}

/// Runs with what no proof counts: lines that are left open, the same line again and again, and lines that real programs
/// trip over.
fn special(declared: Declared) -> Vec<Named> {
    let space = declared.space();
    let trial: Vec<Vec<u8>> =
        Dialect::Declared(declared).trial().iter().map(|line| line.as_bytes().to_vec()).collect();
    let middle = trial.len() / 2;
    let with = |at: usize, lines: &[Vec<u8>]| [&trial[..at], lines, &trial[at..]].concat();
    let open = (1..).zip(space.open_lines()).flat_map(|(number, line)| {
        let line = [line.clone()];
        [
            (format!("open-{number}-first"), with(0, &line)),
            (format!("open-{number}-later"), with(middle, &line)),
        ]
    });
    let mut runs: Vec<Named> = open.collect();
    let idle = space.arrows()[space.out_of(0)].iter().rfind(|arrow| arrow.to == 0);
    if let Some(arrow) = idle {
        let row = |count: usize| with(0, &vec![arrow.line.to_vec(); count]);
        runs.extend(BURSTS.map(|count| (format!("burst-{count}"), row(count))));
    }
    runs.extend(bad::runs(declared));
    runs
}
