//! Faulty referees: what a suite is measured by, and what a failure is explained with.
//!
//! A [`Mutant`] is the reference with one thing changed: of the rules, of the reading of a line, of
//! its protocol or of its words. A suite is as good as the mutants it tells from the reference
//! ([`kill_matrix`]); and a candidate that says, in every run, just what a mutant says is explained
//! by that mutant's fault in words. All of them are played by one small machine, which is told what
//! to do otherwise by a table, so that a new fault is a new row in `family`.
//!
//! They are fed all inputs ahead: faults that only show when a program is spoken to line by line
//! (a prompt that is not flushed, all input read before the first word) have no place here. Nor have
//! programs that are slow, random or remember earlier runs.

mod family;
mod faulty;
mod game;
mod intake;
mod matrix;
mod protocol;
mod reading;
mod referee;
mod rules;
pub mod single;
mod wording;

pub use faulty::{ALPHABET, Mutant};
pub use game::REFUSED;
pub use matrix::{KillMatrix, Row, Total, kill_matrix};
pub use referee::{Deviations, End};

#[cfg(test)]
mod tests;
