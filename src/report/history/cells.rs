//! What a table shows of a program in a run.

use std::time::SystemTime;

use super::program::{Program, Step};
use super::runs::History;

/// The columns; the last is shown if all runs are.
pub(super) const HEADINGS: [&str; 7] =
    ["when (UTC)", "bytes", "chars", "change", "best", "program", "verdict"];

/// The columns that hold numbers.
pub(super) const NUMBERS: std::ops::Range<usize> = 1..5;

/// The column of the name.
pub(super) const PROGRAM: usize = 5;

/// How many columns are shown.
pub(super) fn count(is_verbose: bool) -> usize {
    if is_verbose { HEADINGS.len() } else { HEADINGS.len() - 1 }
}

/// The steps that are shown: those with which a program was accepted with another size than before, or all.
pub(super) fn shown(history: &History, is_verbose: bool) -> Vec<(&Program, &Step)> {
    let steps =
        history.programs.iter().flat_map(|program| program.steps.iter().map(move |step| (program, step)));
    steps.filter(|(_, step)| is_verbose || step.is_new).collect()
}

/// The cells of a line; the name as it is.
pub(super) fn cells(program: &Program, step: &Step) -> [String; 7] {
    let number = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
    [
        minute(step.when),
        number(step.entry.bytes),
        number(step.entry.chars),
        step.change.map(difference).unwrap_or_default(),
        number(step.best),
        program.name.clone(),
        step.entry.verdict.name().to_owned(),
    ]
}

/// A time to the minute, such as `2026-11-22 20:58`.
fn minute(when: SystemTime) -> String {
    humantime::format_rfc3339_seconds(when).to_string()[..16].replacen('T', " ", 1)
}

/// A difference with its sign.
fn difference(change: i64) -> String {
    if change == 0 { "0".to_owned() } else { format!("{change:+}") }
}
