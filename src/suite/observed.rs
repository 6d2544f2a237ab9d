//! Suites of challenges that are defined by the output of a program: its recordings; with a reference also
//! examples, each line that is known, and random runs.

use super::dice::Dice;
use super::{Case, Level, Suite, learned};
use crate::challenge::{Learned, Recording};
use crate::dialect::{Dialect, Observed};

/// How many random runs there are, and how many lines each has at most.
const RUNS: usize = 30;
const LONGEST: usize = 24;

/// How often a line is repeated.
const BURST: usize = 50;

type Run = Vec<Vec<u8>>;

impl Suite {
    /// The suite of a level; none for levels that do not exist.
    pub(super) fn of_observed(observed: &Observed, level: Level) -> Option<Suite> {
        let dialect = Dialect::Observed(observed.clone());
        let lines = observed.lines();
        let (named, bursts) = match level {
            Level::Fixtures if observed.recordings().is_empty() => return None,
            Level::Fixtures => (recordings(observed), Vec::new()),
            Level::Complete | Level::Probed => {
                return Some(of_machine(observed, observed.learned()?, level));
            }
            _ if !observed.has_reference() => return None,
            Level::Examples => (Case::examples(&dialect), Vec::new()),
            Level::Smoke => {
                let numbered = |name, runs| Case::numbered(&dialect, name, runs);
                (numbered("smoke", smoke(&lines)), numbered("burst", bursts(&lines)))
            }
            Level::Random => (Case::numbered(&dialect, "random", random(&lines)), Vec::new()),
            _ => return None,
        };
        Some(Suite::of_named(level, &dialect, named, bursts))
    }
}

/// A suite from the machine that was learned from the reference.
fn of_machine(observed: &Observed, learned: &Learned, level: Level) -> Suite {
    let (dialect, freedom) = (Dialect::Observed(observed.clone()), observed.manifest().freedom);
    let runs = if level == Level::Complete { learned::complete } else { learned::probed };
    let named = Case::numbered(&dialect, level.name(), runs(learned, freedom));
    Suite::of_named(level, &dialect, named, Vec::new())
        .claiming(Some(learned::claim(learned, freedom, level)))
}

fn recordings(observed: &Observed) -> Vec<Case> {
    let dialect = Dialect::Observed(observed.clone());
    let case = |(name, run): &(String, Recording)| Case {
        name: name.clone(),
        dialect: dialect.clone(),
        inputs: run.inputs(),
    };
    let mut cases: Vec<_> = observed.recordings().iter().map(case).collect();
    cases.sort_by_key(|case| case.inputs.len());
    cases
}

/// No line, each line alone, all in order, and backwards.
fn smoke(lines: &[Vec<u8>]) -> Vec<Run> {
    let alone = lines.iter().map(|line| vec![line.clone()]);
    let all = [lines.to_vec(), lines.iter().rev().cloned().collect()];
    [Vec::new()].into_iter().chain(alone).chain(all).collect()
}

fn bursts(lines: &[Vec<u8>]) -> Vec<Run> {
    lines.iter().map(|line| vec![line.clone(); BURST]).collect()
}

fn random(lines: &[Vec<u8>]) -> Vec<Run> {
    let mut dice = Dice(1);
    let run = |_| {
        let length = 1 + dice.below(LONGEST);
        (0..length).map(|_| lines[dice.below(lines.len())].clone()).collect()
    };
    (0..RUNS).map(run).collect()
}
