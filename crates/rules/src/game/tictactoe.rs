//! Tic-tac-toe: nine squares, two sides in turn, three in a line win.
//!
//! A position is two sets of squares, one per side, each nine bits of a number; the side to move follows from
//! their sizes. There are 5,478 reachable positions and 255,168 games, few enough that every statement about
//! them is checked by counting (`tests/spec/rules.rs`).

use super::{Board, Cell, Illegal, Outcome, Side};

/// One of the nine squares, numbered 0 to 8 row by row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

/// The eight lines of three squares: rows, columns, the diagonal from 0, the diagonal from 2.
pub const LINES: [[u8; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const FULL: u16 = 0b1_1111_1111;

impl Square {
    /// The square of this number, if there is one.
    pub fn new(number: u8) -> Option<Square> {
        (number < 9).then_some(Square(number))
    }

    /// Every square, in order.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..9).map(Square)
    }

    /// Its number, 0 to 8.
    pub fn number(self) -> u8 {
        self.0
    }

    fn bit(self) -> u16 {
        1 << self.0
    }
}

/// The squares that each side has taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    taken: [u16; 2],
}

impl Position {
    /// The empty board.
    pub fn start() -> Position {
        Position { taken: [0, 0] }
    }

    /// The content of a square.
    pub fn at(&self, square: Square) -> Cell {
        Side::BOTH
            .into_iter()
            .find(|side| self.taken[side.index()] & square.bit() != 0)
            .map_or(Cell::Empty, Cell::Marked)
    }

    /// How many squares are taken: the number of moves made.
    pub fn ply(&self) -> u32 {
        (self.taken[0] | self.taken[1]).count_ones()
    }

    fn has_line(&self, side: Side) -> bool {
        LINES.iter().any(|line| {
            let mask = line.iter().fold(0, |mask, square| mask | 1 << square);
            self.taken[side.index()] & mask == mask
        })
    }
}

impl super::Position for Position {
    type Move = Square;

    fn turn(&self) -> Side {
        if self.ply().is_multiple_of(2) { Side::FIRST } else { Side::SECOND }
    }

    fn moves(&self) -> Vec<Square> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        Square::all().filter(|&square| self.at(square) == Cell::Empty).collect()
    }

    fn play(&self, square: Square) -> Result<Position, Illegal> {
        if self.at(square) != Cell::Empty || self.outcome().is_some() {
            return Err(Illegal);
        }
        let mut next = *self;
        next.taken[self.turn().index()] |= square.bit();
        Ok(next)
    }

    fn outcome(&self) -> Option<Outcome> {
        // Lines are checked before a full board: a ninth mark may win.
        let winner = Side::BOTH.into_iter().find(|&side| self.has_line(side));
        match winner {
            Some(side) => Some(Outcome::Won(side)),
            None if self.taken[0] | self.taken[1] == FULL => Some(Outcome::Tie),
            None => None,
        }
    }

    fn board(&self) -> Board {
        Board::new(3, Square::all().map(|square| self.at(square)).collect())
    }
}

/// One of the eight ways to map the board onto itself: by rotation, reflection, or not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    is_transposed: bool,
    rows_are_reversed: bool,
    columns_are_reversed: bool,
}

impl Symmetry {
    /// All eight; the first changes nothing.
    pub fn all() -> [Symmetry; 8] {
        std::array::from_fn(|number| Symmetry {
            is_transposed: number & 4 != 0,
            rows_are_reversed: number & 2 != 0,
            columns_are_reversed: number & 1 != 0,
        })
    }
}

impl super::Symmetry<Position> for Symmetry {
    fn position(&self, position: &Position) -> Position {
        let image = |taken: u16| {
            let squares = Square::all().filter(|square| taken & square.bit() != 0);
            squares.fold(0, |image, square| image | self.chosen(square).bit())
        };
        Position { taken: position.taken.map(image) }
    }

    fn chosen(&self, Square(number): Square) -> Square {
        let (row, column) = (number / 3, number % 3);
        let (row, column) = if self.is_transposed { (column, row) } else { (row, column) };
        let row = if self.rows_are_reversed { 2 - row } else { row };
        let column = if self.columns_are_reversed { 2 - column } else { column };
        Square(3 * row + column)
    }
}
