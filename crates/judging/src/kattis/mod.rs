//! Problem packages of others, read as challenges of whole cases: those of Kattis, formats 2025-09, 2023-07 and legacy, with what
//! DOMjudge adds.
//!
//! A package is a folder that somebody else has made: every file is opened below it, of a bounded size, and nothing in it is
//! believed. It becomes the text of a `challenge.toml`, the cases with the paths of their files, and its programs with what is
//! expected of them. Each key and folder of the formats is in one list (`keys.rs`): read, left out with a sentence, or refused.

mod data;
mod error;
mod keys;
mod manifest;
mod problem;
mod read;
mod statement;
mod submissions;
mod timing;
mod validator;
mod yaml;

pub use error::PackageError;
pub(crate) use manifest::{WrittenAnswer, WrittenCase, WrittenCases, WrittenChallenge};
pub use read::{ReadPackage, is_package, opened, read};
pub use timing::{MeasureError, Measuring, opened as opened_package};
pub(crate) use yaml::Yaml;
