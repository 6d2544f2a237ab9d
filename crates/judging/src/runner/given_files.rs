//! The files that a challenge puts into the folder of each run.

use std::io;

use crate::dialect::Observed;
use crate::files::{Bundle, Root};

/// The files that a challenge puts into the folder of each run of its reference and of a candidate; none without a folder.
pub(crate) fn given_files(observed: &Observed) -> io::Result<Bundle> {
    match (observed.folder(), &observed.manifest().files) {
        (Some(folder), files) if !files.is_empty() => Bundle::of(&Root::named(folder)?, files),
        _ => Ok(Bundle::default()),
    }
}
