//! The content of a certificate's runs, found by playing them with the referee.

use std::collections::HashSet;

use super::flaw::{Flaw, MoveSequence};
use super::rules::ClaimedGame;
use crate::dialect::{Unreadable, tictactoe};
use crate::game::tictactoe::{Position, Square};
use crate::game::{Cell, Position as _};
use crate::session::{Conduct as _, Event, Refusal, Session};

/// The sequences and positions that the runs show, in their canonical forms.
#[derive(Default)]
pub(super) struct RunCoverage {
    pub rows: HashSet<MoveSequence>,
    pub refusals: HashSet<(Position, String)>,
}

impl RunCoverage {
    pub(super) fn play(&mut self, rules: &ClaimedGame, run: usize, lines: &[String]) -> Result<(), Flaw> {
        let mut session = Session::new(tictactoe::TictactoeGame::default());
        let mut made: Vec<(Position, Square)> = Vec::new();
        let mut is_over_before_the_last = false;
        for (input, line) in (1..).zip(lines) {
            let position = *session.game().position();
            is_over_before_the_last = session.game().has_ended();
            let square = tictactoe::read(line.as_bytes());
            if square == Err(Unreadable::Doubtful) {
                return Err(Flaw::Doubtful { run, input, line: line.clone() });
            }
            let events = session.answer(square.map_err(|_| Refusal::Invalid));
            match (events.first(), square) {
                (None, _) => {}
                (Some(Event::InputRefused(_)), square) => {
                    self.add_refusal(rules, position, line, square.ok());
                }
                (Some(_), square) => {
                    made.extend(square.ok().map(|square| (position, square)));
                    self.add_row(rules, &made);
                }
            }
        }
        match (session.game().has_ended(), is_over_before_the_last) {
            (false, _) => Err(Flaw::Unfinished(run)),
            (true, false) => Err(Flaw::NothingAfterTheEnd(run)),
            (true, true) => Ok(()),
        }
    }

    fn add_refusal(&mut self, rules: &ClaimedGame, position: Position, line: &str, square: Option<Square>) {
        let (position, squares) = rules.canonical(&(position, square.into_iter().collect()));
        let line = squares.first().map_or(line.to_owned(), |square| square.number().to_string());
        self.refusals.insert((position, line));
    }

    /// Adds the last moves of those made so far.
    fn add_row(&mut self, rules: &ClaimedGame, made: &[(Position, Square)]) {
        if let Some(start) = made.len().checked_sub(rules.length) {
            let moves = made[start..].iter().map(|(_, square)| *square).collect();
            self.rows.insert(rules.canonical(&(made[start].0, moves)));
        }
    }

    /// Checks that every sequence is in some run; returns how many there are.
    pub(super) fn want_sequences(&self, rules: &ClaimedGame) -> Result<usize, Flaw> {
        let mut wanted = HashSet::new();
        for position in rules.live() {
            for moves in rows(position, rules.length) {
                let row = rules.canonical(&(*position, moves));
                if !self.rows.contains(&row) {
                    let moves = row.1.iter().map(|square| square.number().to_string()).collect::<Vec<_>>();
                    return Err(Flaw::Uncovered { board: rules.picture(&row.0), moves: moves.join(" ") });
                }
                wanted.insert(row);
            }
        }
        Ok(wanted.len())
    }

    /// Checks that every refusal is in some run; returns how many there are.
    pub(super) fn want_refusals(&self, rules: &ClaimedGame, lines: &[String]) -> Result<usize, Flaw> {
        let mut wanted = HashSet::new();
        for position in rules.live() {
            let occupied = Square::all().filter(|&square| position.at(square) != Cell::Empty);
            let occupied = occupied.map(|square| rules.canonical(&(*position, vec![square])));
            let occupied = occupied.map(|(position, squares)| (position, squares[0].number().to_string()));
            let position = rules.canonical(&(*position, Vec::new())).0;
            for (position, line) in occupied.chain(lines.iter().map(|line| (position, line.clone()))) {
                let board = || rules.picture(&position);
                if !self.refusals.contains(&(position, line.clone())) {
                    return Err(Flaw::Unfed { board: board(), line });
                }
                wanted.insert((position, line));
            }
        }
        Ok(wanted.len())
    }
}

/// Every sequence of this many moves from a position.
fn rows(position: &Position, length: usize) -> Vec<Vec<Square>> {
    if length == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for square in position.moves() {
        let next = position.play(square).expect("a move among those that are legal");
        all.extend(rows(&next, length - 1).into_iter().map(|rest| [vec![square], rest].concat()));
    }
    all
}
