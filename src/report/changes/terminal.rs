//! Changes as text for a terminal. Programs of which nothing changed are only counted, unless all are asked for.

use std::fmt::Write;

use anstyle::Style;
use unicode_width::UnicodeWidthStr;

use super::cells;
use super::program::{Change, ProgramChange};
use super::runs::Changes;
use crate::report::colour::{BAD, FAINT, GOOD};
use crate::report::table::cut;
use crate::report::view::View;
use crate::transcript::visible_line;

const HEADINGS: [&str; 5] = ["change", "program", "verdict", "bytes", "ms a run"];

/// Renders changes.
pub(super) fn terminal(changes: &Changes, view: View) -> String {
    let shown: Vec<_> =
        changes.programs.iter().filter(|program| view.is_verbose || program.differs()).collect();
    let mut text = String::new();
    push_table(&mut text, &shown, view);
    for program in &shown {
        if let Some(reason) = cells::reason(program) {
            let _ = writeln!(text, "\n{BAD}✗{BAD:#} {}: {reason}", visible_line(program.name.as_bytes()));
        }
    }
    let style = if changes.has_regression() { BAD } else { GOOD };
    let gap = if text.is_empty() { "" } else { "\n" };
    let _ = writeln!(text, "{gap}{style}{}{style:#} ({})", changes.sum(), changes.heading);
    changes.notes.iter().for_each(|note| text += &format!("{FAINT}note: {note}{FAINT:#}\n"));
    text
}

fn push_table(text: &mut String, programs: &[&ProgramChange], view: View) {
    let rows: Vec<_> = programs.iter().map(|program| row(program)).collect();
    let widths: Vec<_> = (0..HEADINGS.len())
        .map(|column| rows.iter().map(|row| row[column].width()).max().unwrap_or(0))
        .collect();
    let is_shown = |column: usize| widths[column] > 0;
    let line = |cells: &[String; 5]| {
        let cell = |column: usize| {
            let wide = widths[column].max(HEADINGS[column].width());
            format!("{}{}", cells[column], " ".repeat(wide - cells[column].width()))
        };
        let cells: Vec<_> = (0..HEADINGS.len()).filter(|column| is_shown(*column)).map(cell).collect();
        let line = cells.join("  ").trim_end().to_owned();
        view.columns.map_or(line.clone(), |columns| cut(&line, columns))
    };
    if !rows.is_empty() {
        let _ = writeln!(text, "{FAINT}{}{FAINT:#}", line(&HEADINGS.map(str::to_owned)));
    }
    for (program, row) in programs.iter().zip(&rows) {
        let style = style(program.change);
        let _ = writeln!(text, "{style}{}{style:#}", line(row));
    }
}

fn row(program: &ProgramChange) -> [String; 5] {
    [
        program.change.to_string(),
        visible_line(program.name.as_bytes()),
        cells::verdict(program),
        cells::bytes(program),
        cells::time(program),
    ]
}

fn style(change: Change) -> Style {
    match change {
        Change::Worse | Change::Gone => BAD,
        Change::Improved => GOOD,
        Change::New => Style::new(),
        Change::Unchanged => FAINT,
    }
}
