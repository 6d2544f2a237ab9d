//! Suites of challenges that are defined by the output of a program: its recordings; with a reference also
//! examples, each line that is known, and random runs.

use super::dice::Dice;
use super::kind::{EXAMPLES, FIXTURES, RANDOM, SMOKE};
use super::offer::Offer;
use super::truth::Truth;
use super::{Case, Suite, SuiteKind, explored};
use crate::challenge::Recording;
use crate::dialect::{Dialect, Observed};

/// How many random runs there are, and how many lines each has at most.
const RUNS: usize = 30;
const LONGEST: usize = 24;

/// How often a line is repeated.
const BURST: usize = 50;

type InputLines = Vec<Vec<u8>>;

impl Truth for Observed {
    fn offers(&self) -> Vec<Offer> {
        let offer = |kind, make: fn(&Observed) -> Suite| {
            let observed = self.clone();
            Offer::new(kind, move || Ok(make(&observed)))
        };
        let has_lines = self.has_reference() && !self.lines().is_empty();
        let has_examples = self.has_reference() && !self.manifest().examples.is_empty();
        [
            (!self.recordings().is_empty()).then(|| offer(FIXTURES, recordings)),
            has_examples.then(|| offer(EXAMPLES, examples)),
            has_lines.then(|| offer(SMOKE, smoke)),
            has_lines.then(|| offer(RANDOM, random)),
            explored::of_reference(self, &self.manifest().kept),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    fn search(&self) -> Option<Offer> {
        explored::of_reference(self, &[])
    }
}

fn recordings(observed: &Observed) -> Suite {
    let suite = suite(observed, FIXTURES, cases_of(observed), Vec::new());
    suite.claiming("Right on these recordings; other inputs are untested")
}

fn examples(observed: &Observed) -> Suite {
    let mut cases = Case::examples(&Dialect::Observed(observed.clone()));
    let known = answered(observed, cases.iter().map(|case| case.inputs.clone()).collect());
    cases.retain(|case| known.contains(&case.inputs));
    suite(observed, EXAMPLES, cases, Vec::new())
}

fn smoke(observed: &Observed) -> Suite {
    let (dialect, lines) = (Dialect::Observed(observed.clone()), observed.lines());
    let numbered = |name, runs| Case::numbered(&dialect, name, answered(observed, runs));
    let suite = suite(observed, SMOKE, numbered("smoke", in_rows(&lines)), numbered("burst", bursts(&lines)));
    suite.claiming(
        "Answers each line that is known as the reference does, alone and in a row; other rows are untested",
    )
}

fn random(observed: &Observed) -> Suite {
    let runs = answered(observed, by_chance(&observed.lines()));
    let named = Case::numbered(&Dialect::Observed(observed.clone()), "random", runs);
    suite(observed, RANDOM, named, Vec::new()).claiming("Right in random runs; others are untested")
}

/// Those of these runs in which the reference does not fail: many a program loops for ever at a word in place of a number.
fn answered(observed: &Observed, mut runs: Vec<InputLines>) -> Vec<InputLines> {
    let played = observed.ask_all(&runs, false).or_else(|_| observed.ask_all(&runs, true));
    if let Ok(played) = played {
        let mut played = played.into_iter();
        runs.retain(|_| played.next().is_none_or(|one| one.fault.is_none()));
    }
    runs
}

fn suite(observed: &Observed, kind: SuiteKind, named: Vec<Case>, bursts: Vec<Case>) -> Suite {
    Suite::of_named(kind, &Dialect::Observed(observed.clone()), named, bursts)
}

fn cases_of(observed: &Observed) -> Vec<Case> {
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
fn in_rows(lines: &[Vec<u8>]) -> Vec<InputLines> {
    let alone = lines.iter().map(|line| vec![line.clone()]);
    let all = [lines.to_vec(), lines.iter().rev().cloned().collect()];
    [Vec::new()].into_iter().chain(alone).chain(all).collect()
}

fn bursts(lines: &[Vec<u8>]) -> Vec<InputLines> {
    lines.iter().map(|line| vec![line.clone(); BURST]).collect()
}

fn by_chance(lines: &[Vec<u8>]) -> Vec<InputLines> {
    let mut dice = Dice(1);
    let run = |_| {
        let length = 1 + dice.below(LONGEST);
        (0..length).map(|_| lines[dice.below(lines.len())].clone()).collect()
    };
    (0..RUNS).map(run).collect()
}
