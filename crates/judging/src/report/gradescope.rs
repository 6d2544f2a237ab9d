//! A run as the results of a Gradescope autograder, by its published specification
//! (<https://gradescope-autograders.readthedocs.io/en/latest/specs/>): each program is a test with its score, or each of its cases.
//!
//! All text is said to be plain, so that Gradescope escapes it. What the autograder prints besides stays hidden from students.

use serde::Serialize;
use serde_json::Number;

use super::mark::{Mark, MarkedTest, TestStatus, marks, number};
use super::{Record, json};

/// `results.json`.
#[derive(Serialize)]
struct GradescopeResults {
    /// How many programs passed.
    output: String,
    output_format: Text,
    /// The time of all runs, in seconds.
    execution_time: u64,
    visibility: Visibility,
    stdout_visibility: Visibility,
    tests: Vec<GradescopeTest>,
}

#[derive(Serialize)]
struct GradescopeTest {
    name: String,
    name_format: Text,
    status: GradescopeStatus,
    score: Number,
    /// None if there is no highest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    max_score: Option<Number>,
    output: String,
    output_format: Text,
    visibility: Visibility,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum GradescopeStatus {
    Passed,
    Failed,
}

/// The format of a text: plain, not a language of markup.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Text {
    Text,
}

/// The readers of a text: students, too, or only their teachers.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Visibility {
    Visible,
    Hidden,
}

/// Renders a run in which each program is worth this many points.
pub(crate) fn gradescope(record: &Record, points: u32) -> String {
    let time: f64 = record.judged().map(|(_, report)| report.time.as_secs_f64()).sum();
    json::pretty(&GradescopeResults {
        output: format!("{} ({})", record.sum(), record.heading),
        output_format: Text::Text,
        execution_time: time.ceil() as u64,
        visibility: Visibility::Visible,
        stdout_visibility: Visibility::Hidden,
        tests: marks(record).iter().flat_map(|mark| tests(mark, record, points)).collect(),
    })
}

fn tests(mark: &Mark<'_>, record: &Record, points: u32) -> Vec<GradescopeTest> {
    let tests = mark.tests(&record.heading.dialect, points, Some(100.0)).into_iter();
    let test = |test: MarkedTest| GradescopeTest {
        name: test.name,
        name_format: Text::Text,
        status: match test.outcome {
            TestStatus::Passed => GradescopeStatus::Passed,
            // There is no third word; the output says why.
            TestStatus::Failed | TestStatus::Untried => GradescopeStatus::Failed,
        },
        score: number(test.score),
        max_score: test.of.is_finite().then(|| number(test.of)),
        output: test.fault.unwrap_or_else(|| mark.notes()),
        output_format: Text::Text,
        visibility: Visibility::Visible,
    };
    tests.map(test).collect()
}
