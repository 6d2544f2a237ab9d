//! Changes as a page, in the frame of other reports.

use maud::{Markup, html as markup};

use super::cells;
use super::program::{Change, ProgramChange};
use super::runs::Changes;
use crate::report::html::page;
use crate::report::html::text;

/// The columns: heading, class.
const COLUMNS: [(&str, &str); 5] = [
    ("change", "language"),
    ("program", "program"),
    ("verdict", "ruling"),
    ("bytes", "number bytes"),
    ("ms a run", "number"),
];

/// Renders changes.
pub(super) fn page(changes: &Changes) -> String {
    page::page(&format!("{}: {}", changes.heading, changes.sum()), &body(changes))
}

fn body(changes: &Changes) -> Markup {
    markup! {
        header {
            p.game-name { (changes.heading) }
            h1 { (changes.sum()) }
            @for note in &changes.notes { p.note { (note) } }
        }
        main {
            table.leaderboard {
                caption { "The worst first. Times are shown if they differ beyond noise." }
                thead {
                    tr {
                        @for (heading, class) in COLUMNS { th scope="col" class=(class) { button type="button" { (heading) } } }
                    }
                }
                tbody { @for (place, program) in changes.programs.iter().enumerate() { (row(place, program)) } }
            }
        }
    }
}

fn row(place: usize, program: &ProgramChange) -> Markup {
    markup! {
        tr class=(class(program.change)) {
            td data-key=(place) { span.word { (program.change) } }
            th.program scope="row" data-key=(text::key(&program.name)) { (text::name(&program.name)) }
            td.ruling { (cells::verdict(program)) @if let Some(reason) = cells::reason(program) { " " span.why { (text::prose(reason)) } } }
            td.number.bytes data-key=[program.new.as_ref().and_then(|new| new.bytes)] { (cells::bytes(program)) }
            td.number { (cells::time(program)) }
        }
    }
}

/// The CSS class of a change.
fn class(change: Change) -> &'static str {
    match change {
        Change::Worse | Change::Gone => "bad",
        Change::Improved => "good",
        Change::New => "new",
        Change::Unchanged => "skipped",
    }
}
