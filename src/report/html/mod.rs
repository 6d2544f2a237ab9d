//! A run as a page: one file that contains everything, for a browser, a printer or an e-mail.
//!
//! The faults come first, then the leaderboard, and a section for each candidate, failures first. A failure
//! can be viewed step by step, with boards as pictures. All content is in the HTML, so the page can be read
//! and printed without its script, which only sorts, filters, steps and copies. Output of candidates is made
//! visible and then escaped; if that ever fails, the page's content security policy allows no script and no
//! style but its own, and loads nothing.

mod anchors;
mod board;
mod candidate;
mod failure;
mod faults;
mod filter;
mod frame;
mod leaderboard;
mod plot;
mod text;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html as markup};
use sha2::{Digest, Sha256};

use super::{Origin, Record};
use crate::golf::Row;
use crate::transcript::visible_line;
use text::short;

const STYLE: &str = include_str!("page.css");
/// The longest command that is shown completely, in characters.
const LONGEST: usize = 500;

const SCRIPT: &str = include_str!("page.js");

/// An icon for the browser's tab, so that it requests none: a tick.
const ICON: &str = "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%2016%2016'%3E%3Cpath\
                    %20d='M3%209l3%204%207-10'%20fill='none'%20stroke='%231f6f54'%20stroke-width='2.4'/%3E%3C/svg%3E";

/// With more programs than this that do not conform, a page would not open at once. It then shows games as text, and neither
/// boards nor sources.
const DETAILED: usize = 30;

/// Renders a run.
pub fn html(record: &Record) -> String {
    let title = format!("{}: {}", record.heading.game(), record.sum());
    let page = markup! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                link rel="icon" href=(ICON);
                style { (PreEscaped(STYLE)) }
            }
            body { (body(record)) script { (PreEscaped(SCRIPT)) } }
        }
    };
    page.into_string() + "\n"
}

fn body(record: &Record) -> Markup {
    let rows = record.leaderboard().rows;
    let names = anchors::of(&rows);
    let fails = |(row, _): &(&Row<'_>, &String)| row.report.is_as_expected() == Some(false);
    let failing = rows.iter().zip(&names).filter(fails);
    let is_brief = failing.clone().count() > DETAILED;
    let others = rows.iter().zip(&names).filter(|row| !fails(row));
    markup! {
        header {
            p.game-name { (record.heading.game()) }
            h1 { (record.sum()) }
            (terms(record))
        }
        main {
            (faults::list(&rows, &names))
            (filter::bar(&rows))
            (leaderboard::table(&rows, &names))
            (plot::size_and_time(&rows))
            @if is_brief {
                p.note {
                    "More than " (DETAILED) " programs failed, so their failures are shown as text, without boards and sources. "
                    "A page of fewer programs shows each step, as does " code { "judge replay" } "."
                }
            }
            @for (row, name) in failing.chain(others) { (candidate::section(record, name, row, is_brief)) }
        }
        p.unseen #said role="status" {}
    }
}

/// How the run was judged, and its results.
fn terms(record: &Record) -> Markup {
    let skipped = record.judged().count() - record.tally().1;
    let missing = record.candidates.len() - record.judged().count();
    markup! {
        p.terms {
            "Profile " b { (record.heading.profile.name()) } ", suite " b { (visible_line(record.heading.suite.as_bytes())) }
            ", isolation " b { (record.conditions.isolation.name()) } "."
            @if skipped > 0 { " " (skipped) " skipped." }
        }
        @if let Some(origin) = &record.conditions.origin { (provenance(origin)) }
        @if record.interrupted {
            p.broken-off { "Interrupted: " (missing) " not judged." }
        }
    }
}

/// When, by which command, by which judge and on which machine.
fn provenance(origin: &Origin) -> Markup {
    let shown = |text: &str| visible_line(short(text, LONGEST).as_bytes());
    let date = shown(&origin.date).replacen('T', " ", 1).replacen('Z', " UTC", 1);
    markup! {
        dl.origin {
            dt { "Date" } dd { (date) }
            dt { "Version" } dd { "judge " (shown(&origin.version)) }
            dt { "Command" } dd { code { (shown(&origin.command)) } }
            dt { "Machine" } dd { (shown(&origin.machine)) }
        }
    }
}

/// What the page may do: only run its own script and style, identified by their digests.
fn policy() -> String {
    let digest = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text.as_bytes()));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; img-src data:; base-uri 'none'; \
         form-action 'none'",
        digest(SCRIPT),
        digest(STYLE)
    )
}
