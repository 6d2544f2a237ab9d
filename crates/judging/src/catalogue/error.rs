//! Why a challenge cannot be opened.

use std::fmt::Display;
use std::path::Path;

/// Why a challenge cannot be opened: the file or folder, the line if there is one, and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CatalogueError(pub(super) String);

/// The failure of an operation on this path, for this reason.
pub(super) fn at<E: Display>(path: &Path) -> impl FnOnce(E) -> CatalogueError {
    move |why| CatalogueError(format!("{}: {why}", path.display()))
}

/// The failure at a line of this file; the reason begins with the line.
pub(super) fn in_file<E: Display>(file: &Path) -> impl FnOnce(E) -> CatalogueError {
    move |why| CatalogueError(format!("{}:{why}", file.display()))
}
