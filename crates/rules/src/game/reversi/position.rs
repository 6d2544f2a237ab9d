//! A position of reversi: the discs, the side to move, and the sides that passed before it.
//!
//! A side without a move passes automatically, so that there is a move in every position except the last. The
//! game is over when no side has a move.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::{Game, Square};
use crate::game::{Board, Cell, Illegal, Outcome, Side};

/// A state of a game of reversi.
#[derive(Clone, Debug)]
pub struct Position {
    game: Arc<Game>,
    state: PositionState,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct PositionState {
    cells: Vec<Cell>,
    turn: TurnOrder,
    passed: Vec<Side>,
    /// The number of the next move, counted from 1; passes do not count.
    number: u32,
    is_over: bool,
}

/// The side to move, and the next player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct TurnOrder {
    side: Side,
    next: Side,
}

impl Position {
    /// The position a game begins with.
    pub fn start(game: Arc<Game>) -> Position {
        let cells = game.start.clone();
        Position::after(game, cells, Side::FIRST, 1)
    }

    /// The game it belongs to.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// All cells, row by row from the top left corner.
    pub fn cells(&self) -> &[Cell] {
        &self.state.cells
    }

    /// The number of the move that comes next, counted from 1; passes do not count.
    pub fn number(&self) -> u32 {
        self.state.number
    }

    /// The squares whose discs a move takes, whether or not these change colour. Empty if it is illegal.
    pub fn taken(&self, square: Square) -> Vec<Square> {
        self.game.capture(&self.state.cells, self.state.turn.side, square).taken
    }

    /// The position in which `next` would have the turn.
    fn after(game: Arc<Game>, cells: Vec<Cell>, next: Side, number: u32) -> Position {
        let queue = game.queue(next, number);
        let found = queue.iter().position(|turn| game.has_move(&cells, turn.side));
        let passed = queue[..found.unwrap_or(0)].iter().map(|turn| turn.side).collect();
        let turn = queue[found.unwrap_or(0)];
        let state = PositionState { cells, turn, passed, number, is_over: found.is_none() };
        Position { game, state }
    }

    fn count(&self, side: Side) -> u32 {
        self.state.cells.iter().filter(|&&cell| cell == Cell::Marked(side)).count() as u32
    }
}

impl Game {
    /// The turns in question when `next` would have the turn, in their order.
    fn queue(&self, next: Side, number: u32) -> Vec<TurnOrder> {
        let guest = self.variants.iter().find_map(|variant| variant.guest(number));
        let round = (0..self.colours.players).map(|step| self.step(next, step));
        let players = round.map(|side| TurnOrder { side, next: self.step(side, 1) });
        guest.map(|side| TurnOrder { side, next }).into_iter().chain(players).collect()
    }

    fn step(&self, side: Side, steps: usize) -> Side {
        Side::ALL[(side.index() + steps) % self.colours.players]
    }

    fn has_move(&self, cells: &[Cell], side: Side) -> bool {
        self.shape.squares().any(|square| self.is_legal(cells, side, square))
    }

    fn legal(&self, cells: &[Cell], side: Side) -> Vec<Square> {
        self.shape.squares().filter(|&square| self.is_legal(cells, side, square)).collect()
    }

    /// The legal moves of a side, each with the number of discs that it takes.
    fn takings(&self, cells: &[Cell], side: Side) -> Vec<(Square, usize)> {
        let legal = self.legal(cells, side).into_iter();
        legal.map(|square| (square, self.capture(cells, side, square).taken.len())).collect()
    }
}

impl crate::game::Position for Position {
    type Move = Square;

    fn turn(&self) -> Side {
        self.state.turn.side
    }

    fn moves(&self) -> Vec<Square> {
        if self.state.is_over {
            return Vec::new();
        }
        match self.automatic() {
            Some(square) => vec![square],
            None => self.game.legal(&self.state.cells, self.turn()),
        }
    }

    fn play(&self, square: Square) -> Result<Position, Illegal> {
        if self.automatic().is_some_and(|only| only != square) {
            return Err(Illegal);
        }
        let PositionState { cells, turn, number, .. } = &self.state;
        let capture = self.game.capture(cells, turn.side, square);
        if capture.taken.is_empty() {
            return Err(Illegal);
        }
        let cells = self.game.settle(cells, turn.side, square, &capture);
        Ok(Position::after(Arc::clone(&self.game), cells, turn.next, number + 1))
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.state.is_over {
            return None;
        }
        let most = self.score().into_iter().max();
        let mut best = self.game.players().iter().filter(|&&side| Some(self.count(side)) == most);
        match (best.next(), best.next()) {
            (Some(&side), None) => Some(Outcome::Won(side)),
            _ => Some(Outcome::Tie),
        }
    }

    fn board(&self) -> Board {
        Board::new(self.game.width(), self.state.cells.clone())
    }

    fn passed(&self) -> Vec<Side> {
        self.state.passed.clone()
    }

    fn automatic(&self) -> Option<Square> {
        let PositionState { cells, turn, is_over, .. } = &self.state;
        let mut guests = self.game.variants.iter().filter(|_| !is_over);
        guests.find_map(|variant| variant.choose(turn.side, &|| self.game.takings(cells, turn.side)))
    }

    fn score(&self) -> Vec<u32> {
        self.game.players().iter().map(|&side| self.count(side)).collect()
    }
}

/// Positions are compared within one game: the same board read twice gives two games.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        Arc::ptr_eq(&self.game, &other.game) && self.state == other.state
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.state.hash(state);
    }
}
