//! What only some boards have: a rule beyond the usual ones, switched on by a line in the board's
//! head.
//!
//! A variant is a file here and a line in [`VARIANTS`]. It may speak at five moments of a move; at all
//! others, and on boards without it, it does not exist.

mod bomb;
mod guest;
mod permanent;
mod wild;

use std::fmt::Debug;

use super::capture::Capture;
use super::{Colours, Game, Square};
use crate::game::{Cell, Side};

/// A rule that only some boards have.
pub(super) trait RuleVariant: Debug + Send + Sync {
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

    /// The move of a side that is not asked.
    fn choose(&self, _game: &Game, _cells: &[Cell], _side: Side) -> Option<Square> {
        None
    }
}

/// Reads a variant from the words of its line.
type Reader = fn(&[&str], &mut Colours) -> Result<Box<dyn RuleVariant>, String>;

/// Every variant, by the key of its line in the head. Those that add sides come first.
pub(super) const VARIANTS: [(&str, Reader); 4] =
    [("guest", guest::read), ("wild", wild::read), ("permanent", permanent::read), ("bomb", bomb::read)];

/// The discs of these names; a name that is nobody's becomes a disc that belongs to nobody.
fn discs(names: &[&str], colours: &mut Colours) -> Result<Vec<Cell>, String> {
    if names.is_empty() {
        return Err("a colour is missing".to_owned());
    }
    names.iter().map(|name| colours.disc(name)).collect()
}
