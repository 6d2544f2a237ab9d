//! Whether two programs do the same: the first one is explored, the second one plays the same sessions, and the first session
//! in which they differ is shortened and confirmed by clean runs.

mod compare;
mod conduct;
mod side;
mod trouble;

pub use compare::{Compared, Cut, Differing, ProgramDiff};
pub(crate) use conduct::{Conduct, SessionEnd};
pub use trouble::NotCompared;
