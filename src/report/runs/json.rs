//! Saved runs, compared, as JSON for programs. It is described by a JSON Schema, [`compare_schema`].

use schemars::JsonSchema;
use serde::Serialize;

use super::progress::Progress;
use crate::golf::Measure;
use crate::report::heading::{Heading, board_name};
use crate::report::json::pretty;
use crate::report::json_schema;
use crate::transcript::Profile;

/// The number of the format.
const NUMBER: u32 = 1;

/// Saved runs, compared.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "Saved runs in judge compare --format json")]
struct Runs<'a> {
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
    /// When each run began, null if it does not say so: two runs as they were given, more with the oldest first.
    runs: &'a [Option<String>],
    /// What makes the comparison weaker.
    notes: &'a [String],
    /// The programs, those of the latest run first.
    programs: &'a [Progress],
}

/// The JSON Schema of `judge compare --format json`.
pub fn compare_schema() -> String {
    json_schema::of_file::<Runs<'_>>()
}

/// Renders runs of these dates.
pub(super) fn json(
    heading: &Heading,
    scoring: Measure,
    runs: &[Option<String>],
    notes: &[String],
    programs: &[Progress],
) -> String {
    pretty(&Runs {
        schema: NUMBER,
        dialect: heading.dialect.name(),
        board: heading.dialect.board().map(board_name),
        profile: heading.profile,
        scoring,
        runs,
        notes,
        programs,
    })
}
