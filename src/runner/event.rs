//! The events of a run.

use super::candidate::Candidate;
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
        /// What is known of it, if it is one of the [`FACTS`](super::FACTS) first, or was failed, and somebody wants
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
