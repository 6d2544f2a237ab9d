//! The state of a game, and the four rules that the article defines: how it begins, what an action does,
//! whether it is allowed, and how the game ended.

use super::action::{Act, Action};
use crate::game::tictactoe::{LINES, Position, Square};
use crate::game::{Board, Cell, Outcome, Position as _, Side};
use crate::session::{Cause, Refusal};

/// A game: its position, who has resigned, whether it was aborted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct MarubatsuState {
    position: Position,
    resigned: Option<Side>,
    is_aborted: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Finish {
    /// The winner, or that there is none. `None` if the game was aborted.
    pub outcome: Option<Outcome>,
    pub cause: Cause,
}

impl Default for MarubatsuState {
    /// The empty board, and `o` to play.
    fn default() -> MarubatsuState {
        MarubatsuState { position: Position::start(), resigned: None, is_aborted: false }
    }
}

impl MarubatsuState {
    pub(crate) fn turn(&self) -> Side {
        self.position.turn()
    }

    pub(crate) fn board(&self) -> Board {
        self.position.board()
    }

    /// Whether an action is allowed. To resign and to abort always are, in any turn.
    /// Fails if it is not; with [`Refusal::Invalid`] for a square once the game is over.
    pub(crate) fn check(&self, action: Action) -> Result<(), Refusal> {
        match action.act {
            Act::Resign | Act::Abort => Ok(()),
            Act::Fill(_) if self.turn() != action.player => Err(Refusal::OutOfTurn(self.turn())),
            Act::Fill(square) => self.check_square(action.player, square),
        }
    }

    fn check_square(&self, player: Side, square: Square) -> Result<(), Refusal> {
        match self.position.at(square) {
            Cell::Marked(holder) if holder == player => Err(Refusal::OwnSquare),
            Cell::Marked(holder) => Err(Refusal::TakenBy(holder)),
            _ if self.finish().is_some() => Err(Refusal::Invalid),
            _ => Ok(()),
        }
    }

    /// The state after an action.
    pub(crate) fn apply(&self, action: Action) -> Result<MarubatsuState, Refusal> {
        self.check(action)?;
        match action.act {
            Act::Fill(square) => {
                let position = self.position.play(square).map_err(|_| Refusal::Invalid)?;
                Ok(MarubatsuState { position, ..*self })
            }
            Act::Resign => Ok(MarubatsuState { resigned: Some(action.player), ..*self }),
            Act::Abort => Ok(MarubatsuState { is_aborted: true, ..*self }),
        }
    }

    /// How the game ended, if it has: aborting counts before resigning, and resigning before any line.
    pub(crate) fn finish(&self) -> Option<Finish> {
        if self.is_aborted {
            return Some(Finish { outcome: None, cause: Cause::Aborted });
        }
        if let Some(side) = self.resigned {
            return Some(Finish { outcome: Some(Outcome::Won(side.other())), cause: Cause::Resigned(side) });
        }
        let outcome = self.position.outcome()?;
        let cause = match outcome {
            Outcome::Won(side) => self.line_of(side),
            Outcome::Tie => Cause::NoLine,
        };
        Some(Finish { outcome: Some(outcome), cause })
    }

    /// The kind of line that a side has completed; of two, the first in the order of the rules.
    fn line_of(&self, side: Side) -> Cause {
        let is_held = |square: &u8| {
            let square = Square::new(*square).expect("a square of a line");
            self.position.at(square) == Cell::Marked(side)
        };
        match LINES.iter().position(|line| line.iter().all(is_held)) {
            Some(0..3) => Cause::Row,
            Some(3..6) => Cause::Column,
            _ => Cause::Diagonal,
        }
    }
}
