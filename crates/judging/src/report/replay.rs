//! Two transcripts of one game, side by side.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use super::colour::{BAD, FAINT, GOOD};
use crate::runner::{CandidateReport, Crash, Replay, Status};
use crate::transcript::visible_message;

/// The message about a program that cannot be run.
pub fn unready(report: &CandidateReport) -> String {
    let why = match (&report.failure, &report.status) {
        (Some(failure), _) => failure.session().actual.clone(),
        (None, Status::Skipped(why)) => visible_message(why.as_bytes()),
        (None, Status::Judged(_)) => String::new(),
    };
    format!("{}: {why}\n", report.verdict())
}

/// The lines of two texts side by side.
fn lines<'a>(right: &'a str, came: &'a str) -> Vec<(&'a str, &'a str)> {
    let [mut right, mut came] = [right.lines(), came.lines()];
    let next = || match (right.next(), came.next()) {
        (None, None) => None,
        (right, came) => Some((right.unwrap_or_default(), came.unwrap_or_default())),
    };
    std::iter::from_fn(next).collect()
}

const HEADING: &str = "the reference";

/// How many lines are shown beyond the right transcript: a program that loops at the end of input prints too
/// much.
const BEYOND: usize = 20;

/// Renders a game: the right transcript on the left, the candidate's on the right, each answer beside the right one, a mark
/// at the first difference, and the verdict.
pub fn replay(game: &Replay) -> String {
    let rows: Vec<_> = game.answers.iter().map(|answer| lines(&answer.right, &answer.came)).collect();
    let last = if game.failure.is_some() { rows.len().saturating_sub(1) } else { rows.len() };
    let agreed: usize = rows[..last].iter().map(Vec::len).sum();
    let rows: Vec<_> = rows.concat();
    // Where a validator judges, there is no right output beside which a difference could stand.
    let has_right = rows.iter().any(|(right, _)| !right.is_empty());
    let differs = rows
        .iter()
        .skip(if has_right { agreed } else { rows.len() })
        .position(|(right, came)| right != came)
        .map(|row| agreed + row);
    let width = rows.iter().map(|(right, _)| right.width()).chain([HEADING.width()]).max().unwrap_or(0);
    let name = crate::transcript::visible_line(game.name.as_bytes());
    let mut text = format!("{FAINT}{HEADING:width$}    {name}{FAINT:#}\n");
    let most = BEYOND + rows.iter().rposition(|(right, _)| !right.is_empty()).map_or(0, |last| last + 1);
    for (row, (left, other)) in rows.iter().enumerate().take(most) {
        let mark = if differs == Some(row) { format!("{BAD}≠{BAD:#}") } else { " ".to_owned() };
        let fill = " ".repeat(width - left.width());
        let _ = writeln!(text, "{left}{fill}  {mark} {other}");
    }
    let more = rows.len().saturating_sub(most);
    if more > 0 {
        let _ = writeln!(text, "{:width$}    {FAINT}… {more} more lines{FAINT:#}", "");
    }
    match &game.failure {
        None => text += &format!("\n{GOOD}accepted{GOOD:#}\n"),
        Some(failure) => {
            let reason = failure.reason();
            let _ = writeln!(text, "\n{BAD}{}{BAD:#}: {reason}", failure.verdict.name());
            if let Some(crash) = failure.crash().filter(|crash| crash.to_string() != reason) {
                let _ = writeln!(text, "crashed: {crash}");
            }
            if let Some(line) = failure.crash().and_then(Crash::shown) {
                let _ = writeln!(text, "  {line}");
            }
            failure.notes.iter().filter(|note| note.to_string() != reason).for_each(|note| {
                let _ = writeln!(text, "{note}");
            });
        }
    }
    text
}
