//! Two transcripts of one game, side by side.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use super::terminal::{BAD, FAINT, GOOD};
use crate::runner::Replay;

const HEADING: &str = "the reference";

/// Renders a game: the right transcript to the left, the candidate's to the right, a mark where they
/// first differ, and the verdict.
pub fn replay(game: &Replay) -> String {
    let right: Vec<_> = game.right.lines().collect();
    let came: Vec<_> = game.came.lines().collect();
    let width = right.iter().map(|line| line.width()).chain([HEADING.width()]).max().unwrap_or(0);
    let name = crate::transcript::visible_line(game.name.as_bytes());
    let mut text = format!("{FAINT}{HEADING:width$}    {name}{FAINT:#}\n");
    let mut has_differed = game.failure.is_none();
    for index in 0..right.len().max(came.len()) {
        let line = |lines: &[&str]| lines.get(index).copied().unwrap_or_default().to_owned();
        let (left, other) = (line(&right), line(&came));
        let differs = !has_differed && left != other;
        has_differed |= differs;
        let mark = if differs { format!("{BAD}≠{BAD:#}") } else { " ".to_owned() };
        let fill = " ".repeat(width - left.width());
        let _ = writeln!(text, "{left}{fill}  {mark} {other}");
    }
    match &game.failure {
        None => text += &format!("\n{GOOD}accepted{GOOD:#}\n"),
        Some(failure) => {
            let _ = writeln!(text, "\n{BAD}{}{BAD:#}: {}", failure.word.name(), failure.reason());
            failure.notes.iter().for_each(|note| {
                let _ = writeln!(text, "{note}");
            });
        }
    }
    text
}
