//! A player that searches to a depth or for a time, and plays the end of the game exactly.
//!
//! With two players, the standard rules and a board that fits into machine words, it uses alpha-beta
//! (`pair`). With more players, rule variants or larger boards all sides are assumed to compete (`many`),
//! which is slower. Both deepen step by step, so that there is always a move when time is up.

mod evaluation;
mod many;
mod pair;

use std::time::{Duration, Instant};

use super::{Forfeit, Player, Turn};
use judging::game::AnyPosition;
use judging::game::reversi;
use judging::game::reversi::bitboard::{self, Bitboard};

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Horizon {
    /// This many moves; the last ten squares of a board for two exactly.
    Depth(u32),
    /// As many moves as time allows.
    Time(Duration),
    /// To the end of the game.
    End,
}

/// With this many empty squares or fewer, a search to a depth goes to the end.
const LAST: u32 = 10;

/// A player that looks ahead.
#[derive(Debug)]
pub struct Search {
    horizon: Horizon,
}

impl Search {
    /// A player that searches this far.
    pub fn new(horizon: Horizon) -> Search {
        Search { horizon }
    }

    /// The best move found, as a cell.
    ///
    /// # Panics
    /// If the game is over.
    pub fn best(&self, position: &AnyPosition) -> usize {
        let deadline = self.deadline();
        let bits = |position| Some((reversi::Position::game(position), Bitboard::of(position)?));
        match position.reversi().and_then(bits) {
            Some((game, board)) => {
                let best = pair::best(board, evaluation::Evaluation::of(board), self.depths(board), deadline);
                bitboard::square(game, best).index()
            }
            None => many::best(position, self.deepest(), deadline),
        }
    }

    fn deadline(&self) -> Option<Instant> {
        match self.horizon {
            Horizon::Time(time) => Some(Instant::now() + time),
            Horizon::Depth(_) | Horizon::End => None,
        }
    }

    fn deepest(&self) -> u32 {
        match self.horizon {
            Horizon::Depth(depth) => depth,
            Horizon::Time(_) | Horizon::End => u32::MAX,
        }
    }

    fn depths(&self, board: Bitboard) -> Vec<u32> {
        let left = board.empty().count_ones();
        match self.horizon {
            Horizon::Depth(depth) if left > LAST => (1..=depth.min(left)).collect(),
            Horizon::Depth(_) | Horizon::End => vec![left],
            Horizon::Time(_) => (1..=left).collect(),
        }
    }
}

impl Player for Search {
    fn answer(&mut self, turn: &Turn<'_>) -> Result<Vec<u8>, Forfeit> {
        Ok(turn.line(self.best(turn.position)))
    }
}
