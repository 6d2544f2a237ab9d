//! A run as the result of a grader of GitHub Classroom, in the form that its reporter reads
//! (<https://github.com/classroom-resources/autograding-grading-reporter>): each program is a test with its score, or each of its cases. The reporter
//! wants it in Base64.

use serde::Serialize;

use super::github::failing_line;
use super::mark::{Mark, MarkedTest, TestStatus, marks};
use super::{Record, json};
use crate::transcript::visible_line;

#[derive(Serialize)]
struct ClassroomResult {
    version: u8,
    status: TestStatus,
    max_score: u32,
    tests: Vec<ClassroomTest>,
}

#[derive(Serialize)]
struct ClassroomTest {
    name: String,
    status: TestStatus,
    /// Why it did not pass; null if it did.
    message: Option<String>,
    test_code: String,
    filename: String,
    /// The line where it crashed, or that its compiler complains of; 0 if there is none.
    line_no: u32,
    /// The time of its runs, in milliseconds.
    duration: u64,
    score: u32,
}

/// Renders a run in which each program is worth this many points.
pub(crate) fn classroom(record: &Record, points: u32) -> String {
    let marks = marks(record);
    let status = if marks.iter().any(|mark| mark.outcome == TestStatus::Failed) {
        TestStatus::Failed
    } else if marks.iter().any(|mark| mark.outcome == TestStatus::Untried) {
        TestStatus::Untried
    } else {
        TestStatus::Passed
    };
    let tested: Vec<_> =
        marks.iter().map(|mark| (mark, mark.tests(&record.heading.dialect, points, Some(1.0)))).collect();
    let max_score = tested.iter().flat_map(|(_, tests)| tests).map(most).sum();
    let tests =
        tested.into_iter().flat_map(|(mark, tests)| tests.into_iter().map(|test| self::test(mark, test)));
    json::pretty(&ClassroomResult { version: 1, status, max_score, tests: tests.collect() })
}

/// A number of points: the reporter adds whole ones.
fn whole(points: f64) -> u32 {
    points.round() as u32
}

/// The most points of a test: its own if these have no highest number.
fn most(test: &MarkedTest) -> u32 {
    whole(if test.of.is_finite() { test.of } else { test.score })
}

fn test(mark: &Mark<'_>, test: MarkedTest) -> ClassroomTest {
    let path = mark.candidate.path.as_ref();
    let failure = mark.report.and_then(|report| report.failure.as_ref());
    let message = test.fault;
    ClassroomTest {
        name: test.name,
        status: test.outcome,
        // The reporter shows this text alone of a test that failed, so it has the game.
        test_code: message.clone().unwrap_or_else(|| mark.tried()),
        message,
        filename: path.map(|path| visible_line(path.as_os_str().as_encoded_bytes())).unwrap_or_default(),
        line_no: failure.and_then(|failure| failing_line(mark.candidate, failure)).unwrap_or(0),
        duration: mark.report.map_or(0, |report| u64::try_from(report.time.as_millis()).unwrap_or(u64::MAX)),
        score: whole(test.score),
    }
}
