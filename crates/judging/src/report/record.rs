//! The results of all candidates of a run, and how and where it was judged.

use std::time::SystemTime;

use rustix::system::uname;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Heading, Report};
use crate::execution::{Level, Limits};
use crate::golf::{Leaderboard, Measure};
use crate::process::core_count;
use crate::runner::{Candidate, CandidateReport, Event, Settings, Status, quoted};
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
    /// The origin of the run. Null if it is a run of the service.
    pub origin: Option<Origin>,
}

impl Conditions {
    /// The conditions of runs with these settings.
    pub fn of(settings: &Settings, origin: Option<Origin>) -> Conditions {
        Conditions {
            limits: settings.conditions.limits,
            isolation: settings.conditions.isolation.level(),
            jobs: settings.conditions.jobs,
            keep_going: settings.keep_going,
            origin,
        }
    }
}

/// Where a report comes from. It does not say who ran it, nor the machine's name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Origin {
    /// When the run began, such as `2026-11-22T20:58:00Z`.
    #[schemars(extend("format" = "date-time"))]
    pub date: String,
    /// The version of the judge.
    pub version: String,
    /// The command, quoted for a shell; every character of it is visible.
    pub command: String,
    /// The system, the number of processors and their name.
    pub machine: String,
}

impl Origin {
    /// The origin of a run that begins now, by the command of this process.
    pub fn now() -> Origin {
        let words = std::env::args_os().skip(1).map(|word| format!(" {}", quoted(word.as_encoded_bytes())));
        let command = format!("judge{}", words.collect::<String>());
        Origin {
            date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command,
            machine: machine(),
        }
    }
}

fn machine() -> String {
    let system = uname();
    let word = |text: &std::ffi::CStr| text.to_string_lossy().into_owned();
    let cores = core_count();
    let model = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| model(&text));
    let processors = format!("{cores} × {}", model.unwrap_or_else(|| "processor".to_owned()));
    format!("{} {} {}, {processors}", word(system.sysname()), word(system.release()), word(system.machine()))
}

/// The processor's name in `/proc/cpuinfo`, which some architectures do not have.
fn model(text: &str) -> Option<String> {
    let named = text.lines().find_map(|line| line.strip_prefix("model name"))?;
    Some(named.trim_start_matches([' ', '\t', ':']).trim().to_owned())
}

/// The outcome of a whole run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
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
    /// The subject of the run.
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

    /// The leaderboard by points, if they are counted.
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

    /// The outcome of the whole run.
    pub fn outcome(&self) -> Outcome {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_is_told_without_its_name() {
        let name = uname().nodename().to_string_lossy().into_owned();
        let Origin { date, machine, .. } = Origin::now();
        assert!(date.ends_with('Z') && date.len() == 20, "{date}");
        assert!(machine.starts_with("Linux ") && machine.contains(" × "), "{machine}");
        assert!(name.len() < 6 || !machine.contains(&name), "{machine}");
        assert_eq!(model("processor\t: 0\nmodel name\t: A 9 B\n"), Some("A 9 B".to_owned()));
        assert_eq!(model("Features: fp"), None);
    }
}
