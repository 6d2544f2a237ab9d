//! A candidate's section: its size, suites, resources, source and failure.

use std::time::Duration;

use maud::{Markup, html as markup};

use super::text;
use super::{failure, faults, leaderboard};
use crate::execution::{Limits, Usage};
use crate::golf::Row;
use crate::report::Record;
use crate::report::terminal::runs_in_words;
use crate::runner::{CandidateReport, Status};
use crate::transcript::visible_message;

/// Sources up to this size in bytes are shown open.
const OPEN: usize = 512;

/// Renders the section of the candidate in this row of the leaderboard, or only what is needed to find its fault.
pub(super) fn section(record: &Record, id: &str, row: &Row<'_>, is_brief: bool) -> Markup {
    let (candidate, report) = (row.candidate, row.report);
    let language = candidate.language.as_deref();
    markup! {
        section id=(id) class=(leaderboard::class(report)) aria-labelledby={ (id) "-name" }
            data-word=(report.verdict()) data-language=[language] data-fault=[faults::of(row)] {
            h2 id={ (id) "-name" } {
                (text::name(&candidate.name)) " " span.word { (report.verdict()) } " "
                a.here href={ "#" (id) } aria-label="link to this program" { "#" }
            }
            (facts(row, record.heading.dialect.noun()))
            @if let Some(words) = report.unmet() { p.note { "The verdict expected of it: " (words) "." } }
            @if let Status::Skipped(why) = &report.status { p.why { (why) } }
            @for note in &report.advice { p.advice { (note.to_string()) } }
            @if let Some(failure) = &report.failure {
                @if is_brief { (failure::brief(failure)) } @else { (failure::article(record, id, failure)) }
            }
            @if !is_brief {
                @if report.cases > 0 { (conditions(&record.conditions.limits, report)) }
                @if let Some(source) = &candidate.source { (self::source(source, candidate.bytes)) }
            }
        }
    }
}

fn facts(row: &Row<'_>, noun: &str) -> Markup {
    let candidate = row.candidate;
    let mut facts: Vec<String> = candidate.language.clone().into_iter().collect();
    facts.extend(candidate.bytes.map(|bytes| counted(bytes, "byte")));
    facts.extend(
        candidate
            .chars
            .filter(|chars| candidate.bytes != Some(*chars))
            .map(|chars| counted(chars, "character")),
    );
    facts.extend(row.report.mode().map(|mode| format!("input as {mode}")));
    facts.extend((row.report.cases > 0).then(|| counted(row.report.cases as u64, noun)));
    markup! { p.facts { (facts.join(" · ")) } }
}

fn counted(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// The claim of the suites that it passed, and how much of its limits it used.
fn conditions(limits: &Limits, report: &CandidateReport) -> Markup {
    markup! {
        @for passed in report.passed.iter().rev().take(1) {
            p.claim { "It passed " b { (passed.suite) } ": " (passed.claim) }
        }
        @if let Some(words) = report.fell_back() { p.claim { "It was accepted " (words) "." } }
        @if let Some(latency) = report.latency {
            p.claim {
                "It answers in " (milliseconds(latency.median)) " (median of " (latency.moves) " moves), at most "
                (milliseconds(latency.longest)) "."
            }
        }
        details.used {
            summary { "Resources used, and limits" }
            (used(limits, &report.most))
            p { "Runs: " (runs_in_words(&report.runs)) "." }
        }
    }
}

fn used(limits: &Limits, most: &Usage) -> Markup {
    // Nothing is known of a run that took no time.
    let known = |used: String| if most.wall.is_zero() { "–".to_owned() } else { used };
    let rows = [
        ("time", known(milliseconds(most.wall)), humantime::format_duration(limits.wall).to_string()),
        ("processor time", known(milliseconds(most.cpu)), humantime::format_duration(limits.cpu).to_string()),
        ("memory", known(size(most.memory)), size(limits.memory)),
        ("output", "–".to_owned(), size(limits.output as u64)),
        ("processes", "–".to_owned(), limits.processes.to_string()),
        ("files", "–".to_owned(), size(limits.files)),
        ("stack", "–".to_owned(), size(limits.stack)),
    ];
    markup! {
        table {
            thead { tr { th scope="col" { "what" } th scope="col" { "most used" } th scope="col" { "limit" } } }
            tbody {
                @for (what, used, limit) in rows {
                    tr { th scope="row" { (what) } td { (used) } td { (limit) } }
                }
            }
        }
    }
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..1_048_576 => format!("{} KiB", bytes >> 10),
        _ => format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20)),
    }
}

fn source(source: &str, bytes: Option<u64>) -> Markup {
    markup! {
        details.source open[source.len() <= OPEN] {
            summary { "Source" @if let Some(bytes) = bytes { ", " (counted(bytes, "byte")) } }
            pre tabindex="0" role="group" aria-label="source" { code.numbered { @for line in visible_message(source.as_bytes()).lines() { span { (line) } "\n" } } }
        }
    }
}
