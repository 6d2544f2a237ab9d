//! A run as a page: one file that contains everything, for a browser, a printer or an e-mail.
//!
//! The faults come first, then the leaderboard, and a section for each candidate, failures first. A failure
//! can be viewed step by step, with boards as pictures. All content is in the HTML, so the page can be read
//! and printed without its script, which only sorts, filters, steps and copies. Output of candidates is made
//! visible and then escaped; if that ever fails, the page's content security policy allows no script and no
//! style but its own, and loads nothing.

mod board;
mod candidate;
mod class;
mod failure;
mod faults;
mod frame;
mod leaderboard;
pub(super) mod page;
mod plot;
pub(super) mod text;

use std::collections::{HashMap, HashSet};

use maud::{Markup, html as markup};

use super::{Origin, Record};
use crate::golf::{Measure, Row};
use crate::transcript::{is_combining, visible_line};
use text::short;

/// The longest command that is shown completely, in characters.
const LONGEST: usize = 500;

/// With more programs than this that do not conform, a page would not open at once. It then shows games as text, and neither
/// boards nor sources.
const DETAILED: usize = 30;

pub(crate) fn html(record: &Record, scoring: Option<Measure>) -> String {
    page::page(&format!("{}: {}", record.heading.game(), record.sum()), &body(record, scoring))
}

fn body(record: &Record, scoring: Option<Measure>) -> Markup {
    let rows = record.leaderboard_by(scoring).rows;
    let names = anchors(&rows);
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
            (faults::search(&rows))
            (leaderboard::table(&rows, &names, scoring))
            (plot::size_and_time(&rows))
            @if is_brief {
                p.note {
                    "More than " (DETAILED) " programs failed, so their failures are shown as text, without boards and sources. "
                    "A page of fewer programs shows each step, as does " code { "judge replay" } "."
                }
            }
            @for (row, name) in failing.chain(others) { (candidate::section(record, name, row, is_brief)) }
        }
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

/// The name of each row's section, in the order of the rows. It is made from the program's own name, so that links remain valid
/// when the page is made again with other programs or in another order. The folder is part of it only where two files have the
/// same name.
fn anchors(rows: &[Row<'_>]) -> Vec<String> {
    let file = |row: &Row<'_>| row.candidate.name.rsplit('/').next().unwrap_or_default().to_owned();
    let mut files: HashMap<String, usize> = HashMap::new();
    rows.iter().for_each(|row| *files.entry(file(row)).or_default() += 1);
    let mut taken = HashSet::new();
    rows.iter()
        .map(|row| {
            let is_enough = files[&file(row)] == 1;
            let plain = slug(if is_enough { file(row) } else { row.candidate.name.clone() }.as_str());
            let numbered = (2..).map(|number| format!("{plain}-{number}"));
            let mut all = std::iter::once(plain.clone()).chain(numbered);
            all.find(|name| taken.insert(name.clone())).unwrap_or(plain)
        })
        .collect()
}

/// A name as part of an address: every character that is not a letter, with its marks, or digit becomes a hyphen.
fn slug(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || is_combining(c) || c == '_' { c } else { '-' };
    let words: String = name.chars().map(plain).collect();
    format!("p-{}", words.trim_matches('-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_becomes_one_word() {
        assert_eq!(slug("golf/tictactoe/ttt.py"), "p-golf-tictactoe-ttt-py");
        assert_eq!(slug("python3 \"a b\"><script>"), "p-python3--a-b---script");
    }
}
