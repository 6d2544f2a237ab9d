//! Files of inputs that a person names: one input on each line.

use std::path::Path;

use crate::files::{self, FileError};
use crate::suite::explore::{Session, lines};

/// The inputs in a file.
pub(crate) fn inputs_of(path: &Path) -> Result<Session, FileError> {
    files::read(path, files::TEXT).map(|text| lines(&text)).map_err(FileError::at(path))
}
