//! The table of faults, a file for each part of a referee. A row is a name, the fault in words, and
//! the one thing that is otherwise; whatever a row does not mention is as in the reference.

mod cells;
mod classes;
mod lines;
mod order;
mod patience;
mod reading;
mod turns;
mod words;

use super::protocol::{After, PROTOCOL, Protocol};
use super::reading::Reading;
use super::rules::Rules;
use super::wording::Wording;
use super::{Mutant, REFERENCE, Referee};
use crate::game::Side;
use crate::game::tictactoe::LINES;

/// Every mutant that is known by what it prints.
pub(super) fn of_transcript() -> Vec<Mutant> {
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
pub(super) fn of_ending() -> Vec<Mutant> {
    let after = |name, fault, after| protocol(name, fault, Protocol { after, ..PROTOCOL });
    vec![
        after("dies-after-the-end", "dies of an error after the result", After::Dies),
        after("hangs-after-the-end", "never ends after the result", After::Hangs),
        after("floods-line-feeds", "writes line feeds without end after the result", After::Floods("\n")),
    ]
}

pub(super) fn mutant(name: impl Into<String>, fault: impl Into<String>, referee: Referee) -> Mutant {
    Mutant { name: name.into(), fault: fault.into(), is_memoryless: true, equivalent: None, referee }
}

fn rules(name: impl Into<String>, fault: impl Into<String>, rules: Rules) -> Mutant {
    mutant(name, fault, Referee { rules, ..REFERENCE })
}

fn reading(name: impl Into<String>, fault: impl Into<String>, reading: Reading) -> Mutant {
    mutant(name, fault, Referee { reading, ..REFERENCE })
}

fn protocol(name: impl Into<String>, fault: impl Into<String>, protocol: Protocol) -> Mutant {
    mutant(name, fault, Referee { protocol, ..REFERENCE })
}

fn wording(name: impl Into<String>, fault: impl Into<String>, wording: Wording) -> Mutant {
    mutant(name, fault, Referee { wording, ..REFERENCE })
}

impl Mutant {
    fn with_memory(self) -> Mutant {
        Mutant { is_memoryless: false, ..self }
    }

    fn equivalent(self, why: &'static str) -> Mutant {
        Mutant { equivalent: Some(why), ..self }
    }
}

const LETTERS: [&str; 2] = ["X", "O"];
const KINDS: [(&str, u8); 3] = [("row", 0b111), ("column", 0b11_1000), ("diagonal", 0b1100_0000)];

fn letter(side: Side) -> &'static str {
    LETTERS[side.index()]
}

fn kind(line: usize) -> &'static str {
    KINDS.iter().find(|(_, lines)| lines >> line & 1 == 1).expect("every line is of a kind").0
}

fn digits(line: usize, gap: &str) -> String {
    LINES[line].map(|square| square.to_string()).join(gap)
}

fn only(side: Side, lines: u8) -> [u8; 2] {
    let mut both = [0, 0];
    both[side.index()] = lines;
    both
}
