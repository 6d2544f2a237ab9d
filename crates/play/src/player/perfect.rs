//! A player that cannot be beaten, for games small enough to be solved.
//!
//! It plays one of the fastest wins, or else one of the slowest losses.

use std::collections::HashMap;

use super::{Forfeit, Player, Search, SearchOptions, Turn};
use judging::game::reversi::bitboard::Bitboard;
use judging::game::{AnyPosition, Outcome, Position};

/// Plays by a complete search of the game.
#[derive(Debug, Default)]
pub struct Perfect {
    known: HashMap<AnyPosition, i32>,
}

/// The value of an immediate win; each move before it subtracts one.
const WIN: i32 = 100;

/// Boards of reversi with more squares are not searched to the end, nor those of other games.
const LARGEST: u32 = 16;
const LARGEST_OF_OTHERS: usize = 9;

impl Perfect {
    /// Whether a game with this initial position is small enough.
    pub fn solves(start: &AnyPosition) -> bool {
        let Some(position) = start.reversi() else {
            return start.board().cells().len() <= LARGEST_OF_OTHERS;
        };
        Bitboard::of(position).is_some_and(|board| {
            let squares = board.own | board.other | board.empty();
            squares.count_ones() <= LARGEST
        })
    }

    fn best(&mut self, position: &AnyPosition) -> usize {
        if position.reversi().is_some() {
            return Search::new(SearchOptions::default(), 0).best(position);
        }
        let worst_answer = |perfect: &mut Perfect, cell: usize| {
            perfect.value(&position.play(cell).expect("a move among those that are legal"))
        };
        let moves = position.moves().into_iter();
        moves.min_by_key(|&cell| worst_answer(self, cell)).expect("a game that is not over has moves")
    }

    /// The value of a position for the side to move.
    fn value(&mut self, position: &AnyPosition) -> i32 {
        match position.outcome() {
            Some(Outcome::Tie) => return 0,
            Some(Outcome::Won(side)) => return if side == position.turn() { WIN } else { -WIN },
            None => {}
        }
        if let Some(&value) = self.known.get(position) {
            return value;
        }
        let after = |cell| position.play(cell).expect("a move among those that are legal");
        let answers: Vec<_> = position.moves().into_iter().map(after).collect();
        let value = -answers.iter().map(|next| self.value(next)).min().expect("it is not over");
        let value = value - value.signum();
        self.known.insert(position.clone(), value);
        value
    }
}

impl Player for Perfect {
    fn answer(&mut self, turn: &Turn<'_>) -> Result<Vec<u8>, Forfeit> {
        Ok(turn.line(self.best(turn.position)))
    }
}
