//! Players that consider only the next move.

use fastrand::Rng;

use super::{Forfeit, Player, Turn};
use judging::game::{AnyPosition, Cell, Position, Side};

/// Plays a random legal move.
#[derive(Debug)]
pub struct Random {
    rng: Rng,
}

impl Random {
    /// A player that makes the same choices for the same seed.
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

/// Plays the move after which it has most on the board; a random one of equal moves.
#[derive(Debug)]
pub struct Greedy {
    rng: Rng,
}

impl Greedy {
    /// A player that makes the same choices for the same seed.
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

/// How many cells the mover has after a legal move.
fn owned_after(position: &AnyPosition, cell: usize) -> usize {
    let mover: Side = position.turn();
    let next = position.play(cell).expect("a move among those that are legal");
    next.board().cells().iter().filter(|&&cell| cell == Cell::Marked(mover)).count()
}
