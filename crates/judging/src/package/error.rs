//! Why a package cannot be carried over.

use std::fmt::Display;
use std::path::Path;

/// Why a package cannot be carried over: the file, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct PackageError {
    place: String,
    what: String,
}

impl PackageError {
    pub(super) fn new(place: &Path, what: impl Display) -> PackageError {
        let place = crate::transcript::visible_line(place.as_os_str().as_encoded_bytes());
        PackageError { place, what: what.to_string() }
    }
}
