//! The leaderboard on a terminal. Where that is narrow, columns are left out, and then each ruling has a line of its own.

use std::fmt::Write;

use anstyle::Style;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::colour::{BAD, FAINT};
use super::evidence::unmet;
use crate::golf::Row;
use crate::runner::{CandidateReport, Status};

const HEADINGS: [&str; 7] = ["#", "bytes", "chars", "program", "language", "input", "ruling"];

/// How many columns at the left hold numbers.
const NUMBERS: usize = 3;

/// The column of the ruling, and those that are left out before it is cut, the least important first: characters, input,
/// language, bytes.
const RULING: usize = 6;
const SPARE: [usize; 4] = [2, 5, 4, 1];

/// How much of a long ruling must be seen beside the program, in columns of the terminal.
const SEEN: usize = 40;

/// Adds the table, in lines of at most so many columns.
pub(super) fn push(text: &mut String, rows: &[Row<'_>], columns: Option<usize>) {
    let cells: Vec<_> = rows.iter().map(cells).collect();
    let widths: Vec<_> = (0..HEADINGS.len())
        .map(|column| {
            let texts = cells.iter().map(|row| row[column].as_str()).chain([HEADINGS[column]]);
            texts.map(UnicodeWidthStr::width).max().unwrap_or(0)
        })
        .collect();
    let shown = shown(&widths, columns);
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
fn shown(widths: &[usize], columns: Option<usize>) -> Vec<usize> {
    let mut shown: Vec<_> = (0..HEADINGS.len()).collect();
    let Some(columns) = columns else { return shown };
    let ruling = widths[RULING].min(SEEN);
    let fits = |shown: &[usize]| {
        let others = shown.iter().filter(|column| **column != RULING);
        others.map(|column| widths[*column] + 2).sum::<usize>() + ruling <= columns
    };
    for spare in SPARE {
        if fits(&shown) {
            return shown;
        }
        shown.retain(|column| *column != spare);
    }
    if !fits(&shown) {
        shown = vec![0, 1, 3];
    }
    shown
}

fn cells(row: &Row<'_>) -> [String; 7] {
    let candidate = row.candidate;
    let number = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
    let mark = match row.report.is_as_expected() {
        Some(false) => "✗",
        Some(true) => "✓",
        None => "–",
    };
    [
        row.rank.map_or(mark.to_owned(), |rank| rank.to_string()),
        number(candidate.bytes),
        number(candidate.chars),
        crate::transcript::visible_line(candidate.name.as_bytes()),
        candidate.language.clone().unwrap_or_default(),
        row.report.mode().map(|mode| mode.to_string()).unwrap_or_default(),
        summary(row.report),
    ]
}

/// The ruling in words.
pub(super) fn summary(report: &CandidateReport) -> String {
    match (&report.status, &report.failure) {
        (Status::Skipped(why), _) => format!("skipped: {why}"),
        (Status::Judged(verdict), Some(failure)) => {
            format!("{}{}: {}", verdict.name(), unmet(report), failure.reason())
        }
        (Status::Judged(verdict), None) => match (report.fell_back(), report.passed.last()) {
            (Some(words), _) => format!("{} {words}{}", verdict.name(), unmet(report)),
            (None, Some(passed)) => format!("{} ({}){}", verdict.name(), passed.covers(), unmet(report)),
            (None, None) => format!("{}{}", verdict.name(), unmet(report)),
        },
    }
}

/// One line of the table: numbers aligned right, text aligned left, with two spaces between.
fn line(cells: &[String; 7], widths: &[usize], shown: &[usize]) -> String {
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
