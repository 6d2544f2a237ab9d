//! What is known of a failure, as lines with labels, for the reports that are text.

use crate::runner::{CandidateReport, Crash, Failure, ShownFailure};

/// What is said of a failure below its game: labels, and what stands behind them.
pub(super) fn facts(failure: &Failure) -> Vec<(&'static str, String)> {
    let fact = |label, text: Option<String>| text.map(|text| (label, text));
    let (crash, scene) = (failure.crash(), failure.scene.as_ref());
    let (expected, label, came) = match &failure.shown {
        ShownFailure::Message(why) => (None, "why", why),
        ShownFailure::Session(session, _) => (Some(session.expected.clone()), "got", &session.actual),
    };
    let mut lines = came.lines();
    let first = [fact("expected", expected), fact(label, lines.next().map(str::to_owned))];
    let more = lines.map(|line| fact("", Some(line.to_owned())));
    let second = [
        fact("crashed", crash.map(ToString::to_string)),
        fact("", crash.and_then(Crash::shown)),
        fact("fault", failure.diagnosis().map(|(fault, _)| format!("it {fault}"))),
    ];
    let notes = failure.notes.iter().map(|note| fact("note", Some(note.to_string())));
    let command = scene.and_then(|scene| scene.command.clone());
    let last = [fact("run it", command), fact("compare", failure.replay().cloned())];
    first.into_iter().chain(more).chain(second).chain(notes).chain(last).flatten().collect()
}

/// The expected verdicts, behind the verdict that a program has instead.
pub(super) fn unmet(report: &CandidateReport) -> String {
    report.unmet().map_or_else(String::new, |words| format!(" (expected: {words})"))
}

/// The game and the facts as plain text.
pub(super) fn plain(failure: &Failure) -> String {
    let game = &failure.session().game;
    let game = if game.is_empty() { String::new() } else { format!("{}\n\n", game.trim_end()) };
    let lines = facts(failure).into_iter().map(|(label, text)| match label {
        "" | "why" if matches!(failure.shown, ShownFailure::Message(_)) => text,
        _ => format!("{label:<9} {text}"),
    });
    game + &lines.collect::<Vec<_>>().join("\n")
}
