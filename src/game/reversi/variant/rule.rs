//! The moments of a move at which a variant may speak.

use std::fmt::Debug;

use crate::game::reversi::capture::Capture;
use crate::game::reversi::colours::Colours;
use crate::game::reversi::shape::Square;
use crate::game::{Cell, Side};

/// A rule that only some boards have.
pub(in crate::game::reversi) trait RuleVariant: Debug + Send + Sync {
    /// How many discs at the beginning of a run are taken though none of the mover's own closes it.
    fn close(&self, _cells: &[Cell], _run: &[Square]) -> Option<usize> {
        None
    }

    /// Whether a disc that is taken keeps its colour.
    fn keeps(&self, _disc: Cell) -> bool {
        false
    }

    /// Makes of the board what the move makes of it, if that is something other than usual.
    fn settle(&self, _cells: &mut [Cell], _capture: &Capture) -> bool {
        false
    }

    /// Who comes before everybody else when the move of this number is due.
    fn guest(&self, _number: u32) -> Option<Side> {
        None
    }

    /// The move of a side that is not asked, of those that it may make, each with the number of discs that it
    /// takes.
    fn choose(&self, _side: Side, _moves: &dyn Fn() -> Vec<(Square, usize)>) -> Option<Square> {
        None
    }
}

/// The discs of these names; a name that is nobody's becomes a disc that belongs to nobody.
pub(super) fn discs(names: &[&str], colours: &mut Colours) -> Result<Vec<Cell>, String> {
    if names.is_empty() {
        return Err("a colour is missing".to_owned());
    }
    names.iter().map(|name| colours.disc(name)).collect()
}
