//! The programs of saved runs, with their results.

use std::collections::HashMap;
use std::time::{Duration, SystemTime};

use schemars::JsonSchema;
use serde::Serialize;

use crate::report::log::Log;
use crate::runner::{Candidate, CandidateReport, VerdictWord};
use crate::transcript::visible_line;
use crate::verdict::Verdict;

/// A saved run. Only what it says of its programs is kept, so there may be many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SavedRun {
    /// When it began, if it says so.
    pub(super) when: Option<SystemTime>,
    standings: Vec<(Key, Standing)>,
}

/// A program: its name, and how many of this name a run has before it.
type Key = (String, usize);

/// The result of a program in a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(super) struct Standing {
    /// Its verdict; null if the run was interrupted before.
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
pub(super) struct SavedProgram {
    pub(super) name: String,
    /// Its result in each run, in the order of the runs.
    pub(super) standings: Vec<Option<Standing>>,
}

impl SavedRun {
    /// What a run says that began at this time.
    pub(super) fn of(log: &Log, when: Option<SystemTime>, is_timed: bool) -> SavedRun {
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
        SavedRun { when, standings: standings.collect() }
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
pub(super) fn programs(runs: Vec<SavedRun>) -> Vec<SavedProgram> {
    let count = runs.len();
    let mut places: HashMap<Key, usize> = HashMap::new();
    let mut programs: Vec<SavedProgram> = Vec::new();
    for (number, run) in runs.into_iter().enumerate().rev() {
        for (key, standing) in run.standings {
            let name = key.0.clone();
            let place = *places.entry(key).or_insert(programs.len());
            if place == programs.len() {
                programs.push(SavedProgram { name, standings: vec![None; count] });
            }
            programs[place].standings[number] = Some(standing);
        }
    }
    programs
}

/// How many runs are needed to tell a difference from noise.
const FEWEST: usize = 5;

/// How much longer the median must be. What else a machine does makes all runs of a program longer; with two busy
/// neighbours on two cores, none of the 27 programs in `golf/` took so much longer (docs/reports.md).
const BEYOND: f64 = 1.5;

/// The processor time of the saved runs of a program: its median and quartiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pace {
    /// A quarter of the runs took no longer.
    pub(super) lower: Duration,
    pub(super) median: Duration,
    /// Three quarters of the runs took no longer.
    pub(super) upper: Duration,
}

impl Pace {
    /// The pace of runs with these processor times. `None` if there are too few.
    pub(super) fn of(mut times: Vec<Duration>) -> Option<Pace> {
        times.sort_unstable();
        let at = |quarter: usize| times[(times.len() - 1) * quarter / 4];
        (times.len() >= FEWEST).then(|| Pace { lower: at(1), median: at(2), upper: at(3) })
    }

    /// Whether it is longer than another beyond noise: nearly all runs are longer, and the median by half.
    pub(super) fn is_longer_than(&self, other: &Pace) -> bool {
        self.lower > other.upper && self.median > other.median.mul_f64(BEYOND)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace(times: [u64; 5]) -> Pace {
        Pace::of(times.map(Duration::from_millis).to_vec()).unwrap()
    }

    #[test]
    fn only_what_is_beyond_noise_is_longer() {
        let usual = pace([10, 12, 11, 30, 10]);
        assert_eq!([usual.lower, usual.median, usual.upper], [10, 11, 12].map(Duration::from_millis));
        assert!(pace([20, 21, 22, 20, 24]).is_longer_than(&usual));
        assert!(!usual.is_longer_than(&pace([20, 21, 22, 20, 24])));
        // By less than half, and by more, but not in nearly all runs.
        assert!(!pace([13, 14, 15, 14, 15]).is_longer_than(&usual));
        assert!(!pace([10, 11, 30, 30, 40]).is_longer_than(&usual));
        assert_eq!(Pace::of(vec![Duration::ZERO; 4]), None);
    }
}
