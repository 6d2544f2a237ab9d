//! The sides of a game, by order of play. Their names (X, black, ○) belong to the dialect; the rules only
//! know the order.

/// A side: most games have two, and none has more than five.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Side(u8);

impl Side {
    /// The side that makes the first move of the game.
    pub const FIRST: Side = Side(0);
    /// The side that answers it.
    pub const SECOND: Side = Side(1);
    /// The third, in a game that has one.
    pub const THIRD: Side = Side(2);
    /// The fourth.
    pub const FOURTH: Side = Side(3);
    /// The fifth.
    pub const FIFTH: Side = Side(4);
    /// Every side that a game may have, in order of play.
    pub const ALL: [Side; 5] = [Side::FIRST, Side::SECOND, Side::THIRD, Side::FOURTH, Side::FIFTH];
    /// The sides of a game for two.
    pub const BOTH: [Side; 2] = [Side::FIRST, Side::SECOND];

    /// The opponent, in a game for two.
    ///
    /// # Panics
    /// If it is neither of the first two sides.
    pub fn other(self) -> Side {
        assert!(self.0 < 2, "only where two play is there one opponent");
        Side(1 - self.0)
    }

    /// 0 for the first side, 1 for the second, and so on: an index into tables kept by side.
    pub fn index(self) -> usize {
        self.0.into()
    }
}
