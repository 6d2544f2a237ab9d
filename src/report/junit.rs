//! A run as JUnit XML, which most CI systems read: a test case for each candidate.

use std::fmt::Write;

use super::Record;
use crate::runner::{Candidate, CandidateReport, Failure, Status};
use crate::transcript::visible_line;

/// Renders a run, candidates in the order in which they were given.
pub fn junit(record: &Record) -> String {
    let (conforming, judged) = record.tally();
    let (total, failures) = (record.judged().count(), judged - conforming);
    let skipped = total - judged;
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let suite = escaped(&record.heading.to_string());
    let counts = format!("tests=\"{total}\" failures=\"{failures}\" skipped=\"{skipped}\"");
    let _ = writeln!(text, "<testsuites {counts}>\n  <testsuite name=\"{suite}\" {counts}>");
    for (candidate, report) in record.judged() {
        push_case(&mut text, record, candidate, report);
    }
    text + "  </testsuite>\n</testsuites>\n"
}

fn push_case(text: &mut String, record: &Record, candidate: &Candidate, report: &CandidateReport) {
    let class = escaped(&visible_line(record.heading.name().as_bytes()));
    let name = escaped(&visible_line(candidate.name.as_bytes()));
    let time = report.time.as_secs_f64();
    let _ = write!(text, "    <testcase classname=\"{class}\" name=\"{name}\" time=\"{time:.3}\"");
    let _ = match (&report.status, &report.failure) {
        (Status::Skipped(why), _) => {
            writeln!(text, ">\n      <skipped message=\"{}\"/>\n    </testcase>", escaped(why))
        }
        _ if report.is_as_expected() == Some(true) && report.advice.is_empty() => writeln!(text, "/>"),
        _ if report.is_as_expected() == Some(true) => {
            let notes = escaped(&report.advice.join("\n"));
            writeln!(text, ">\n      <system-out>{notes}</system-out>\n    </testcase>")
        }
        (_, Some(failure)) => writeln!(text, ">\n{}\n    </testcase>", element(report, failure)),
        (_, None) => writeln!(text, ">\n{}\n    </testcase>", element_of_accepted(report)),
    };
}

/// For a program that should fail, and does not.
fn element_of_accepted(report: &CandidateReport) -> String {
    let (verdict, expected) = (report.verdict(), escaped(&report.unmet().unwrap_or_default()));
    format!("      <failure type=\"{verdict}\" message=\"expected: {expected}\"/>")
}

fn element(report: &CandidateReport, failure: &Failure) -> String {
    let (verdict, reason) = (failure.verdict.name(), escaped(&failure.reason()));
    let got = if failure.expected.is_empty() { "" } else { "got       " };
    let lines = [
        report.unmet().map(|words| format!("verdict expected: {words}")),
        Some(format!("expected  {}", failure.expected)).filter(|_| !failure.expected.is_empty()),
        Some(format!("{got}{}", failure.actual)),
        failure.crash.as_ref().map(|crash| format!("crashed   {crash}")),
        failure.crash.as_ref().and_then(|crash| Some(format!("          {}", crash.shown()?))),
        failure.replay.as_ref().map(|command| format!("replay    {command}")),
    ];
    let lines: Vec<_> = lines.into_iter().flatten().chain(failure.notes.clone()).collect();
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
