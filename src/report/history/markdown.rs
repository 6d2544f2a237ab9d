//! A history as a table in Markdown.

use std::fmt::Write;

use super::cells::{self, HEADINGS, NUMBERS, PROGRAM};
use super::runs::History;
use crate::report::markdown::{code, escaped};

/// Renders a history; with all runs, or with those in which a program was accepted with another size.
pub(super) fn markdown(history: &History, is_verbose: bool) -> String {
    let mut text = format!("**{}** ({})\n", history.sum(), escaped(&history.about()));
    let steps = cells::shown(history, is_verbose);
    let count = cells::count(is_verbose);
    if !steps.is_empty() {
        let rule = |column: usize| if NUMBERS.contains(&column) { "--:" } else { "---" };
        let rules: Vec<_> = (0..count).map(rule).collect();
        let _ = write!(text, "\n| {} |\n|{}|\n", HEADINGS[..count].join(" | "), rules.join("|"));
    }
    for (program, step) in steps {
        let mut cells = cells::cells(program, step);
        cells[PROGRAM] = code(&program.name);
        let _ = writeln!(text, "| {} |", cells[..count].join(" | "));
    }
    if !history.notes.is_empty() {
        text.push('\n');
    }
    history.notes.iter().for_each(|note| text += &format!("- {}\n", escaped(note)));
    text
}
