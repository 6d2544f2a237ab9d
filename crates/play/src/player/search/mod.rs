//! A player that searches to a depth or for a time, and plays the end of the game exactly. To be weaker, it makes some
//! of its moves at random.
//!
//! With two players, the standard rules and a board that fits into machine words, it uses alpha-beta
//! (`pair`). With more players, rule variants or larger boards all sides are assumed to compete (`many`),
//! which is slower. Both deepen step by step, so that there is always a move when time is up.

mod evaluation;
mod many;
mod pair;

use std::ops::RangeInclusive;
use std::time::Instant;

use fastrand::Rng;

use super::{Forfeit, Player, SearchOptions, Turn};
use judging::game::AnyPosition;
use judging::game::reversi;
use judging::game::reversi::bitboard::{self, Bitboard};

/// With this many empty squares or fewer, a search to a depth goes to the end.
const LAST: u32 = 10;

/// A player that looks ahead.
#[derive(Debug)]
pub struct Search {
    options: SearchOptions,
    rng: Rng,
}

impl Search {
    /// A player that searches this far. The seed determines its random moves.
    pub fn new(options: SearchOptions, seed: u64) -> Search {
        Search { options, rng: Rng::with_seed(seed) }
    }

    /// The best move found, as a cell.
    ///
    /// # Panics
    /// If the game is over.
    pub fn best(&self, position: &AnyPosition) -> usize {
        let SearchOptions { depth, time, .. } = self.options;
        let deadline = time.map(|time| Instant::now() + time);
        let bits = |position| Some((reversi::Position::game(position), Bitboard::of(position)?));
        match position.reversi().and_then(bits) {
            Some((game, board)) => {
                let best = pair::best(board, evaluation::Evaluation::of(board), self.depths(board), deadline);
                bitboard::square(game, best).index()
            }
            None => many::best(position, depth.unwrap_or(u32::MAX), deadline),
        }
    }

    fn depths(&self, board: Bitboard) -> RangeInclusive<u32> {
        let moves_left = board.empty().count_ones();
        let deepest = self
            .options
            .depth
            .filter(|_| moves_left > LAST)
            .map_or(moves_left, |depth| depth.min(moves_left));
        let goes_to_the_end = deepest == moves_left && self.options.time.is_none();
        (if goes_to_the_end { moves_left } else { 1 })..=deepest
    }
}

impl Player for Search {
    fn answer(&mut self, turn: &Turn<'_>) -> Result<Vec<u8>, Forfeit> {
        let is_random = self.rng.u32(..100) < self.options.random;
        let chosen = self.rng.choice(turn.legal()).filter(|_| is_random);
        Ok(turn.line(chosen.unwrap_or_else(|| self.best(turn.position))))
    }
}
