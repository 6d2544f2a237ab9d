//! The leaderboard as a table that can be sorted by each column.

use maud::{Markup, html as markup};

use super::text;
use crate::golf::{Measure, Row};
use crate::report::failure_facts;
use crate::runner::{CandidateReport, Status};

/// The columns: heading, class. Those of points come behind the program, if points are counted.
const FIRST: [(&str, &str); 2] = [("#", "number"), ("program", "program")];
const POINTS: [(&str, &str); 2] = [("points", "number points"), ("in language", "number points own")];
const LAST: [(&str, &str); 6] = [
    ("bytes", "number bytes"),
    ("chars", "number chars"),
    ("language", "language"),
    ("input", "input"),
    ("ms a run", "number pace"),
    ("ruling", "ruling"),
];

pub(super) fn table(rows: &[Row<'_>], names: &[String], scoring: Option<Measure>) -> Markup {
    let points = &POINTS[..if scoring.is_some() { POINTS.len() } else { 0 }];
    let columns = FIRST.iter().chain(points).chain(&LAST);
    let ranked = rows.iter().filter(|row| row.rank.is_some());
    let most = ranked.filter_map(|row| row.candidate.bytes).max().unwrap_or(0);
    markup! {
        table.leaderboard {
            caption { (order(scoring)) " Failing programs are not ranked." }
            thead {
                tr {
                    @for (place, (heading, class)) in columns.enumerate() {
                        th scope="col" class=(class) aria-sort=[(place == 0).then_some("ascending")] {
                            button type="button" { (heading) }
                        }
                    }
                }
            }
            tbody { @for (place, (row, name)) in rows.iter().zip(names).enumerate() { (line(place, row, name, most, scoring.is_some())) } }
        }
    }
}

/// The order of the leaderboard, in a sentence.
fn order(scoring: Option<Measure>) -> String {
    match scoring {
        None => "Sorted by size.".to_owned(),
        Some(scoring) => format!("Sorted by points for {scoring}, as on code.golf."),
    }
}

fn line(place: usize, row: &Row<'_>, name: &str, most: u64, has_points: bool) -> Markup {
    let candidate = row.candidate;
    let time = time_per_game(row.report);
    markup! {
        tr class=(class(row.report)) {
            td.number data-key=(place) { (rank(row)) }
            th.program scope="row" data-key=(text::key(&candidate.name)) { a href={ "#" (name) } { (text::name(&candidate.name)) } }
            @if has_points { (points(row)) }
            td.number.bytes data-key=[candidate.bytes] { @if let Some(bytes) = candidate.bytes { (bytes) @if row.rank.is_some() { (bar(bytes, most)) } } }
            td.number.chars data-key=[candidate.chars] { @if let Some(chars) = candidate.chars { (chars) } }
            td.language { (candidate.language.as_deref().unwrap_or_default()) }
            td.input { @if let Some(mode) = row.report.mode() { (mode) } }
            td.number.pace data-key=[time] { @if let Some(time) = time { (format!("{time:.1}")) } }
            td.ruling { (summary(row.report)) }
        }
    }
}

/// The points, overall and in the language.
fn points(row: &Row<'_>) -> Markup {
    let (overall, own) =
        (row.points.map(|points| points.overall), row.points.map(|points| points.in_language));
    markup! {
        td.number.points data-key=[overall] { @if let Some(points) = overall { (points) } }
        td.number.points.own data-key=[own] { @if let Some(points) = own { (points) } }
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
    (report.cases > 0 && !report.time.is_zero() && report.conforms() == Some(true))
        .then(|| report.time.as_secs_f64() * 1e3 / report.cases as f64)
}

/// The verdict and the reason, in one line.
fn summary(report: &CandidateReport) -> Markup {
    let standing = failure_facts::standing(report);
    // Of one that passed, the tally is what it passed.
    let standing = if report.failure.is_some() { standing } else { failure_facts::unmet(report) };
    let (verdict, rest) = match (&report.status, &report.failure) {
        (Status::Skipped(why), _) => ("skipped", why.clone()),
        (Status::Judged(verdict), Some(failure)) => (verdict.name(), failure.reason()),
        (Status::Judged(verdict), None) => (verdict.name(), report.passing().trim_start().to_owned()),
    };
    markup! { span.word { (verdict) } (standing) " " span.why { (text::prose(&text::short(&rest, 160))) } }
}
