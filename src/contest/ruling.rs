//! The result of judging a program.

use std::time::Duration;

use crate::execution::Usage;
use crate::runner::{CandidateReport, Expectation, Failure, Passed, Runs, Status};
use crate::verdict::Verdict;

/// The name that stands for the suite when judging by whole cases.
pub const SUITE: &str = "cases";

/// The result of judging a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The verdict on the first case that failed, otherwise `accepted`; or why the program was not run.
    pub verdict: Result<Verdict, String>,
    /// Why it failed.
    pub failed: Option<Failed>,
    /// How many cases it got right.
    pub right: usize,
    /// The most processor time of a run that was not stopped.
    pub slowest: Duration,
    /// The highest usage of any one run, for each quantity.
    pub most: Usage,
    /// The total time of its runs.
    pub time: Duration,
    /// How often it was started.
    pub starts: usize,
}

/// A failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// The case; none if no case was run.
    pub case: Option<String>,
    /// What is wrong, in lines; every character is visible.
    pub why: String,
    /// A shell command that reproduces it, if there is one.
    pub command: Option<String>,
}

impl Ruling {
    /// A ruling without any run.
    pub(super) fn without_runs(verdict: Result<Verdict, String>, why: Option<String>) -> Ruling {
        let failed = why.map(|why| Failed { case: None, why, command: None });
        let (most, time, slowest) = (Usage::default(), Duration::ZERO, Duration::ZERO);
        Ruling { verdict, failed, right: 0, slowest, most, time, starts: 0 }
    }

    /// The result in the form of reports. It contains no games and no inputs: a failure is described in
    /// lines.
    pub fn report(&self, expected: Option<Expectation>) -> CandidateReport {
        let report = match (&self.verdict, &self.failed) {
            (Err(why), _) => CandidateReport::skipped(why),
            (Ok(verdict), Some(failed)) => CandidateReport::with_failure(failure(*verdict, failed)),
            (Ok(verdict), None) => CandidateReport {
                passed: vec![self.passed()],
                ..CandidateReport::untried(Status::Judged(*verdict))
            },
        };
        let is_tried = self.failed.as_ref().is_some_and(|failed| failed.case.is_some());
        let failed = usize::from(is_tried);
        CandidateReport {
            cases: self.right + failed,
            failed,
            time: self.time,
            most: self.most,
            runs: Runs { clean: self.right + failed, starts: self.starts, ..Runs::default() },
            expected,
            ..report
        }
    }

    /// Records the usage of a run.
    pub(super) fn note(&mut self, usage: &Usage, was_stopped: bool) {
        if !was_stopped {
            self.slowest = self.slowest.max(usage.cpu);
        }
        self.most = self.most.max(usage);
        self.time += usage.wall;
        self.starts += 1;
    }

    fn passed(&self) -> Passed {
        let claim = match self.right {
            1 => "it gets the only case right".to_owned(),
            right => format!("it gets all {right} cases right"),
        };
        Passed { suite: SUITE.to_owned(), claim }
    }
}

fn failure(verdict: Verdict, failed: &Failed) -> Failure {
    let case = failed.case.clone().unwrap_or_default();
    let command = failed.command.clone();
    // Every character of it is already visible.
    let actual = failed.why.clone();
    Failure { case, command, actual, ..Failure::before_any_game(verdict, "") }
}
