//! How much candidates have written, where their folder is in the system's own file system and so has no size
//! limit of its own. The check is periodic, so the limit can be exceeded by what is written in between; but the
//! system keeps each single file within it.

use std::collections::HashSet;
use std::fs::Metadata;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// How many files candidates may have at once.
pub(super) const FILES: u64 = 16_384;

/// A count of files, each counted once.
#[derive(Default)]
struct FileCount {
    bytes: u64,
    met: HashSet<(u64, u64)>,
}

/// How many bytes of the disk the files in a folder take; the highest number if there are more files than candidates may
/// have, or some may lie where they cannot be seen: too deep for a path, or in a closed folder.
pub(super) fn used(folder: &Path) -> u64 {
    let mut count = FileCount::default();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(folder);
        let hides = [io::ErrorKind::InvalidFilename, io::ErrorKind::PermissionDenied];
        if entries.as_ref().is_err_and(|why| hides.contains(&why.kind())) {
            return u64::MAX;
        }
        for entry in entries.into_iter().flatten().flatten() {
            // Metadata of the entry itself, not of a link's target.
            let Ok(metadata) = entry.metadata() else { continue };
            if metadata.is_dir() {
                folders.push(entry.path());
            }
            count.add(&metadata);
            if count.met.len() as u64 > FILES {
                return u64::MAX;
            }
        }
    }
    count.bytes
}

impl FileCount {
    fn add(&mut self, metadata: &Metadata) {
        if self.met.insert((metadata.dev(), metadata.ino())) {
            self.bytes = self.bytes.saturating_add(metadata.blocks() * 512);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn files_count_once() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = std::fs::File::create(folder.path().join("file")).unwrap();
        file.write_all(&vec![1; 1 << 20]).unwrap();
        file.sync_all().unwrap();
        let named = used(folder.path());
        assert!(named >= 1 << 20, "{named}");
        std::fs::hard_link(folder.path().join("file"), folder.path().join("again")).unwrap();
        assert_eq!(used(folder.path()), named, "it is the same file");
        let name = "n".repeat(200);
        let mut below = cap_std::fs::Dir::open_ambient_dir(&folder, cap_std::ambient_authority()).unwrap();
        for _ in 0..21 {
            below.create_dir(&name).unwrap();
            below = below.open_dir(&name).unwrap();
        }
        assert_eq!(used(folder.path()), u64::MAX, "a file could lie there unseen");
    }
}
