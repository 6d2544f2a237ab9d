//! The faults and the programs that have them, so that teachers see the most common mistakes; and the search bar.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html as markup};

use super::text;
use crate::golf::Row;

/// How many characters of a reason are shown.
const REASON: usize = 160;

/// The fault of a candidate in a few words; where it has no name, the reason of its verdict. `None` if its verdict is expected or it was not judged.
pub(super) fn of(row: &Row<'_>) -> Option<String> {
    if row.report.is_as_expected() != Some(false) {
        return None;
    }
    let diagnosis = row.report.failure.as_ref().and_then(|failure| failure.diagnosis());
    Some(match (diagnosis, row.report.reason()) {
        (Some((fault, _)), _) => fault.to_owned(),
        (None, Some(why)) => text::short(&format!("{}: {why}", row.report.verdict()), REASON),
        (None, None) => row.report.verdict().to_owned(),
    })
}

/// Every fault with its programs, the most common first. Empty if all programs conform.
pub(super) fn list(rows: &[Row<'_>], names: &[String]) -> Markup {
    let mut by_fault: BTreeMap<String, Vec<(&Row<'_>, &String)>> = BTreeMap::new();
    for (row, name) in rows.iter().zip(names) {
        if let Some(fault) = of(row) {
            by_fault.entry(fault).or_default().push((row, name));
        }
    }
    let mut faults: Vec<_> = by_fault.into_iter().collect();
    faults.sort_by_key(|(_, having)| std::cmp::Reverse(having.len()));
    if faults.is_empty() {
        return markup! {};
    }
    markup! {
        nav.faults aria-labelledby="faults" {
            h2 #faults { "What went wrong" }
            dl {
                @for (fault, having) in faults {
                    dt { (text::prose(&fault)) @if having.len() > 1 { span.count { " (" (having.len()) ")" } } }
                    dd {
                        @for (place, (row, name)) in having.iter().enumerate() {
                            @if place > 0 { ", " }
                            a href={ "#" (name) } { (text::file(&row.candidate.name)) }
                        }
                    }
                }
            }
        }
    }
}

/// The search bar: finds candidates by text, verdict, language and fault, and jumps from failure to failure.
/// It is hidden until the script starts.
pub(super) fn search(rows: &[Row<'_>]) -> Markup {
    let verdicts: BTreeSet<_> = rows.iter().map(|row| row.report.verdict().to_owned()).collect();
    let languages: BTreeSet<_> = rows.iter().filter_map(|row| row.candidate.language.clone()).collect();
    let faults: BTreeSet<_> = rows.iter().filter_map(of).collect();
    markup! {
        form.filter role="search" aria-label="candidates" hidden {
            label { "Find " input type="search" name="text" autocomplete="off"; }
            (choice("word", "Ruling", verdicts))
            (choice("language", "Language", languages))
            (choice("fault", "Fault", faults))
            span.turns {
                button type="button" data-failure="previous" { "‹ Failure" }
                button type="button" data-failure="next" { "Failure ›" }
            }
            output name="count" {}
        }
    }
}

/// A choice among words; empty if there is only one.
fn choice(name: &str, label: &str, words: BTreeSet<String>) -> Markup {
    if words.len() < 2 {
        return markup! {};
    }
    markup! {
        label {
            (label) " "
            select name=(name) {
                option value="" { "all" }
                @for word in words { option value=(word) { (text::short(&word.replace('`', ""), 60)) } }
            }
        }
    }
}
