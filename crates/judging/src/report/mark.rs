//! What became of each program of a run, for the services that give marks.
//!
//! Each program is one test, right or not: the judge stops at the first failure, so nothing is known of what else a wrong program
//! can do. A program that was not judged is no failure of its author, but gets no points either.

use serde::Serialize;

use super::{Record, failure_facts};
use crate::runner::{Candidate, CandidateReport, Passed, Status};
use crate::transcript::visible_line;
use crate::verdict::Verdict;

/// What became of a program, and of a run, in the words of Exercism and GitHub Classroom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) enum TestStatus {
    #[serde(rename = "pass")]
    Passed,
    /// It ran, and failed.
    #[serde(rename = "fail")]
    Failed,
    #[serde(rename = "error")]
    Untried,
}

pub(super) struct Mark<'a> {
    pub(super) candidate: &'a Candidate,
    /// None if the run was interrupted before it was judged.
    pub(super) report: Option<&'a CandidateReport>,
    pub(super) outcome: TestStatus,
}

/// What became of the programs of a run, in the order in which they were given.
pub(super) fn marks<'a>(record: &'a Record) -> Vec<Mark<'a>> {
    let mark = |(candidate, report): (&'a Candidate, &'a Option<CandidateReport>)| {
        let report = report.as_ref();
        Mark { candidate, report, outcome: report.map_or(TestStatus::Untried, outcome) }
    };
    record.candidates.iter().zip(&record.reports).map(mark).collect()
}

fn outcome(report: &CandidateReport) -> TestStatus {
    match (report.is_as_expected(), &report.status) {
        (Some(true), _) => TestStatus::Passed,
        (_, Status::Judged(verdict)) => of_failure(*verdict),
        (_, Status::Skipped(_)) => TestStatus::Untried,
    }
}

fn of_failure(verdict: Verdict) -> TestStatus {
    match verdict {
        Verdict::CompileError | Verdict::CannotRun | Verdict::JudgeError => TestStatus::Untried,
        // One that was accepted, and should not have been.
        Verdict::Accepted
        | Verdict::Wrong
        | Verdict::Early
        | Verdict::Extra
        | Verdict::CpuTime
        | Verdict::WallTime
        | Verdict::Idle
        | Verdict::Memory
        | Verdict::Processes
        | Verdict::Files
        | Verdict::Output
        | Verdict::Forbidden
        | Verdict::Crashed => TestStatus::Failed,
    }
}

impl Mark<'_> {
    /// The name of the program; every character of it is visible.
    pub(super) fn name(&self) -> String {
        visible_line(self.candidate.name.as_bytes())
    }

    pub(super) fn score(&self, points: u32) -> u32 {
        if self.outcome == TestStatus::Passed { points } else { 0 }
    }

    /// Why it did not pass, with the shortest game that shows it. `None` if it passed.
    pub(super) fn fault(&self) -> Option<String> {
        if self.outcome == TestStatus::Passed {
            return None;
        }
        let Some(report) = self.report else { return Some("interrupted before it was judged".to_owned()) };
        Some(match (&report.status, &report.failure) {
            (Status::Skipped(why), _) => format!("not judged: {}", visible_line(why.as_bytes())),
            (_, Some(failure)) => {
                let unmet = report.unmet().map(|words| format!("verdict expected: {words}\n"));
                format!("{}{}", unmet.unwrap_or_default(), failure_facts::plain(failure))
            }
            (_, None) => format!("{}{}", report.verdict(), failure_facts::unmet(report)),
        })
    }

    /// What it was tried with: the inputs of the game in which it failed, one on each line, or the suites that it passed.
    pub(super) fn tried(&self) -> String {
        let Some(report) = self.report else { return String::new() };
        let failed = report.failure.as_ref().map(|failure| failure.session().moves.join("\n"));
        failed.unwrap_or_else(|| report.passed.iter().map(suite).collect::<Vec<_>>().join("\n"))
    }

    /// Notes on a program that passed, one on each line.
    pub(super) fn notes(&self) -> String {
        let notes = self.report.into_iter().flat_map(CandidateReport::remarks);
        notes.collect::<Vec<_>>().join("\n")
    }
}

fn suite(passed: &Passed) -> String {
    match (passed.suite.as_str(), passed.covers()) {
        (suite, covers) if suite == covers => suite.to_owned(),
        (suite, covers) => format!("{suite}: {covers}"),
    }
}
