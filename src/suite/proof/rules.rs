//! What a certificate has to show: the game and its sequences of moves, up to symmetry if so claimed.

use std::collections::HashSet;

use super::{Flaw, Row, Shown};
use crate::dialect::{Dialect, Vocabulary};
use crate::game::tictactoe::{Position, Square, Symmetry};
use crate::game::{Cell, Position as _, Symmetry as _};
use crate::suite::certificate::{Certificate, picture};

/// The game as far as a certificate is about it.
pub struct Rules {
    pub dialect: Dialect,
    pub vocabulary: Vocabulary,
    /// How many moves a sequence has.
    pub length: usize,
    pub symmetries: Vec<Symmetry>,
    pub positions: Vec<Position>,
}

impl Rules {
    pub fn of(certificate: &Certificate) -> Result<Rules, Flaw> {
        let named = |dialect: &Dialect| dialect.name() == certificate.dialect;
        let dialect = Dialect::all().into_iter().find(named);
        let with_words = |dialect: Dialect| Some((dialect, *dialect.vocabulary()?));
        let plays_on = |(_, vocabulary): &(Dialect, Vocabulary)| vocabulary.endings.is_empty();
        let (dialect, vocabulary) = dialect
            .and_then(with_words)
            .filter(plays_on)
            .ok_or_else(|| Flaw::Dialect(certificate.dialect.clone()))?;
        let length = certificate.moves_in_a_row;
        if !(1..=4).contains(&length) {
            return Err(Flaw::Row(length));
        }
        let count = if certificate.up_to_symmetry { 8 } else { 1 };
        let symmetries = Symmetry::all()[..count].to_vec();
        Ok(Rules { dialect, vocabulary, length, symmetries, positions: reachable() })
    }

    fn live(&self) -> impl Iterator<Item = &Position> {
        self.positions.iter().filter(|position| position.outcome().is_none())
    }

    /// The sequences that a symmetry maps onto this one, itself among them.
    pub fn images(&self, (position, moves): &Row) -> impl Iterator<Item = Row> {
        self.symmetries.iter().map(move |map| {
            (map.position(position), moves.iter().map(|&square| map.chosen(square)).collect())
        })
    }

    /// The sequence that stands for all that symmetries map onto it.
    pub fn canonical(&self, row: &Row) -> Row {
        self.images(row).min().expect("one of the symmetries leaves everything as it is")
    }

    /// Finds every sequence in some run; gives how many there are.
    pub fn want_sequences(&self, shown: &Shown) -> Result<usize, Flaw> {
        let mut wanted = HashSet::new();
        for position in self.live() {
            for moves in rows(position, self.length) {
                let row = self.canonical(&(*position, moves));
                if !shown.rows.contains(&row) {
                    let moves = row.1.iter().map(|square| square.number().to_string()).collect::<Vec<_>>();
                    return Err(Flaw::Uncovered { board: self.picture(&row.0), moves: moves.join(" ") });
                }
                wanted.insert(row);
            }
        }
        Ok(wanted.len())
    }

    /// Finds every refusal in some run; gives how many there are.
    pub fn want_refusals(&self, shown: &Shown, lines: &[String]) -> Result<usize, Flaw> {
        let mut wanted = HashSet::new();
        for position in self.live() {
            let occupied = Square::all().filter(|&square| position.at(square) != Cell::Empty);
            let occupied = occupied.map(|square| self.canonical(&(*position, vec![square])));
            let occupied = occupied.map(|(position, squares)| (position, squares[0].number().to_string()));
            let position = self.canonical(&(*position, Vec::new())).0;
            for (position, line) in occupied.chain(lines.iter().map(|line| (position, line.clone()))) {
                let board = || self.picture(&position);
                if !shown.refusals.contains(&(position, line.clone())) {
                    return Err(Flaw::Unfed { board: board(), line });
                }
                wanted.insert((position, line));
            }
        }
        Ok(wanted.len())
    }

    pub fn picture(&self, position: &Position) -> String {
        picture(self.dialect, position)
    }
}

/// Every position that the rules lead to.
fn reachable() -> Vec<Position> {
    let mut seen = HashSet::from([Position::start()]);
    let mut open = vec![Position::start()];
    while let Some(position) = open.pop() {
        let next = position.moves().into_iter().filter_map(|square| position.play(square).ok());
        open.extend(next.filter(|next| seen.insert(*next)));
    }
    let mut positions: Vec<_> = seen.into_iter().collect();
    positions.sort();
    positions
}

/// Every sequence of so many moves from a position.
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
