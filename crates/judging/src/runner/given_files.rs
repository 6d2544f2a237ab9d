//! The files that a challenge puts into the folder of each run.

use std::io;

use crate::dialect::Observed;
use crate::files::{self, Bundle, FileError, Root};
use crate::suite::explore::{Session, lines};
use std::path::Path;

/// The files that a challenge puts into the folder of each run of its reference and of a candidate. Empty if the challenge has no
/// folder.
pub(crate) fn given_files(observed: &Observed) -> io::Result<Bundle> {
    match (observed.folder(), &observed.manifest().files) {
        (Some(folder), files) if !files.is_empty() => Bundle::of(&Root::named(folder)?, files),
        _ => Ok(Bundle::default()),
    }
}

/// The inputs in a file, without what editors add: a mark at its beginning, and carriage returns at the ends of all lines.
pub(crate) fn inputs_of(path: &Path) -> Result<Session, FileError> {
    let text = files::read(path, files::TEXT).map_err(FileError::at(path))?;
    let mut inputs = lines(text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&text));
    if inputs.iter().all(|line| line.ends_with(b"\r")) {
        inputs.iter_mut().for_each(|line| line.truncate(line.len() - 1));
    }
    Ok(inputs)
}
