//! A run as JSON, for programs. The format is described by a JSON Schema, [`schema`]. A change that affects readers increases
//! the number in `schema`.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;

use super::Record;
use super::heading::Subject;
use super::heading::SubmissionSummary;
use super::json_schema;
use crate::golf::{Measure, Points, points_of};
use crate::runner::{CandidateReport, Crash, FailedRun, FailedSession, Failure, ShownFailure};
use crate::verdict::Verdict;

/// The number of the format.
const NUMBER: u32 = 3;

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
    report: CandidateReport<String, FailureDto<'a>>,
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

/// One failed case, ready to be shown. All text in it is safe to print: every character is visible.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Failure")]
struct FailureDto<'a> {
    /// The case's name, if it was run.
    case: &'a str,
    /// The verdict on it.
    kind: Verdict,
    #[serde(flatten)]
    session: Cow<'a, FailedSession>,
    /// The fault, if it is a known one.
    diagnosis: Option<NamedFault<'a>>,
    /// Whether it answers differently from run to run.
    is_flaky: bool,
    /// The error that ended the program, if it is known how its language reports it.
    crash: Option<&'a Crash>,
    /// Notes: how the process ended, what it wrote on standard error, and so on.
    notes: Vec<String>,
    /// A shell command that reproduces it, if it was run.
    command: Option<&'a str>,
    /// A shell command that shows the game side by side with the reference.
    replay: Option<&'a String>,
    /// The run that showed it, if it was run.
    run: Option<&'a FailedRun>,
}

/// A fault in words.
#[derive(Serialize, JsonSchema)]
struct NamedFault<'a> {
    /// The fault of the program; completes a sentence that begins with "it".
    fault: &'a str,
    /// The condition of the fault, in a sentence.
    cause: &'a str,
}

impl FailureDto<'_> {
    fn of(failure: &Failure) -> FailureDto<'_> {
        let scene = failure.scene.as_ref();
        FailureDto {
            case: scene.map_or("", |scene| &scene.case),
            kind: failure.verdict,
            session: failure.session(),
            diagnosis: failure.diagnosis().map(|(fault, cause)| NamedFault { fault, cause }),
            is_flaky: failure.is_flaky(),
            crash: failure.crash(),
            notes: failure.notes.iter().map(ToString::to_string).collect(),
            command: scene.and_then(|scene| scene.command.as_deref()),
            replay: failure.replay(),
            run: match &failure.shown {
                ShownFailure::Message(_) => None,
                ShownFailure::Session(_, run) => Some(run),
            },
        }
    }
}

/// A report in words.
fn in_words(report: &CandidateReport) -> CandidateReport<String, FailureDto<'_>> {
    CandidateReport {
        status: report.status.clone(),
        input: report.input,
        feed: report.feed,
        cases: report.cases,
        failed: report.failed,
        left_out: report.left_out,
        passed: report.passed.clone(),
        fallback: report.fallback.clone(),
        time: report.time,
        latency: report.latency,
        advice: report.advice.iter().map(ToString::to_string).collect(),
        most: report.most,
        runs: report.runs.clone(),
        verdicts: report.verdicts.clone(),
        marks: report.marks.clone(),
        failure: report.failure.as_ref().map(FailureDto::of),
        expected: report.expected.clone(),
    }
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
        report: in_words(report),
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
