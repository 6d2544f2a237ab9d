//! The events of a run.

use std::path::PathBuf;

use super::CandidateReport;
use crate::execution::Execution;
use crate::process::Command;
use crate::suite::{Case, IoMode};
use crate::verdict::{CaseResult, Settled};

/// For how many of a candidate's first cases the facts are reported, passed or not.
pub const FACTS: usize = 20;

/// A program under judgement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its name in reports.
    pub name: String,
    /// Its source or executable, if it is a file.
    pub path: Option<PathBuf>,
    /// The language it is written in, if it is known.
    pub language: Option<String>,
    /// Its size in bytes, if it is a file.
    pub bytes: Option<u64>,
    /// Its size in characters, if it is a file of UTF-8 text.
    pub chars: Option<u64>,
    /// Its source, if it is a file of UTF-8 text, and not too long to be looked at.
    pub source: Option<String>,
    /// How it is run, or why it is not.
    pub program: Program,
}

impl Candidate {
    /// A program of which nothing else is known.
    pub fn new(name: impl Into<String>, program: Program) -> Candidate {
        let name = name.into();
        Candidate { name, path: None, language: None, bytes: None, chars: None, source: None, program }
    }
}

/// How a candidate is run, or why it is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// By this command.
    Ready(Command),
    /// Its compiler failed with this message.
    CompileError(String),
    /// It cannot be started, for this reason.
    CannotRun(String),
    /// It needs something that is missing on this machine.
    Skipped(String),
}

/// What was recorded of a case: all that its verdict follows from.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    pub fn doubt(&self) -> Option<String> {
        let time = |run: &Execution| format!("{:.2}s", run.usage.wall.max(run.usage.cpu).as_secs_f64());
        let times: Vec<_> = self.runs.iter().map(time).collect();
        let name = &self.case.name;
        self.settled
            .is_flaky
            .then(|| format!("unstable: close to its time limit in the game {name}: {}", times.join(", ")))
    }
}

/// Something that happened in a run.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// The run has begun.
    RunStarted {
        /// The candidates, in the order of their reports.
        candidates: &'a [Candidate],
    },
    /// Somebody begins to judge a candidate; told as it happens, in no order.
    CandidateStarted {
        /// The candidate's place in the list.
        candidate: usize,
    },
    /// A candidate will be tried on so many cases in all, if it fails none; told again when more are
    /// added.
    CasesPlanned {
        /// The candidate's place in the list.
        candidate: usize,
        /// How many.
        cases: usize,
    },
    /// A case was tried; told as it happens, in no order.
    CaseFinished {
        /// The candidate's place in the list.
        candidate: usize,
        /// What is known of it, if it is one of the [`FACTS`] first, or was failed, and somebody wants
        /// to know.
        facts: Option<&'a Facts>,
    },
    /// A candidate was ruled on; told as it happens, in no order.
    CandidateFinished {
        /// The candidate's place in the list.
        candidate: usize,
        /// What is known of it now.
        report: &'a CandidateReport,
    },
    /// A candidate was judged; told in the candidates' order, of which an interrupted run leaves some
    /// out.
    CandidateJudged {
        /// The candidate's place in the list.
        candidate: usize,
        /// What is known of it now.
        report: &'a CandidateReport,
    },
    /// The run is over; if it was interrupted, the candidates that were not judged have no report.
    RunFinished {
        /// Whether it was interrupted.
        interrupted: bool,
    },
}
