//! The form of an event.

use schemars::JsonSchema;
use serde::Serialize;

use crate::report::verdict_word::VerdictWord;
use crate::transcript::Profile;

/// The number of the form.
pub(super) const NUMBER: u32 = 1;

/// What happened in a run.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "A line of judge check --format events", rename = "Event")]
#[serde(tag = "event", rename_all = "kebab-case")]
pub(super) enum EventDto<'a> {
    /// The run began; the first line.
    RunStarted {
        /// The version of this form.
        #[schemars(extend("const" = NUMBER))]
        schema: u32,
        /// The dialect, or the name of the challenge.
        dialect: &'a str,
        /// The reversi board, if it is not the standard one.
        board: Option<String>,
        /// The profile.
        profile: Profile,
        /// The suites, separated by commas, or auto; cases of whole cases.
        suite: &'a str,
        /// All candidates; the other lines name them by their place here, from 0.
        candidates: Vec<CandidateDto<'a>>,
    },
    /// A candidate is being judged.
    CandidateStarted {
        /// Which candidate.
        candidate: usize,
    },
    /// It is known how many cases a candidate plays, if it fails none; told again when more are added.
    CasesPlanned {
        /// Which candidate.
        candidate: usize,
        /// How many.
        cases: usize,
    },
    /// A case was tried. More may be told than were planned, since some are repeated.
    CaseFinished {
        /// Which candidate.
        candidate: usize,
    },
    /// A candidate has a verdict; told in no order.
    CandidateFinished {
        /// Which candidate.
        candidate: usize,
        /// The verdict.
        verdict: VerdictWord,
        /// Whether it passed, or got a verdict that the challenge expects; null if it was skipped.
        passed: Option<bool>,
        /// Why it did not pass.
        reason: Option<&'a str>,
        /// How many cases it was tried on, up to and including the first failed one.
        cases: usize,
        /// The total time of its runs.
        #[schemars(range(min = 0))]
        seconds: f64,
    },
    /// The run is over; the last line.
    RunFinished {
        /// Whether it was interrupted; candidates not judged by then have no verdict.
        interrupted: bool,
    },
}

/// A candidate.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Candidate", deny_unknown_fields)]
pub(super) struct CandidateDto<'a> {
    /// Its name.
    pub(super) name: &'a str,
    /// The submission's file; null for a command.
    pub(super) path: Option<String>,
    /// Its language.
    pub(super) language: Option<&'a str>,
    /// Its size in bytes.
    pub(super) bytes: Option<u64>,
    /// Its size in characters, if it is UTF-8.
    pub(super) chars: Option<u64>,
}
