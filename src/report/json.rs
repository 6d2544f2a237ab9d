//! A run as JSON, for programs. The format is stable and described by a JSON Schema, [`schema`]. A change
//! that affects readers increases the number in `schema`.

mod form;

use serde::Serialize;

use super::Record;
use super::form::Form;
use super::json_schema;
use super::verdict_word::VerdictWord;
use crate::golf::{Measure, points_of};
use crate::runner::{Candidate, CandidateReport, Expectation, Failure, Status};
use form::{CandidateDto, FailureDto, FallbackDto, InputWord, LatencyDto, NUMBER, RunDto, ScoresDto};

/// The JSON Schema of what `json` renders.
pub fn schema() -> String {
    json_schema::of_file::<RunDto<'_>>()
}

/// Renders a run, candidates in the order in which they were given.
pub(crate) fn json(record: &Record) -> String {
    let run = RunDto {
        schema: NUMBER,
        dialect: record.heading.dialect.name(),
        board: record.heading.dialect.board().map(super::heading::board_name),
        profile: record.heading.profile,
        suite: &record.heading.suite,
        interrupted: record.interrupted,
        candidates: candidates(record),
    };
    pretty(&run)
}

/// A value as JSON in which every character is visible: characters that JSON allows but that a terminal would
/// interpret are escaped.
pub(super) fn pretty(value: &impl Serialize) -> String {
    inert(&serde_json::to_string_pretty(value).expect("plain data can be rendered"))
}

/// The same on one line.
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

fn candidates(record: &Record) -> Vec<CandidateDto<'_>> {
    let all: Vec<_> = record.judged().collect();
    let [bytes, chars] = [Measure::Bytes, Measure::Chars].map(|scoring| points_of(&all, scoring));
    let points = bytes.into_iter().zip(chars).map(|(bytes, chars)| ScoresDto::of(bytes, chars));
    all.into_iter()
        .zip(points)
        .map(|((candidate, report), points)| judged(candidate, report, points))
        .collect()
}

fn judged<'a>(candidate: &'a Candidate, report: &'a CandidateReport, points: ScoresDto) -> CandidateDto<'a> {
    CandidateDto {
        name: &candidate.name,
        path: candidate.path.as_ref().map(|path| path.display().to_string()),
        language: candidate.language.as_deref(),
        bytes: candidate.bytes,
        chars: candidate.chars,
        points,
        input: report.input.map(InputWord::from),
        feed: report.feed,
        latency: report.latency.map(|latency| LatencyDto {
            moves: latency.moves,
            median: latency.median.as_secs_f64(),
            longest: latency.longest.as_secs_f64(),
        }),
        advice: &report.advice,
        verdict: VerdictWord::from(&report.status),
        expected: report.expected.as_ref().map(Expectation::verdicts),
        as_expected: report.expected.as_ref().and_then(|_| report.is_as_expected()),
        reason: match &report.status {
            Status::Skipped(why) => Some(why),
            Status::Judged(_) => None,
        },
        cases: report.cases,
        failed: report.failed,
        left_out: report.left_out,
        passed: report.passed.iter().map(|passed| passed.suite.as_str()).collect(),
        fallback: report.fallback.as_ref().map(|fallback| FallbackDto {
            suite: &fallback.suite,
            seconds: fallback.work.as_secs_f64(),
            budget: fallback.budget().as_secs(),
        }),
        claim: report.passed.last().map(|passed| passed.claim.as_str()),
        seconds: report.time.as_secs_f64(),
        runs: Form::of(report.runs.clone()),
        failure: report.failure.as_ref().map(first_failure),
    }
}

fn first_failure(failure: &Failure) -> FailureDto<'_> {
    FailureDto {
        case: &failure.case,
        moves: &failure.moves,
        kind: failure.verdict,
        game: &failure.game,
        expected: &failure.expected,
        actual: &failure.actual,
        at: failure.at,
        diagnosis: failure.diagnosis.as_ref().map(|diagnosis| diagnosis.fault.as_str()),
        is_flaky: failure.is_flaky,
        crash: Form::of(failure.crash.clone()),
        notes: &failure.notes,
        command: failure.command.as_deref(),
        replay: failure.replay.as_deref(),
    }
}
