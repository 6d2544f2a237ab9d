//! Permanent discs: a run may contain them and is taken with them, but they never change colour.

use super::rule::{RuleVariant, discs};
use crate::game::Cell;
use crate::game::reversi::colours::Colours;

#[derive(Debug)]
struct Permanent(Vec<Cell>);

/// `permanent: Cyan Yamabuki`
pub(super) fn read(names: &[&str], colours: &mut Colours) -> Result<Box<dyn RuleVariant>, String> {
    Ok(Box::new(Permanent(discs(names, colours)?)))
}

impl RuleVariant for Permanent {
    fn keeps(&self, disc: Cell) -> bool {
        self.0.contains(&disc)
    }
}
