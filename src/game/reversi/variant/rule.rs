//! The points of a move at which a variant may act.

use std::fmt::Debug;

use crate::game::reversi::capture::Capture;
use crate::game::reversi::colours::Colours;
use crate::game::reversi::shape::Square;
use crate::game::{Cell, Side};

/// A rule of some boards only.
pub(in crate::game::reversi) trait RuleVariant: Debug + Send + Sync {
    /// How many discs at the beginning of a run are taken though no disc of the mover closes it.
    fn close(&self, _cells: &[Cell], _run: &[Square]) -> Option<usize> {
        None
    }

    /// Whether a disc that is taken keeps its colour.
    fn keeps(&self, _disc: Cell) -> bool {
        false
    }

    /// Changes the board after a move, if the variant does that in another way than usual.
    fn settle(&self, _cells: &mut [Cell], _capture: &Capture) -> bool {
        false
    }

    /// The guest that moves before all others at the move with this number.
    fn guest(&self, _number: u32) -> Option<Side> {
        None
    }

    /// The automatic move of a side, from its possible moves, each with the number of discs that it takes.
    fn choose(&self, _side: Side, _moves: &dyn Fn() -> Vec<(Square, usize)>) -> Option<Square> {
        None
    }
}

/// The discs with these names; an unknown name becomes a disc that belongs to no side.
pub(super) fn discs(names: &[&str], colours: &mut Colours) -> Result<Vec<Cell>, String> {
    if names.is_empty() {
        return Err("a colour is missing".to_owned());
    }
    names.iter().map(|name| colours.disc(name)).collect()
}
