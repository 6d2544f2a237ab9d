//! Where challenges come from: folders, and what is built in.
//!
//! A folder is read once, and what it says decides what it is: a challenge that is played line by line, whose rules are a
//! table, a reference, recordings or built in, or one of whole cases. The command line, the service and users of the
//! library open challenges here and nowhere else. Nothing here is printed.

mod boards;
mod error;
mod fixtures;
mod folder;
mod new;
mod proposals;
mod reference;
mod sessions;
mod suite_choice;

pub(crate) use boards::on_board;
pub use error::CatalogueError;
pub use fixtures::plan;
#[cfg(feature = "service")]
pub(crate) use fixtures::specification;
pub(crate) use fixtures::{FixtureSource, offers_with, usual_folder};
#[cfg(feature = "browser")]
pub(crate) use folder::{built_in, built_in_names};
pub(crate) use folder::{game_names, names};
pub use folder::{named, open};
pub(crate) use new::NewChallenge;
pub(crate) use proposals::{Proposals, accept, proposed};
pub use reference::reference;
pub(crate) use sessions::{KEPT, KeptRuns, keep};
pub(crate) use suite_choice::{NoPlan, SuiteChoice};

/// The file that makes a folder a challenge.
pub(crate) const FILE: &str = "challenge.toml";

/// The ending of the names of recordings.
pub(crate) const RECORDING: &str = ".recording.toml";
