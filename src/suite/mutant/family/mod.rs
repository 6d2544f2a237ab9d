//! The table of faults, with a file for each part of a referee. A row is a name, the fault in words, and the
//! one change; everything else is as in the reference.

pub(super) mod build;
mod cells;
mod classes;
mod lines;
mod order;
mod patience;
mod reading;
mod turns;
mod words;

use std::sync::LazyLock;

use super::faulty::Mutant;
use super::protocol::{After, PROTOCOL, Protocol};
use build::protocol;

static FAMILY: LazyLock<Vec<Mutant>> = LazyLock::new(of_transcript);

static FAMILY_OF_ENDINGS: LazyLock<Vec<Mutant>> = LazyLock::new(of_ending);

impl Mutant {
    /// All mutants with wrong transcripts (or, if marked so, equivalent ones), in the order in which they are
    /// considered: the plain before the special, the general before its part.
    pub fn family() -> &'static [Mutant] {
        &FAMILY
    }

    /// Mutants with a right transcript that end wrongly.
    pub fn family_of_endings() -> &'static [Mutant] {
        &FAMILY_OF_ENDINGS
    }
}

/// Every mutant that differs in its output.
fn of_transcript() -> Vec<Mutant> {
    let parts = [
        lines::mutants,
        turns::mutants,
        cells::mutants,
        reading::mutants,
        patience::mutants,
        order::mutants,
        words::mutants,
        classes::mutants,
    ];
    parts.iter().flat_map(|part| part()).collect()
}

/// Every mutant that differs only in the way it ends.
fn of_ending() -> Vec<Mutant> {
    let after = |name, fault, after| protocol(name, fault, Protocol { after, ..PROTOCOL });
    vec![
        after("dies-after-the-end", "dies of an error after the result", After::Dies),
        after("hangs-after-the-end", "never ends after the result", After::Hangs),
        after("floods-line-feeds", "writes line feeds without end after the result", After::Floods("\n")),
    ]
}
