//! A run as text for a terminal: the leaderboard, then each failure with its game.
//!
//! The text contains colours; the caller removes them where they are not wanted.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::Duration;

use anstyle::Style;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::colour::{BAD, FAINT, GOOD};
use super::{Record, evidence};
use crate::golf::Row;
use crate::runner::{CandidateReport, Failure, LatencyStats, Runs, Status};

/// How wide lines may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// This many columns; the leaderboard's lines are cut there.
    Columns(usize),
    /// As wide as they need to be.
    Unlimited,
}

const BOLD: Style = Style::new().bold();

const HEADINGS: [&str; 7] = ["#", "bytes", "chars", "program", "language", "input", "ruling"];

/// Renders a run.
pub fn terminal(record: &Record, width: Width) -> String {
    if let Some(total) = record.heading.whole_cases() {
        return super::cases::terminal(record, total);
    }
    let mut text = String::new();
    let rows: Vec<_> = record.leaderboard().rows;
    push_table(&mut text, &rows, width);
    for row in &rows {
        if let Some(failure) = &row.report.failure {
            push_failure(&mut text, &row.candidate.name, failure);
        }
    }
    push_paces(&mut text, &rows);
    push_sum(&mut text, record);
    text
}

/// How quickly candidates answered, and further advice for their authors.
fn push_paces(text: &mut String, rows: &[Row<'_>]) {
    let mut is_first = true;
    for row in rows.iter().filter(|row| row.report.latency.is_some() || !row.report.advice.is_empty()) {
        let name = crate::transcript::visible_line(row.candidate.name.as_bytes());
        let gap = if std::mem::take(&mut is_first) { "\n" } else { "" };
        let _ = writeln!(
            text,
            "{gap}{BOLD}{name}{BOLD:#}{}",
            row.report.latency.map(latency_line).unwrap_or_default()
        );
        for sentence in &row.report.advice {
            let _ = writeln!(text, "    note      {sentence}");
        }
    }
}

fn latency_line(latency: LatencyStats) -> String {
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    let (median, longest) = (milliseconds(latency.median), milliseconds(latency.longest));
    format!(" answers in {median:.2} ms (median of {} moves), at most {longest:.2} ms", latency.moves)
}

fn push_table(text: &mut String, rows: &[Row<'_>], width: Width) {
    let cells: Vec<_> = rows.iter().map(cells).collect();
    let widths: Vec<_> = (0..HEADINGS.len())
        .map(|column| {
            let texts = cells.iter().map(|row| row[column].as_str()).chain([HEADINGS[column]]);
            texts.map(UnicodeWidthStr::width).max().unwrap_or(0)
        })
        .collect();
    let _ = writeln!(text, "{FAINT}{}{FAINT:#}", line(&HEADINGS.map(str::to_owned), &widths, width));
    for (row, cells) in rows.iter().zip(&cells) {
        let style = match row.report.conforms() {
            Some(true) => Style::new(),
            Some(false) => BAD,
            None => FAINT,
        };
        let _ = writeln!(text, "{style}{}{style:#}", line(cells, &widths, width));
    }
}

fn cells(row: &Row<'_>) -> [String; 7] {
    let candidate = row.candidate;
    let number = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
    let mark = match row.report.conforms() {
        Some(false) => "✗",
        _ => "–",
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

fn summary(report: &CandidateReport) -> String {
    match (&report.status, &report.failure) {
        (Status::Skipped(why), _) => format!("skipped: {why}"),
        (Status::Judged(verdict), Some(failure)) => format!("{}: {}", verdict.name(), failure.reason()),
        (Status::Judged(verdict), None) => match (report.fell_back(), report.passed.last()) {
            (Some(words), _) => format!("{} {words}", verdict.name()),
            (None, Some(passed)) => format!("{} ({})", verdict.name(), passed.suite),
            (None, None) => verdict.name().to_owned(),
        },
    }
}

/// One line of the table: numbers aligned right, text aligned left, with two spaces between.
fn line(cells: &[String; 7], widths: &[usize], width: Width) -> String {
    let mut line = String::new();
    for (column, cell) in cells.iter().enumerate() {
        let fill = " ".repeat(widths[column].saturating_sub(cell.width()));
        let gap = if column == 0 { "" } else { "  " };
        let _ =
            if column < 3 { write!(line, "{gap}{fill}{cell}") } else { write!(line, "{gap}{cell}{fill}") };
    }
    let line = line.trim_end();
    match width {
        Width::Columns(columns) if line.width() > columns => cut(line, columns),
        _ => line.to_owned(),
    }
}

/// As much of a line as fits, with a sign that it was cut.
fn cut(line: &str, columns: usize) -> String {
    let mut used = 0;
    let fits = |character: &char| {
        used += character.width().unwrap_or(0);
        used < columns
    };
    let mut cut: String = line.chars().take_while(fits).collect();
    cut.push('…');
    cut
}

fn push_failure(text: &mut String, name: &str, failure: &Failure) {
    let name = crate::transcript::visible_line(name.as_bytes());
    let _ = write!(text, "\n{BAD}✗{BAD:#} {BOLD}{name}{BOLD:#}: {}", failure.verdict.name());
    if failure.case.is_empty() {
        let _ = writeln!(text, "\n{}", indented(&failure.actual));
        return;
    }
    let _ = writeln!(text, " in the game {}\n", failure.case);
    if !failure.game.is_empty() {
        let _ = writeln!(text, "{}\n", indented(&failure.game));
    }
    for (label, fact) in evidence::facts(failure) {
        let style = match label {
            "expected" => GOOD,
            "got" => BAD,
            "fault" => BOLD,
            _ => Style::new(),
        };
        let _ = writeln!(text, "    {label:<9} {style}{fact}{style:#}");
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n")
}

fn push_tally(text: &mut String, record: &Record) {
    let (conforming, judged) = record.tally();
    let total = record.judged().count();
    let skipped = total - judged;
    let style = if judged > 0 && conforming == judged { GOOD } else { BAD };
    let _ = write!(text, "{style}{}{style:#}", record.sum());
    if skipped > 0 {
        let _ = write!(text, ", {skipped} skipped");
    }
    let _ = writeln!(text, ": {}", record.heading);
}

/// How many candidates conform, as one line.
pub fn sum(record: &Record) -> String {
    let mut text = String::new();
    push_tally(&mut text, record);
    text
}

/// How many candidates were too slow for the suite that every candidate should play, and how to play it.
fn push_fallbacks(text: &mut String, record: &Record) {
    let fallbacks = || record.judged().filter_map(|(_, report)| report.fallback.as_ref());
    let Some(slowest) = fallbacks().max_by_key(|fallback| fallback.work) else { return };
    let count = fallbacks().count();
    let (suite, seconds) = (&slowest.suite, slowest.budget().as_secs());
    let _ = writeln!(
        text,
        "{BAD}{count} passed less than `{suite}`{BAD:#}: `--budget {seconds}s` plays it with all"
    );
}

fn push_sum(text: &mut String, record: &Record) {
    text.push('\n');
    push_tally(text, record);
    push_fallbacks(text, record);
    let reached = record.judged().filter_map(|(_, report)| report.passed.last());
    let claims: BTreeSet<_> = reached.map(|passed| (passed.suite.as_str(), passed.claim.as_str())).collect();
    for (suite, claim) in claims {
        let _ = writeln!(text, "{FAINT}{suite}: {claim}{FAINT:#}");
    }
    let runs = record.judged().map(|(_, report)| &report.runs);
    let runs = runs.fold(Runs::default(), Runs::and);
    if record.judged().any(|(_, report)| !report.passed.is_empty()) {
        let _ = writeln!(text, "{FAINT}runs: {}{FAINT:#}", runs.sentence());
    }
    if record.interrupted {
        let missing = record.candidates.len() - record.judged().count();
        let _ = writeln!(text, "{BAD}interrupted{BAD:#}: {missing} not judged");
    }
}
