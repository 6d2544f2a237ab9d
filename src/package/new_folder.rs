//! A folder that is there when it is complete, or not at all.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{CWD, RenameFlags, renameat_with};
use tempfile::TempDir;

use super::error::PackageError;
use crate::files::folder_of;
use crate::process::sweep;

/// What the names of unfinished folders begin with, and when nobody works on one any more.
const UNFINISHED: &str = ".judge-import-";
const OLD: Duration = Duration::from_secs(60 * 60);

/// A folder that is made under another name beside its place. It is removed unless it is finished.
pub(super) struct NewFolder {
    place: PathBuf,
    unfinished: TempDir,
}

impl NewFolder {
    /// An empty folder for this place, where there must be nothing. Old ones beside it that were not finished are removed.
    pub(super) fn at(place: &Path) -> Result<NewFolder, PackageError> {
        if place.symlink_metadata().is_ok() {
            return Err(PackageError::new(place, "it is there already"));
        }
        let around = folder_of(place);
        let failed = |why| PackageError::new(around, why);
        fs::create_dir_all(around).map_err(failed)?;
        sweep(around, UNFINISHED, OLD);
        let unfinished = tempfile::Builder::new().prefix(UNFINISHED).tempdir_in(around).map_err(failed)?;
        Ok(NewFolder { place: place.to_owned(), unfinished })
    }

    /// Where it is until it is finished.
    pub(super) fn path(&self) -> &Path {
        self.unfinished.path()
    }

    /// Gives it its place, if there is still nothing.
    pub(super) fn finish(self) -> Result<(), PackageError> {
        let path = self.unfinished.path();
        fs::set_permissions(path, Permissions::from_mode(0o755))
            .and_then(|()| Ok(renameat_with(CWD, path, CWD, &self.place, RenameFlags::NOREPLACE)?))
            .map_err(|why| PackageError::new(&self.place, why))?;
        drop(self.unfinished.keep());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_there_when_it_is_finished_and_replaces_nothing() {
        let around = tempfile::tempdir().unwrap();
        let place = around.path().join("new/challenge");
        let names = || fs::read_dir(place.parent().unwrap()).unwrap().count();
        drop(NewFolder::at(&place).unwrap());
        assert_eq!(names(), 0);
        let [first, second] = [NewFolder::at(&place).unwrap(), NewFolder::at(&place).unwrap()];
        fs::write(first.path().join("file"), "first").unwrap();
        first.finish().unwrap();
        let why = second.finish().unwrap_err().to_string();
        assert!(why.contains("challenge: "), "{why}");
        assert_eq!((names(), fs::read_to_string(place.join("file")).unwrap()), (1, "first".to_owned()));
        assert!(NewFolder::at(&place).is_err_and(|why| why.to_string().ends_with("it is there already")));
    }
}
