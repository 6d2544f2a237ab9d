//! A run as JSON, for programs. The format is described by a JSON Schema, [`schema`]. A change that affects readers increases
//! the number in `schema`.

use schemars::JsonSchema;
use serde::Serialize;

use super::Record;
use super::heading::Subject;
use super::json_schema;
use super::submission::SubmissionSummary;
use crate::golf::{Measure, Points, points_of};
use crate::runner::CandidateReport;

/// The number of the format.
const NUMBER: u32 = 2;

/// A run of judge check.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "A run of judge check --format json")]
struct Run<'a> {
    /// The version of this format.
    #[schemars(extend("const" = NUMBER))]
    schema: u32,
    #[serde(flatten)]
    subject: Subject,
    /// Whether the run was interrupted; candidates not judged by then are missing.
    interrupted: bool,
    /// The candidates, in the order in which they were given.
    candidates: Vec<Judged<'a>>,
}

/// A candidate, and what became of it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Candidate")]
struct Judged<'a> {
    #[serde(flatten)]
    submission: SubmissionSummary,
    /// Its points as code.golf counts them, for each of these sizes.
    points: Scores,
    #[serde(flatten)]
    report: &'a CandidateReport,
    /// Whether the verdict is one of those expected; null if none are expected, or if it was skipped.
    as_expected: Option<bool>,
}

/// The points of a candidate, as code.golf counts them. Only candidates that were accepted and whose language and size are
/// known have any, and count for the others.
#[derive(Serialize, JsonSchema)]
struct Scores {
    /// For its bytes.
    bytes: Option<Points>,
    /// For its characters.
    chars: Option<Points>,
}

/// The JSON Schema of what `json` renders.
pub fn schema() -> String {
    json_schema::of_file::<Run<'_>>()
}

/// Renders a run, candidates in the order in which they were given.
pub(crate) fn json(record: &Record) -> String {
    let all: Vec<_> = record.judged().collect();
    let [bytes, chars] = [Measure::Bytes, Measure::Chars].map(|scoring| points_of(&all, scoring));
    let points = bytes.into_iter().zip(chars).map(|(bytes, chars)| Scores { bytes, chars });
    let judged = all.iter().zip(points).map(|((candidate, report), points)| Judged {
        submission: SubmissionSummary::of(candidate),
        points,
        report,
        as_expected: report.expected.as_ref().and_then(|_| report.is_as_expected()),
    });
    pretty(&Run {
        schema: NUMBER,
        subject: Subject::from(&record.heading),
        interrupted: record.interrupted,
        candidates: judged.collect(),
    })
}

/// A value as JSON in which every character is visible: characters that JSON allows but that a terminal would
/// interpret are escaped.
pub(super) fn pretty(value: &impl Serialize) -> String {
    inert(&serde_json::to_string_pretty(value).expect("plain data can be rendered"))
}

/// Like [`pretty`], on one line.
pub(super) fn pretty_line(value: &impl Serialize) -> String {
    inert(&serde_json::to_string(value).expect("plain data can be rendered"))
}

fn inert(text: &str) -> String {
    let mut inert = String::with_capacity(text.len() + 1);
    for character in text.chars() {
        if character == '\n' || is_plain(character) {
            inert.push(character);
        } else {
            let mut units = [0; 2];
            let units = character.encode_utf16(&mut units).iter();
            inert.extend(units.map(|unit| format!("\\u{unit:04x}")));
        }
    }
    inert.push('\n');
    inert
}

/// Whether a character is shown as itself. JSON escapes quotes and backslashes.
fn is_plain(character: char) -> bool {
    character.is_ascii_graphic()
        || character == ' '
        || (character != '\u{feff}' && character.escape_debug().len() == 1)
}
