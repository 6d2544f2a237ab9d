//! Why something with a file does not work.

use std::fmt::Display;
use std::path::{Path, PathBuf};

/// What is wrong with a file or a folder that a person has named.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {why}", path.display())]
pub(crate) struct FileError {
    path: PathBuf,
    why: String,
}

impl FileError {
    /// The failure of an operation on what is at this path, for this reason.
    pub(crate) fn at<E: Display>(path: &Path) -> impl FnOnce(E) -> FileError {
        move |why| FileError { path: path.to_owned(), why: why.to_string() }
    }
}
