//! Small suites that find most faults: the specification's examples, about ninety games, one for each kind of ending
//! and more, and bursts of bad lines.
//!
//! No proof covers the bursts. A program that gives up at the thousandth bad line is right on any finite
//! suite with fewer of them in a row, so every level has a few such rows, each in its own run.

use super::Case;
use super::games::{BLANK, Games, NINE, line};
use super::inject_invalid::{after_the_end, occupied, taken_by};
use super::order::Finish;
use crate::dialect::{Dialect, Vocabulary};
use crate::game::Position as _;
use crate::game::graph::Graph;
use crate::game::tictactoe::{Position, Square};

/// How many games `smoke` has without the bursts.
const SMOKE: usize = 91;

pub(super) fn examples(dialect: &Dialect, vocabulary: &Vocabulary) -> Vec<Case> {
    let case = |(name, lines): &(&str, Vec<&str>)| {
        let mut inputs: Vec<_> = lines.iter().map(|line| line.as_bytes().to_vec()).collect();
        let free = vocabulary.squares.iter().find(|square| !lines.contains(square));
        let after = free.into_iter().chain([&vocabulary.bad[0], &lines[0]]);
        inputs.extend(after.map(|line| line.as_bytes().to_vec()));
        Case { name: format!("examples-{name}"), dialect: dialect.clone(), inputs }
    };
    dialect.examples().iter().map(case).collect()
}

/// Games with every kind of ending, with one bad line in each of their positions; `games` begins with the
/// most informative ones. Then, for each line that ends a game at once, games in which it comes after each
/// number of moves.
pub(super) fn smoke(dialect: &Dialect, vocabulary: &'static Vocabulary, games: &Games) -> Vec<Case> {
    let mut turns = Turns { dialect: dialect.clone(), bad: vocabulary.bad, next: [0; 9] };
    let chosen = games.iter().take(SMOKE).enumerate();
    let whole = chosen.map(|(number, moves)| {
        let mut inputs = turns.with_bad_lines(moves);
        inputs.extend(lines_after(dialect, moves));
        let name = format!("smoke-{:02}-{}", number + 1, kind(moves));
        Case { name, dialect: dialect.clone(), inputs }
    });
    let mut cases: Vec<_> = whole.collect();
    for (place, ending) in vocabulary.endings.iter().enumerate() {
        cases.extend((0..9).filter_map(|ply| {
            let game = games.iter().skip(place).find(|game| game.len() > ply)?;
            Some(ended_early(dialect, ending, &game[..ply]))
        }));
    }
    cases
}

/// A game that a line ends at once, and lines after it.
fn ended_early(dialect: &Dialect, ending: &str, moves: &[u8]) -> Case {
    let mut inputs = spelled(dialect, moves);
    inputs.push(ending.into());
    inputs.extend([line(dialect, free_square(moves)), line(dialect, NINE), ending].map(Vec::from));
    Case { name: format!("smoke-{ending}-after-{}", moves.len()), dialect: dialect.clone(), inputs }
}

fn free_square(moves: &[u8]) -> u8 {
    (0..9).find(|square| !moves.contains(square)).unwrap_or(0)
}

/// Rows of bad lines, in games that are played to their end afterwards.
pub(super) fn bursts(dialect: &Dialect, graph: &Graph<Position>) -> Vec<Case> {
    let games: [(&str, &[u8], &[u8]); 2] =
        [("at-the-start", &[], &[4, 2, 8, 0, 1, 7, 3, 5, 6]), ("late", &[0, 1, 2, 4, 3, 5, 7, 6], &[8])];
    let nine = |count: usize| vec![NINE; count];
    let mut cases = Vec::new();
    for (name, before, after) in games {
        for count in [3, 9, 100, 1100] {
            cases.push(burst(dialect, &format!("{count}-{name}"), &[before, &nine(count), after].concat()));
        }
    }
    let cell = vec![4; 1100];
    cases.push(burst(dialect, "1100-of-one-cell", &[&[4][..], &cell, &[2, 8, 0, 1, 7, 3, 5, 6]].concat()));
    let blank = vec![BLANK; 100];
    cases.push(burst(dialect, "100-empty", &[&[1][..], &blank, &[2, 4, 3, 7]].concat()));
    cases.push(burst(dialect, "1100-over-the-game", &spread(graph, 1100)));
    cases
}

/// A whole game with this many bad lines, evenly spread over all positions but the last.
fn spread(graph: &Graph<Position>, count: usize) -> Vec<u8> {
    let moves = [1, 0, 2, 4, 3, 5, 6, 7, 8];
    let (mut position, mut codes) = (0, Vec::new());
    for (ply, &code) in moves.iter().enumerate() {
        let bad = occupied(&graph.positions()[position]).chain(super::games::BAD);
        let bad: Vec<_> = bad.collect();
        let share = count * (ply + 1) / moves.len() - count * ply / moves.len();
        codes.extend(bad.iter().cycle().take(share));
        codes.push(code);
        position = Square::new(code).and_then(|square| graph.follow(position, square)).expect("a game");
    }
    codes
}

fn burst(dialect: &Dialect, name: &str, codes: &[u8]) -> Case {
    let mut inputs = spelled(dialect, codes);
    inputs.push(line(dialect, NINE).into());
    Case { name: format!("burst-{name}"), dialect: dialect.clone(), inputs }
}

fn spelled(dialect: &Dialect, codes: &[u8]) -> Vec<Vec<u8>> {
    codes.iter().map(|&code| line(dialect, code).into()).collect()
}

/// Three lines after the end: a move that would be legal if there is one, and two that never are.
fn lines_after(dialect: &Dialect, moves: &[u8]) -> Vec<Vec<u8>> {
    let end = played(moves);
    spelled(dialect, &[after_the_end(&end, 0), NINE, moves[0]])
}

pub(super) fn played(moves: &[u8]) -> Position {
    moves.iter().fold(Position::start(), |position, &code| {
        let square = Square::new(code).expect("a move");
        position.play(square).expect("a legal move")
    })
}

/// How a game ends, for its name.
fn kind(moves: &[u8]) -> String {
    let digits = |squares: u16| -> String {
        (0..9).filter(|square| squares & 1 << square != 0).map(|square| square.to_string()).collect()
    };
    match Finish::of(&played(moves)).expect("a whole game") {
        Finish::Tie(squares) => format!("tie-x-on-{}", digits(squares)),
        Finish::Won(squares, side, ply) => {
            format!("{}-for-{}-at-{ply}", digits(squares), ["x", "o"][side.index()])
        }
    }
}

/// Which kind of bad line comes next, by the number of moves made.
struct Turns {
    dialect: Dialect,
    bad: &'static [&'static str],
    next: [usize; 9],
}

impl Turns {
    fn with_bad_lines(&mut self, moves: &[u8]) -> Vec<Vec<u8>> {
        let mut inputs = Vec::new();
        for (ply, &code) in moves.iter().enumerate() {
            inputs.push(self.bad_line(&played(&moves[..ply])));
            inputs.push(line(&self.dialect, code).into());
        }
        inputs
    }

    /// The next kind of bad line that exists in a position.
    fn bad_line(&mut self, position: &Position) -> Vec<u8> {
        let turn = &mut self.next[position.ply() as usize];
        loop {
            let kind = *turn % (self.bad.len() + 3);
            *turn += 1;
            let code = match kind.checked_sub(self.bad.len()) {
                None => return self.bad[kind].into(),
                Some(0) => Some(BLANK),
                Some(1) => taken_by(position, position.turn()).next(),
                Some(_) => taken_by(position, position.turn().other()).last(),
            };
            if let Some(code) = code {
                return line(&self.dialect, code).into();
            }
        }
    }
}
