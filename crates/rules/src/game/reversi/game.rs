//! A board and its rules.

use super::colours::Colours;
use super::shape::{Capture, Shape, Square};
use super::variant::RuleVariant;
use crate::game::{Cell, Side};

/// A board and the rules that are played on it.
#[derive(Debug)]
pub struct Game {
    pub(in crate::game::reversi) text: String,
    pub(in crate::game::reversi) title: String,
    pub(in crate::game::reversi) shape: Shape,
    pub(in crate::game::reversi) start: Vec<Cell>,
    pub(in crate::game::reversi) colours: Colours,
    pub(in crate::game::reversi) variants: Vec<Box<dyn RuleVariant>>,
}

impl Game {
    /// The text that it was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The name of the board.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// How many cells a row has.
    pub fn width(&self) -> usize {
        self.shape.width()
    }

    /// How many rows there are.
    pub fn height(&self) -> usize {
        self.shape.height()
    }

    /// The players, in order of play.
    pub fn players(&self) -> &[Side] {
        &Side::ALL[..self.colours.players]
    }

    /// All sides that ever move: the players, then the guests.
    pub fn sides(&self) -> &[Side] {
        &Side::ALL[..self.colours.sides.len()]
    }

    /// The name of a side, such as `Black`.
    pub fn name(&self, side: Side) -> &str {
        &self.colours.sides[side.index()]
    }

    /// The name of a disc, which may belong to no side. `None` where there is no disc.
    pub fn disc_name(&self, cell: Cell) -> Option<&str> {
        match cell {
            Cell::Hole | Cell::Empty => None,
            Cell::Marked(side) => Some(self.name(side)),
            Cell::Neutral(kind) => Some(&self.colours.neutral[usize::from(kind)]),
        }
    }

    /// The letter of a cell in the board's text: `#` a hole, `.` empty, else a name's first letter.
    pub fn letter(&self, cell: Cell) -> char {
        let initial = |name: &str| name.chars().next().expect("a name has letters");
        let bare = if cell == Cell::Hole { '#' } else { '.' };
        self.disc_name(cell).map_or(bare, initial)
    }

    /// The cell for a letter of the board's text.
    pub fn cell(&self, letter: char) -> Option<Cell> {
        match letter {
            '#' => Some(Cell::Hole),
            '.' => Some(Cell::Empty),
            _ => self.discs().find(|&disc| self.letter(disc) == letter),
        }
    }

    /// Every kind of disc: the sides', then those that belong to no side.
    pub fn discs(&self) -> impl Iterator<Item = Cell> {
        let neutral = (0..self.colours.neutral.len()).map(|kind| Cell::Neutral(kind as u8));
        self.sides().iter().map(|&side| Cell::Marked(side)).chain(neutral)
    }

    /// Every square, row by row from the top left corner.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        self.shape.squares()
    }

    /// The square in a column and a row, both counted from 0, if there is one.
    pub fn square(&self, column: usize, row: usize) -> Option<Square> {
        self.shape.square(column, row)
    }

    /// The column and the row of a square, both counted from 0.
    pub fn place(&self, square: Square) -> (usize, usize) {
        self.shape.place(square)
    }

    /// A square's name, such as `d3`: the letter of its column, the number of its row from the top.
    pub fn square_name(&self, square: Square) -> String {
        let (column, row) = self.place(square);
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    }

    pub(super) fn is_usual(&self) -> bool {
        self.variants.is_empty() && self.colours.sides.len() == 2 && self.colours.neutral.is_empty()
    }

    /// What `side` would take by moving to `square`: in each of eight directions the run of others' discs that begins
    /// beside it, if a disc of the mover's own closes it.
    pub(super) fn capture(&self, cells: &[Cell], side: Side, square: Square) -> Capture {
        let mut capture = Capture::default();
        if cells[square.index()] == Cell::Empty {
            for line in self.shape.lines(square) {
                if let Some(length) = self.taken(cells, side, line) {
                    capture.taken.extend(&line[..length]);
                    capture.closers.push(line[length]);
                }
            }
        }
        capture
    }

    /// Whether `side` would take something by moving to `square`.
    pub fn is_legal(&self, cells: &[Cell], side: Side, square: Square) -> bool {
        let mut lines = self.shape.lines(square).iter();
        cells[square.index()] == Cell::Empty && lines.any(|line| self.taken(cells, side, line).is_some())
    }

    /// How many discs are taken at the beginning of a line, if any; the next closes it.
    fn taken(&self, cells: &[Cell], side: Side, line: &[Square]) -> Option<usize> {
        let own = Cell::Marked(side);
        let is_others = |cell: Cell| cell != own && cell != Cell::Empty;
        let run = line.iter().take_while(|square| is_others(cells[square.index()])).count();
        let is_closed = line.get(run).is_some_and(|square| cells[square.index()] == own);
        let length = if is_closed { Some(run) } else { self.closed_otherwise(cells, &line[..run]) };
        length.filter(|&length| length > 0)
    }

    fn closed_otherwise(&self, cells: &[Cell], run: &[Square]) -> Option<usize> {
        self.variants.iter().find_map(|variant| variant.close(cells, run))
    }

    /// The board after a move that takes something.
    pub(super) fn settle(&self, cells: &[Cell], side: Side, square: Square, capture: &Capture) -> Vec<Cell> {
        let mut next = cells.to_vec();
        if !self.variants.iter().any(|variant| variant.settle(&mut next, capture)) {
            next[square.index()] = Cell::Marked(side);
            for taken in capture.taken.iter().map(|taken| taken.index()) {
                let is_kept = self.variants.iter().any(|variant| variant.keeps(cells[taken]));
                next[taken] = if is_kept { cells[taken] } else { Cell::Marked(side) };
            }
        }
        next
    }
}
