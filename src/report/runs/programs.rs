//! What saved runs say of their programs.

use std::collections::HashMap;
use std::time::SystemTime;

use schemars::JsonSchema;
use serde::Serialize;

use super::pace::Pace;
use crate::report::log::Log;
use crate::runner::{Candidate, CandidateReport, VerdictWord};
use crate::transcript::visible_line;
use crate::verdict::Verdict;

/// A saved run. Only what it says of its programs is kept, so there may be many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// When it began, if it says so.
    pub(super) when: Option<SystemTime>,
    /// Its programs, in their order.
    standings: Vec<(Key, Standing)>,
}

/// A program: its name, and how many of this name a run has before it.
type Key = (String, usize);

/// What a run says of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(super) struct Standing {
    /// What became of it; null if the run was interrupted before.
    pub(super) verdict: Option<VerdictWord>,
    /// Its size in bytes.
    pub(super) bytes: Option<u64>,
    /// Its size in characters, if it is UTF-8.
    pub(super) chars: Option<u64>,
    /// Its language.
    #[serde(skip)]
    pub(super) language: Option<String>,
    /// Whether it passed, or got a verdict that is expected of it.
    #[serde(skip)]
    pub(super) is_good: bool,
    /// Why, on one line; empty if it passed.
    #[serde(skip)]
    pub(super) reason: String,
    /// Its processor time, if that is wanted, enough runs were saved, and it passed.
    #[serde(skip)]
    pub(super) pace: Option<Pace>,
}

/// A program in all runs, at least one of which has it.
#[derive(Clone, Debug)]
pub(super) struct Program {
    /// Its name.
    pub(super) name: String,
    /// What each run says of it, in the order of the runs.
    pub(super) standings: Vec<Option<Standing>>,
}

impl Run {
    /// What a run says that began at this time.
    pub(super) fn of(log: &Log, when: Option<SystemTime>, is_timed: bool) -> Run {
        let record = log.record();
        let mut met: HashMap<&str, usize> = HashMap::new();
        let all = record.candidates.iter().zip(&record.reports).enumerate();
        let standings = all.map(|(place, (candidate, report))| {
            let count = met.entry(&candidate.name).or_default();
            let key = (candidate.name.clone(), *count);
            *count += 1;
            let pace = if is_timed { pace(log, place) } else { None };
            (key, Standing::of(candidate, report.as_ref(), pace))
        });
        Run { when, standings: standings.collect() }
    }
}

/// The processor time of the saved runs of a candidate that were passed.
fn pace(log: &Log, candidate: usize) -> Option<Pace> {
    let facts = log.facts_of(candidate);
    let passed = facts.iter().map(|(facts, _)| facts).filter(|facts| facts.result().is_accepted());
    Pace::of(passed.map(|facts| facts.run().usage.cpu).collect())
}

impl Standing {
    fn of(candidate: &Candidate, report: Option<&CandidateReport>, pace: Option<Pace>) -> Standing {
        let is_good = report.and_then(CandidateReport::is_as_expected) == Some(true);
        Standing {
            verdict: report.map(|report| VerdictWord::from(&report.status)),
            bytes: candidate.bytes,
            chars: candidate.chars,
            language: candidate.language.clone(),
            is_good,
            reason: visible_line(report.and_then(CandidateReport::reason).unwrap_or_default().as_bytes()),
            pace: pace.filter(|_| is_good),
        }
    }

    pub(super) fn is_accepted(&self) -> bool {
        self.verdict == Some(VerdictWord::Judged(Verdict::Accepted))
    }

    /// The verdict, `skipped` or `not judged`.
    pub(super) fn word(&self) -> &'static str {
        self.verdict.map_or("not judged", VerdictWord::name)
    }
}

/// The programs of all runs, those of the last run first. Programs with one name are matched in their order.
pub(super) fn programs(runs: Vec<Run>) -> Vec<Program> {
    let count = runs.len();
    let mut places: HashMap<Key, usize> = HashMap::new();
    let mut programs: Vec<Program> = Vec::new();
    for (number, run) in runs.into_iter().enumerate().rev() {
        for (key, standing) in run.standings {
            let name = key.0.clone();
            let place = *places.entry(key).or_insert(programs.len());
            if place == programs.len() {
                programs.push(Program { name, standings: vec![None; count] });
            }
            programs[place].standings[number] = Some(standing);
        }
    }
    programs
}
