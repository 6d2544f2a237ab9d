//! What is recorded of a case.

use super::note::Note;
use crate::execution::Execution;
use crate::suite::{Case, IoMode};
use crate::verdict::{CaseResult, Settled};

/// For how many of a candidate's first cases the facts are reported, passed or not.
pub(crate) const FACTS: usize = 20;

/// What was recorded of a case: all that its verdict follows from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Facts {
    /// Its place among all the cases of the candidate.
    pub place: usize,
    /// The case, without inputs that do not fit the input format.
    pub case: Case,
    /// How it was given its inputs.
    pub mode: IoMode,
    /// Its runs: one, or more close to a time limit.
    pub runs: Vec<Execution>,
    /// The verdict that they come to.
    pub settled: Settled,
}

impl Facts {
    /// The run that the verdict was passed on.
    pub fn run(&self) -> &Execution {
        &self.runs[self.settled.run]
    }

    /// The verdict.
    pub fn result(&self) -> &CaseResult {
        &self.settled.result
    }

    /// A note if the runs do not agree.
    pub fn doubt(&self) -> Option<Note> {
        let time = |run: &Execution| format!("{:.2}s", run.usage.wall.max(run.usage.cpu).as_secs_f64());
        let times: Vec<_> = self.runs.iter().map(time).collect();
        let case = format!("{} {}", self.case.dialect.noun(), self.case.name);
        self.settled.is_flaky.then(|| Note::CloseToLimit { case, times: times.join(", ") })
    }
}
