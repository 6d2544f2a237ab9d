//! What became of one program between two runs.

use super::pace::Pace;
use crate::runner::{Candidate, CandidateReport};
use crate::transcript::visible_line;

/// What became of a program, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[derive(strum::Display, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Change {
    /// It passed, and does not any more; or what is counted besides grew.
    Worse,
    /// It is not in the new run.
    Gone,
    /// It passes, and did not before; or what is counted besides shrank.
    Improved,
    /// It is only in the new run.
    New,
    /// It still passes, or still does not.
    Unchanged,
}

impl Change {
    /// Whether it is a regression.
    pub fn is_regression(self) -> bool {
        match self {
            Change::Worse | Change::Gone => true,
            Change::Improved | Change::New | Change::Unchanged => false,
        }
    }
}

/// What counts of programs that pass in both runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(strum::Display, strum::EnumString, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum Counted {
    /// The size in bytes.
    Size,
    /// The processor time, if the difference is beyond noise.
    Time,
}

/// What a run says of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Standing {
    /// The verdict, `skipped`, or `not judged` if the run was interrupted before.
    pub verdict: &'static str,
    /// Whether it passed, or got a verdict that is expected of it.
    pub is_good: bool,
    /// Why, on one line; empty if it passed.
    pub reason: String,
    /// Its size.
    pub bytes: Option<u64>,
    /// Its processor time, if enough runs were saved, and it passed.
    pub pace: Option<Pace>,
}

impl Standing {
    /// What a run says of a candidate.
    pub(super) fn of(
        candidate: &Candidate,
        report: Option<&CandidateReport>,
        pace: Option<Pace>,
    ) -> Standing {
        let is_good = report.and_then(CandidateReport::is_as_expected) == Some(true);
        Standing {
            verdict: report.map_or("not judged", CandidateReport::verdict),
            is_good,
            reason: visible_line(report.and_then(CandidateReport::reason).unwrap_or_default().as_bytes()),
            bytes: candidate.bytes,
            pace: pace.filter(|_| is_good),
        }
    }
}

/// A program in two runs, at least one of which has it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProgramChange {
    /// Its name.
    pub name: String,
    /// What became of it.
    pub change: Change,
    /// What the old run says of it.
    pub old: Option<Standing>,
    /// What the new run says of it.
    pub new: Option<Standing>,
}

impl ProgramChange {
    pub(super) fn of(
        name: &str,
        old: Option<Standing>,
        new: Option<Standing>,
        counted: &[Counted],
    ) -> ProgramChange {
        let change = match (&old, &new) {
            (_, None) => Change::Gone,
            (None, Some(_)) => Change::New,
            (Some(old), Some(new)) => between(old, new, counted),
        };
        ProgramChange { name: name.to_owned(), change, old, new }
    }

    /// Whether the runs differ in what they say of it, counted or not.
    pub fn differs(&self) -> bool {
        let (Some(old), Some(new)) = (&self.old, &self.new) else { return true };
        (old.verdict, old.bytes) != (new.verdict, new.bytes) || self.differs_in_time()
    }

    /// Whether its processor time differs beyond noise.
    pub fn differs_in_time(&self) -> bool {
        let paces = |(old, new): (&Standing, &Standing)| Some((old.pace?, new.pace?));
        let paces = self.old.as_ref().zip(self.new.as_ref()).and_then(paces);
        paces.is_some_and(|(old, new)| old.is_longer_than(&new) || new.is_longer_than(&old))
    }
}

/// What became of a program that both runs have.
fn between(old: &Standing, new: &Standing, counted: &[Counted]) -> Change {
    match (old.is_good, new.is_good) {
        (true, false) => Change::Worse,
        (false, true) => Change::Improved,
        (true, true) if counted.iter().any(|what| has_grown(*what, old, new)) => Change::Worse,
        (true, true) if counted.iter().any(|what| has_grown(*what, new, old)) => Change::Improved,
        (false, false) | (true, true) => Change::Unchanged,
    }
}

fn has_grown(what: Counted, from: &Standing, to: &Standing) -> bool {
    match what {
        Counted::Size => from.bytes.zip(to.bytes).is_some_and(|(from, to)| to > from),
        Counted::Time => from.pace.zip(to.pace).is_some_and(|(from, to)| to.is_longer_than(&from)),
    }
}
