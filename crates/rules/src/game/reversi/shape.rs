//! The shape of a board: which cells are squares, and what lies in a straight line from each.
//!
//! For every square the squares that follow it in each of eight directions are listed once, up to
//! the edge or the first hole. The rules walk these lists and know neither edges nor holes.

use crate::game::Cell;

/// One square of a board, numbered row by row from the top left corner, holes counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u16);

impl Square {
    /// Its place in the list of all cells.
    pub fn index(self) -> usize {
        self.0.into()
    }
}

const DIRECTIONS: [(isize, isize); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

#[derive(Clone, Debug)]
pub(super) struct Shape {
    width: usize,
    squares: Vec<bool>,
    /// For each cell the lines that begin beside it. A hole has none, and no line is empty.
    lines: Vec<Vec<Vec<Square>>>,
}

impl Shape {
    pub(super) fn new(width: usize, cells: &[Cell]) -> Shape {
        let squares = cells.iter().map(|&cell| cell != Cell::Hole).collect();
        let mut shape = Shape { width, squares, lines: Vec::new() };
        shape.lines = (0..cells.len()).map(|cell| shape.lines_from(Square(cell as u16))).collect();
        shape
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    pub(super) fn height(&self) -> usize {
        self.squares.len() / self.width
    }

    pub(super) fn square(&self, column: usize, row: usize) -> Option<Square> {
        let is_inside = column < self.width && row < self.height();
        let cell = (is_inside && self.squares[row * self.width + column]).then(|| row * self.width + column);
        cell.map(|cell| Square(cell as u16))
    }

    pub(super) fn place(&self, square: Square) -> (usize, usize) {
        (square.index() % self.width, square.index() / self.width)
    }

    pub(super) fn squares(&self) -> impl Iterator<Item = Square> {
        (0..self.squares.len()).filter(|&cell| self.squares[cell]).map(|cell| Square(cell as u16))
    }

    /// The lines that begin beside a square, the nearest square first.
    pub(super) fn lines(&self, square: Square) -> &[Vec<Square>] {
        &self.lines[square.index()]
    }

    fn lines_from(&self, square: Square) -> Vec<Vec<Square>> {
        if !self.squares[square.index()] {
            return Vec::new();
        }
        let lines = DIRECTIONS.map(|direction| self.line(square, direction));
        lines.into_iter().filter(|line| !line.is_empty()).collect()
    }

    fn line(&self, square: Square, direction: (isize, isize)) -> Vec<Square> {
        let next = |&square: &Square| {
            let (column, row) = self.place(square);
            let column = column.checked_add_signed(direction.0)?;
            self.square(column, row.checked_add_signed(direction.1)?)
        };
        std::iter::successors(next(&square), next).collect()
    }
}

/// The discs that a move takes. Empty if it is not legal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Capture {
    /// The discs between, the nearest of each line first.
    pub taken: Vec<Square>,
    /// The discs that close the lines.
    pub closers: Vec<Square>,
}
