//! The evidence of what a suite of a table proves.
//!
//! It is plain data, and is checked with the table alone. For `complete` and `pairs` the runs are played. No
//! run can take two steps of the antichain, so its size is the least number of runs. For `probed` see
//! `recognise`.

use std::collections::HashSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::flaw::TableFlaw;
use super::probe::probed;
use super::recognise::recognise;
use super::steps::{Step, Steps, pair_count};
use super::walk::{Walks, groups};
use super::{refuse_beyond, refuse_without_all_states};
use crate::challenge::{Looks, RuleTable, Space};
use crate::dialect::Declared;
use crate::suite::count::grouped;
use crate::suite::kind::{COMPLETE, PAIRS, PROBED, SuiteKind};

/// The evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableCertificate {
    /// The text of the table's file.
    pub challenge: String,
    /// The suite: `complete`, `probed` or `pairs`.
    pub suite: String,
    /// The runs, each a list of lines.
    pub runs: Vec<Vec<String>>,
    /// Transitions, or pairs of them, such that no run contains two. Each is given by the lines that lead to
    /// it, with its own line last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub antichain: Vec<Vec<String>>,
    /// The rows of lines that identify each state, in the order in which states are found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub identifiers: Vec<Vec<Vec<String>>>,
}

/// The result of checking the evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableProof {
    /// The name of the suite.
    pub suite: String,
    /// The states that the table has.
    pub states: usize,
    /// The number of states that were distinguished, if states are identified.
    pub distinguished: Option<usize>,
    /// The transitions, or pairs of them, each of which is taken in some run.
    pub transitions: usize,
    /// The runs.
    pub runs: usize,
    /// The inputs of all runs.
    pub inputs: usize,
    /// The least number of runs, if that was to be proved.
    pub least: Option<usize>,
}

/// All steps that the runs of a suite must take. `None` for a suite without proof.
fn steps_of(space: &Space, kind: SuiteKind) -> Option<Steps> {
    match kind {
        COMPLETE => Some(Steps::single(space)),
        PAIRS => Some(Steps::pairs(space)),
        _ => None,
    }
}

/// How many inputs a suite has at least.
fn inputs_of(space: &Space, kind: SuiteKind) -> usize {
    match kind {
        PAIRS => pair_count(space),
        PROBED => space.arrows().len(),
        _ => 0,
    }
}

impl TableCertificate {
    /// The evidence for a suite of a challenge.
    /// The error says why there is none, as a sentence.
    pub fn of(declared: &Declared, kind: SuiteKind) -> Result<TableCertificate, String> {
        let space = declared.space();
        let mut certificate = TableCertificate {
            challenge: declared.text().to_owned(),
            suite: kind.name.to_owned(),
            runs: Vec::new(),
            antichain: Vec::new(),
            identifiers: Vec::new(),
        };
        if kind == PROBED {
            let identity = super::probes(declared)?;
            certificate.runs = probed(space, &identity).iter().map(|run| text(run)).collect();
            certificate.identifiers =
                identity.rows.iter().map(|rows| rows.iter().map(|row| text(row)).collect()).collect();
            return Ok(certificate);
        }
        let none = || {
            let name = kind.name;
            format!(
                "there is no proof for {name}; there are proofs for complete, probed, pairs of a challenge"
            )
        };
        refuse_beyond(kind, inputs_of(space, kind))?;
        let steps = steps_of(space, kind).ok_or_else(none)?;
        refuse_without_all_states(declared, kind)?;
        let walks = Walks::complete(space, &steps);
        certificate.runs = walks.runs.iter().map(|run| text(run)).collect();
        let ways = space.ways();
        certificate.antichain =
            walks.antichain.iter().map(|step| sequence(space, &ways, &steps, *step)).collect();
        Ok(certificate)
    }

    /// Checks it.
    /// Fails with the first flaw that is found.
    pub fn check(&self) -> Result<TableProof, TableFlaw> {
        let table = RuleTable::read(&self.challenge)?;
        if table.has_hidden() {
            return Err(TableFlaw::Hidden);
        }
        let space = Space::explore(&table)?;
        let unknown = || TableFlaw::Suite(self.suite.clone());
        let kind = SuiteKind::named(&self.suite).ok_or_else(unknown)?;
        refuse_beyond(kind, inputs_of(&space, kind)).map_err(TableFlaw::TooLarge)?;
        let (steps, distinguished, least);
        if kind == PROBED {
            let looks = Looks::of(&table, &space)?;
            distinguished = Some(recognise(&space, &looks, &self.identifiers, &self.runs)?);
            steps = Steps::single(&space);
            least = None;
        } else {
            steps = steps_of(&space, kind).ok_or_else(unknown)?;
            distinguished = None;
            least = Some(self.least(&space, &steps)?);
        }
        self.take_all(&table, &space, &steps)?;
        Ok(TableProof {
            suite: self.suite.clone(),
            states: space.nodes().len(),
            distinguished,
            transitions: steps.all().len(),
            runs: self.runs.len(),
            inputs: self.runs.iter().map(Vec::len).sum(),
            least,
        })
    }

    /// Checks that every step is taken in some run.
    fn take_all(&self, table: &RuleTable, space: &Space, steps: &Steps) -> Result<(), TableFlaw> {
        let mut is_taken = vec![false; steps.all().len()];
        let taken = self.runs.iter().flat_map(|run| steps.taken(space, run));
        taken.for_each(|step| is_taken[step] = true);
        let Some(step) = is_taken.iter().position(|is_taken| !is_taken) else { return Ok(()) };
        let lines = steps.lines(space, step);
        let lines: Vec<_> = lines.iter().map(|line| format!("{:?}", String::from_utf8_lossy(line))).collect();
        let state = table.in_words(&space.nodes()[steps.state_before(space, step)].state);
        Err(TableFlaw::Untaken { state, line: lines.join(" and then ") })
    }

    /// The least number of runs.
    fn least(&self, space: &Space, steps: &Steps) -> Result<usize, TableFlaw> {
        let mut antichain = HashSet::new();
        for (number, lines) in (1..).zip(&self.antichain) {
            let taken: Vec<_> = steps.taken(space, lines).collect();
            let last = taken.last().filter(|_| taken.len() == lines.len());
            if !last.is_some_and(|step| antichain.insert(*step)) {
                return Err(TableFlaw::NoTransition(number));
            }
        }
        match most_in_a_run(steps, &antichain) {
            0 | 1 => Ok(antichain.len().max(1)),
            _ => Err(TableFlaw::Compatible),
        }
    }
}

impl fmt::Display for TableProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.suite == PAIRS.name { "pairs of transitions" } else { "transitions" };
        writeln!(
            f,
            "A proof of the suite `{}` of the table that it holds, for the lines that are tried.\n\
             {} states, {} runs, {} inputs.\n\
             All {} {what} are taken in some run.",
            self.suite,
            grouped(self.states),
            grouped(self.runs),
            grouped(self.inputs),
            grouped(self.transitions),
        )?;
        match (self.least, self.distinguished) {
            (Some(least), _) if least == self.runs => {
                writeln!(f, "Fewer than {} runs cannot do.", grouped(least))
            }
            (Some(least), _) => writeln!(f, "There must be at least {} runs.", grouped(least)),
            (None, distinguished) => writeln!(
                f,
                "After each, the state is identified: {} states are told apart, and others answer as one of these does. A \
                 program with no more states that passes is right.",
                grouped(distinguished.unwrap_or(self.states))
            ),
        }
    }
}

fn text<L: AsRef<[u8]>>(lines: &[L]) -> Vec<String> {
    lines.iter().map(|line| String::from_utf8_lossy(line.as_ref()).into_owned()).collect()
}

/// The lines that lead to a step, and its own.
fn sequence(space: &Space, ways: &[Option<usize>], steps: &Steps, step: usize) -> Vec<String> {
    let mut lines = text(&space.lines_to(ways, steps.state_before(space, step)));
    lines.extend(text(&steps.lines(space, step)));
    lines
}

/// How many of these steps one run can take. A step that stays in its group can be taken any number of times.
fn most_in_a_run(steps: &Steps, chosen: &HashSet<usize>) -> usize {
    let groups = groups(steps);
    let count = groups.iter().max().map_or(1, |last| last + 1);
    let mut all: Vec<(usize, &Step)> = steps.all().iter().enumerate().collect();
    all.sort_by_key(|(_, step)| std::cmp::Reverse(groups[step.from]));
    let mut inside = vec![0; count];
    for number in chosen {
        let step = &steps.all()[*number];
        inside[groups[step.from]] += usize::from(groups[step.from] == groups[step.to]);
    }
    let mut most = inside.clone();
    for (number, step) in all {
        let (from, to) = (groups[step.from], groups[step.to]);
        if from != to {
            most[from] = most[from].max(inside[from] + usize::from(chosen.contains(&number)) + most[to]);
        }
    }
    most[0]
}
