//! Wildcards: discs that belong to no side and never change colour, but close a run like a disc of the mover.

use super::rule::{RuleVariant, discs};
use crate::game::Cell;
use crate::game::reversi::colours::Colours;
use crate::game::reversi::shape::Square;

#[derive(Debug)]
struct Wild(Vec<Cell>);

/// `wild: Green`
pub(super) fn read(names: &[&str], colours: &mut Colours) -> Result<Box<dyn RuleVariant>, String> {
    Ok(Box::new(Wild(discs(names, colours)?)))
}

impl RuleVariant for Wild {
    /// The last wildcard of a run closes it; discs after it are not taken.
    fn close(&self, cells: &[Cell], run: &[Square]) -> Option<usize> {
        run.iter().rposition(|square| self.0.contains(&cells[square.index()]))
    }

    fn keeps(&self, disc: Cell) -> bool {
        self.0.contains(&disc)
    }
}
