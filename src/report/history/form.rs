//! A history as JSON, for programs. It is described by a JSON Schema, [`history_schema`].

use std::time::SystemTime;

use schemars::JsonSchema;
use serde::Serialize;

use super::program::{Program, Step};
use super::runs::History;
use crate::golf::Measure;
use crate::report::heading::board_name;
use crate::report::json::pretty;
use crate::report::json_schema;
use crate::runner::VerdictWord;
use crate::transcript::Profile;

/// The number of the format.
const NUMBER: u32 = 1;

/// A history of submissions.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "A history of judge history --format json", deny_unknown_fields)]
struct HistoryDto<'a> {
    /// The version of this format.
    #[schemars(extend("const" = NUMBER))]
    schema: u32,
    /// The dialect, or the name of the challenge.
    dialect: &'a str,
    /// The reversi board, if it is not the standard one.
    board: Option<String>,
    /// The profile.
    profile: Profile,
    /// By what a best is counted.
    scoring: Measure,
    /// When each run began, the oldest first.
    runs: Vec<String>,
    /// What makes the history weaker.
    notes: &'a [String],
    /// The programs, those of the latest run first.
    programs: Vec<ProgramDto<'a>>,
}

/// A program.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Program", deny_unknown_fields)]
struct ProgramDto<'a> {
    /// Its name.
    name: &'a str,
    /// Its language, as the latest run says.
    language: Option<&'a str>,
    /// The shortest size with which it was accepted.
    best: Option<u64>,
    /// The runs that judged it, the oldest first.
    runs: Vec<StepDto>,
}

/// What a run says of a program.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Run", deny_unknown_fields)]
struct StepDto {
    /// When the run began.
    #[schemars(extend("format" = "date-time"))]
    date: String,
    /// What became of the program.
    verdict: VerdictWord,
    /// Its size in bytes.
    bytes: Option<u64>,
    /// Its size in characters, if it is UTF-8.
    chars: Option<u64>,
    /// By how much it is longer than when it was accepted before; null if it is not accepted, or was not before.
    change: Option<i64>,
    /// The shortest size with which it was accepted up to this run.
    best: Option<u64>,
}

/// The JSON Schema of `judge history --format json`.
pub fn history_schema() -> String {
    json_schema::of_file::<HistoryDto<'_>>()
}

/// Renders a history.
pub(super) fn json(history: &History) -> String {
    pretty(&HistoryDto {
        schema: NUMBER,
        dialect: history.heading.dialect.name(),
        board: history.heading.dialect.board().map(board_name),
        profile: history.heading.profile,
        scoring: history.scoring,
        runs: history.dates.iter().copied().map(date).collect(),
        notes: &history.notes,
        programs: history.programs.iter().map(program).collect(),
    })
}

fn program(program: &Program) -> ProgramDto<'_> {
    ProgramDto {
        name: &program.name,
        language: program.language(),
        best: program.best(),
        runs: program.steps.iter().map(step).collect(),
    }
}

fn step(step: &Step) -> StepDto {
    let Step { when, entry, change, best, is_best: _, is_new: _ } = step;
    StepDto {
        date: date(*when),
        verdict: entry.verdict,
        bytes: entry.bytes,
        chars: entry.chars,
        change: *change,
        best: *best,
    }
}

fn date(when: SystemTime) -> String {
    humantime::format_rfc3339_seconds(when).to_string()
}
