//! The results of all candidates of a run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Heading, Origin, Report};
use crate::execution::{Level, Limits};
use crate::golf::{Leaderboard, Measure};
use crate::runner::{Candidate, CandidateReport, Event, Settings, Status};
use crate::verdict::Verdict;

/// How a run was judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Conditions {
    /// The limits of each run.
    pub limits: Limits,
    /// The isolation of candidates.
    pub isolation: Level,
    /// How many runs at once.
    #[schemars(range(min = 1))]
    pub jobs: usize,
    /// Whether candidates played the whole suite after a failure.
    pub keep_going: bool,
    /// The origin of the run; none if it is a run of the service.
    pub origin: Option<Origin>,
}

impl Conditions {
    /// The conditions of runs with these settings.
    pub(crate) fn of(settings: &Settings, origin: Option<Origin>) -> Conditions {
        Conditions {
            limits: settings.limits,
            isolation: settings.isolation.level(),
            jobs: settings.jobs,
            keep_going: settings.keep_going,
            origin,
        }
    }
}

/// What came of a run in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It was interrupted.
    Interrupted,
    /// The judge failed at one of the programs.
    JudgeError,
    /// No program could be judged.
    Nothing,
    /// Every program passed, or has an expected verdict.
    Passed,
    /// A program did not.
    Failed,
}

/// The results of a run so far.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Record {
    /// What the run is about.
    pub heading: Heading,
    /// How it is judged.
    pub conditions: Conditions,
    /// The candidates, in the order in which they were given.
    pub candidates: Vec<Candidate>,
    /// The reports so far, by candidate.
    pub reports: Vec<Option<CandidateReport>>,
    /// Whether the run was interrupted.
    pub interrupted: bool,
}

impl Record {
    /// No results yet.
    pub fn new(heading: Heading, conditions: Conditions) -> Record {
        let (candidates, reports) = (Vec::new(), Vec::new());
        Record { heading, conditions, candidates, reports, interrupted: false }
    }

    /// Candidates and their reports, best first.
    pub fn leaderboard(&self) -> Leaderboard<'_> {
        Leaderboard::new(self.judged())
    }

    /// The same by points, if they are counted.
    pub(super) fn leaderboard_by(&self, scoring: Option<Measure>) -> Leaderboard<'_> {
        scoring.map_or_else(|| self.leaderboard(), |scoring| Leaderboard::scored(self.judged(), scoring))
    }

    /// The candidates that were judged, in the order in which they were given.
    pub fn judged(&self) -> impl Iterator<Item = (&Candidate, &CandidateReport)> {
        let pairs = self.candidates.iter().zip(&self.reports);
        pairs.filter_map(|(candidate, report)| Some((candidate, report.as_ref()?)))
    }

    /// The candidates that failed, were flaky or were not judged, each with the verdicts that are expected of it.
    pub fn to_rerun(&self) -> Vec<Candidate> {
        let all = self.candidates.iter().zip(&self.reports);
        let open = all.filter(|(_, report)| {
            report.as_ref().is_none_or(|report| report.is_as_expected() == Some(false) || report.is_flaky())
        });
        let expected =
            |report: &Option<CandidateReport>| report.as_ref().and_then(|report| report.expected.clone());
        open.map(|(candidate, report)| Candidate { expected: expected(report), ..candidate.clone() })
            .collect()
    }

    /// How many of the judged candidates conform, or have an expected verdict; and how many were judged.
    pub fn tally(&self) -> (usize, usize) {
        let judged: Vec<_> = self.judged().filter_map(|(_, report)| report.is_as_expected()).collect();
        (judged.iter().filter(|is_good| **is_good).count(), judged.len())
    }

    /// What came of the run in all.
    pub(crate) fn outcome(&self) -> Outcome {
        let error = Status::Judged(Verdict::JudgeError);
        match self.tally() {
            _ if self.interrupted => Outcome::Interrupted,
            _ if self.judged().any(|(_, report)| report.status == error) => Outcome::JudgeError,
            (_, 0) => Outcome::Nothing,
            (good, judged) if good == judged => Outcome::Passed,
            _ => Outcome::Failed,
        }
    }

    /// The tally as the beginning of a sentence.
    pub(super) fn sum(&self) -> String {
        let (good, judged) = self.tally();
        let has_expectations = self.judged().any(|(_, report)| report.expected.is_some());
        let fit = if has_expectations { "got the verdict that is expected" } else { "passed" };
        format!("{good} of {judged} {fit}")
    }
}

impl Report for Record {
    fn on_event(&mut self, event: &Event<'_>) {
        match event {
            Event::RunStarted { candidates } => {
                self.candidates = candidates.to_vec();
                self.reports = vec![None; candidates.len()];
            }
            Event::CandidatePrepared { candidate, program } => {
                self.candidates[*candidate].program = (*program).clone();
            }
            Event::CandidateStarted { .. }
            | Event::CasesPlanned { .. }
            | Event::CaseFinished { .. }
            | Event::CandidateFinished { .. } => {}
            Event::CandidateJudged { candidate, report } => {
                self.reports[*candidate] = Some((*report).clone());
            }
            Event::RunFinished { interrupted } => self.interrupted = *interrupted,
        }
    }
}
