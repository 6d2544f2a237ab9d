//! Alpha-beta for two in machine words.
//!
//! Values are those of the side to move: a gain for one side is an equal loss for the other. The end of a
//! game counts more than any estimate before it, and a larger win more than a smaller one.

use std::ops::RangeInclusive;
use std::time::Instant;

use super::evaluation::Evaluation;
use judging::game::reversi::bitboard::{Bitboard, bits};

/// The value of each disc at the end of the game.
const DISC: i32 = 10_000;
const INFINITY: i32 = i32::MAX;

/// How many positions are searched between two checks of the clock.
const NODES: u32 = 1024;

/// From this depth on, moves that leave the opponent fewer answers are tried first.
const ORDERED: u32 = 3;

/// That time was up before a search was complete.
pub(super) struct OutOfTime;

struct PairSearch {
    evaluation: Evaluation,
    deadline: Option<Instant>,
    nodes: u32,
}

/// The best move for the side to move, which must have one, by the deepest search that was completed in time.
pub(super) fn best(
    board: Bitboard,
    evaluation: Evaluation,
    depths: RangeInclusive<u32>,
    deadline: Option<Instant>,
) -> u64 {
    let mut looking = PairSearch { evaluation, deadline, nodes: 0 };
    let mut moves = looking.ordered(board, board.moves(), ORDERED);
    for depth in depths {
        // The best move of the last depth is tried first, so that an incomplete search is not worse.
        match looking.best_of(&moves, depth) {
            Ok(best) => {
                let place = moves.iter().position(|&(square, _)| square == best).expect("one of them");
                moves[..=place].rotate_right(1);
            }
            Err(OutOfTime) => break,
        }
    }
    moves[0].0
}

impl PairSearch {
    fn best_of(&mut self, moves: &[(u64, Bitboard)], depth: u32) -> Result<u64, OutOfTime> {
        let (mut best, mut most) = (moves[0].0, -INFINITY);
        for &(square, after) in moves {
            let value = -self.value(after, depth.saturating_sub(1), -INFINITY, -most)?;
            if value > most {
                (best, most) = (square, value);
            }
        }
        Ok(best)
    }

    fn value(&mut self, board: Bitboard, depth: u32, mut alpha: i32, beta: i32) -> Result<i32, OutOfTime> {
        self.look_at_the_clock()?;
        let moves = board.moves();
        if moves == 0 {
            let passed = board.passed();
            return if passed.moves() == 0 {
                Ok(at_the_end(board))
            } else {
                Ok(-self.value(passed, depth, -beta, -alpha)?)
            };
        }
        if depth == 0 {
            return Ok(self.evaluation.of_board(board));
        }
        for (_, after) in self.ordered(board, moves, depth) {
            alpha = alpha.max(-self.value(after, depth - 1, -beta, -alpha)?);
            if alpha >= beta {
                break;
            }
        }
        Ok(alpha)
    }

    /// The moves with their results, the most promising first.
    fn ordered(&self, board: Bitboard, moves: u64, depth: u32) -> Vec<(u64, Bitboard)> {
        let mut moves: Vec<_> = bits(moves).map(|square| (square, board.after(square))).collect();
        if depth >= ORDERED {
            let answers = |after: Bitboard| after.moves().count_ones() as i32;
            moves.sort_by_cached_key(|&(square, after)| 4 * answers(after) - self.evaluation.of_move(square));
        } else {
            moves.sort_by_key(|&(square, _)| -self.evaluation.of_move(square));
        }
        moves
    }

    fn look_at_the_clock(&mut self) -> Result<(), OutOfTime> {
        self.nodes += 1;
        let is_due = self.nodes.is_multiple_of(NODES);
        let is_late = is_due && self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_late { Err(OutOfTime) } else { Ok(()) }
    }
}

fn at_the_end(board: Bitboard) -> i32 {
    DISC * (board.own.count_ones() as i32 - board.other.count_ones() as i32)
}
