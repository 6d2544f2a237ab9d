//! The leaderboard as a Markdown table. It contains no times, so it can be kept in a repository and compared.

use std::fmt::Write;

use super::Record;
use super::failure_facts::{self, standing};
use crate::golf::{Measure, Row};
use crate::runner::{Candidate, CandidateReport, Failure, Note, Status};
use crate::transcript::visible_line;

pub(crate) fn markdown(record: &Record, scoring: Option<Measure>) -> String {
    let rows = record.leaderboard_by(scoring).rows;
    let mut text = if scoring.is_some() { HEAD_WITH_POINTS } else { HEAD }.to_owned();
    text.extend(rows.iter().map(if scoring.is_some() { row_with_points } else { row }));
    push_notes(&mut text, &rows);
    push_failures(&mut text, &rows);
    text
}

pub(super) const HEAD: &str =
    "| # | bytes | chars | program | language | input | ruling |\n|--:|--:|--:|---|---|---|---|\n";

const HEAD_WITH_POINTS: &str = "| # | points | in lang | bytes | chars | program | language | input | ruling |\n\
                                |--:|--:|--:|--:|--:|---|---|---|---|\n";

pub(super) fn row(row: &Row<'_>) -> String {
    format!("| {} | {} |\n", rank(row), facts(row).join(" | "))
}

fn row_with_points(row: &Row<'_>) -> String {
    let points =
        row.points.map(|points| [points.overall, points.in_language].map(|points| points.to_string()));
    let points = points.unwrap_or_default().join(" | ");
    format!("| {} | {points} | {} |\n", rank(row), facts(row).join(" | "))
}

fn rank(row: &Row<'_>) -> String {
    row.rank.map_or("–".to_owned(), |rank| rank.to_string())
}

/// The columns after the rank and the points.
fn facts(row: &Row<'_>) -> [String; 6] {
    let candidate = row.candidate;
    [
        candidate.bytes.map(|bytes| bytes.to_string()).unwrap_or_default(),
        candidate.chars.map(|chars| chars.to_string()).unwrap_or_default(),
        code(&candidate.name),
        escaped(candidate.language.as_deref().unwrap_or_default()),
        row.report.mode().map(|mode| mode.to_string()).unwrap_or_default(),
        escaped(&summary(row.report)),
    ]
}

/// How many failures are shown with their games, so that the text fits into a comment on a pull request.
const SHOWN: usize = 20;

fn push_failures(text: &mut String, rows: &[Row<'_>]) {
    let rows = rows.iter().filter(|row| row.report.is_as_expected() == Some(false));
    let failures: Vec<_> =
        rows.filter_map(|row| Some((row.candidate, row.report.failure.as_ref()?))).collect();
    text.extend(failures.iter().take(SHOWN).map(|(candidate, failure)| self::failure(candidate, failure)));
    if failures.len() > SHOWN {
        let _ = writeln!(text, "\n{} more failed.", failures.len() - SHOWN);
    }
}

pub(super) fn failure(candidate: &Candidate, failure: &Failure) -> String {
    let (name, reason) = (visible_line(candidate.name.as_bytes()), failure.reason());
    let facts = failure_facts::plain(failure);
    // A fence is longer than any row of backticks within it.
    let rows = facts.split(|character| character != '`').map(str::len);
    let fence = "`".repeat(rows.max().unwrap_or(0).max(2) + 1);
    format!(
        "\n<details><summary>{}: {}</summary>\n\n{fence}text\n{facts}\n{fence}\n\n</details>\n",
        markup(&name),
        markup(&reason)
    )
}

/// Text with all special characters of HTML escaped.
fn markup(text: &str) -> String {
    maud::html! { (text) }.into_string()
}

/// A note, with a command at its end as code.
fn note(note: &Note) -> String {
    match note {
        Note::Outside { what, replay } => format!("{} (`` {replay} ``)", escaped(what)),
        note => escaped(&note.to_string()),
    }
}

/// The notes on programs that conform, as a list.
fn push_notes(text: &mut String, rows: &[Row<'_>]) {
    let notes = rows.iter().flat_map(|row| {
        let name = code(&row.candidate.name);
        row.report.advice.iter().map(move |note| format!("- {name}: {}\n", self::note(note)))
    });
    let notes: String = notes.collect();
    if !notes.is_empty() {
        *text += &format!("\n{notes}");
    }
}

fn summary(report: &CandidateReport) -> String {
    match (&report.status, &report.failure) {
        (Status::Skipped(why), _) => format!("skipped: {why}"),
        (Status::Judged(verdict), Some(failure)) => {
            format!("{}{}: {}", verdict.name(), standing(report), failure.reason())
        }
        (Status::Judged(verdict), None) => {
            let fell_back = report.fell_back().map(|words| format!(" {words}")).unwrap_or_default();
            format!("{}{fell_back}{}", verdict.name(), standing(report))
        }
    }
}

/// Text with all special characters of Markdown and HTML escaped.
pub(super) fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut escaped, character| {
        if matches!(
            character,
            '\\' | '|' | '<' | '>' | '*' | '_' | '[' | ']' | '`' | '&' | '#' | '~' | '!' | '@'
        ) {
            escaped.push('\\');
        }
        escaped.push(character);
        escaped
    })
}

/// A code span in which every character is visible; a name that would end the span or the cell is escaped
/// instead.
pub(super) fn code(name: &str) -> String {
    let name = visible_line(name.as_bytes());
    if name.contains(['`', '|']) { escaped(&name) } else { format!("`{name}`") }
}
