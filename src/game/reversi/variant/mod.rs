//! Rules of some boards only, in addition to the standard ones, enabled by a line in the board's head.
//!
//! A variant is a file here and a line in [`VARIANTS`]. It may act at five points of a move, and has no other
//! effect.

mod bomb;
mod guest;
mod permanent;
mod rule;
mod wild;

pub(super) use rule::RuleVariant;

use super::colours::Colours;

/// Reads a variant from the words of its line.
type Reader = fn(&[&str], &mut Colours) -> Result<Box<dyn RuleVariant>, String>;

/// Every variant, by the key of its line in the head. Those that add sides come first.
pub(super) const VARIANTS: [(&str, Reader); 4] =
    [("guest", guest::read), ("wild", wild::read), ("permanent", permanent::read), ("bomb", bomb::read)];
