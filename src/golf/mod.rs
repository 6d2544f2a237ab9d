//! Golf: submissions in any language; the shortest wins.
//!
//! [`Languages`] says what can be run and how; [`gather`] finds the submissions in a folder;
//! [`Toolchain`] finds the tools and compiles what must be compiled, each source once; and
//! [`Leaderboard`] puts the candidates in order.

mod alone;
mod cache;
mod command;
mod equipment;
mod error;
mod expected;
mod interpreter;
mod language;
mod leaderboard;
mod main_class;
mod obstacle;
mod submission;
mod toolchain;
mod tools;
mod validator;

pub use command::command;
pub use error::ToolchainError;
pub use expected::{EXPECTED, Expectations, RIGHT, WRONG};
pub use interpreter::language_of;
pub use language::{InvalidLanguages, Language, Languages, Stem};
pub use leaderboard::{Leaderboard, Row};
pub use obstacle::obstacle;
pub use submission::{GatherError, Submission, gather};
pub use toolchain::{Toolchain, cache_folder};
pub use tools::{Lack, Tools};
pub use validator::ValidatorError;
