//! The two sides of a game, by order of play. What they are called (X, black, ○) is a matter of the
//! dialect; the rules only know who comes first.

/// One of the two players of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The side that makes the first move of the game.
    First,
    /// The side that answers it.
    Second,
}

impl Side {
    /// Both sides, in order of play.
    pub const ALL: [Side; 2] = [Side::First, Side::Second];

    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the first side, 1 for the second: an index into tables kept by side.
    pub fn index(self) -> usize {
        self as usize
    }
}
