//! Problem packages made into challenges, to keep and to edit: what was read of one is written out.
//!
//! If it names no limit of time, that is measured by running its submissions.

mod import;
mod imported;
mod write;

pub use crate::kattis::PackageError;
pub(crate) use crate::kattis::Yaml;
pub(crate) use import::NewFolder;
pub use import::{Import, usual_folder};
pub(crate) use write::Copy;
