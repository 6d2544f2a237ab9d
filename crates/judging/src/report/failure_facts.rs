//! What is known of a failure, as lines with labels, for the reports that are text.

use crate::runner::{CandidateReport, Crash, Failure};

/// What is said of a failure below its game: labels, and what stands behind them.
pub(super) fn facts(failure: &Failure) -> Vec<(&'static str, String)> {
    let fact = |label, text: Option<String>| text.map(|text| (label, text));
    let crash = failure.crash.as_ref();
    let mut lines = failure.actual.lines();
    let first_line = lines.next();
    let first = [
        fact("expected", Some(failure.expected.clone()).filter(|expected| !expected.is_empty())),
        fact(if failure.expected.is_empty() { "why" } else { "got" }, first_line.map(str::to_owned)),
    ];
    let more = lines.map(|line| fact("", Some(line.to_owned())));
    let second = [
        fact("crashed", crash.map(ToString::to_string)),
        fact("", crash.and_then(Crash::shown)),
        fact("fault", failure.diagnosis.as_ref().map(|diagnosis| format!("it {}", diagnosis.fault))),
    ];
    let notes = failure.notes.iter().map(|note| fact("note", Some(note.clone())));
    let last = [fact("run it", failure.command.clone()), fact("compare", failure.replay.clone())];
    first.into_iter().chain(more).chain(second).chain(notes).chain(last).flatten().collect()
}

/// The expected verdicts, behind the verdict that a program has instead.
pub(super) fn unmet(report: &CandidateReport) -> String {
    report.unmet().map_or_else(String::new, |words| format!(" (expected: {words})"))
}

/// The game and the facts as plain text.
pub(super) fn plain(failure: &Failure) -> String {
    let game =
        if failure.game.is_empty() { String::new() } else { format!("{}\n\n", failure.game.trim_end()) };
    let lines = facts(failure).into_iter().map(|(label, text)| match label {
        "" | "why" if failure.expected.is_empty() => text,
        _ => format!("{label:<9} {text}"),
    });
    game + &lines.collect::<Vec<_>>().join("\n")
}
