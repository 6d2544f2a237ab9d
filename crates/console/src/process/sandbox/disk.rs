//! How much candidates have written, where their folder is in the system's own file system and so has no size
//! limit of its own. The check is periodic, so the limit can be exceeded by what is written in between; but the
//! system keeps each single file within it.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, Stat, openat, statat};
use rustix::io::Errno;

use crate::files::FOLDER;

/// How many files candidates may have at once.
pub(super) const FILES: u64 = 16_384;

/// A count of files, each counted once.
#[derive(Default)]
struct FileCount {
    bytes: u64,
    met: HashSet<(u64, u64)>,
}

/// The longest path, in bytes, by which a folder is opened; those below it are opened from there. The system takes 4,096.
const LONGEST: usize = 3_000;

/// How many bytes of the disk the files in a folder take; the highest number if there are more files than candidates may
/// have, or a folder cannot be read, in which some may lie.
pub(super) fn used(folder: &Path) -> u64 {
    let mut count = FileCount::default();
    let mut folders = vec![(None::<Rc<OwnedFd>>, folder.to_owned())];
    while let Some((above, path)) = folders.pop() {
        let opened =
            match openat(above.as_ref().map_or(CWD, |above| above.as_fd()), &path, FOLDER, Mode::empty()) {
                Ok(opened) => Rc::new(opened),
                // It was removed or replaced meanwhile.
                Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => continue,
                Err(_) => return u64::MAX,
            };
        let is_long = path.as_os_str().len() > LONGEST;
        for entry in Dir::read_from(&opened).into_iter().flatten().flatten() {
            let name = entry.file_name();
            if [c".", c".."].contains(&name) {
                continue;
            }
            // Of the entry itself, not of a link's target.
            let Ok(stat) = statat(&opened, name, AtFlags::SYMLINK_NOFOLLOW) else { continue };
            if FileType::from_raw_mode(stat.st_mode) == FileType::Directory {
                let name = OsStr::from_bytes(name.to_bytes());
                folders.push(match is_long {
                    true => (Some(opened.clone()), PathBuf::from(name)),
                    false => (above.clone(), path.join(name)),
                });
            }
            count.add(&stat);
            if count.met.len() as u64 > FILES {
                return u64::MAX;
            }
        }
    }
    count.bytes
}

impl FileCount {
    fn add(&mut self, stat: &Stat) {
        if self.met.insert((stat.st_dev, stat.st_ino)) {
            self.bytes = self.bytes.saturating_add(stat.st_blocks.cast_unsigned() * 512);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use rustix::fs::{OFlags, mkdirat};

    use super::*;

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
        // So are those that no path reaches.
        let name = "n".repeat(200);
        let mut below = openat(CWD, folder.path(), OFlags::DIRECTORY, Mode::empty()).unwrap();
        for _ in 0..50 {
            mkdirat(&below, &name, Mode::RWXU).unwrap();
            below = openat(&below, &name, OFlags::DIRECTORY, Mode::empty()).unwrap();
        }
        let deep = openat(&below, "deep", OFlags::CREATE | OFlags::WRONLY, Mode::RWXU).unwrap();
        let mut deep = std::fs::File::from(deep);
        deep.write_all(&vec![1; 1 << 20]).unwrap();
        deep.sync_all().unwrap();
        let all = used(folder.path());
        assert!((2 << 20..4 << 20).contains(&all), "{all}");
    }
}
