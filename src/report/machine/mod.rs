//! A learned machine, for people: in an overview, as a table, and as a graph for a program that draws.

mod graph;
mod legend;

pub(crate) use graph::{dot, mermaid};

use unicode_width::UnicodeWidthStr;

use crate::challenge::Learned;
use crate::suite::counted;
use crate::transcript::visible_line;
use legend::{Legend, Place, Row};

/// The widest that a column is made for alignment.
const WIDEST: usize = 44;

/// How many lines of the table are in the overview.
const SHOWN: usize = 100;

/// The beginning of the table, and the size of the machine and what was tested in sentences. If the table is longer, `rest`
/// says where all of it is.
pub(crate) fn overview(title: &str, learned: &Learned, rest: &str) -> String {
    let shown = table(learned, SHOWN);
    let rest = if shown == table(learned, usize::MAX) { "" } else { rest };
    format!("{shown}{rest}\n{}", summary(&visible_line(title.as_bytes()), learned))
}

/// The machine as a table: for each state the lines, the answers, and the next states. If it would be longer
/// than this many lines, the last states are left out, and their number is given.
pub(crate) fn table(learned: &Learned, longest: usize) -> String {
    let legend = Legend::of(learned);
    let all: Vec<_> = legend.states.iter().flat_map(|state| &state.rows).collect();
    let width = |cell: fn(&Row) -> &str| {
        let widths = all.iter().map(|row| cell(row).width()).filter(|width| *width <= WIDEST);
        widths.max().unwrap_or_default()
    };
    let widths = [width(|row| &row.inputs), width(|row| &row.answer)];
    let mut text = String::new();
    if !legend.opening.is_empty() {
        text += &format!("before the first line: {}\n\n", legend.opening);
    }
    let mut lines = 0;
    for (before, state) in legend.states.iter().enumerate() {
        lines += 1 + state.rows.len();
        if lines > longest && before > 0 {
            text += &format!("… {}\n", counted(legend.states.len() - before, "more state"));
            break;
        }
        text += &format!("state {} {}\n", state.number, state.way);
        for row in &state.rows {
            let [inputs, answer] =
                [(&row.inputs, widths[0]), (&row.answer, widths[1])].map(|(cell, width)| padded(cell, width));
            text += &format!("  {inputs}  {answer}  {}\n", place(row.to, state.number));
        }
    }
    text
}

fn place(to: Place, from: usize) -> String {
    match to {
        Place::End => "ends".to_owned(),
        Place::State(number) if number == from => "stays".to_owned(),
        Place::State(number) => format!("to {number}"),
    }
}

fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// Its size, and what was tested, in sentences.
fn summary(title: &str, learned: &Learned) -> String {
    let tested = learned.tested;
    format!(
        "{title}: {}, {}, learned in {}\n\
         The reference does the same for these lines if it has at most {}: {} show that. {} showed no difference.\n",
        counted(learned.states(), "state"),
        counted(learned.lines.len(), "line"),
        counted(tested.asked, "run"),
        counted(learned.states() + tested.extra, "state"),
        counted(tested.tests, "test"),
        counted(tested.walks, "random walk"),
    )
}
