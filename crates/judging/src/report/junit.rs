//! A run as JUnit XML, which most CI systems read: a test case for each candidate.
//!
//! It is valid by the schema of Ant's tasks and by that of Jenkins' xunit plugin (junit-10). The first allows no attribute
//! of `testsuites`, and the crate `quick-junit` always writes some; so it is written here.

use std::fmt::Write;

use super::{Record, failure_facts};
use crate::runner::{Candidate, CandidateReport, Failure, Status};
use crate::transcript::visible_line;

/// Renders a run, candidates in the order in which they were given.
pub(crate) fn junit(record: &Record) -> String {
    let (conforming, judged) = record.tally();
    let total = record.judged().count();
    let (failures, skipped) = (judged - conforming, total - judged);
    let name = escaped(&record.heading.to_string());
    let time: f64 = record.judged().map(|(_, report)| report.time.as_secs_f64()).sum();
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    let _ = writeln!(
        text,
        "  <testsuite name=\"{name}\" package=\"judge\" id=\"0\" timestamp=\"{}\" hostname=\"localhost\" \
         tests=\"{total}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\" time=\"{time:.3}\">\n    <properties/>",
        timestamp(record)
    );
    for (candidate, report) in record.judged() {
        push_case(&mut text, record, candidate, report);
    }
    let notes: String = record.judged().map(|(candidate, report)| notes(candidate, report)).collect();
    text + &format!(
        "    <system-out>{}</system-out>\n    <system-err/>\n  </testsuite>\n</testsuites>\n",
        escaped(notes.trim_end())
    )
}

/// When the run began, without the time zone, which is UTC.
fn timestamp(record: &Record) -> &str {
    let date = record.conditions.origin.as_ref().map(|origin| origin.date.trim_end_matches('Z'));
    date.unwrap_or("1970-01-01T00:00:00")
}

fn push_case(text: &mut String, record: &Record, candidate: &Candidate, report: &CandidateReport) {
    let class = escaped(&visible_line(record.heading.dialect.name().as_bytes()));
    let name = escaped(&visible_line(candidate.name.as_bytes()));
    let time = report.time.as_secs_f64();
    let _ = write!(text, "    <testcase name=\"{name}\" classname=\"{class}\" time=\"{time:.3}\"");
    let _ = match (&report.status, &report.failure) {
        (Status::Skipped(why), _) => {
            writeln!(text, ">\n      <skipped message=\"{}\"/>\n    </testcase>", escaped(why))
        }
        _ if report.is_as_expected() == Some(true) => writeln!(text, "/>"),
        (_, Some(failure)) => writeln!(text, ">\n{}\n    </testcase>", element(report, failure)),
        (_, None) => writeln!(text, ">\n{}\n    </testcase>", element_of_accepted(report)),
    };
}

/// The notes on a program that conforms, one per line.
fn notes(candidate: &Candidate, report: &CandidateReport) -> String {
    let name = visible_line(candidate.name.as_bytes());
    let fell_back = report.fell_back().map(|words| format!("accepted {words}"));
    let sentences = report.advice.iter().map(ToString::to_string).chain(fell_back);
    sentences.map(|sentence| format!("{name}: {sentence}\n")).collect()
}

/// For a program that should fail, and does not.
fn element_of_accepted(report: &CandidateReport) -> String {
    let (verdict, expected) = (report.verdict(), escaped(&report.unmet().unwrap_or_default()));
    format!("      <failure type=\"{verdict}\" message=\"expected: {expected}\"/>")
}

fn element(report: &CandidateReport, failure: &Failure) -> String {
    let (verdict, reason) = (failure.verdict.name(), escaped(&failure.reason()));
    let unmet = report.unmet().map(|words| format!("verdict expected: {words}"));
    let lines: Vec<_> = unmet.into_iter().chain([failure_facts::plain(failure)]).collect();
    let text = escaped(&lines.join("\n"));
    format!("      <failure type=\"{verdict}\" message=\"{reason}\">{text}</failure>")
}

/// Text with all special characters of XML escaped.
fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut escaped, character| {
        match character {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(character),
        }
        escaped
    })
}
