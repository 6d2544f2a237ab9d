//! Whether two files are the same, however they are named.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// Which file or folder it is, whatever its path: its device, and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Identity {
    device: u64,
    inode: u64,
}

impl Identity {
    /// That of a file with this metadata.
    pub(crate) fn of(file: &Metadata) -> Identity {
        Identity { device: file.dev(), inode: file.ino() }
    }

    /// That of what a path leads to, if there is anything.
    pub(crate) fn at(path: &Path) -> Option<Identity> {
        path.metadata().ok().map(|file| Identity::of(&file))
    }
}
