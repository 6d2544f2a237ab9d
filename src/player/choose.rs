//! Players that look at the moves there are and no further.

use fastrand::Rng;

use super::{Forfeit, Player, Turn};
use crate::game::{AnyPosition, Cell, Position, Side};

/// Takes any legal move.
#[derive(Debug)]
pub struct Random {
    rng: Rng,
}

impl Random {
    /// One that always makes the same choices for the same seed.
    pub fn new(seed: u64) -> Random {
        Random { rng: Rng::with_seed(seed) }
    }

    /// One of the legal moves.
    ///
    /// # Panics
    /// If the game is over.
    pub fn choice(&mut self, position: &AnyPosition) -> usize {
        self.rng.choice(position.moves()).expect("a game that is not over has moves")
    }
}

impl Player for Random {
    fn answer(&mut self, turn: &Turn<'_>) -> Result<Vec<u8>, Forfeit> {
        Ok(turn.line(self.choice(turn.position)))
    }
}

/// Takes the move after which it has most on the board; which of equal ones is chance.
#[derive(Debug)]
pub struct Greedy {
    rng: Rng,
}

impl Greedy {
    /// One that always makes the same choices for the same seed.
    pub fn new(seed: u64) -> Greedy {
        Greedy { rng: Rng::with_seed(seed) }
    }
}

impl Player for Greedy {
    fn answer(&mut self, turn: &Turn<'_>) -> Result<Vec<u8>, Forfeit> {
        let has = |cell| owned_after(turn.position, cell);
        let moves = turn.legal();
        let most = moves.iter().map(|&cell| has(cell)).max();
        let best = moves.into_iter().filter(|&cell| Some(has(cell)) == most);
        Ok(turn.line(self.rng.choice(best.collect::<Vec<_>>()).expect("the best is among the moves")))
    }
}

/// How much the mover has on the board after a legal move.
fn owned_after(position: &AnyPosition, cell: usize) -> usize {
    let mover: Side = position.turn();
    let next = position.play(cell).expect("a move among those that are legal");
    next.board().cells().iter().filter(|&&cell| cell == Cell::Marked(mover)).count()
}
