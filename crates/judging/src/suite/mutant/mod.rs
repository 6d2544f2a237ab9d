//! Faulty referees: they measure suites, and explain failures.
//!
//! A [`Mutant`] is the reference with one change: to the rules, to the reading of a line, to its protocol or
//! to its words. A suite is as good as the number of mutants that it distinguishes from the reference
//! ([`kill_matrix`]). A candidate whose output equals a mutant's in every run is explained by that mutant's
//! fault in words. One small machine plays all of them. Their changes are rows of `mutants.toml`, which `table`
//! reads, so a new fault is a new row there.
//!
//! They get all inputs at once. So faults that only show when a program is fed line by line (a prompt that is
//! not flushed, all input read before the first output) are not covered, nor are programs that are slow,
//! random or remember earlier runs.

mod faulty;
mod game;
mod lines;
mod matrix;
mod protocol;
mod reading;
mod rules;
mod table;
mod wording;

pub use faulty::{ALPHABET, Deviations, Mutant};
pub use game::REFUSED;
pub use matrix::{KillMatrix, MutantRow, Total, kill_matrix};
pub use protocol::End;

#[cfg(test)]
mod tests;
