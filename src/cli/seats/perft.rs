//! `referee --perft`: counts move sequences, a common test of a move generator.

use super::super::{Failure, GOOD, print};
use crate::game::AnyPosition;
use crate::game::perft;

/// Prints the counts for every depth up to this one, each as soon as it is known.
pub(in crate::cli) fn count(start: &AnyPosition, deepest: u32) -> Result<u8, Failure> {
    for depth in 1..=deepest {
        let paths = match start {
            AnyPosition::Reversi(position) => perft::paths_of_reversi(position, depth),
            AnyPosition::Tictactoe(position) => perft::paths(position, depth),
        };
        print(&format!("{depth:2} {paths}\n"))?;
    }
    Ok(GOOD)
}
