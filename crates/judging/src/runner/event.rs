//! The events of a run.

use super::candidate::{Candidate, Program};
use super::candidate_report::CandidateReport;
use super::note::Note;
use crate::execution::Execution;
use crate::suite::{Case, IoMode};
use crate::verdict::{CaseResult, Settled};

/// Something that happened in a run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The run has begun.
    RunStarted {
        /// The candidates, in the order of their reports.
        candidates: &'a [Candidate],
    },
    /// A worker begins to compile or judge a candidate; sent as it happens, in no order.
    CandidateStarted {
        /// The candidate's place in the list.
        candidate: usize,
    },
    /// A candidate was compiled, or its tools were looked up: the list did not say yet how it is run. Sent as it happens, in no
    /// order.
    CandidatePrepared {
        /// The candidate's place in the list.
        candidate: usize,
        /// How it is run, or why it is not.
        program: &'a Program,
    },
    /// The number of cases of a candidate, if it fails none; sent again when more are added.
    CasesPlanned {
        /// The candidate's place in the list.
        candidate: usize,
        /// How many.
        cases: usize,
    },
    /// A case was tried; sent as it happens, in no order.
    CaseFinished {
        /// The candidate's place in the list.
        candidate: usize,
        /// The facts of the case, if it is one of the first [`FACTS`](super::FACTS) or failed, and the
        /// settings ask for facts.
        facts: Option<&'a Facts>,
    },
    /// A candidate has a verdict; sent as it happens, in no order.
    CandidateFinished {
        /// The candidate's place in the list.
        candidate: usize,
        /// Its report so far.
        report: &'a CandidateReport,
    },
    /// A candidate was judged; sent in the order of the candidates. After an interrupt some are missing.
    CandidateJudged {
        /// The candidate's place in the list.
        candidate: usize,
        /// Its report.
        report: &'a CandidateReport,
    },
    /// The run is over; if it was interrupted, the candidates that were not judged have no report.
    RunFinished {
        /// Whether it was interrupted.
        interrupted: bool,
    },
}

/// For how many of a candidate's first cases the facts are reported, passed or not.
pub(crate) const FACTS: usize = 20;

/// The record of a case: all facts that its verdict follows from.
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
