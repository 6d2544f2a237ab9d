//! The table of faults, a file for each part of a referee. A row is a name, the fault in words, and
//! the one thing that is otherwise; whatever a row does not mention is as in the reference.

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
    /// All whose transcripts are wrong (or, if marked so, equivalent), in the order in which they are
    /// to be thought of: the plain before the special, the general before its part.
    pub fn family() -> &'static [Mutant] {
        &FAMILY
    }

    /// Those that say what is right and do not come to a right end.
    pub fn family_of_endings() -> &'static [Mutant] {
        &FAMILY_OF_ENDINGS
    }
}

/// Every mutant that is known by what it prints.
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

/// Every mutant that is known only by the way it ends.
fn of_ending() -> Vec<Mutant> {
    let after = |name, fault, after| protocol(name, fault, Protocol { after, ..PROTOCOL });
    vec![
        after("dies-after-the-end", "dies of an error after the result", After::Dies),
        after("hangs-after-the-end", "never ends after the result", After::Hangs),
        after("floods-line-feeds", "writes line feeds without end after the result", After::Floods("\n")),
    ]
}
