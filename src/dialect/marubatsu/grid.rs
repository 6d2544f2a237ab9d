//! A board in one short line, row by row: `[---,-o-,--x]`.

use std::fmt;
use std::str::FromStr;

use super::action::{LETTERS, letter};
use crate::game::{Board, Cell};

/// A board of three by three cells with its notation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid(Board);

/// A text that is no board's notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownGrid {
    /// No brackets around it.
    #[error("{0:?}: a board stands in brackets, such as [---,-o-,--x]")]
    NoBrackets(String),
    /// Not three rows.
    #[error("a board has three rows with commas between, and here are {0}")]
    Rows(usize),
    /// Not three cells in a row.
    #[error("row {row} has {cells} cells and not three")]
    Cells {
        /// The row, counted from 1.
        row: usize,
        /// How many cells it has.
        cells: usize,
    },
    /// A cell that is none of the three.
    #[error("row {row} has {cell:?}, and a cell is -, o or x")]
    Cell {
        /// The row, counted from 1.
        row: usize,
        /// What stands there.
        cell: char,
    },
}

impl Grid {
    /// The board itself.
    pub fn board(&self) -> &Board {
        &self.0
    }
}

impl From<Board> for Grid {
    fn from(board: Board) -> Grid {
        Grid(board)
    }
}

impl FromStr for Grid {
    type Err = UnknownGrid;

    fn from_str(text: &str) -> Result<Grid, UnknownGrid> {
        let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        let rows: Vec<_> =
            inside.ok_or_else(|| UnknownGrid::NoBrackets(text.to_owned()))?.split(',').collect();
        if rows.len() != 3 {
            return Err(UnknownGrid::Rows(rows.len()));
        }
        let cells: Result<Vec<_>, _> = (1..).zip(rows).map(|(number, row)| read_row(number, row)).collect();
        Ok(Grid(Board::new(3, cells?.concat())))
    }
}

fn read_row(row: usize, text: &str) -> Result<Vec<Cell>, UnknownGrid> {
    let cells = text.chars().count();
    if cells != 3 {
        return Err(UnknownGrid::Cells { row, cells });
    }
    text.chars().map(|cell| read_cell(cell).ok_or(UnknownGrid::Cell { row, cell })).collect()
}

fn read_cell(shown: char) -> Option<Cell> {
    let marked = LETTERS.iter().find(|(letter, _)| *letter == shown).map(|(_, side)| Cell::Marked(*side));
    marked.or((shown == '-').then_some(Cell::Empty))
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = |cell: &Cell| match cell {
            Cell::Marked(side) => letter(*side),
            _ => '-',
        };
        let rows: Vec<String> = self.0.rows().map(|row| row.iter().map(show).collect()).collect();
        write!(f, "[{}]", rows.join(","))
    }
}
