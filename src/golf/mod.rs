//! Golf: submissions in whatever language, and who is shortest.
//!
//! [`Languages`] says what can be run and how; [`gather`] finds the submissions in a folder;
//! [`Workshop`] finds the tools and compiles what must be compiled, each source once; and
//! [`Leaderboard`] puts the candidates in order.

mod alone;
mod cache;
mod command;
mod interpreter;
mod language;
mod leaderboard;
mod submission;
mod tools;
mod workshop;

pub use command::command;
pub use language::{InvalidLanguages, Language, Languages};
pub use leaderboard::{Leaderboard, Row};
pub use submission::{GatherError, Submission, gather};
pub use tools::{Lack, Tools};
pub use workshop::{Workshop, WorkshopError};
