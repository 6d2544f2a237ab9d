//! Judges many candidates on many cases in parallel.
//!
//! `run` judges each [`Candidate`] by a [`Plan`], and reports what happens in `Event`s, the only input of reports.
//! Cases are spread over the cores, but a verdict does not depend on timing: the first case that a candidate fails, in
//! the order of the suite, decides, and verdicts are reported in the order of the candidates.

mod adaptive;
mod candidate;
mod candidate_report;
mod case_remarks;
mod crash;
mod cross;
mod event;
mod expectation;
mod explain;
mod fallback;
mod given_files;
mod input_format;
mod interaction;
mod latency;
mod note;
mod observe;
mod oracle;
mod plan;
mod player;
mod pool;
mod program_diff;
mod quick_check;
mod recorder;
mod replay;
mod robustness;
mod session_player;
mod settings;
mod shard;
mod shell;
mod status;
mod trial;
mod unseen;
mod validator;
mod variation;
mod whole;

pub use crate::driver::{RunConditions, Runs};
pub use candidate::{Candidate, Program};
pub use candidate_report::{
    CandidateReport, CaseVerdict, FailedRun, FailedSession, Failure, Passed, Scene, ShownFailure,
};
pub(crate) use case_remarks::case_remarks;
pub use crash::Crash;
pub(crate) use event::FACTS;
pub use event::{Event, Facts};
pub use expectation::Expectation;
pub use fallback::Fallback;
pub(crate) use given_files::given_files;
pub(crate) use interaction::contradiction;
pub use latency::LatencyStats;
pub(crate) use note::Note;
pub(crate) use oracle::{Reference, check_reference};
pub use plan::{BUDGET, Plan};
pub(crate) use pool::{Prepare, run, run_sources};
pub use program_diff::{Compared, Cut, Differing, NotCompared, ProgramDiff};
pub(crate) use program_diff::{Conduct, SessionEnd};
pub(crate) use quick_check::{QuickCases, QuickCheck};
pub(crate) use recorder::RECORDING;
pub use recorder::{Recorder, Unrecorded};
pub use replay::{NotReplayed, Replay, ReplayCase, replay};
pub use settings::{Criteria, Settings};
pub use shard::Shard;
pub use shell::quoted;
pub use status::{Skipped, Status, VerdictWord};
pub use validator::{Validator, Validators};

/// The middle one of these in their order, as far as there are any.
fn median<T: Ord>(values: impl Iterator<Item = T>) -> Option<T> {
    let mut values: Vec<_> = values.collect();
    values.sort_unstable();
    let middle = values.len() / 2;
    values.into_iter().nth(middle)
}
