//! Bad lines, inserted into games: every occupied cell and every line that is not a move, in every position,
//! and a line after the end. They need no games of their own, since a refusal does not change the game.
//!
//! The empty line is fed at a separate visit. A program may answer it with silence, and an output does not
//! show which line a refusal answers: of two bad lines in a row, one of them empty, a program could leave out
//! either answer. So all other bad lines are fed at one visit of a position and the empty line, alone, at
//! another. If there is a choice, it is a visit where the next move is not to cell 0, so that a program which
//! reads "nothing" as 0 reaches a wrong position. A position that is visited only once gets no empty line.

use super::games::{BAD, BLANK, Code, ENDING, Games, NINE};
use crate::game::graph::Graph;
use crate::game::tictactoe::{Position, Square};
use crate::game::{Cell, Side};

/// The games with all bad lines in one position of each class, and a line after each end.
pub(super) fn with_bad_lines(graph: &Graph<Position>, games: &Games, classes: &[usize]) -> Games {
    let visits = Visits::of(graph, games, classes);
    let mut number = 0;
    let mut ends = vec![0; graph.positions().len()];
    let mut woven = Vec::new();
    let mut all = Games::default();
    for game in games.iter() {
        let mut position = 0;
        for &code in game {
            let class = classes[position];
            if visits.loaded[class] == Some(number) {
                woven.extend(occupied(&graph.positions()[position]).chain(BAD));
            }
            if visits.blank[class] == Some(number) {
                woven.push(BLANK);
            }
            woven.push(code);
            position = after(graph, position, code);
            number += 1;
        }
        woven.push(after_the_end(&graph.positions()[position], ends[position]));
        ends[position] += 1;
        all.push(woven.drain(..));
    }
    all
}

/// Adds a game for each class of positions in which the game goes on, and for each line that ends any game.
/// It reaches a position of the class like the first game that does, and is ended there by that line.
pub(super) fn add_endings(
    games: &mut Games,
    graph: &Graph<Position>,
    plain: &Games,
    classes: &[usize],
    endings: usize,
) {
    let mut is_ended = vec![endings == 0; graph.positions().len()];
    for game in plain.iter() {
        let mut position = 0;
        for (ply, &code) in game.iter().enumerate() {
            if !std::mem::replace(&mut is_ended[classes[position]], true) {
                let after = after_the_end(&graph.positions()[position], ply);
                (0..endings).for_each(|ending| {
                    games.push(game[..ply].iter().copied().chain([ENDING + ending as Code, after]));
                });
            }
            position = self::after(graph, position, code);
        }
    }
}

/// The games with a bad line after every input; a program that shows the board after a refusal then shows
/// every position.
pub(super) fn probed(games: &Games) -> Games {
    games.iter().map(|game| game.iter().flat_map(|&code| [code, NINE])).collect()
}

/// At which visit of each class of positions which bad lines are fed. Visits are numbered through all games:
/// the numbers are the places of the moves.
struct Visits {
    loaded: Vec<Option<usize>>,
    blank: Vec<Option<usize>>,
}

impl Visits {
    fn of(graph: &Graph<Position>, games: &Games, classes: &[usize]) -> Visits {
        let nowhere = vec![None; graph.positions().len()];
        let mut visits = Visits { loaded: nowhere.clone(), blank: nowhere };
        let mut number = 0;
        for game in games.iter() {
            let mut position = 0;
            for &code in game {
                visits.add(classes[position], number, &games.codes);
                position = after(graph, position, code);
                number += 1;
            }
        }
        visits
    }

    fn add(&mut self, class: usize, visit: usize, codes: &[Code]) {
        let (loaded, blank) = (&mut self.loaded[class], &mut self.blank[class]);
        let is_poor = |visit: usize| codes[visit] == 0;
        match (*loaded, *blank) {
            (None, _) => *loaded = Some(visit),
            // The first visit is the better place for the empty line if the second one is not.
            (Some(first), None) if is_poor(visit) && !is_poor(first) => {
                (*loaded, *blank) = (Some(visit), Some(first));
            }
            (_, None) => *blank = Some(visit),
            (_, Some(second)) if is_poor(second) && !is_poor(visit) => *blank = Some(visit),
            _ => {}
        }
    }
}

fn after(graph: &Graph<Position>, position: usize, code: Code) -> usize {
    let next = Square::new(code).and_then(|square| graph.follow(position, square));
    next.expect("games are made of legal moves")
}

pub(super) fn occupied(position: &Position) -> impl Iterator<Item = Code> {
    cells(position, |cell| cell != Cell::Empty)
}

pub(super) fn taken_by(position: &Position, side: Side) -> impl Iterator<Item = Code> {
    cells(position, move |cell| cell == Cell::Marked(side))
}

fn cells(position: &Position, is_wanted: impl Fn(Cell) -> bool) -> impl Iterator<Item = Code> {
    Square::all().filter(move |&square| is_wanted(position.at(square))).map(Square::number)
}

/// What is fed after an end: at each visit another line, first a free cell if there is one.
pub(super) fn after_the_end(position: &Position, visit: usize) -> Code {
    let free = cells(position, |cell| cell == Cell::Empty).next();
    let taken = occupied(position).next();
    let choices = free.into_iter().chain([NINE]).chain(taken).chain([BAD[3]]);
    let choices: Vec<_> = choices.collect();
    choices[visit % choices.len()]
}
