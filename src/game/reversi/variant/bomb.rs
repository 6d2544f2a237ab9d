//! Bombs: discs that belong to no side. A move that takes one places nothing, and removes all that it takes,
//! in all directions, and the discs that closed these runs.

use super::rule::{RuleVariant, discs};
use crate::game::Cell;
use crate::game::reversi::capture::Capture;
use crate::game::reversi::colours::Colours;

#[derive(Debug)]
struct Bomb(Vec<Cell>);

/// `bomb: Red`
pub(super) fn read(names: &[&str], colours: &mut Colours) -> Result<Box<dyn RuleVariant>, String> {
    Ok(Box::new(Bomb(discs(names, colours)?)))
}

impl RuleVariant for Bomb {
    fn settle(&self, cells: &mut [Cell], capture: &Capture) -> bool {
        let goes_off = capture.taken.iter().any(|square| self.0.contains(&cells[square.index()]));
        if goes_off {
            let gone = capture.taken.iter().chain(&capture.closers);
            gone.for_each(|square| cells[square.index()] = Cell::Empty);
        }
        goes_off
    }
}
