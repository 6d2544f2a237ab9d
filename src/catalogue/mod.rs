//! Where challenges come from: folders, and what is built in.
//!
//! A folder is read once, and what it says decides what it is: a challenge that is played line by line, whose rules are a
//! table, a reference, recordings or built in, or one of whole cases. The command line, the service and users of the
//! library open challenges here and nowhere else. Nothing here is printed.

mod cases;
mod error;
mod fixtures;
mod folder;
mod machine;
mod sources;

pub use error::CatalogueError;
pub use fixtures::{FixtureSource, offers_with, plan, specification};
pub use folder::{
    FILE, RECORDING, built_in, built_in_names, game_names, name_of, named, open, open_without_machine,
    reference,
};
pub use machine::{MACHINE, source};
pub use sources::{ReferenceMutant, ReferenceSources};
