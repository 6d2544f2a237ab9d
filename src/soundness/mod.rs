//! Whether a challenge is sound: its rules, examples, move lists, recordings, reference and validator say the same.
//!
//! A challenge that can be opened is well-formed. Here its suites are made, and its programs are run.

mod check;
mod sound;
mod unsound;

pub(crate) use check::check;
pub(crate) use sound::{Content, Sound};
pub(crate) use unsound::Unsound;
