//! Results that take long to make, kept from run to run: of compilers, rulings, limits of time, unpacked archives. Only the judge
//! writes here, and no program sees the folder: a compiler hands over its result when all that it started has ended. Results are
//! checked when they are used, and made again if they are damaged.

use std::fs::{Metadata, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime};

use rustix::fs::{Access, access};
use rustix::process::geteuid;

use super::error::ToolchainError;
use crate::files::{self, Bundle, Pinned, Root, remove_folder};

/// The name of what a compiler makes.
pub(crate) const OUT: &str = "out";

/// The name of the digest of the result, beside it.
const SUM: &str = "sum";

/// The most bytes of a stored result.
pub(super) const LARGEST: u64 = 512 << 20;

/// The most bytes of all stored results. Those that were not used for longest go first.
const MOST: u64 = 2 << 30;

/// A result that was used within this time may be in use.
const IN_USE: Duration = Duration::from_secs(60 * 60);

/// A folder that was used within this time may be in use: a service reads its files for as long as it runs.
const FOLDER_IN_USE: Duration = Duration::from_secs(90 * 24 * 60 * 60);

const PRIVATE: u32 = 0o700;

#[derive(Debug)]
pub(crate) struct Cache {
    folder: PathBuf,
}

/// The judge's folder in the user's cache if it can be written, or else one of this user among the temporary files: a home may be read-only.
pub(super) fn writable_cache_folder() -> PathBuf {
    let rights = Access::WRITE_OK | Access::EXEC_OK;
    let is_writable =
        |folder: &PathBuf| std::fs::create_dir_all(folder).is_ok() && access(folder, rights).is_ok();
    let temporary = || std::env::temp_dir().join(format!("judge-{}", geteuid().as_raw()));
    // A sandbox shows only paths without `..`.
    let resolved = |folder: PathBuf| match folder.components().any(|part| part == Component::ParentDir) {
        true => folder.canonicalize().unwrap_or(folder),
        false => folder,
    };
    files::cache_folder().filter(is_writable).map_or_else(temporary, resolved)
}

impl Cache {
    pub(super) fn new(folder: PathBuf) -> Cache {
        Cache { folder }
    }

    /// The one of this name in the user's cache.
    pub(crate) fn named(name: &str) -> Cache {
        Cache::new(writable_cache_folder().join(name))
    }

    /// The result with this key, unless it is missing or damaged.
    pub(crate) fn load(&self, key: &str) -> Option<Bundle> {
        self.check_owner().ok()?;
        let root = Root::open(&self.folder.join(key)).ok()?;
        let sum = root.file(Path::new(SUM)).and_then(|file| file.read(files::TEXT)).ok()?;
        let made = Bundle::read(&root, OUT.as_ref(), LARGEST).ok()?;
        (made.digest().as_bytes() == sum).then_some(made)
    }

    /// Among temporary files everybody may make folders, also one of this name with programs in it.
    /// Fails if there is one that belongs to another user.
    fn check_owner(&self) -> io::Result<()> {
        let temporary = std::env::temp_dir();
        let Ok(within) = self.folder.strip_prefix(&temporary) else { return Ok(()) };
        let folders = within.ancestors().filter(|within| *within != Path::new(""));
        let is_foreign = |within: &Path| {
            let folder = temporary.join(within).symlink_metadata();
            folder.is_ok_and(|folder| may_be_changed(&folder, geteuid().as_raw()))
        };
        match folders.into_iter().any(is_foreign) {
            true => Err(io::Error::new(io::ErrorKind::PermissionDenied, "it belongs to another user")),
            false => Ok(()),
        }
    }

    /// The path where it is shown.
    pub(super) fn pin(&self, key: &str) -> Result<Pinned, ToolchainError> {
        let path = self.folder.join(key).join(OUT);
        self.note_use(key);
        Pinned::of_person(&path).map_err(|why| error(&path, why))
    }

    /// Which were used last is known by this.
    fn note_use(&self, key: &str) {
        let _ = std::fs::File::open(self.folder.join(key))
            .and_then(|folder| folder.set_modified(SystemTime::now()));
    }

    /// Whether a file or folder that was shown is still as it was stored; anything else is as it should be.
    pub(super) fn is_whole(&self, shown: &Path) -> bool {
        let Ok(within) = shown.strip_prefix(&self.folder) else { return true };
        within.iter().next().and_then(|key| key.to_str()).is_none_or(|key| self.load(key).is_some())
    }

    /// Stores a result with this key, replacing any other.
    pub(crate) fn save(&self, key: &str, made: &Bundle) -> Result<(), ToolchainError> {
        let write = |folder: &Path| {
            made.write(folder)?;
            std::fs::write(folder.join(SUM), made.digest())
        };
        let saved = self.keep(key, IN_USE, write, |_| self.load(key).is_some());
        saved.map_err(|why| error(&self.folder, why))
    }

    /// The folder with this key, which `fill` writes if it is not there. It is not checked again.
    pub(crate) fn folder(
        &self,
        key: &str,
        fill: impl FnOnce(&Path) -> io::Result<()>,
    ) -> io::Result<PathBuf> {
        self.check_owner()?;
        let place = self.folder.join(key);
        if !place.is_dir() {
            self.keep(key, FOLDER_IN_USE, fill, Path::is_dir)?;
        }
        self.note_use(key);
        Ok(place)
    }

    /// Stores a folder that `fill` writes, in place of another with this key unless that is whole.
    fn keep(
        &self,
        key: &str,
        unused: Duration,
        fill: impl FnOnce(&Path) -> io::Result<()>,
        is_whole: impl FnOnce(&Path) -> bool,
    ) -> io::Result<()> {
        self.check_owner().and_then(|()| make_private(&self.folder))?;
        let new = tempfile::Builder::new().prefix("new-").tempdir_in(&self.folder)?;
        fill(new.path())?;
        self.trim(MOST, unused);
        let finished = self.folder.join(key);
        if std::fs::rename(new.path(), &finished).is_err() {
            // The existing one is damaged, or another judge has just made the same.
            if is_whole(&finished) {
                return Ok(());
            }
            remove_folder(&finished)?;
            std::fs::rename(new.path(), &finished)?;
        }
        drop(new.keep());
        Ok(())
    }

    /// Removes results that were not used for the time `unused`, the oldest first, until the rest has at most `most` bytes. Files
    /// that cannot be read or removed stay.
    fn trim(&self, most: u64, unused: Duration) {
        let now = SystemTime::now();
        let folders = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let stored =
            |folder: std::fs::DirEntry| Some((folder.metadata().ok()?.modified().ok()?, folder.path()));
        let mut stored: Vec<_> =
            folders.filter_map(stored).map(|(time, path)| (time, size(&path), path)).collect();
        let mut bytes: u64 = stored.iter().map(|(_, size, _)| size).sum();
        stored.sort_unstable();
        for (time, size, path) in stored {
            let is_recent = now.duration_since(time).unwrap_or_default() < unused;
            if bytes <= most || is_recent {
                return;
            }
            if remove_folder(&path).is_ok() {
                bytes -= size;
            }
        }
    }
}

/// The bytes of the files in a folder and those below.
fn size(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let of = |file: std::fs::DirEntry| match file.file_type() {
        Ok(kind) if kind.is_dir() => size(&file.path()),
        _ => file.metadata().map_or(0, |metadata| metadata.len()),
    };
    files.map(of).sum()
}

/// Creates a folder that only this user may enter, or makes an existing one so: what was submitted is in it.
fn make_private(folder: &Path) -> io::Result<()> {
    std::fs::DirBuilder::new().recursive(true).mode(PRIVATE).create(folder)?;
    std::fs::set_permissions(folder, Permissions::from_mode(PRIVATE))
}

fn error(path: &Path, why: io::Error) -> ToolchainError {
    ToolchainError::Cache { path: path.to_owned(), why }
}

/// Whether others than this user and root may change what is in a folder.
fn may_be_changed(folder: &Metadata, user: u32) -> bool {
    folder.uid() != user && (folder.uid() != 0 || folder.mode() & 0o022 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_root_is_trusted_unless_others_may_write_there() {
        let of = |path: &str| Path::new(path).symlink_metadata().unwrap();
        let (root, temporary) = (of("/"), of("/tmp"));
        assert_eq!(may_be_changed(&root, 12_345), root.uid() != 0);
        assert!(may_be_changed(&temporary, 12_345) || temporary.mode() & 0o022 == 0);
        assert!(!may_be_changed(&temporary, temporary.uid()));
    }

    #[test]
    fn what_was_kept_is_given_back_until_it_is_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path().join("deep/cache"));
        let made = Bundle::of_file(OUT, b"program".to_vec());
        assert_eq!(cache.load("key"), None);
        for _ in 0..2 {
            cache.save("key", &made).unwrap();
            assert_eq!(cache.load("key").as_ref(), Some(&made));
            let out = cache.pin("key").unwrap();
            assert!(cache.is_whole(out.real()) && cache.is_whole(Path::new("/etc/passwd")));
            std::fs::write(out.real(), "damaged").unwrap();
            assert!(!cache.is_whole(out.real()));
            assert_eq!(cache.load("key"), None);
        }
        for key in ["second", "third"] {
            cache.save(key, &Bundle::of_file(OUT, vec![b'x'; 1000])).unwrap();
        }
        cache.trim(0, IN_USE);
        assert!(cache.load("second").is_some(), "it may be in use");
        cache.trim(2_000, Duration::ZERO);
        assert!(cache.load("second").is_none() && cache.load("third").is_some(), "the oldest goes first");
        cache.trim(0, Duration::ZERO);
        cache.save("key", &made).unwrap();
        let mode = std::fs::metadata(folder.path().join("deep/cache")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, PRIVATE, "{mode:o}");
        assert_eq!(std::fs::read_dir(folder.path().join("deep/cache")).unwrap().count(), 1);
    }
}
