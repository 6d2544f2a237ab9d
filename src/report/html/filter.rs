//! The search bar: finds candidates by text, verdict, language and fault, and jumps from failure to failure.
//! It is hidden until the script starts.

use std::collections::BTreeSet;

use maud::{Markup, html as markup};

use super::faults;
use super::text;
use crate::golf::Row;

/// Renders the bar.
pub(super) fn bar(rows: &[Row<'_>]) -> Markup {
    let verdicts: BTreeSet<_> = rows.iter().map(|row| row.report.verdict().to_owned()).collect();
    let languages: BTreeSet<_> = rows.iter().filter_map(|row| row.candidate.language.clone()).collect();
    let faults: BTreeSet<_> = rows.iter().filter_map(faults::of).collect();
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
