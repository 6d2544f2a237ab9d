//! The folder that a candidate runs in: empty at the start of every run, wherever the last one left
//! things. Making a folder is dear beside starting a process, so one that was left empty is used
//! again.

use std::io;
use std::path::PathBuf;

use tempfile::TempDir;

/// A place for runs, one after the other.
#[derive(Debug)]
pub struct Room {
    outer: TempDir,
    count: u32,
}

impl Room {
    /// A room of its own below the system's folder for temporary files.
    ///
    /// # Errors
    /// If no folder can be made there.
    pub fn new() -> io::Result<Room> {
        Ok(Room { outer: tempfile::Builder::new().prefix("judge-").tempdir()?, count: 0 })
    }

    /// An empty folder for the next run.
    pub(super) fn enter(&mut self) -> io::Result<PathBuf> {
        let folder = self.folder();
        if is_empty_folder(&folder) {
            return Ok(folder);
        }
        // What a run left may resist being removed; the next run does not wait for it, it moves on.
        let _ = std::fs::remove_dir_all(&folder);
        self.count += 1;
        let folder = self.folder();
        std::fs::create_dir(&folder)?;
        Ok(folder)
    }

    fn folder(&self) -> PathBuf {
        self.outer.path().join(self.count.to_string())
    }
}

/// Whether there is such a folder, no link to one, with nothing in it.
fn is_empty_folder(path: &std::path::Path) -> bool {
    let is_folder = path.symlink_metadata().is_ok_and(|metadata| metadata.is_dir());
    is_folder && std::fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none())
}
