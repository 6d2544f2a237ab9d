//! Files of inputs that a person names: one input on each line.

use std::io;
use std::path::{Path, PathBuf};

use crate::files;
use crate::suite::explore::{Session, lines};

/// Why a file of inputs cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {why}", path = path.display())]
pub(crate) struct UnreadableInputs {
    path: PathBuf,
    why: io::Error,
}

/// The inputs in a file.
///
/// # Errors
/// [`UnreadableInputs`].
pub(crate) fn inputs_of(path: &Path) -> Result<Session, UnreadableInputs> {
    let text = files::read(path, files::TEXT);
    text.map(|text| lines(&text)).map_err(|why| UnreadableInputs { path: path.to_owned(), why })
}
