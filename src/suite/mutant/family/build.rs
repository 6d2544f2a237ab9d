//! How rows of the table become mutants.

use crate::game::Side;
use crate::game::tictactoe::LINES;
use crate::suite::mutant::faulty::Mutant;
use crate::suite::mutant::protocol::Protocol;
use crate::suite::mutant::reading::Reading;
use crate::suite::mutant::referee::{REFERENCE, Referee};
use crate::suite::mutant::rules::Rules;
use crate::suite::mutant::wording::Wording;

pub(in crate::suite::mutant) fn mutant(
    name: impl Into<String>,
    fault: impl Into<String>,
    referee: Referee,
) -> Mutant {
    Mutant { name: name.into(), fault: fault.into(), is_memoryless: true, equivalent: None, referee }
}

pub(super) fn rules(name: impl Into<String>, fault: impl Into<String>, rules: Rules) -> Mutant {
    mutant(name, fault, Referee { rules, ..REFERENCE })
}

pub(super) fn reading(name: impl Into<String>, fault: impl Into<String>, reading: Reading) -> Mutant {
    mutant(name, fault, Referee { reading, ..REFERENCE })
}

pub(super) fn protocol(name: impl Into<String>, fault: impl Into<String>, protocol: Protocol) -> Mutant {
    mutant(name, fault, Referee { protocol, ..REFERENCE })
}

pub(super) fn wording(name: impl Into<String>, fault: impl Into<String>, wording: Wording) -> Mutant {
    mutant(name, fault, Referee { wording, ..REFERENCE })
}

pub(super) const LETTERS: [&str; 2] = ["X", "O"];

pub(super) const KINDS: [(&str, u8); 3] = [("row", 0b111), ("column", 0b11_1000), ("diagonal", 0b1100_0000)];

pub(super) fn letter(side: Side) -> &'static str {
    LETTERS[side.index()]
}

pub(super) fn kind(line: usize) -> &'static str {
    KINDS.iter().find(|(_, lines)| lines >> line & 1 == 1).expect("every line is of a kind").0
}

pub(super) fn digits(line: usize, gap: &str) -> String {
    LINES[line].map(|square| square.to_string()).join(gap)
}

pub(super) fn only(side: Side, lines: u8) -> [u8; 2] {
    let mut both = [0, 0];
    both[side.index()] = lines;
    both
}
