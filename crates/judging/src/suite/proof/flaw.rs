//! Why a certificate proves nothing, and what the checks share.

use crate::game::Position as _;
use crate::game::tictactoe::{Position, Square};

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Flaw {
    /// There is no such dialect.
    #[error("there is no dialect {0:?}")]
    Dialect(String),
    /// There is no proof for a suite of this name.
    #[error("there is no proof for a suite {0:?}")]
    Suite(String),
    /// The suite promises more than the certificate states.
    #[error("a suite `{suite}` promises {what}")]
    Less {
        /// The suite.
        suite: String,
        /// The promise, in words.
        what: String,
    },
    /// An input is not followed by a bad line, though each must be.
    #[error("run {run}: input {input} is not followed by a bad line")]
    Unprobed {
        /// The run, counted from 1.
        run: usize,
        /// The input, counted from 1.
        input: usize,
    },
    /// Only short sequences can be checked in reasonable time.
    #[error("{0} moves in a row: from 1 to 4 can be checked")]
    Row(usize),
    /// A line that the specification leaves open.
    #[error("run {run}, input {input}: whether {line:?} is a move is left open by the specification")]
    Doubtful {
        /// The run, counted from 1.
        run: usize,
        /// The input, counted from 1.
        input: usize,
        /// The line.
        line: String,
    },
    /// A run does not end the game.
    #[error("run {0} does not end the game")]
    Unfinished(usize),
    /// A run has no line after the end of the game.
    #[error("run {0} feeds no line after the end of the game")]
    NothingAfterTheEnd(usize),
    /// A sequence is missing.
    #[error("no run makes the moves {moves} from {board}")]
    Uncovered {
        /// The position.
        board: String,
        /// The moves.
        moves: String,
    },
    /// A bad line is missing.
    #[error("no run feeds {line:?} in {board}")]
    Unfed {
        /// The position.
        board: String,
        /// The line.
        line: String,
    },
    /// An element of the antichain that is not a sequence of moves.
    #[error("antichain, sequence {0}: not one to {1} legal moves from a position of the game")]
    Illegal(usize, usize),
    /// An element of the antichain that occurs twice.
    #[error("antichain, sequence {0}: it is there twice")]
    Doubled(usize),
    /// One game contains two elements.
    #[error("antichain: some game holds {0} of its sequences")]
    Compatible(usize),
    /// The numbers do not match.
    #[error("{runs} runs, but only {antichain} sequences in the antichain: fewer runs might do")]
    NotLeast {
        /// How many runs there are.
        runs: usize,
        /// How many sequences there are.
        antichain: usize,
    },
}

/// Moves in a row, from a position.
pub(super) type MoveSequence = (Position, Vec<Square>);

pub(super) fn after(position: &Position, moves: &[Square]) -> Option<Position> {
    moves.iter().try_fold(*position, |position, &square| position.play(square).ok())
}
