//! Problem packages of others as challenges: those of Kattis, format 2023-07 and the one before it ("legacy").
//!
//! A package is a folder that somebody else has made: every file is opened below it, of a bounded size, and nothing in
//! it is believed. What cannot be carried over without making verdicts wrong is refused; what is left out is reported.
//! If it names no limit of time, that is measured by running its submissions.

mod data;
mod import;
mod imported;
mod problem;
mod program;
mod write;
mod yaml;

pub(crate) use import::NewFolder;
pub use import::{Import, usual_folder};
pub use problem::PackageError;
pub(crate) use write::Copy;
pub(crate) use yaml::Yaml;
