//! Changes as a table in Markdown, for a comment on a pull request.

use std::fmt::Write;

use super::cells;
use super::program::ProgramChange;
use super::runs::Changes;
use crate::report::markdown::{code, escaped};

/// How many programs are shown, so that the text fits into a comment on a pull request.
const SHOWN: usize = 200;

/// Renders changes.
pub(super) fn markdown(changes: &Changes) -> String {
    let mut text = format!("**{}** ({})\n", changes.sum(), escaped(&changes.heading));
    let differing: Vec<_> = changes.programs.iter().filter(|program| program.differs()).collect();
    if !differing.is_empty() {
        text.push_str(
            "\n| change | program | verdict | bytes | ms a run | why |\n|---|---|---|--:|--:|---|\n",
        );
    }
    differing.iter().take(SHOWN).for_each(|program| push_row(&mut text, program));
    if differing.len() > SHOWN {
        let _ = writeln!(text, "\n{} more differ.", differing.len() - SHOWN);
    }
    if !changes.notes.is_empty() {
        text.push('\n');
    }
    changes.notes.iter().for_each(|note| text += &format!("- {}\n", escaped(note)));
    text
}

fn push_row(text: &mut String, program: &ProgramChange) {
    let cells = [
        program.change.to_string(),
        code(&program.name),
        cells::verdict(program),
        cells::bytes(program),
        cells::time(program),
        escaped(cells::reason(program).unwrap_or_default()),
    ];
    let _ = writeln!(text, "| {} |", cells.join(" | "));
}
