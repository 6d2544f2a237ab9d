//! A run as text for a terminal: the leaderboard, then each failure with its game.
//!
//! The text contains colours; the caller removes them where they are not wanted.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::Duration;

use anstyle::Style;

use super::colour::{BAD, FAINT, GOOD};
use super::view::View;
use super::{Record, failure_facts, table};
use crate::golf::Row;
use crate::runner::{Candidate, Failure, LatencyStats, Runs};
use crate::suite::{counted, grouped};
use crate::transcript::visible_line;

const BOLD: Style = Style::new().bold();

/// Renders a run.
pub fn terminal(record: &Record, view: View) -> String {
    let mut text = String::new();
    let rows: Vec<_> = record.leaderboard_by(view.scoring).rows;
    if record.interrupted && rows.is_empty() {
        push_interrupted(&mut text, record);
        return text;
    }
    table::push(&mut text, &rows, view);
    for row in rows.iter().filter(|row| row.report.is_as_expected() == Some(false)) {
        if let Some(failure) = &row.report.failure {
            push_failure(&mut text, &row.candidate.name, failure, record.heading.dialect.noun());
        }
    }
    push_advice(&mut text, &rows, view);
    push_sum(&mut text, record, view);
    text
}

/// Advice for the authors of candidates, and how quickly these answered.
fn push_advice(text: &mut String, rows: &[Row<'_>], view: View) {
    let latency = |row: &Row<'_>| row.report.latency.filter(|_| view.is_verbose).map(latency_line);
    let mut is_first = true;
    for row in rows.iter().filter(|row| latency(row).is_some() || !row.report.advice.is_empty()) {
        let name = visible_line(row.candidate.name.as_bytes());
        let gap = if std::mem::take(&mut is_first) { "\n" } else { "" };
        let _ = writeln!(text, "{gap}{BOLD}{name}{BOLD:#}{}", latency(row).unwrap_or_default());
        for note in &row.report.advice {
            let _ = writeln!(text, "    note      {note}");
        }
    }
}

fn latency_line(latency: LatencyStats) -> String {
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    let (median, longest) = (milliseconds(latency.median), milliseconds(latency.longest));
    format!(" answers in {median:.2} ms (median of {} moves), at most {longest:.2} ms", latency.moves)
}

/// One failure of the program of this name, as in the report; `noun` is what a run of the challenge is called.
#[cfg(feature = "harness")]
pub(crate) fn failure(name: &str, failure: &Failure, noun: &str) -> String {
    let mut text = String::new();
    push_failure(&mut text, name, failure, noun);
    text
}

fn push_failure(text: &mut String, name: &str, failure: &Failure, noun: &str) {
    let name = visible_line(name.as_bytes());
    let _ = write!(text, "\n{BAD}✗{BAD:#} {BOLD}{name}{BOLD:#}: {}", failure.verdict.name());
    let session = failure.session();
    let Some(scene) = &failure.scene else {
        let _ = writeln!(text, "\n{}", indented(&session.actual));
        return;
    };
    let _ = writeln!(text, " in the {noun} {}\n", scene.case);
    let game = failure_facts::game(failure);
    if !game.is_empty() {
        let _ = writeln!(text, "{}\n", indented(&game));
    }
    for (label, fact) in failure_facts::facts(failure) {
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
    let _ = writeln!(text, " ({})", record.heading);
}

/// How many candidates conform, as one line.
pub fn sum(record: &Record) -> String {
    let mut text = String::new();
    push_tally(&mut text, record);
    text
}

/// Which candidates were too slow for the suite that every candidate should play, and how to play it.
fn push_fallbacks(text: &mut String, record: &Record) {
    let fallbacks = || record.judged().filter_map(|(one, report)| Some((one, report.fallback.as_ref()?)));
    let Some(slowest) = fallbacks().map(|(_, fallback)| fallback).max_by_key(|fallback| fallback.work) else {
        return;
    };
    let name = |candidate: &Candidate| {
        let path = std::path::Path::new(&candidate.name).file_name();
        visible_line(path.unwrap_or(candidate.name.as_ref()).as_encoded_bytes())
    };
    let names: Vec<_> = fallbacks().map(|(candidate, _)| name(candidate)).collect();
    let (suite, seconds) = (&slowest.suite, slowest.budget);
    let _ = writeln!(
        text,
        "too slow for `{suite}` within the budget: {}; `--budget {seconds}s` plays it with all",
        names.join(", ")
    );
}

fn push_sum(text: &mut String, record: &Record, view: View) {
    text.push('\n');
    push_tally(text, record);
    push_fallbacks(text, record);
    if view.is_verbose {
        push_proof(text, record);
    }
    push_interrupted(text, record);
}

fn push_interrupted(text: &mut String, record: &Record) {
    if record.interrupted {
        let missing = record.candidates.len() - record.judged().count();
        let _ = writeln!(text, "{BAD}interrupted{BAD:#}: {missing} not judged");
    }
}

/// The claims of the suites that were passed, and how the candidates were run.
fn push_proof(text: &mut String, record: &Record) {
    let reached = record.judged().filter_map(|(_, report)| report.passed.last());
    let claims: BTreeSet<_> = reached.map(|passed| (passed.suite.as_str(), passed.claim.as_str())).collect();
    for (suite, claim) in claims {
        let _ = writeln!(text, "{FAINT}{suite}: {claim}{FAINT:#}");
    }
    let runs = record.judged().map(|(_, report)| &report.runs);
    let runs = runs.fold(Runs::default(), Runs::and);
    if record.judged().any(|(_, report)| !report.passed.is_empty()) {
        let _ = writeln!(text, "{FAINT}runs: {}{FAINT:#}", runs_in_words(&runs));
    }
}

/// How runs were made, in a few words.
pub(super) fn runs_in_words(runs: &Runs) -> String {
    let why = runs.why_clean.as_ref().map(|why| format!(", because it {why}")).unwrap_or_default();
    let more = match runs.dismissed {
        0 => String::new(),
        count => format!(", {count} not watched during cleanup"),
    };
    let [warm, clean, starts, checked] = [runs.warm, runs.clean, runs.starts, runs.checked].map(grouped);
    match (runs.warm, runs.clean) {
        (0, 0) => "none".to_owned(),
        (0, _) => format!("{clean} clean{why}"),
        (_, 0) => {
            let starts = counted(runs.starts, "start");
            format!("{warm} from {starts}, {checked} checked by clean runs{more}")
        }
        _ => {
            let held = format!("{warm} by held programs ({checked} checked by clean runs{more})");
            format!("{held}, {clean} clean{why}; {starts} starts")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_runs_were_made_is_told_in_a_few_words() {
        let held = Runs { warm: 8, starts: 4, checked: 2, dismissed: 4, ..Runs::default() };
        let words = "8 from 4 starts, 2 checked by clean runs, 4 not watched during cleanup";
        assert_eq!(runs_in_words(&held), words);
        let why_clean = Some("has threads".to_owned());
        assert_eq!(
            runs_in_words(&Runs { clean: 10, why_clean, ..Runs::default() }),
            "10 clean, because it has threads"
        );
        let both = Runs { clean: 1, ..held };
        assert!(runs_in_words(&both).starts_with("8 by held programs (2 checked by clean runs"));
    }
}
