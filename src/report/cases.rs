//! A run by whole cases as text for a terminal: a line for each program, with its failures below.

use super::Record;
use super::colour::{BAD, GOOD};
use crate::runner::{Candidate, CandidateReport, Failure, Status};
use crate::transcript::visible_line;

/// Renders a run.
pub(super) fn terminal(record: &Record, total: usize) -> String {
    let rows = record.judged().map(|(candidate, report)| row(candidate, report, total));
    rows.collect::<String>() + "\n" + &conclusion(record)
}

fn row(candidate: &Candidate, report: &CandidateReport, total: usize) -> String {
    let name = visible_line(candidate.name.as_bytes());
    let verdict = match &report.status {
        Status::Skipped(why) => return format!("– {name}: skipped: {}\n", visible_line(why.as_bytes())),
        Status::Judged(verdict) => verdict.name(),
    };
    let sign = match report.is_as_expected() {
        Some(true) => format!("{GOOD}✓{GOOD:#}"),
        _ => format!("{BAD}✗{BAD:#}"),
    };
    let course = report.failure.as_ref().map_or_else(|| right(report, total), place);
    let unmet = report.unmet().map_or_else(String::new, |words| format!("; expected: {words}"));
    format!("{sign} {name}: {verdict}{course}{unmet}\n{}", reasons(report))
}

fn right(report: &CandidateReport, total: usize) -> String {
    format!(", {} of {total} cases, slowest {:.2}s", report.cases, report.most.cpu.as_secs_f64())
}

fn place(failure: &Failure) -> String {
    match failure.case.as_str() {
        "" => String::new(),
        case => format!(" in {}", visible_line(case.as_bytes())),
    }
}

/// The reasons of a failure, unless it was expected.
fn reasons(report: &CandidateReport) -> String {
    let is_expected = report.expected.is_some() && report.is_as_expected() == Some(true);
    let Some(failure) = report.failure.as_ref().filter(|_| !is_expected) else { return String::new() };
    let again = failure.command.as_ref().map(|command| format!("again: {command}"));
    let lines = failure.actual.lines().chain(again.as_deref());
    lines.map(|line| format!("    {line}\n")).collect()
}

fn conclusion(record: &Record) -> String {
    let (_, judged) = record.tally();
    let skipped = record.judged().count() - judged;
    let mut text = record.sum();
    if skipped > 0 {
        text += &format!("; {skipped} skipped");
    }
    text += ".\n";
    if record.interrupted {
        text += &format!(
            "{BAD}interrupted{BAD:#}: {} not judged\n",
            record.candidates.len() - record.judged().count()
        );
    }
    text
}
