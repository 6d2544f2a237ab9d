//! Saved runs, compared program by program. A program is known by its name.
//!
//! Of two runs it shows which programs got better or worse, which are new and which are gone. A program is worse if
//! it passed and does not any more, whatever the reason. Its size and its time count only if they are asked to. Times
//! are compared only between runs on one machine, and only a difference beyond the noise of the single runs is one.
//!
//! Of more runs it shows with which size each program was accepted and when, and its best so far. Only what is
//! accepted sets a best. Runs are put in the order of their dates, however they are given; shards need not be merged
//! before.
//!
//! Nothing else is stored for a comparison, so it cannot contradict the runs. Only what runs say of each program is
//! kept in memory.

mod change;
mod programs;
mod progress;
mod saved;
mod table;

pub use change::Counted;
pub use saved::{RunsFormat, SavedRuns, compare_schema};
