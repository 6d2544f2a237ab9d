//! The leaderboard as a table that can be sorted by each column.

use maud::{Markup, html as markup};

use super::text;
use crate::golf::Row;
use crate::runner::{CandidateReport, Status};

/// The columns: heading, class, and whether they hold numbers.
const COLUMNS: [(&str, &str); 8] = [
    ("#", "number"),
    ("program", "program"),
    ("bytes", "number bytes"),
    ("chars", "number chars"),
    ("language", "language"),
    ("input", "input"),
    ("ms a run", "number pace"),
    ("ruling", "ruling"),
];

/// Renders the leaderboard.
pub(super) fn table(rows: &[Row<'_>], names: &[String]) -> Markup {
    let ranked = rows.iter().filter(|row| row.rank.is_some());
    let most = ranked.filter_map(|row| row.candidate.bytes).max().unwrap_or(0);
    markup! {
        table.leaderboard {
            caption { "Sorted by size. Failing programs are not ranked." }
            thead {
                tr {
                    @for (place, (heading, class)) in COLUMNS.iter().enumerate() {
                        th scope="col" class=(class) aria-sort=[(place == 0).then_some("ascending")] {
                            button type="button" { (heading) }
                        }
                    }
                }
            }
            tbody { @for (place, (row, name)) in rows.iter().zip(names).enumerate() { (line(place, row, name, most)) } }
        }
    }
}

fn line(place: usize, row: &Row<'_>, name: &str, most: u64) -> Markup {
    let candidate = row.candidate;
    let time = time_per_game(row.report);
    markup! {
        tr class=(class(row.report)) {
            td.number data-key=(place) { (rank(row)) }
            th.program scope="row" data-key=(text::key(&candidate.name)) { a href={ "#" (name) } { (text::name(&candidate.name)) } }
            td.number.bytes data-key=[candidate.bytes] { @if let Some(bytes) = candidate.bytes { (bytes) @if row.rank.is_some() { (bar(bytes, most)) } } }
            td.number.chars data-key=[candidate.chars] { @if let Some(chars) = candidate.chars { (chars) } }
            td.language { (candidate.language.as_deref().unwrap_or_default()) }
            td.input { @if let Some(mode) = row.report.mode() { (mode) } }
            td.number.pace data-key=[time] { @if let Some(time) = time { (format!("{time:.1}")) } }
            td.ruling { (summary(row.report)) }
        }
    }
}

fn rank(row: &Row<'_>) -> Markup {
    match (row.rank, row.report.is_as_expected()) {
        (Some(rank), _) => markup! { (rank) },
        (None, Some(true)) => markup! { span aria-hidden="true" { "✓" } span.unseen { "fails as expected" } },
        (None, Some(_)) => markup! { span aria-hidden="true" { "✗" } span.unseen { "failed" } },
        (None, None) => markup! { span aria-hidden="true" { "–" } span.unseen { "skipped" } },
    }
}

/// A bar for a number, relative to the largest.
fn bar(number: u64, most: u64) -> Markup {
    markup! {
        svg.bar viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true" {
            rect width=(100 * number / most.max(1)) height="3" {}
        }
    }
}

/// The CSS class of a verdict.
pub(super) fn class(report: &CandidateReport) -> &'static str {
    match report.is_as_expected() {
        Some(true) => "good",
        Some(false) => "bad",
        None => "skipped",
    }
}

/// The mean time of a run, in milliseconds.
pub(super) fn time_per_game(report: &CandidateReport) -> Option<f64> {
    (report.cases > 0 && report.conforms() == Some(true))
        .then(|| report.time.as_secs_f64() * 1e3 / report.cases as f64)
}

/// The verdict and the reason, in one line.
fn summary(report: &CandidateReport) -> Markup {
    let unmet = report.unmet().map(|words| format!("(expected: {words}) "));
    let (verdict, rest) = match (&report.status, &report.failure) {
        (Status::Skipped(why), _) => ("skipped", why.clone()),
        (Status::Judged(verdict), Some(failure)) => (verdict.name(), failure.reason()),
        (Status::Judged(verdict), None) => {
            (verdict.name(), report.passed.last().map(|passed| passed.suite.clone()).unwrap_or_default())
        }
    };
    markup! { span.word { (verdict) } " " (unmet.unwrap_or_default()) span.why { (text::prose(&text::short(&rest, 160))) } }
}
