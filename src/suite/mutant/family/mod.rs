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
use crate::challenge::LONGEST;
use build::protocol;

static FAMILY: LazyLock<Vec<Mutant>> = LazyLock::new(of_transcript);

static FAMILY_OF_ENDINGS: LazyLock<Vec<Mutant>> = LazyLock::new(of_ending);

static FAMILY_OF_LENGTHS: LazyLock<Vec<Mutant>> = LazyLock::new(classes::of_lengths);

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

    /// Mutants that fail at lines beyond a length which is not that of a common buffer.
    pub fn family_of_lengths() -> &'static [Mutant] {
        &FAMILY_OF_LENGTHS
    }

    /// Games that tell apart mutants which fail at different lengths: a long line that is refused, one whose last sign is a
    /// move, and zeros with a last sign that makes them no number; the middle lengths first.
    pub fn games_of_lengths() -> Vec<Vec<Vec<u8>>> {
        let line = |length: usize, sign: u8, last: u8| [&vec![sign; length - 1][..], &[last]].concat();
        let games = |length: &usize| {
            let lines = [(b'a', b'a'), (b'a', b'0'), (b'0', b'a')];
            lines.map(|(sign, last)| vec![line(*length, sign, last), b"1".to_vec()])
        };
        middle_first(1, LONGEST).iter().flat_map(games).collect()
    }
}

/// All numbers from one to another, each in the middle of the largest gap between those before it.
fn middle_first(first: usize, last: usize) -> Vec<usize> {
    let mut gaps = std::collections::VecDeque::from([(first, last)]);
    let mut order = Vec::new();
    while let Some((first, last)) = gaps.pop_front() {
        let middle = first.midpoint(last);
        order.push(middle);
        gaps.extend(
            [(first, middle - 1), (middle + 1, last)].into_iter().filter(|(first, last)| first <= last),
        );
    }
    order
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
