//! Checks that no game contains two sequences of an antichain.

use std::collections::{HashMap, HashSet};

use super::flaw::{Flaw, MoveSequence, after};
use super::rules::ClaimedGame;
use crate::dialect::tictactoe;
use crate::game::Position as _;
use crate::game::tictactoe::{Position, Square};
use crate::suite::certificate::Sequence;

impl ClaimedGame {
    pub(super) fn read_antichain(&self, sequences: &[Sequence]) -> Result<Vec<MoveSequence>, Flaw> {
        let boards: HashMap<_, _> =
            self.positions.iter().map(|position| (self.picture(position), *position)).collect();
        let mut seen = HashSet::new();
        let mut rows = Vec::new();
        for (number, Sequence { board, moves }) in (1..).zip(sequences) {
            let moves: Result<Vec<_>, _> =
                moves.iter().map(|line| tictactoe::read(line.as_bytes())).collect();
            let row = boards.get(board).copied().zip(moves.ok());
            let is_row = |(position, moves): &MoveSequence| {
                (1..=self.length).contains(&moves.len()) && after(position, moves).is_some()
            };
            let row = row.filter(is_row).ok_or(Flaw::Illegal(number, self.length))?;
            if !seen.insert(self.canonical(&row)) {
                return Err(Flaw::Doubled(number));
            }
            rows.push(row);
        }
        Ok(rows)
    }

    pub(super) fn want_one_at_most(&self, antichain: &[MoveSequence]) -> Result<(), Flaw> {
        let elements: HashSet<_> = antichain.iter().flat_map(|row| self.images(row)).collect();
        let mut most = Most { elements: &elements, before: self.length - 1, known: HashMap::new() };
        match most.in_rest(Position::start(), &[]) {
            0 | 1 => Ok(()),
            held => Err(Flaw::Compatible(held)),
        }
    }
}

/// The most elements that one game can hold.
struct Most<'a> {
    elements: &'a HashSet<MoveSequence>,
    /// How many moves before a position can belong to an element that continues after it.
    before: usize,
    known: HashMap<MoveSequence, usize>,
}

impl Most<'_> {
    /// The most elements that can be completed after a position, given the last moves before it.
    fn in_rest(&mut self, position: Position, before: &[(Position, Square)]) -> usize {
        let key = (position, before.iter().map(|(_, square)| *square).collect());
        if let Some(&most) = self.known.get(&key) {
            return most;
        }
        let mut most = 0;
        for square in position.moves() {
            let made = [before, &[(position, square)]].concat();
            let next = position.play(square).expect("a move among those that are legal");
            let kept = made.len().saturating_sub(self.before);
            most = most.max(self.completed(&made) + self.in_rest(next, &made[kept..]));
        }
        self.known.insert(key, most);
        most
    }

    /// How many elements end with the last of these moves.
    fn completed(&self, made: &[(Position, Square)]) -> usize {
        let rows = (0..made.len()).map(|start| {
            (made[start].0, made[start..].iter().map(|(_, square)| *square).collect::<Vec<_>>())
        });
        rows.filter(|row| self.elements.contains(row)).count()
    }
}
