//! What changed between two saved runs: which programs got better or worse, which are new and which are gone.
//!
//! A program is worse if it passed and does not any more, whatever the reason. Its size and its time count only if they
//! are asked to. Times are compared only between runs on one machine, and only a difference beyond the noise of the
//! single runs is one.

mod cells;
mod format;
mod markdown;
mod pace;
mod page;
mod program;
mod runs;
mod terminal;

pub(crate) use format::ChangesFormat;
pub(crate) use program::Counted;
pub(crate) use runs::Changes;
