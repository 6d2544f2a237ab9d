//! Golf: submissions in any language; the shortest wins.
//!
//! [`Languages`] says what can be run and how; [`gather`] finds the submissions in a folder, files or folders that are one program;
//! [`Toolchain`] finds the tools and compiles what must be compiled, each source once; and
//! [`Leaderboard`] puts the candidates in order, and [`points()`] compares sizes in different languages.
//! Accepted programs are made shorter, and folders of submissions are watched.

mod answers;
mod archive;
mod cache;
mod command;
mod error;
mod handed_in;
mod interpreter;
mod language;
mod leaderboard;
mod main_class;
mod obstacle;
mod own_program;
mod preparation;
mod several;
mod shortening;
mod submission;
mod toolchain;
mod tools;
mod watching;

pub(crate) use archive::{CHALLENGE, is_archive, unpacked};
pub(crate) use cache::{Cache, OUT};
pub use command::{command, command_candidate};
pub use error::ToolchainError;
pub use handed_in::{ClassWork, HandedIn, handed_in};
pub use interpreter::language_of;
pub(crate) use language::Stem;
pub use language::{InvalidLanguages, Language, Languages};
pub(crate) use leaderboard::points_of;
pub use leaderboard::{Leaderboard, Measure, Points, Row, points};
pub(crate) use own_program::OwnProgramError;
pub use own_program::ValidatorError;
pub(crate) use preparation::{EXPECTED, RIGHT, Sources, WRONG};
pub use preparation::{FoundPrograms, Gathered, Preparation, PreparationError};
pub use several::Harness;
pub(crate) use several::{filled, first_source, is_one_program, with_constants};
pub(crate) use shortening::Shortening;
pub use shortening::{Shortened, ShorteningError, ShorteningProgress};
pub use submission::{GatherError, Submission, gather, of_file};
pub(crate) use toolchain::SCRIPTS;
pub use toolchain::Toolchain;
pub use tools::{Lack, Tools};
pub(crate) use watching::{Changes, FileChange, Stamps, Watched, Woken};
