//! The requirements of a certificate: the game and its sequences of moves, up to symmetry if so claimed.

use std::collections::HashSet;

use super::flaw::{Flaw, MoveSequence};
use crate::dialect::{Dialect, Vocabulary};
use crate::game::tictactoe::{Position, Symmetry};
use crate::game::{Position as _, Symmetry as _};
use crate::suite::certificate::{Certificate, picture};

/// The part of the game that a certificate is about.
pub(super) struct ClaimedGame {
    pub dialect: Dialect,
    pub vocabulary: Vocabulary,
    /// How many moves a sequence has.
    pub length: usize,
    pub symmetries: Vec<Symmetry>,
    pub positions: Vec<Position>,
}

impl ClaimedGame {
    pub(super) fn of(certificate: &Certificate) -> Result<ClaimedGame, Flaw> {
        let named = |dialect: &Dialect| dialect.name() == certificate.dialect;
        let dialect = Dialect::all().into_iter().find(named);
        let with_words =
            |dialect: Dialect| dialect.vocabulary().copied().map(|vocabulary| (dialect, vocabulary));
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
        Ok(ClaimedGame { dialect, vocabulary, length, symmetries, positions: reachable() })
    }

    pub(super) fn live(&self) -> impl Iterator<Item = &Position> {
        self.positions.iter().filter(|position| position.outcome().is_none())
    }

    /// The sequences that a symmetry maps onto this one, itself among them.
    pub(super) fn images(&self, (position, moves): &MoveSequence) -> impl Iterator<Item = MoveSequence> {
        self.symmetries.iter().map(move |map| {
            (map.position(position), moves.iter().map(|&square| map.chosen(square)).collect())
        })
    }

    /// The sequence that represents all that symmetries map onto it.
    pub(super) fn canonical(&self, row: &MoveSequence) -> MoveSequence {
        self.images(row).min().expect("one of the symmetries leaves everything as it is")
    }

    pub(super) fn picture(&self, position: &Position) -> String {
        picture(&self.dialect, position)
    }
}

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
