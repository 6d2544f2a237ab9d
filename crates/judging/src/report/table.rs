//! The leaderboard on a terminal. Where that is narrow, columns are left out, and then each ruling has its own line.

use std::fmt::Write;

use anstyle::Style;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::colour::{BAD, FAINT};
use super::failure_facts::{standing, unmet};
use super::view::View;
use crate::golf::{Measure, Points, Row};
use crate::runner::{CandidateReport, Status};

const HEADINGS: [&str; 9] =
    ["#", "points", "in lang", "bytes", "chars", "program", "language", "input", "ruling"];

/// The columns by their places.
const RANK: usize = 0;
const POINTS: usize = 1;
const IN_LANGUAGE: usize = 2;
const BYTES: usize = 3;
const CHARS: usize = 4;
const PROGRAM: usize = 5;
const LANGUAGE: usize = 6;
const INPUT: usize = 7;
const RULING: usize = 8;

/// How many columns at the left hold numbers.
const NUMBERS: usize = PROGRAM;

/// The columns that there are if points are counted or not.
fn columns_of(scoring: Option<Measure>) -> Vec<usize> {
    let points = [POINTS, IN_LANGUAGE];
    (0..HEADINGS.len()).filter(|column| scoring.is_some() || !points.contains(column)).collect()
}

/// The columns that are left out before the ruling is cut, the least important first, down to the size that counts.
fn spare(scoring: Option<Measure>) -> [usize; 5] {
    match scoring.unwrap_or_default() {
        Measure::Bytes => [CHARS, INPUT, IN_LANGUAGE, LANGUAGE, BYTES],
        Measure::Chars => [BYTES, INPUT, IN_LANGUAGE, LANGUAGE, CHARS],
    }
}

/// The columns where there is no room for any ruling.
fn fewest(scoring: Option<Measure>) -> Vec<usize> {
    match scoring {
        None => vec![RANK, BYTES, PROGRAM],
        Some(Measure::Bytes) => vec![RANK, POINTS, BYTES, PROGRAM],
        Some(Measure::Chars) => vec![RANK, POINTS, CHARS, PROGRAM],
    }
}

/// How much of a long ruling must be seen beside the program, in columns of the terminal.
const SEEN: usize = 40;

/// Adds the table, in lines of at most as many columns as the view has.
pub(super) fn push(text: &mut String, rows: &[Row<'_>], view: View) {
    let columns = view.columns;
    let cells: Vec<_> = rows.iter().map(cells).collect();
    let widths: Vec<_> = (0..HEADINGS.len())
        .map(|column| {
            let texts = cells.iter().map(|row| row[column].as_str()).chain([HEADINGS[column]]);
            texts.map(UnicodeWidthStr::width).max().unwrap_or(0)
        })
        .collect();
    let shown = shown(&widths, view);
    let fit = |line: String| columns.map_or(line.clone(), |columns| cut(&line, columns));
    let _ = writeln!(text, "{FAINT}{}{FAINT:#}", fit(line(&HEADINGS.map(str::to_owned), &widths, &shown)));
    for (row, cells) in rows.iter().zip(&cells) {
        let style = match row.report.is_as_expected() {
            Some(true) => Style::new(),
            Some(false) => BAD,
            None => FAINT,
        };
        let _ = writeln!(text, "{style}{}{style:#}", fit(line(cells, &widths, &shown)));
        if !shown.contains(&RULING) {
            let _ = writeln!(text, "{style}{}{style:#}", fit(format!("    {}", cells[RULING])));
        }
    }
}

/// The columns that there is room for, so that enough of the ruling is seen; without the ruling if there is none.
fn shown(widths: &[usize], view: View) -> Vec<usize> {
    let mut shown = columns_of(view.scoring);
    let Some(columns) = view.columns else { return shown };
    let ruling = widths[RULING].min(SEEN);
    let fits = |shown: &[usize]| {
        let others = shown.iter().filter(|column| **column != RULING);
        others.map(|column| widths[*column] + 2).sum::<usize>() + ruling <= columns
    };
    for spare in spare(view.scoring) {
        if fits(&shown) {
            return shown;
        }
        shown.retain(|column| *column != spare);
    }
    if !fits(&shown) {
        shown = fewest(view.scoring);
    }
    shown
}

fn cells(row: &Row<'_>) -> [String; 9] {
    let candidate = row.candidate;
    let points = |of: fn(Points) -> u32| row.points.map(|points| of(points).to_string()).unwrap_or_default();
    let number = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
    let mark = match row.report.is_as_expected() {
        Some(false) => "✗",
        Some(true) => "✓",
        None => "–",
    };
    [
        row.rank.map_or(mark.to_owned(), |rank| rank.to_string()),
        points(|points| points.overall),
        points(|points| points.in_language),
        number(candidate.bytes),
        number(candidate.chars),
        crate::transcript::visible_line(candidate.name.as_bytes()),
        candidate.language.clone().unwrap_or_default(),
        row.report.mode().map(|mode| mode.to_string()).unwrap_or_default(),
        summary(row.report),
    ]
}

pub(super) fn summary(report: &CandidateReport) -> String {
    match (&report.status, &report.failure) {
        (Status::Skipped(why), _) => format!("skipped: {why}"),
        (Status::Judged(verdict), Some(failure)) => {
            format!("{}{}: {}", verdict.name(), standing(report), failure.reason())
        }
        (Status::Judged(verdict), None) => format!("{}{}{}", verdict.name(), report.passing(), unmet(report)),
    }
}

/// One line of the table: numbers aligned right, text aligned left, with two spaces between.
fn line(cells: &[String; 9], widths: &[usize], shown: &[usize]) -> String {
    let mut line = String::new();
    for column in shown {
        let cell = &cells[*column];
        let fill = " ".repeat(widths[*column].saturating_sub(cell.width()));
        let gap = if *column == 0 { "" } else { "  " };
        let _ = if *column < NUMBERS {
            write!(line, "{gap}{fill}{cell}")
        } else {
            write!(line, "{gap}{cell}{fill}")
        };
    }
    line.trim_end().to_owned()
}

/// As much of a line as fits, with a sign if it was cut.
pub(super) fn cut(line: &str, columns: usize) -> String {
    if line.width() <= columns {
        return line.to_owned();
    }
    let mut used = 0;
    let fits = |character: &char| {
        used += character.width().unwrap_or(0);
        used < columns
    };
    let mut cut: String = line.chars().take_while(fits).collect();
    cut.push('…');
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The headings that are shown on a terminal of this many columns, of a table with cells of these widths.
    fn headings(columns: impl Into<Option<usize>>, scoring: Option<Measure>) -> Vec<&'static str> {
        let widths = [2, 6, 7, 5, 5, 20, 10, 5, 60];
        let view = View { columns: columns.into(), scoring, ..View::default() };
        shown(&widths, view).into_iter().map(|column| HEADINGS[column]).collect()
    }

    #[test]
    fn points_are_shown_on_request_beside_the_size_that_counts() {
        let all = HEADINGS.to_vec();
        assert_eq!(headings(None, Some(Measure::Bytes)), all);
        assert_eq!(headings(None, None), [&all[..1], &all[3..]].concat());
        assert_eq!(headings(200, Some(Measure::Chars)), all);
        let by_bytes = headings(105, Some(Measure::Bytes));
        assert_eq!(by_bytes, ["#", "points", "in lang", "bytes", "program", "language", "ruling"]);
        let by_chars = headings(105, Some(Measure::Chars));
        assert_eq!(by_chars, ["#", "points", "in lang", "chars", "program", "language", "ruling"]);
        assert_eq!(headings(85, Some(Measure::Chars)), ["#", "points", "chars", "program", "ruling"]);
        assert_eq!(headings(40, Some(Measure::Bytes)), ["#", "points", "bytes", "program"]);
        assert_eq!(headings(40, Some(Measure::Chars)), ["#", "points", "chars", "program"]);
        assert_eq!(headings(40, None), ["#", "bytes", "program"]);
    }
}
