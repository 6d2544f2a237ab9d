//! Why a package cannot be read.

use std::fmt::Display;
use std::path::Path;

use crate::transcript::visible_line;

/// Why a package cannot be read: the file, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct PackageError {
    place: String,
    what: String,
}

impl PackageError {
    pub(crate) fn new(place: &Path, what: impl Display) -> PackageError {
        PackageError { place: shown(place), what: what.to_string() }
    }
}

pub(super) fn shown(path: &Path) -> String {
    visible_line(path.as_os_str().as_encoded_bytes())
}
