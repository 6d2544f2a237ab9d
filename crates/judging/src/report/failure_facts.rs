//! The facts of a failure as lines with labels, for the reports that are text.

use crate::runner::{CandidateReport, Crash, Failure, ShownFailure};
use crate::suite::grouped;
use crate::verdict::Verdict;

/// How many lines of a game are shown, and how many of those are at its end, where the failure is.
const LINES: usize = 40;
const LAST: usize = 24;

/// A game with this many inputs is not shown as a command.
const LONG: usize = 100;

/// The game, without lines in the middle of a long one.
pub fn game(failure: &Failure) -> String {
    let session = failure.session();
    let lines: Vec<_> = session.game.lines().collect();
    if lines.len() <= LINES {
        return session.game.clone();
    }
    let (before, after) = (&lines[..LINES - LAST - 1], &lines[lines.len() - LAST..]);
    let left_out = lines.len() - before.len() - after.len();
    format!("{}\n… {} lines\n{}", before.join("\n"), grouped(left_out), after.join("\n"))
}

/// The facts of a failure that are shown below its game, each with its label.
pub fn facts(failure: &Failure) -> Vec<(&'static str, String)> {
    let fact = |label, text: Option<String>| text.map(|text| (label, text));
    let (crash, scene) = (failure.crash(), failure.scene.as_ref());
    let (expected, label, came) = match &failure.shown {
        ShownFailure::Message(why) => (None, "why", why),
        ShownFailure::Session(session, _) => (Some(session.expected.clone()), "got", &session.actual),
    };
    let is_at_once =
        failure.session().moves.is_empty() && expected.is_some() && failure.verdict != Verdict::Extra;
    let mut lines = came.lines();
    let at_once = is_at_once.then(|| "before any input".to_owned());
    let first =
        [fact("when", at_once), fact("expected", expected), fact(label, lines.next().map(str::to_owned))];
    let more = lines.map(|line| fact("", Some(line.to_owned())));
    let second = [
        fact("crashed", crash.map(ToString::to_string)),
        fact("", crash.and_then(Crash::shown)),
        fact("fault", failure.diagnosis().map(|(fault, _)| format!("it {fault}"))),
    ];
    let notes = failure.notes.iter().map(|note| fact(note.label(), Some(note.to_string())));
    let command = scene.and_then(|scene| scene.command.clone());
    // Nobody reads or types a command with hundreds of inputs. A flaky program is shown no longer than it was right, and was
    // given more.
    let given = match &failure.shown {
        ShownFailure::Session(session, run) if !session.moves.is_empty() => run.inputs.len(),
        _ => 0,
    };
    let last = match given {
        count @ LONG.. => {
            let count = grouped(count);
            [
                fact(
                    "inputs",
                    Some(format!("{count}; `--format json --out FILE` keeps them, with the commands")),
                ),
                None,
            ]
        }
        _ => [fact("run it", command), fact("compare", failure.replay().cloned())],
    };
    first.into_iter().chain(more).chain(second).chain(notes).chain(last).flatten().collect()
}

/// The text after a verdict: how many cases are right, and the expected verdicts.
pub(super) fn standing(report: &CandidateReport) -> String {
    let tally = report.tally().map_or_else(String::new, |tally| format!(" ({tally})"));
    tally + &unmet(report)
}

/// The expected verdicts, behind the verdict that a program has instead.
pub(super) fn unmet(report: &CandidateReport) -> String {
    report.unmet().map_or_else(String::new, |words| format!(" (expected: {words})"))
}

/// The game and the facts as plain text.
pub(super) fn plain(failure: &Failure) -> String {
    let game = game(failure);
    let game = if game.is_empty() { String::new() } else { format!("{}\n\n", game.trim_end()) };
    let lines = facts(failure).into_iter().map(|(label, text)| match label {
        "" | "why" if matches!(failure.shown, ShownFailure::Message(_)) => text,
        _ => format!("{label:<9} {text}"),
    });
    game + &lines.collect::<Vec<_>>().join("\n")
}
