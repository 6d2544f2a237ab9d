//! Counting paths: the figures by which engines check their rules.
//!
//! A pass is a ply like a move, and a game that ends before the depth is reached counts once. A wrong rule
//! shows in the count, and the first depth with a difference shows where to look.

use super::Position;
use super::reversi::{self, bitboard::Bitboard};

/// The number of sequences of the next `depth` moves and passes.
pub fn paths<P: Position>(position: &P, depth: u32) -> u64 {
    let moves = if depth == 0 { Vec::new() } else { position.moves() };
    let after = |chosen| position.play(chosen).expect("a move among those that are legal");
    let rest = |next: &P| (depth - 1).saturating_sub(next.passed().len() as u32);
    let further = moves.into_iter().map(after).map(|next| paths(&next, rest(&next)));
    further.reduce(|sum, paths| sum + paths).unwrap_or(1)
}

/// The same for reversi, in machine words where the board allows it.
pub fn paths_of_reversi(position: &reversi::Position, depth: u32) -> u64 {
    Bitboard::of(position).map_or_else(|| paths(position, depth), |board| board.paths(depth))
}
