//! A history as text for a terminal.

use std::fmt::Write;

use anstyle::Style;
use unicode_width::UnicodeWidthStr;

use super::cells::{self, HEADINGS, NUMBERS, PROGRAM};
use super::program::Step;
use super::runs::History;
use crate::report::colour::{BAD, FAINT, GOOD};
use crate::report::table::cut;
use crate::report::view::View;
use crate::runner::VerdictWord;
use crate::transcript::visible_line;

/// Renders a history.
pub(super) fn terminal(history: &History, view: View) -> String {
    let mut text = String::new();
    push_table(&mut text, history, view);
    let gap = if text.is_empty() { "" } else { "\n" };
    let _ = writeln!(text, "{gap}{} ({})", history.sum(), history.about());
    history.notes.iter().for_each(|note| text += &format!("{FAINT}note: {note}{FAINT:#}\n"));
    text
}

fn push_table(text: &mut String, history: &History, view: View) {
    let steps = cells::shown(history, view.is_verbose);
    let rows: Vec<[String; 7]> =
        steps.iter().map(|(program, step)| row(cells::cells(program, step))).collect();
    let wide = |column: usize| {
        let cells = rows.iter().map(|row| row[column].as_str()).chain([HEADINGS[column]]);
        cells.map(UnicodeWidthStr::width).max().unwrap_or(0)
    };
    let widths: Vec<_> = (0..cells::count(view.is_verbose)).map(wide).collect();
    let line = |cells: &[String; 7]| {
        let line = line(cells, &widths);
        view.columns.map_or(line.clone(), |columns| cut(&line, columns))
    };
    if !rows.is_empty() {
        let _ = writeln!(text, "{FAINT}{}{FAINT:#}", line(&HEADINGS.map(str::to_owned)));
    }
    for ((_, step), row) in steps.iter().zip(&rows) {
        let style = style(step);
        let _ = writeln!(text, "{style}{}{style:#}", line(row));
    }
}

/// The cells with every character visible.
fn row(mut cells: [String; 7]) -> [String; 7] {
    cells[PROGRAM] = visible_line(cells[PROGRAM].as_bytes());
    cells
}

/// One line of the table: numbers aligned right, text aligned left, with two spaces between.
fn line(cells: &[String; 7], widths: &[usize]) -> String {
    let cell = |(column, wide): (usize, &usize)| {
        let fill = " ".repeat(wide - cells[column].width());
        let cell = &cells[column];
        if NUMBERS.contains(&column) { format!("{fill}{cell}") } else { format!("{cell}{fill}") }
    };
    widths.iter().enumerate().map(cell).collect::<Vec<_>>().join("  ").trim_end().to_owned()
}

fn style(step: &Step) -> Style {
    match step.entry.verdict {
        _ if step.is_best => GOOD,
        VerdictWord::Judged(_) if step.entry.is_accepted() => Style::new(),
        VerdictWord::Judged(_) => BAD,
        VerdictWord::NotJudged(_) => FAINT,
    }
}
