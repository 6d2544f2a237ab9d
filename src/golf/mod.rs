//! Golf: submissions in whatever language, and who is shortest.
//!
//! [`Languages`] says what can be run and how; [`gather`] finds the submissions in a folder;
//! [`Workshop`] finds the tools and compiles what must be compiled, each source once; and
//! [`Leaderboard`] puts the rulings in order.

mod language;
mod leaderboard;
mod submission;
mod workshop;

pub use language::{InvalidLanguages, Language, Languages};
pub use leaderboard::{Leaderboard, Row};
pub use submission::{GatherError, Submission, gather};
pub use workshop::{Tools, Workshop, WorkshopError};
