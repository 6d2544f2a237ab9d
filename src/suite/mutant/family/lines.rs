//! Winning lines that are missing or too many, wins that are seen too late, only in part or for the wrong
//! side, and ties at the wrong time.

use super::super::faulty::Mutant;
use super::super::rules::{Credit, Look, Overwrites, RULES, Rules, Tie};
use super::build::{KINDS, digits, kind, letter, only, rules};
use crate::game::Side;

pub(super) fn mutants() -> Vec<Mutant> {
    let mut all = Vec::new();
    all.extend(missed_by_kind());
    all.extend((0..8).map(missed_by_both));
    all.extend(Side::BOTH.into_iter().flat_map(|side| (0..8).map(move |line| missed_by(side, line))));
    all.extend(ADDED.map(|(name, fault, added)| rules(name, fault, Rules { added, ..RULES })));
    all.extend(LOOKS.map(|(name, fault, look)| rules(name, fault, Rules { look, ..RULES })));
    all.extend(CREDITS.map(|(name, fault, credit)| rules(name, fault, Rules { credit, ..RULES })));
    all.extend(TIES.map(|(name, fault, tie)| rules(name, fault, Rules { tie, ..RULES })));
    all.extend(equivalent());
    all
}

fn missed_by_kind() -> Vec<Mutant> {
    let missed = |name, fault, missed| rules(name, fault, Rules { missed, ..RULES });
    let mut all = vec![
        missed("no-win".to_owned(), "does not look for a win at all".to_owned(), [0xff, 0xff]),
        missed("winner-only-for-x".to_owned(), "never sees that O has won".to_owned(), [0, 0xff]),
        missed("winner-only-for-o".to_owned(), "never sees that X has won".to_owned(), [0xff, 0]),
    ];
    for (kind, lines) in KINDS {
        all.push(missed(format!("misses-{kind}s"), format!("does not look at the {kind}s"), [lines, lines]));
        all.extend(Side::BOTH.map(|side| {
            let (name, letter) = (letter(side).to_lowercase(), letter(side));
            let fault = format!("does not see the {kind}s of {letter}");
            missed(format!("misses-{kind}s-for-{name}"), fault, only(side, lines))
        }));
    }
    all
}

fn missed_by_both(line: usize) -> Mutant {
    let name = format!("misses-{}-{}", kind(line), digits(line, ""));
    let fault = format!("does not see the {} {}", kind(line), digits(line, "-"));
    rules(name, fault, Rules { missed: [1 << line; 2], ..RULES })
}

fn missed_by(side: Side, line: usize) -> Mutant {
    let name = format!("misses-{}-{}-for-{}", kind(line), digits(line, ""), letter(side).to_lowercase());
    let fault = format!("does not see the {} {} for {}", kind(line), digits(line, "-"), letter(side));
    rules(name, fault, Rules { missed: only(side, 1 << line), ..RULES })
}

type Row<T> = (&'static str, &'static str, T);

/// The squares of a wrong line, as bits.
const fn line(squares: [u8; 3]) -> u16 {
    1 << squares[0] | 1 << squares[1] | 1 << squares[2]
}

const ADDED: [Row<&[u16]>; 18] = [
    (
        "wrapping-lines",
        "takes any three cells numbered in sequence for a line, so 1-2-3 or 5-6-7 too",
        &[line([1, 2, 3]), line([2, 3, 4]), line([4, 5, 6]), line([5, 6, 7])],
    ),
    ("wrapping-line-123", "takes 1-2-3, which wraps, for a line", &[line([1, 2, 3])]),
    ("wrapping-line-234", "takes 2-3-4, which wraps, for a line", &[line([2, 3, 4])]),
    ("wrapping-line-456", "takes 4-5-6, which wraps, for a line", &[line([4, 5, 6])]),
    ("wrapping-line-567", "takes 5-6-7, which wraps, for a line", &[line([5, 6, 7])]),
    (
        "broken-diagonals",
        "takes diagonals that wrap, such as 1-5-6, for lines",
        &[line([1, 5, 6]), line([2, 3, 7]), line([0, 5, 7]), line([1, 3, 8])],
    ),
    ("line-too-many-015", "takes 0-1-5 for a line", &[line([0, 1, 5])]),
    ("line-too-many-013", "takes 0-1-3 for a line", &[line([0, 1, 3])]),
    ("line-too-many-135", "takes 1-3-5 for a line", &[line([1, 3, 5])]),
    ("line-too-many-378", "takes 3-7-8 for a line", &[line([3, 7, 8])]),
    ("line-too-many-024", "takes 0-2-4 for a line", &[line([0, 2, 4])]),
    ("line-too-many-257", "takes 2-5-7 for a line", &[line([2, 5, 7])]),
    ("four-corners", "takes the four corners for a win", &[0b1_0100_0101]),
    (
        "middle-of-row-unchecked",
        "compares only the ends of a row, never its middle",
        &[0b101, 0b10_1000, 0b1_0100_0000],
    ),
    (
        "middle-of-column-unchecked",
        "compares only the ends of a column, never its middle",
        &[0b100_0001, 0b1000_0010, 0b1_0000_0100],
    ),
    (
        "middle-of-diagonals-unchecked",
        "compares only the ends of the diagonals",
        &[0b1_0000_0001, 0b100_0100],
    ),
    ("end-of-row-unchecked", "compares only the first two cells of a row", &[0b11, 0b1_1000, 0b1100_0000]),
    ("two-in-a-diagonal", "takes two cells of a diagonal for a win", &[0b1_0001, 0b1_0100]),
];

const LOOKS: [Row<Look>; 9] = [
    (
        "looks-for-the-winner-too-late",
        "looks for a win of the player to move, so sees a win one turn late",
        Look::Opponent,
    ),
    ("three-blanks-win", "takes three blank cells in line for a win", Look::MoverAndBlanks),
    (
        "diagonals-only-through-the-centre",
        "looks at the row and the column of the last mark, at the diagonals only when the last mark is the centre",
        Look::DiagonalsFromCentre,
    ),
    (
        "diagonals-only-from-the-corners",
        "looks at the diagonals only when the last mark is a corner",
        Look::DiagonalsFromCorners,
    ),
    (
        "win-by-first-cell-only",
        "sees a line only when its first cell is marked last",
        Look::LastInPlace(0b001),
    ),
    (
        "win-by-middle-cell-only",
        "sees a line only when its middle cell is marked last",
        Look::LastInPlace(0b010),
    ),
    ("win-by-last-cell-only", "sees a line only when its last cell is marked last", Look::LastInPlace(0b100)),
    ("win-from-sixth-mark", "looks for a win only from the sixth mark on", Look::FromMark(6)),
    ("win-from-seventh-mark", "looks for a win only from the seventh mark on", Look::FromMark(7)),
];

const CREDITS: [Row<Credit>; 3] = [
    ("wrong-winner", "credits the win to the other player", Credit::Loser),
    ("x-always-the-winner", "says that X has won when O has", Credit::Always(Side::FIRST)),
    ("o-always-the-winner", "says that O has won when X has", Credit::Always(Side::SECOND)),
];

const TIES: [Row<Tie>; 7] = [
    ("tie-before-win", "calls the ninth mark a tie even when it wins", Tie::BeforeWin),
    ("tie-at-eight-marks", "calls a tie when eight marks are on the board", Tie::At(8)),
    ("tie-at-seven-marks", "calls a tie when seven marks are on the board", Tie::At(7)),
    (
        "tie-when-all-lines-are-blocked",
        "calls a tie as soon as no line can be won any more, before the board is full",
        Tie::Blocked,
    ),
    ("tie-never-announced", "misses the tie and keeps asking", Tie::Never),
    ("silent-tie", "ends without a word at a tie", Tie::Silent(9)),
    ("stops-after-eight-moves", "plays only eight moves, then ends without a word", Tie::Silent(8)),
];

fn equivalent() -> [Mutant; 4] {
    let counted = Overwrites { is_counted: true, ..RULES.overwrites };
    let look = |name, fault, look| rules(name, fault, Rules { look, ..RULES });
    [
        look("looks-at-both-sides", "looks for a win of either player", Look::Either)
            .equivalent("only the player who has just marked can have a new line"),
        look("looks-through-the-last-mark", "looks only at lines that hold the last mark", Look::ThroughLast)
            .equivalent("a new line holds the last mark"),
        look("win-from-fifth-mark", "looks for a win only from the fifth mark on", Look::FromMark(5))
            .equivalent("nobody has three marks before the fifth"),
        rules(
            "counts-marks",
            "finds a tie by counting the marks made",
            Rules { overwrites: counted, ..RULES },
        )
        .equivalent("as many marks are made as are on the board"),
    ]
}
