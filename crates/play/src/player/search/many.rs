//! Search for games in which all players compete: three players, guests, boards with rule variants and any
//! other game. A position has a value for each player, and the player to move maximises its own.

use std::time::Instant;

use super::evaluation;
use super::pair::OutOfTime;
use judging::game::{AnyPosition, Cell, Outcome, Position, Side};

const WIN: i32 = 1_000_000;

/// The values of a position, by player.
type Values = Vec<i32>;

struct ManySearch {
    cells: Vec<i32>,
    players: usize,
    deadline: Option<Instant>,
    is_complete: bool,
}

/// The best move by the deepest search that was completed in time, at most of this depth.
pub(super) fn best(position: &AnyPosition, deepest: u32, deadline: Option<Instant>) -> usize {
    let moves = position.moves();
    let players = position.seats();
    let cells = evaluation::of_cells(&position.board());
    let mut looking = ManySearch { cells, players, deadline: None, is_complete: false };
    let mut best = moves[0];
    for depth in 1..=deepest {
        looking.is_complete = true;
        match looking.choice(position, &moves, depth) {
            Ok((chosen, _)) => best = chosen,
            Err(OutOfTime) => break,
        }
        if looking.is_complete {
            break;
        }
        // The first depth is always completed, whatever the time.
        looking.deadline = deadline;
    }
    best
}

impl ManySearch {
    fn choice(
        &mut self,
        position: &AnyPosition,
        moves: &[usize],
        depth: u32,
    ) -> Result<(usize, Values), OutOfTime> {
        let own = |values: &Values| values.get(position.turn().index()).copied().unwrap_or_default();
        let mut best: Option<(usize, Values)> = None;
        for &chosen in moves {
            let next = position.play(chosen).expect("a move among those that are legal");
            let values = self.values(&next, depth - 1)?;
            if best.as_ref().is_none_or(|(_, most)| own(&values) > own(most)) {
                best = Some((chosen, values));
            }
        }
        Ok(best.expect("there is a move"))
    }

    fn values(&mut self, position: &AnyPosition, depth: u32) -> Result<Values, OutOfTime> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(OutOfTime);
        }
        if let Some(outcome) = position.outcome() {
            return Ok(self.at_the_end(position, outcome));
        }
        if depth == 0 {
            self.is_complete = false;
            return Ok(self.guess(position));
        }
        Ok(self.choice(position, &position.moves(), depth)?.1)
    }

    /// A player's own result, minus the best of the others.
    fn at_the_end(&self, position: &AnyPosition, outcome: Outcome) -> Values {
        let counted = position.score().into_iter().map(|discs| discs as i32).collect();
        let mut values = against_the_best(&self.padded(counted));
        if let Outcome::Won(winner) = outcome {
            values.iter_mut().for_each(|value| *value -= WIN);
            values[winner.index()] += 2 * WIN;
        }
        values
    }

    fn guess(&self, position: &AnyPosition) -> Values {
        let board = position.board();
        let of = |side: Side| {
            let cells = board.cells().iter().zip(&self.cells);
            cells.filter(|&(&cell, _)| cell == Cell::Marked(side)).map(|(_, evaluation)| evaluation).sum()
        };
        against_the_best(&Side::ALL[..self.players].iter().map(|&side| of(side)).collect())
    }

    fn padded(&self, mut values: Values) -> Values {
        values.resize(self.players, 0);
        values
    }
}

fn against_the_best(values: &Values) -> Values {
    let others = |player| values.iter().enumerate().filter(move |&(other, _)| other != player);
    let best = |player| others(player).map(|(_, &value)| value).max().unwrap_or_default();
    (0..values.len()).map(|player| values[player] - best(player)).collect()
}
