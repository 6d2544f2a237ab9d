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
mod samples;
mod sessions;
mod suite_choice;

pub use boards::on_board;
pub use error::CatalogueError;
pub use fixtures::{FixtureSource, offers_with, plan, specification, usual_folder};
pub use folder::{
    built_in, built_in_names, found_in, game_names, named, names, open, open_watched, unpacked,
};
pub use new::NewChallenge;
pub use proposals::{Proposals, accept, proposed};
pub use reference::reference;
pub use samples::{Sample, samples};
pub use sessions::{KEPT, KeptRuns, keep, keep_as_cases};
pub(crate) use suite_choice::NoPlan;
pub use suite_choice::SuiteChoice;

/// The file that makes a folder a challenge.
pub(crate) const FILE: &str = "challenge.toml";

pub(crate) use crate::runner::RECORDING;
