//! How much candidates have written, where their folder is in the system's own file system and so has no size
//! limit of its own. Files in the folder count, and so do files without a name that the candidates hold open
//! or mapped. The check is periodic, so the limit can be exceeded by what is written in between; but the
//! system keeps each single file within it.

use std::collections::HashSet;
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::descriptors;

/// How many files candidates may have at once.
pub(super) const FILES: u64 = 16_384;

/// A count of files, each counted once.
#[derive(Default)]
struct FileCount {
    bytes: u64,
    met: HashSet<(u64, u64)>,
}

/// How many bytes of the disk the files in a folder and those of these processes take; the highest number if
/// there are more files than candidates may have.
pub(super) fn used(folder: &Path, processes: impl Iterator<Item = i32>) -> u64 {
    let mut count = FileCount::default();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
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
    processes.for_each(|pid| count.add_hidden(pid));
    count.bytes
}

impl FileCount {
    fn add(&mut self, metadata: &Metadata) {
        if self.met.insert((metadata.dev(), metadata.ino())) {
            self.bytes = self.bytes.saturating_add(metadata.blocks() * 512);
        }
    }

    /// Adds the files without a name that a process has.
    fn add_hidden(&mut self, pid: i32) {
        let links = descriptors::opened(pid).unwrap_or_default();
        for link in &links {
            // Metadata of the open file, through the link.
            let opened = std::fs::metadata(link);
            opened.iter().filter(|file| file.is_file() && file.nlink() == 0).for_each(|file| self.add(file));
        }
        // Of the thread that has the descriptors.
        let usual = PathBuf::from(format!("/proc/{pid}/fd/0"));
        let thread = links.first().unwrap_or(&usual).parent().and_then(Path::parent);
        let maps =
            thread.map(|thread| thread.join("maps")).and_then(|maps| std::fs::read_to_string(maps).ok());
        let maps = maps.unwrap_or_default();
        self.bytes = self.bytes.saturating_add(maps.lines().filter_map(mapped).sum());
    }
}

/// The length of a shared mapping of a file that has no name any more. That is at most the size of the file,
/// which may be closed by then. Memory that processes share without a file is shown as a file of the name
/// `/dev/zero`; it counts as memory.
fn mapped(line: &str) -> Option<u64> {
    let (from, rest) = line.split_once('-')?;
    let (to, rest) = rest.split_once(' ')?;
    let length = u64::from_str_radix(to, 16).ok()?.checked_sub(u64::from_str_radix(from, 16).ok()?)?;
    let is_shared = rest.split(' ').next()?.ends_with('s');
    let name = &rest[rest.find('/')?..];
    (is_shared && name.ends_with("(deleted)") && name != "/dev/zero (deleted)").then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn files_count_once_and_those_without_a_name_as_long_as_they_are_open() {
        let folder = tempfile::tempdir().unwrap();
        let of_this = || used(folder.path(), [std::process::id().cast_signed()].into_iter());
        let before = of_this();
        let mut file = std::fs::File::create(folder.path().join("file")).unwrap();
        file.write_all(&vec![1; 1 << 20]).unwrap();
        file.sync_all().unwrap();
        let named = of_this() - before;
        assert!(named >= 1 << 20, "{named}");
        std::fs::hard_link(folder.path().join("file"), folder.path().join("again")).unwrap();
        assert_eq!(of_this() - before, named, "it is the same file");
        std::fs::remove_file(folder.path().join("again")).unwrap();
        std::fs::remove_file(folder.path().join("file")).unwrap();
        assert_eq!(of_this() - before, named, "it is still there");
        drop(file);
        assert!(of_this() - before < named);
    }

    #[test]
    fn a_mapping_counts_if_its_file_is_gone_and_is_no_mere_memory() {
        let line = "7f0000000000-7f0000001000 rw-s 00000000 00:01 5 /tmp/x";
        assert_eq!(mapped(line), None);
        assert_eq!(mapped(&format!("{line} (deleted)")), Some(4096));
        assert_eq!(mapped(&format!("{} (deleted)", line.replace("rw-s", "rw-p"))), None);
        assert_eq!(mapped(&format!("{line}/dev/zero (deleted)")), Some(4096));
        assert_eq!(mapped(&format!("{} (deleted)", line.replace("/tmp/x", "/dev/zero"))), None);
    }
}
