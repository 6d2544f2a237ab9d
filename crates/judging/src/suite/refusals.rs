//! Games in which refusals come in many orders: after nearly every move, two of each kind one after the other, the
//! same long word twice. A program may count or remember refusals, and go wrong only after a certain sequence of
//! them. No cover of positions and lines contains all sequences, so these games are samples: a few in every suite,
//! many more in `complete` and those above it.
//!
//! The empty line is not among the refused lines, because a program may answer it with silence
//! (`inject_invalid` gives the reason).

use super::Case;
use super::dice::Dice;
use super::games::{BAD, BLANK, Code, NINE, line};
use super::inject_invalid::{occupied, taken_by};
use super::smoke::played;
use crate::challenge::LONGEST as LONGEST_LINE;
use crate::dialect::Dialect;
use crate::game::Position as _;
use crate::game::graph::Graph;
use crate::game::tictactoe::{Position, Square};

/// Whole games with as many moves as possible: a tie, a win of each side with its last mark.
const LONGEST: [(&str, &[Code]); 3] = [
    ("a-tie", &[4, 2, 8, 0, 1, 7, 3, 5, 6]),
    ("a-win-of-x", &[0, 1, 2, 3, 4, 5, 7, 6, 8]),
    ("a-win-of-o", &[0, 2, 1, 4, 3, 5, 8, 6]),
];

/// How many games are drawn at random for the larger suites.
const DRAWN: usize = 200;

/// In how many of a hundred positions a random game has refusals; one of these for each game.
const SHARES: [usize; 5] = [15, 40, 70, 90, 100];

/// How likely, in percent, a further refusal follows in the same position, and repeats the line before.
const AGAIN: usize = 40;

/// The lengths of words that are given twice: about the sizes of small buffers, up to the longest line that decides.
const WORDS: [usize; 8] = [2, 5, 8, 12, 16, 20, 32, LONGEST_LINE];

/// The games of every suite.
pub(super) fn few(dialect: &Dialect, graph: &Graph<Position>) -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, moves) in LONGEST {
        for row in [1, 2] {
            let refused = |position: &Position, ply: usize| kinds(position).cycle_from(ply, row);
            let codes = woven(graph, moves, refused);
            cases.push(case(dialect, &format!("{row}-after-each-move-of-{name}"), &codes));
        }
    }
    cases.extend(blank_at_the_end(dialect));
    for at in [2, 8] {
        let row =
            |position: &Position, ply| if ply == at { orders(kinds(position).all()) } else { Vec::new() };
        cases.push(case(dialect, &format!("in-all-orders-at-{at}"), &woven(graph, LONGEST[0].1, row)));
    }
    cases
}

/// The games of the larger suites: those with one refusal, and others drawn at random, the same each time.
pub(super) fn many(dialect: &Dialect, graph: &Graph<Position>) -> Vec<Case> {
    let mut dice = Dice(0x7265_6675_7361_6c73);
    let drawn = (0..DRAWN).map(|number| drawn(dialect, graph, number, &mut dice));
    alone(dialect).into_iter().chain(drawn).collect()
}

/// Games with one refused line, which other refusals could hide: of each kind, after each number of moves, with each ending.
fn alone(dialect: &Dialect) -> Vec<Case> {
    let bad = dialect.vocabulary().map_or(&[][..], |vocabulary| vocabulary.bad);
    let mut cases = Vec::new();
    for (name, moves) in LONGEST {
        let spelled: Vec<_> = moves.iter().map(|&code| line(dialect, code)).collect();
        for ply in 0..moves.len() {
            let position = played(&moves[..ply]);
            let sides = [position.turn(), position.turn().other()];
            let taken = sides.into_iter().filter_map(|side| taken_by(&position, side).next());
            let refused = bad.iter().copied().chain(taken.map(|code| line(dialect, code)));
            for (kind, refused) in refused.enumerate() {
                let lines = [&spelled[..ply], &[refused], &spelled[ply..], &[line(dialect, NINE)]].concat();
                cases.push(Case {
                    name: format!("refusals-of-one-{kind}-after-{ply}-of-{name}"),
                    dialect: dialect.clone(),
                    inputs: lines.into_iter().map(Vec::from).collect(),
                });
            }
        }
    }
    cases
}

/// Games in which an empty line comes before the last move, and another line than that move after it: a program that takes the empty
/// line for the last move has ended by then.
fn blank_at_the_end(dialect: &Dialect) -> impl Iterator<Item = Case> {
    let full = LONGEST.into_iter().filter(|(_, moves)| moves.len() == 9);
    full.map(|(name, moves)| {
        let (last, before) = moves.split_last().expect("it has nine");
        let name = format!("empty-before-the-last-move-of-{name}");
        case(dialect, &name, &[before, &[BLANK, NINE, *last]].concat())
    })
}

/// A random game; how many of its positions have refusals differs from game to game.
fn drawn(dialect: &Dialect, graph: &Graph<Position>, number: usize, dice: &mut Dice) -> Case {
    let share = SHARES[number % SHARES.len()];
    let (mut place, mut codes) = (0, Vec::new());
    while !graph.is_ended(place) {
        let position = &graph.positions()[place];
        if dice.below(100) < share {
            row(&kinds(position).all(), dice, &mut codes);
        }
        let moves = position.moves();
        let square = *dice.one_of(&moves).expect("a position that is not ended has moves");
        codes.push(square.number());
        place = graph.follow(place, square).expect("it is legal");
    }
    case(dialect, &format!("drawn-{:03}", number + 1), &codes)
}

/// Adds a row of refused lines: one or more, often the same again.
fn row(kinds: &[Code], dice: &mut Dice, codes: &mut Vec<Code>) {
    let mut last = *dice.one_of(kinds).expect("there are bad lines");
    codes.push(last);
    while dice.below(100) < AGAIN {
        if dice.below(100) >= AGAIN {
            last = *dice.one_of(kinds).expect("there are bad lines");
        }
        codes.push(last);
    }
}

/// A game with these refused lines before each of its moves.
fn woven(
    graph: &Graph<Position>,
    moves: &[Code],
    refused: impl Fn(&Position, usize) -> Vec<Code>,
) -> Vec<Code> {
    let (mut place, mut codes) = (0, Vec::new());
    for (ply, &code) in moves.iter().enumerate() {
        codes.extend(refused(&graph.positions()[place], ply));
        codes.push(code);
        place = Square::new(code).and_then(|square| graph.follow(place, square)).expect("a legal move");
    }
    codes
}

/// The kinds of lines that are refused in a position.
struct Kinds(Vec<Code>);

/// The bad lines, a square of the player whose turn it is, and one of the other.
fn kinds(position: &Position) -> Kinds {
    let taken: Vec<_> = occupied(position).collect();
    let ends = [taken.first(), taken.last()].into_iter().flatten().copied();
    let mut all: Vec<_> = BAD.into_iter().chain(ends).collect();
    all.dedup();
    Kinds(all)
}

impl Kinds {
    fn all(self) -> Vec<Code> {
        self.0
    }

    /// So many of them, another one first at each ply.
    fn cycle_from(self, ply: usize, count: usize) -> Vec<Code> {
        self.0.iter().copied().cycle().skip(ply).take(count).collect()
    }
}

/// A row in which every three of these kinds follow each other: a de Bruijn sequence, by the greedy rule that
/// takes the last kind first (Martin, 1934), and its first two again.
fn orders(kinds: Vec<Code>) -> Vec<Code> {
    let first = kinds[0];
    let mut row = vec![first; 2];
    let mut seen = std::collections::HashSet::new();
    loop {
        let [.., one, two] = row[..] else { unreachable!("it begins with two") };
        let Some(next) = kinds.iter().rev().find(|&&next| !seen.contains(&(one, two, next))) else { break };
        seen.insert((one, two, *next));
        row.push(*next);
    }
    row
}

/// A game of tictactoe with long words, each given twice in a row, and again after another one, before the first move and
/// after it.
pub(super) fn repeated_words() -> Case {
    repeated("refusals-of-a-word-again", &WORDS)
}

/// As [`repeated_words`], with words that are too long to decide a verdict.
pub(super) fn repeated_long_words() -> Case {
    repeated("lines-of-a-long-word-again", &[64, 80, 100, 128, 254])
}

fn repeated(name: &str, lengths: &[usize]) -> Case {
    let words = lengths.iter().flat_map(|&length| {
        let [one, other] = [b'a', b'b'].map(|letter| vec![letter; length]);
        [one.clone(), one.clone(), other, one]
    });
    let numbers = lengths.iter().filter(|length| **length > 5).flat_map(|&length| {
        let number = [b"1".to_vec(), vec![b'0'; length - 1]].concat();
        [number.clone(), number]
    });
    let rows: Vec<_> = words.chain(numbers).collect();
    let (first, rest) = LONGEST[0].1.split_at(1);
    let dialect = Dialect::Tictactoe;
    let spelled = |codes: &[Code]| codes.iter().map(|&code| line(&dialect, code).into()).collect();
    let inputs: [Vec<Vec<u8>>; 5] = [rows.clone(), spelled(first), rows, spelled(rest), spelled(&[NINE])];
    let inputs = inputs.concat();
    Case { name: name.to_owned(), dialect, inputs }
}

fn case(dialect: &Dialect, name: &str, codes: &[Code]) -> Case {
    let inputs = codes.iter().chain([&NINE]).map(|&code| line(dialect, code).into()).collect();
    Case { name: format!("refusals-{name}"), dialect: dialect.clone(), inputs }
}
