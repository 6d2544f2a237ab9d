//! The events of a run.

use super::candidate::{Candidate, Program};
use super::candidate_report::CandidateReport;
use super::facts::Facts;

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
