//! The result of each program of a run, for services that give marks.
//!
//! Each program is one test, right or not: the judge stops at the first failure, so nothing is known of what else a wrong program
//! can do. Of whole cases that were all played each is a test, or each group that has points. A program that was not judged is no failure of its author, but gets no points either.

use serde::Serialize;

use super::{Record, failure_facts};
use crate::challenge::{Cases, GroupMarks, Show, belongs, rounded};
use crate::dialect::{Dialect, WholeCases};
use crate::runner::{Candidate, CandidateReport, CaseVerdict, Passed, Status};
use crate::transcript::visible_line;
use crate::verdict::Verdict;

/// The result of a program, and of a run, in the words of Exercism and GitHub Classroom.
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

/// The results of the programs of a run, in the order in which they were given.
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

/// A test with its score.
pub(super) struct MarkedTest {
    pub(super) name: String,
    pub(super) outcome: TestStatus,
    pub(super) score: f64,
    pub(super) of: f64,
    /// Why it did not pass, as far as students see that. `None` if it passed.
    pub(super) fault: Option<String>,
}

impl Mark<'_> {
    /// The tests of a program that is worth `points`: its cases or groups of cases, if all were played and their points add up to
    /// those of the program, or else the program as one test. Points are multiples of 1/`parts`, if that is given.
    pub(super) fn tests(&self, dialect: &Dialect, points: u32, parts: Option<f64>) -> Vec<MarkedTest> {
        let whole = dialect.whole().map(WholeCases::cases);
        let report = self.report.filter(|report| !report.verdicts.is_empty());
        let of = report.and_then(|report| report.marks.as_ref()).map_or(f64::from(points), |marks| marks.of);
        let show = dialect.show();
        let fault_of = |one: &CaseVerdict| fault_of(one, dialect, show);
        let tests = report
            .zip(whole)
            .map(|(report, cases)| self.of_cases(report, cases, of, &fault_of))
            .unwrap_or_default();
        let is_whole = !tests.is_empty() && number(tests.iter().map(|test| test.of).sum()) == number(of);
        let given = Some(tests).filter(|_| is_whole).and_then(|tests| match parts {
            Some(parts) => in_parts(tests, parts),
            None => Some(tests),
        });
        if let Some(tests) = given {
            return tests;
        }
        let marks = self.report.and_then(|report| report.marks.as_ref());
        vec![MarkedTest {
            name: self.name(),
            outcome: self.outcome,
            score: marks.map_or_else(|| self.score(points), |marks| marks.points),
            of: marks.map_or(f64::from(points), |marks| marks.of),
            fault: report.and_then(|report| faults(&report.verdicts, &fault_of)).or_else(|| self.fault()),
        }]
    }

    fn of_cases(
        &self,
        report: &CandidateReport,
        cases: &Cases,
        points: f64,
        fault_of: &dyn Fn(&CaseVerdict) -> String,
    ) -> Vec<MarkedTest> {
        let groups = report.marks.iter().flat_map(|marks| &marks.groups);
        let of_group = |group: &GroupMarks, name: &str| name != group.group && belongs(name, &group.group);
        let is_outer = |group: &&GroupMarks| !groups.clone().any(|other| of_group(other, &group.group));
        let named = |name: &str| format!("{}: {name}", self.name());
        let all: Vec<_> = report.verdicts.iter().map(|one| (one.case.as_str(), one.share())).collect();
        let unmet = |place: &str| {
            let required = cases.unmet(place, &all)?;
            Some(format!("no points for {place}: {required} is required and not right"))
        };
        let outer: Vec<_> = groups.clone().filter(is_outer).collect();
        let grouped = outer.iter().map(|group| {
            let inner = || report.verdicts.iter().filter(|one| of_group(group, &one.case));
            let fault = faults(inner(), fault_of).or_else(|| unmet(&group.group));
            let fault = fault.or_else(|| inner().find_map(|one| unmet(&one.case)));
            MarkedTest {
                name: named(&group.group),
                outcome: if fault.is_none() { TestStatus::Passed } else { TestStatus::Failed },
                score: group.points,
                of: group.of,
                fault,
            }
        });
        let share = points / report.verdicts.len() as f64;
        let single =
            report.verdicts.iter().filter(|one| !outer.iter().any(|group| of_group(group, &one.case)));
        let single = single.filter(|one| report.marks.is_none() || one.most().is_some()).map(|one| {
            let unmet = unmet(&one.case).filter(|_| one.is_right());
            MarkedTest {
                name: named(cases.title(&one.case).unwrap_or(&one.case)),
                outcome: match &unmet {
                    None if one.is_right() => TestStatus::Passed,
                    None => of_failure(one.verdict),
                    Some(_) => TestStatus::Failed,
                },
                score: match &unmet {
                    None => one.points.unwrap_or(one.share().unwrap_or_default() * share),
                    Some(_) => 0.0,
                },
                of: one.most().unwrap_or(share),
                fault: unmet.or_else(|| (!one.is_right()).then(|| fault_of(one))),
            }
        });
        grouped.chain(single).collect()
    }

    /// The name of the program; every character of it is visible.
    pub(super) fn name(&self) -> String {
        visible_line(self.candidate.name.as_bytes())
    }

    fn score(&self, points: u32) -> f64 {
        if self.outcome == TestStatus::Passed { f64::from(points) } else { 0.0 }
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

    /// The inputs of the game in which it failed, one on each line, or the suites that it passed.
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

/// The tests with points in multiples of 1/`parts`, which add up to what they were. `None` if one would get none of its points.
fn in_parts(mut tests: Vec<MarkedTest>, parts: f64) -> Option<Vec<MarkedTest>> {
    let (mut exact, mut given) = (0.0, 0.0);
    for test in tests.iter_mut().filter(|test| test.of.is_finite()) {
        exact += test.of;
        let of = (rounded(exact * parts).round() - given) / parts;
        given += of * parts;
        if of <= 0.0 && test.of > 0.0 {
            return None;
        }
        let share = if test.of > 0.0 { test.score / test.of } else { 0.0 };
        test.score = (share * of * parts).round() / parts;
        test.of = of;
    }
    Some(tests)
}

/// The messages about wrong cases, one per line. `None` if all are right.
fn faults<'a>(
    verdicts: impl IntoIterator<Item = &'a CaseVerdict>,
    fault_of: &dyn Fn(&CaseVerdict) -> String,
) -> Option<String> {
    let wrong = verdicts.into_iter().filter(|one| !one.is_right()).map(fault_of);
    let wrong: Vec<_> = wrong.collect();
    (!wrong.is_empty()).then(|| wrong.join("\n"))
}

/// The message about a wrong case; only the verdict, if students do not see the case.
fn fault_of(one: &CaseVerdict, dialect: &Dialect, show: Option<Show>) -> String {
    let hint = dialect.whole().and_then(|whole| whole.cases().hint(&one.case));
    let hint = hint.map_or_else(String::new, |hint| format!(" ({hint})"));
    let why = if dialect.hides(&one.case, show) { String::new() } else { format!(": {}", one.why) };
    format!("{} {}{why}{hint}", one.case, one.verdict.name())
}

/// Points as services read them: whole numbers without a fraction.
pub(super) fn number(points: f64) -> serde_json::Number {
    let rounded = rounded(points);
    match serde_json::Number::from_f64(rounded) {
        Some(number) if rounded.fract() != 0.0 => number,
        _ => (rounded as u64).into(),
    }
}

fn suite(passed: &Passed) -> String {
    match (passed.suite.as_str(), passed.covers()) {
        (suite, covers) if suite == covers => suite.to_owned(),
        (suite, covers) => format!("{suite}: {covers}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_rounded_so_that_they_add_up() {
        let given = |of: &[f64], parts: f64| {
            let test = |of: &f64| MarkedTest {
                name: String::new(),
                outcome: TestStatus::Passed,
                score: *of,
                of: *of,
                fault: None,
            };
            let tests = in_parts(of.iter().map(test).collect(), parts)?;
            assert!(tests.iter().all(|test| test.score == test.of), "all of them are right");
            Some(tests.iter().map(|test| test.of).collect::<Vec<_>>())
        };
        let third = 10.0 / 3.0;
        assert_eq!(given(&[third; 3], 100.0), Some(vec![3.33, 3.34, 3.33]));
        assert_eq!(given(&[third; 3], 1.0), Some(vec![3.0, 4.0, 3.0]));
        assert_eq!(given(&[0.4, 0.4, 0.2], 1.0), None, "one would get none");
        assert_eq!(given(&[2.0, 0.0, 1.0], 1.0), Some(vec![2.0, 0.0, 1.0]));
    }
}
