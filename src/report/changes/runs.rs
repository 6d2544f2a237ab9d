//! Two saved runs, compared program by program.

use std::collections::{HashMap, VecDeque};

use strum::VariantArray;

use super::pace::Pace;
use super::program::{Change, Counted, ProgramChange, Standing};
use crate::report::comparable::{NotComparable, comparable};
use crate::report::log::Log;

/// What changed between two runs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Changes {
    /// The challenge and the rules.
    pub heading: String,
    /// What makes the comparison weaker, in sentences.
    pub notes: Vec<String>,
    /// All programs, the worst first, and then in the order of the new run.
    pub programs: Vec<ProgramChange>,
}

impl Changes {
    /// What changed from an old run to a new one; of programs that pass in both this counts besides.
    ///
    /// # Errors
    /// [`NotComparable`] if the runs are of different challenges, rules or shards.
    pub fn between(old: &Log, new: &Log, counted: &[Counted]) -> Result<Changes, NotComparable> {
        comparable(&old.heading, &new.heading)?;
        let [was, is] = [old, new].map(|log| log.part.as_ref().map(|part| part.shard));
        if was != is {
            return Err(NotComparable::Part);
        }
        let (is_timed, notes) = notes(old, new);
        let mut programs = programs(old, new, is_timed, counted);
        programs.sort_by_key(|program| program.change);
        Ok(Changes {
            heading: format!("{}, {} rules", new.heading.game(), new.heading.profile.name()),
            notes,
            programs,
        })
    }

    /// Whether a program got worse, or is gone.
    pub fn has_regression(&self) -> bool {
        self.programs.iter().any(|program| program.change.is_regression())
    }

    /// How many programs there are of each kind, as one line.
    pub fn sum(&self) -> String {
        let count =
            |change: &Change| self.programs.iter().filter(|program| program.change == *change).count();
        let counts = Change::VARIANTS.iter().map(|change| (count(change), change));
        let words: Vec<_> = counts
            .filter(|(count, _)| *count > 0)
            .map(|(count, change)| format!("{count} {change}"))
            .collect();
        if words.is_empty() { "no programs".to_owned() } else { words.join(", ") }
    }
}

/// Whether times can be compared, and what makes the comparison weaker.
fn notes(old: &Log, new: &Log) -> (bool, Vec<String>) {
    let mut notes = Vec::new();
    let [was, is] = [old, new].map(|log| log.heading.suite.as_str());
    if was != is {
        notes.push(format!("the old run played the suite {was}, the new one {is}"));
    }
    if old.heading.dialect != new.heading.dialect {
        notes.push("the challenge has changed".to_owned());
    }
    let machine = |log: &Log| log.conditions.origin.as_ref().map(|origin| origin.machine.clone());
    let is_one_machine = machine(old).is_some_and(|old| machine(new) == Some(old));
    let is_timed = is_one_machine && old.conditions.isolation == new.conditions.isolation && was == is;
    if !is_timed {
        let why = if is_one_machine { "in other ways" } else { "on different machines" };
        notes.push(format!("the runs were made {why}, so times are not compared"));
    }
    for (log, word) in [(old, "old"), (new, "new")] {
        if log.record().interrupted {
            notes.push(format!("the {word} run was interrupted"));
        }
    }
    (is_timed, notes)
}

/// The programs of both runs, those of the new run first. Programs with one name are matched in their order.
fn programs(old: &Log, new: &Log, is_timed: bool, counted: &[Counted]) -> Vec<ProgramChange> {
    let mut before: HashMap<String, VecDeque<(usize, Standing)>> = HashMap::new();
    for (place, (name, standing)) in standings(old, is_timed).into_iter().enumerate() {
        before.entry(name).or_default().push_back((place, standing));
    }
    let after = standings(new, is_timed).into_iter().map(|(name, standing)| {
        let old = before.get_mut(&name).and_then(VecDeque::pop_front).map(|(_, old)| old);
        ProgramChange::of(&name, old, Some(standing), counted)
    });
    let mut programs: Vec<_> = after.collect();
    let left =
        before.into_iter().flat_map(|(name, left)| left.into_iter().map(move |one| (name.clone(), one)));
    let mut left: Vec<_> = left.collect();
    left.sort_by_key(|(_, (place, _))| *place);
    let gone = left.into_iter().map(|(name, (_, old))| ProgramChange::of(&name, Some(old), None, counted));
    programs.extend(gone);
    programs
}

/// What a run says of its programs, in their order.
fn standings(log: &Log, is_timed: bool) -> Vec<(String, Standing)> {
    let record = log.record();
    let all = record.candidates.iter().zip(&record.reports).enumerate();
    all.map(|(place, (candidate, report))| {
        let pace = if is_timed { pace(log, place) } else { None };
        (candidate.name.clone(), Standing::of(candidate, report.as_ref(), pace))
    })
    .collect()
}

/// The processor time of the saved runs of a candidate that were passed.
fn pace(log: &Log, candidate: usize) -> Option<Pace> {
    let facts = log.facts_of(candidate);
    let passed = facts.iter().map(|(facts, _)| facts).filter(|facts| facts.result().is_accepted());
    Pace::of(passed.map(|facts| facts.run().usage.cpu).collect())
}
