//! A position of any game, for code that works with all of them: players, counters, series.
//!
//! Every game here is played by putting something on a cell, so a move is the place of that cell in
//! the board's picture, counted row by row from the top left corner.

use super::{Board, Illegal, Outcome, Position, Side, reversi, tictactoe};

/// A position of a game that is known only when the program runs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AnyPosition {
    /// Three in a line.
    Tictactoe(tictactoe::Position),
    /// Taking over what one closes in.
    Reversi(reversi::Position),
}

use AnyPosition::{Reversi, Tictactoe};

/// Calls the position of either game.
macro_rules! either {
    ($any:ident.$says:ident()) => {
        match $any {
            Tictactoe(position) => position.$says(),
            Reversi(position) => position.$says(),
        }
    };
}

impl AnyPosition {
    /// The position, if the game is reversi.
    #[doc(hidden)]
    pub fn reversi(&self) -> Option<&reversi::Position> {
        if let Reversi(position) = self { Some(position) } else { None }
    }

    /// How many players the game has.
    #[doc(hidden)]
    pub fn seats(&self) -> usize {
        self.score().len().max(2)
    }

    fn square_of_reversi(position: &reversi::Position, cell: usize) -> Option<reversi::Square> {
        let game = position.game();
        game.square(cell % game.width(), cell / game.width())
    }
}

impl Position for AnyPosition {
    type Move = usize;

    fn turn(&self) -> Side {
        either!(self.turn())
    }

    fn moves(&self) -> Vec<usize> {
        match self {
            Tictactoe(position) => {
                position.moves().into_iter().map(|square| square.number().into()).collect()
            }
            Reversi(position) => position.moves().into_iter().map(reversi::Square::index).collect(),
        }
    }

    fn play(&self, cell: usize) -> Result<AnyPosition, Illegal> {
        match self {
            Tictactoe(position) => {
                let square = u8::try_from(cell).ok().and_then(tictactoe::Square::new).ok_or(Illegal)?;
                position.play(square).map(Tictactoe)
            }
            Reversi(position) => {
                let square = AnyPosition::square_of_reversi(position, cell).ok_or(Illegal)?;
                position.play(square).map(Reversi)
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        either!(self.outcome())
    }

    fn board(&self) -> Board {
        either!(self.board())
    }

    fn passed(&self) -> Vec<Side> {
        either!(self.passed())
    }

    fn automatic(&self) -> Option<usize> {
        match self {
            Tictactoe(_) => None,
            Reversi(position) => position.automatic().map(reversi::Square::index),
        }
    }

    fn score(&self) -> Vec<u32> {
        either!(self.score())
    }
}
