//! A board as it is shown: a rectangle of cells, empty, marked or missing. It is a picture, not a position: a
//! candidate may print a board that no game can reach, and the judge must still be able to compare it with
//! the right one.

use super::Side;

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Empty.
    Empty,
    /// Marked by this side.
    Marked(Side),
    /// A disc that belongs to no side, of the kind with this number (the game defines the kinds).
    Neutral(u8),
    /// Not a square: the board does not fill the rectangle around it.
    Hole,
}

/// A rectangle of cells, row by row from the top left corner.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    width: usize,
    cells: Vec<Cell>,
}

impl Board {
    /// A board of rows of `width` cells each.
    ///
    /// # Panics
    /// If `width` is zero or the cells do not fill whole rows.
    pub fn new(width: usize, cells: Vec<Cell>) -> Board {
        assert!(width > 0 && cells.len().is_multiple_of(width), "a board is made of whole rows");
        Board { width, cells }
    }

    /// The rows, from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells.chunks(self.width)
    }

    /// All cells, row by row.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}
