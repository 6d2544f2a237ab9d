//! Occupied cells that may be marked, blank cells that may not, wrong numbers of cells, and boards that lose
//! marks.

use super::super::faulty::Mutant;
use super::super::reading::{READING, Reading, numbering};
use super::super::rules::{Condition, Overwrites, RULES, Rules};
use super::build::{LETTERS, reading, rules};
use crate::game::Side;

const ALL: u16 = 0b1_1111_1111;
const NONE: Condition = Condition { square: None, side: None, mark: None, opening: None, beyond_last: None };

pub(super) fn mutants() -> Vec<Mutant> {
    let mut all = Vec::new();
    all.extend(overwriting());
    all.extend((0..9).map(refuses_square));
    all.extend(REFUSES.map(|(name, fault, when)| rules(name, fault, Rules { refuses: Some(when), ..RULES })));
    all.extend(
        HISTORIES.map(|(name, fault, when)| {
            rules(name, fault, Rules { refuses: Some(when), ..RULES }).with_memory()
        }),
    );
    all.extend(Side::BOTH.map(refuses_first_square));
    all.extend(NUMBERINGS.map(|(name, fault, squares)| {
        reading(name, fault, Reading { numbering: numbering(*squares), ..READING })
    }));
    all.extend((0..9).map(next_square));
    all.extend((6..9).map(forgets));
    all
}

fn overwriting() -> Vec<Mutant> {
    let all = [
        ("any", "an occupied cell", ALL, ALL),
        ("own", "his own cell again", ALL, 0),
        ("other", "a cell of the other player", 0, ALL),
    ];
    let mut rows = Vec::new();
    for (name, cell, own, other) in all {
        rows.push(overwrites(
            format!("overwrites-{name}"),
            format!("lets a player mark {cell}"),
            own,
            other,
            false,
        ));
        let fault = format!("lets a player mark {cell}, and counts the marks made for a tie");
        rows.push(overwrites(format!("overwrites-{name}-and-counts"), fault, own, other, true));
    }
    rows.extend((0..9).map(|square| {
        let fault = format!("lets a player mark cell {square} when it is occupied");
        overwrites(format!("overwrites-cell-{square}"), fault, 1 << square, 1 << square, false)
    }));
    rows.extend((0..9).map(|square| {
        let fault = format!(
            "lets a player mark cell {square} when it is occupied, and counts the marks made for a tie"
        );
        overwrites(format!("overwrites-cell-{square}-and-counts"), fault, 1 << square, 1 << square, true)
    }));
    rows
}

fn overwrites(name: String, fault: String, own: u16, other: u16, is_counted: bool) -> Mutant {
    let mutant = rules(name, fault, Rules { overwrites: Overwrites { own, other, is_counted }, ..RULES });
    if is_counted { mutant.with_memory() } else { mutant }
}

fn refuses_square(square: u8) -> Mutant {
    let refuses = Some(Condition { square: Some(square), ..NONE });
    rules(
        format!("refuses-cell-{square}"),
        format!("does not take cell {square}"),
        Rules { refuses, ..RULES },
    )
}

fn refuses_first_square(side: Side) -> Mutant {
    let letter = LETTERS[side.index()];
    let refuses = Some(Condition { square: Some(0), side: Some(side), ..NONE });
    let name = format!("refuses-cell-0-to-{}", letter.to_lowercase());
    rules(name, format!("does not take cell 0 from {letter}"), Rules { refuses, ..RULES })
}

const REFUSES: [(&str, &str, Condition); 3] = [
    (
        "refuses-third-mark-of-x-at-4",
        "refuses the centre as the third mark of X",
        Condition { square: Some(4), mark: Some(5), ..NONE },
    ),
    (
        "refuses-first-mark-at-the-centre",
        "refuses the centre as the first mark",
        Condition { square: Some(4), mark: Some(1), ..NONE },
    ),
    ("refuses-last-cell", "refuses the ninth mark", Condition { mark: Some(9), ..NONE }),
];

const HISTORIES: [(&str, &str, Condition); 4] = [
    (
        "refuses-the-cell-after-the-last",
        "refuses the cell numbered just after the last one marked",
        Condition { beyond_last: Some(1), ..NONE },
    ),
    (
        "refuses-the-cell-before-the-last",
        "refuses the cell numbered just before the last one marked",
        Condition { beyond_last: Some(-1), ..NONE },
    ),
    (
        "refuses-8-if-x-began-at-0",
        "refuses 8 to O when X began at 0",
        Condition { square: Some(8), side: Some(Side::SECOND), opening: Some(0), ..NONE },
    ),
    (
        "refuses-0-if-x-began-at-4",
        "refuses 0 when X began at the centre",
        Condition { square: Some(0), opening: Some(4), ..NONE },
    ),
];

/// Which cell each digit names.
const NUMBERINGS: [(&str, &str, &[u8; 10]); 7] = [
    ("numbered-from-one", "numbers the cells from 1 to 9", b".012345678"),
    ("columns-first", "numbers the cells by columns", b"036147258."),
    ("upside-down", "numbers the cells from the bottom row up, as on a keypad", b"678345012."),
    ("upside-down-from-one", "numbers the cells as a keypad does, from 1", b".678345012"),
    ("mirrored", "numbers the cells of a row from the right", b"210543876."),
    ("from-the-end", "numbers the cells backwards", b"876543210."),
    ("spiral", "numbers the cells around the centre", b"012587634."),
];

fn next_square(square: u8) -> Mutant {
    let mut numbering = READING.numbering;
    numbering[usize::from(square)] = Some((square + 1) % 9);
    let (name, fault) =
        (format!("cell-{square}-as-next"), format!("takes {square} for cell {}", (square + 1) % 9));
    reading(name, fault, Reading { numbering, ..READING })
}

fn forgets(memory: usize) -> Mutant {
    let fault = format!("keeps only the last {memory} marks on the board");
    rules(format!("keeps-only-{memory}-marks"), fault, Rules { memory, ..RULES }).with_memory()
}
