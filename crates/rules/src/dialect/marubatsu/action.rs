//! The actions of a player, and their notation: `o:c2`, `x:resign`, `x:abort`. At the prompt the part behind
//! the colon is typed.

use std::fmt;
use std::str::FromStr;

use crate::game::Side;
use crate::game::tictactoe::Square;

/// The letter of each side.
pub(super) const LETTERS: [(char, Side); 2] = [('o', Side::FIRST), ('x', Side::SECOND)];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Action {
    pub player: Side,
    pub act: Act,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Act {
    Fill(Square),
    Resign,
    Abort,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum UnknownAction {
    #[error("{0:?}: an action is a player, a colon and what is done, such as o:c2")]
    NoColon(String),
    #[error("{0:?}: the players are o and x")]
    Player(String),
    #[error("{0:?}: a square is a row from a to c and a column from 1 to 3; else there are resign and abort")]
    Act(String),
}

impl FromStr for Action {
    type Err = UnknownAction;

    fn from_str(text: &str) -> Result<Action, UnknownAction> {
        let (player, act) = text.split_once(':').ok_or_else(|| UnknownAction::NoColon(text.to_owned()))?;
        let known = LETTERS.iter().find(|(letter, _)| letter.to_string() == player);
        let (_, player) = known.ok_or_else(|| UnknownAction::Player(player.to_owned()))?;
        Ok(Action { player: *player, act: act.parse()? })
    }
}

impl FromStr for Act {
    type Err = UnknownAction;

    fn from_str(text: &str) -> Result<Act, UnknownAction> {
        match *text.as_bytes() {
            [row @ b'a'..=b'c', column @ b'1'..=b'3'] => {
                let square = Square::new(3 * (row - b'a') + column - b'1');
                Ok(Act::Fill(square.expect("three rows of three squares")))
            }
            _ if text == "resign" => Ok(Act::Resign),
            _ if text == "abort" => Ok(Act::Abort),
            _ => Err(UnknownAction::Act(text.to_owned())),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", letter(self.player), self.act)
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Fill(square) => {
                let (row, column) = (square.number() / 3, square.number() % 3);
                write!(f, "{}{}", char::from(b'a' + row), char::from(b'1' + column))
            }
            Act::Resign => f.write_str("resign"),
            Act::Abort => f.write_str("abort"),
        }
    }
}

pub(super) fn letter(side: Side) -> char {
    LETTERS[side.index()].0
}
