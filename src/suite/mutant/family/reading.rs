//! Lines that are read as something else.

use super::super::faulty::Mutant;
use super::super::reading::{Meaning, Pattern, READING, Reading};
use super::build::reading;

pub(super) fn mutants() -> Vec<Mutant> {
    ROWS.into_iter()
        .map(|(name, fault, pattern, meaning)| {
            reading(name, fault, Reading { special: Some((pattern, meaning)), ..READING })
        })
        .collect()
}

const ROWS: [(&str, &str, Pattern, Meaning); 33] = [
    (
        "takes-minus-one-for-eight",
        "counts negative numbers from the end of the board, so takes -1 for 8",
        Pattern::Negative,
        Meaning::FromTheEnd,
    ),
    (
        "takes-minus-one-for-one",
        "ignores the minus sign, so takes -1 for 1",
        Pattern::Negative,
        Meaning::Absolute,
    ),
    ("minus-one-as-zero", "takes -1 for 0", Pattern::Exactly("-1"), Meaning::Square(0)),
    ("takes-empty-for-zero", "takes an empty line for cell 0", Pattern::Blank, Meaning::Square(0)),
    ("empty-as-pass", "takes an empty line for a pass", Pattern::Blank, Meaning::Pass),
    (
        "takes-no-number-for-zero",
        "takes any line that is no number for cell 0",
        Pattern::NoNumber,
        Meaning::Square(0),
    ),
    (
        "takes-word-for-zero",
        "takes any line without a digit for cell 0",
        Pattern::NoDigit,
        Meaning::Square(0),
    ),
    ("takes-letter-for-zero", "takes a letter or a sign for cell 0", Pattern::Sign, Meaning::Square(0)),
    (
        "takes-long-word-for-zero",
        "takes a word of several letters for cell 0",
        Pattern::Word,
        Meaning::Square(0),
    ),
    ("takes-word-for-pass", "takes any line without a digit for a pass", Pattern::NoDigit, Meaning::Pass),
    ("letter-a-as-zero", "takes `a` for cell 0", Pattern::Exactly("a"), Meaning::Square(0)),
    ("letter-a-as-one", "takes `a` for cell 1", Pattern::Exactly("a"), Meaning::Square(1)),
    ("minus-as-zero", "takes `-` for cell 0", Pattern::Exactly("-"), Meaning::Square(0)),
    ("plus-as-zero", "takes `+` for cell 0", Pattern::Exactly("+"), Meaning::Square(0)),
    ("dot-as-zero", "takes `.` for cell 0", Pattern::Exactly("."), Meaning::Square(0)),
    ("question-mark-as-zero", "takes `?` for cell 0", Pattern::Exactly("?"), Meaning::Square(0)),
    (
        "first-character-only",
        "looks only at the first character, so takes 10 for 1",
        Pattern::Any,
        Meaning::FirstDigit,
    ),
    (
        "last-character-only",
        "looks only at the last character, so takes 10 for 0",
        Pattern::Any,
        Meaning::LastDigit,
    ),
    (
        "takes-numbers-modulo-nine",
        "takes numbers modulo nine, so 9 for 0 and 10 for 1",
        Pattern::Number,
        Meaning::Modulo(9),
    ),
    (
        "takes-numbers-modulo-ten",
        "takes numbers modulo ten, so 10 for 0",
        Pattern::Number,
        Meaning::Modulo(10),
    ),
    ("takes-numbers-modulo-256", "takes numbers modulo 256", Pattern::Number, Meaning::Modulo(256)),
    (
        "nearest-cell",
        "takes a number outside the board for the nearest cell",
        Pattern::Number,
        Meaning::Nearest,
    ),
    ("nine-as-eight", "takes 9 for 8", Pattern::Exactly("9"), Meaning::Square(8)),
    ("nine-as-zero", "takes 9 for 0", Pattern::Exactly("9"), Meaning::Square(0)),
    (
        "takes-nine-for-a-pass",
        "takes 9 for a move that marks nothing and passes the turn",
        Pattern::Exactly("9"),
        Meaning::Pass,
    ),
    (
        "takes-big-number-for-a-pass",
        "takes a number above 8 for a move that marks nothing and passes the turn",
        Pattern::TooBig,
        Meaning::Pass,
    ),
    ("ten-as-one", "takes 10 for 1", Pattern::Exactly("10"), Meaning::Square(1)),
    ("ten-as-zero", "takes 10 for 0", Pattern::Exactly("10"), Meaning::Square(0)),
    ("ten-as-eight", "takes 10 for 8", Pattern::Exactly("10"), Meaning::Square(8)),
    ("eighty-as-eight", "takes 80 for 8", Pattern::Exactly("80"), Meaning::Square(8)),
    ("eighty-as-zero", "takes 80 for 0", Pattern::Exactly("80"), Meaning::Square(0)),
    (
        "long-number-as-zero",
        "takes a number that does not fit 64 bits for 0",
        Pattern::Long,
        Meaning::Square(0),
    ),
    (
        "long-number-as-eight",
        "takes a number that does not fit 64 bits for 8",
        Pattern::Long,
        Meaning::Square(8),
    ),
];
