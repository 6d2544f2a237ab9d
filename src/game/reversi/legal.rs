//! What a move takes: in each of eight directions the run of others' discs that begins beside the
//! square, if a disc of the mover's own closes it.

use super::capture::Capture;
use super::game::Game;
use super::shape::Square;
use crate::game::{Cell, Side};

impl Game {
    /// What `side` would take by moving to `square`.
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
