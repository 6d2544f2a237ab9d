//! Suites of challenges whose truth is what a program says: its recordings; of a reference also examples, each line that
//! is known, and random runs.

use super::dice::Dice;
use super::games::Games;
use super::{Case, Level, Part, Suite};
use crate::dialect::{Dialect, Observed};

/// How many random runs there are, and how many lines each has at most. Chosen, not tuned.
const RUNS: usize = 30;
const LONGEST: usize = 24;

/// How often a line is repeated.
const BURST: usize = 50;

type Run = Vec<Vec<u8>>;

impl Suite {
    /// The suite of a level; none for levels that there are not.
    pub(super) fn of_observed(observed: Observed, level: Level) -> Option<Suite> {
        let dialect = Dialect::Observed(observed);
        let lines = observed.lines();
        let (named, bursts) = match level {
            Level::Fixtures if observed.recordings().is_empty() => return None,
            Level::Fixtures => (recordings(observed), Vec::new()),
            _ if !observed.has_reference() => return None,
            Level::Examples => (examples(observed), Vec::new()),
            Level::Smoke => (numbered("smoke", smoke(&lines)), numbered("burst", bursts(&lines))),
            Level::Random => (numbered("random", random(&lines)), Vec::new()),
            _ => return None,
        };
        let cases = |runs: Vec<(String, Run)>| {
            runs.into_iter().map(|(name, inputs)| Case { name, dialect, inputs }).collect()
        };
        let (named, bursts) = (cases(named), cases(bursts));
        Some(Suite::of_part(Part { level, dialect, games: Games::default(), named, bursts }))
    }
}

fn recordings(observed: Observed) -> Vec<(String, Run)> {
    let mut runs: Vec<_> =
        observed.recordings().iter().map(|(name, run)| (name.clone(), run.inputs())).collect();
    runs.sort_by_key(|(_, inputs)| inputs.len());
    runs
}

fn examples(observed: Observed) -> Vec<(String, Run)> {
    let bytes = |lines: &[String]| lines.iter().map(|line| line.clone().into_bytes()).collect();
    let examples = &observed.manifest().examples;
    examples.iter().map(|(name, lines)| (format!("examples-{name}"), bytes(lines))).collect()
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

fn numbered(level: &str, runs: Vec<Run>) -> Vec<(String, Run)> {
    let digits = runs.len().to_string().len();
    (1..).zip(runs).map(|(number, run)| (format!("{level}-{number:0digits$}"), run)).collect()
}
