//! The folder that a candidate works in, and whether it is unchanged for the next one.
//!
//! Making a folder for each run would cost more than all the rest of the sandbox. So it is checked after each
//! run, which is nearly free, and emptied only if it was used. If it cannot be restored, the helper says so
//! and is replaced.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use super::disk;
use crate::files::empty_folder;

/// The name of the folder, below the folder that may be written.
pub(super) const RUN_DIR: &str = ".judge";

/// A folder for candidates, and the folder around it.
pub(super) struct Folder {
    run_dir: PathBuf,
    outer: PathBuf,
    found: FolderState,
    /// The other entries of the outer folder.
    entries: BTreeSet<OsString>,
}

/// What shows whether the two folders were used: times of change, which cannot be set, and free space.
#[derive(PartialEq, Eq)]
struct FolderState {
    changed: [(i64, i64); 2],
    modes: [u32; 2],
    free: Option<(u64, u64)>,
}

impl Folder {
    /// The folder that this process is in, before it was used.
    pub(super) fn here() -> io::Result<Folder> {
        let run_dir = std::env::current_dir()?;
        let outer = run_dir.parent().unwrap_or(&run_dir).to_owned();
        Ok(Folder { found: state(&run_dir, &outer)?, entries: entries(&outer)?, run_dir, outer })
    }

    pub(super) fn path(&self) -> &Path {
        &self.run_dir
    }

    pub(super) fn is_full(&self, most: u64) -> bool {
        match free(&self.outer) {
            Some((bytes, files)) => bytes == 0 || files == 0,
            None => disk::used(&self.run_dir) > most,
        }
    }

    /// Its path, unless it has its own size limit.
    pub(super) fn unbounded(&self) -> Option<&Path> {
        self.found.free.is_none().then_some(&self.run_dir)
    }

    /// Whether it was not used since.
    pub(super) fn is_untouched(&self) -> bool {
        state(&self.run_dir, &self.outer).is_ok_and(|now| now == self.found)
    }

    /// Restores it; returns whether that worked.
    pub(super) fn clean(&mut self) -> bool {
        match state(&self.run_dir, &self.outer) {
            Ok(now) if now == self.found => true,
            Ok(_) => self.empty().unwrap_or(false),
            Err(_) => false,
        }
    }

    fn empty(&mut self) -> io::Result<bool> {
        empty_folder(&self.run_dir, &|_| true)?;
        empty_folder(&self.outer, &|name| !self.entries.contains(name))?;
        std::fs::set_permissions(&self.run_dir, PermissionsExt::from_mode(self.found.modes[0] & 0o7777))?;
        let now = state(&self.run_dir, &self.outer)?;
        let is_clean = now.modes == self.found.modes
            && now.free == self.found.free
            && is_without_attributes(&self.run_dir)
            && is_without_attributes(&self.outer);
        self.found = now;
        Ok(is_clean)
    }
}

/// Lets nobody write into a folder.
pub(in crate::process) fn close(folder: &Path) -> io::Result<()> {
    std::fs::set_permissions(folder, PermissionsExt::from_mode(0o555))
}

fn entries(folder: &Path) -> io::Result<BTreeSet<OsString>> {
    std::fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.file_name())).collect()
}

fn state(run_dir: &Path, outer: &Path) -> io::Result<FolderState> {
    let [run_dir, around] = [run_dir.symlink_metadata()?, outer.symlink_metadata()?];
    let changed = [&run_dir, &around].map(|metadata| (metadata.ctime(), metadata.ctime_nsec()));
    let modes = [&run_dir, &around].map(MetadataExt::mode);
    Ok(FolderState { changed, modes, free: free(outer) })
}

/// How many bytes and files are free, if the folder is a separate file system in memory.
fn free(folder: &Path) -> Option<(u64, u64)> {
    let found = rustix::fs::statfs(folder).ok()?;
    (folder == Path::new("/tmp")).then_some((found.f_bfree, found.f_ffree))
}

/// Whether the folder has no extended attributes, in which a program could leave a message.
fn is_without_attributes(folder: &Path) -> bool {
    // By a path it is refused to a helper whose candidates are a user with files.
    let length =
        std::fs::File::open(folder).and_then(|folder| Ok(rustix::fs::flistxattr(folder, &mut [0_u8; 0])?));
    length.is_ok_and(|length| length == 0)
}
