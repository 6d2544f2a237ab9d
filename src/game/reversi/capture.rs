//! The discs of a move.

use super::shape::Square;

/// The discs that a move takes; none if it is not legal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Capture {
    /// The discs between, the nearest of each line first.
    pub taken: Vec<Square>,
    /// The discs that close the lines.
    pub closers: Vec<Square>,
}
