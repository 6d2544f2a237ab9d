//! Results of compilers, kept from run to run. Only the judge writes here, and no program sees the folder: a
//! compiler hands over its result when all that it started has ended. Results are checked when they are used,
//! and made again if they are damaged.

use std::fs::Permissions;
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};

use super::error::ToolchainError;
use crate::files::{self, Bundle, Pinned, Root};

/// The name of what a compiler makes.
pub(super) const OUT: &str = "out";

/// The name of the digest of the result, beside it.
const SUM: &str = "sum";

/// The most bytes of a stored result.
pub(super) const LARGEST: u64 = 512 << 20;

/// The mode of the folder.
const PRIVATE: u32 = 0o700;

/// A folder of results.
#[derive(Debug)]
pub(super) struct Cache {
    folder: PathBuf,
}

impl Cache {
    pub(super) fn new(folder: PathBuf) -> Cache {
        Cache { folder }
    }

    /// The result with this key, unless it is missing or damaged.
    pub(super) fn load(&self, key: &str) -> Option<Bundle> {
        let root = Root::open(&self.folder.join(key)).ok()?;
        let sum = root.file(Path::new(SUM)).and_then(|file| file.read(files::TEXT)).ok()?;
        let made = Bundle::read(&root, OUT.as_ref(), LARGEST).ok()?;
        (made.digest().as_bytes() == sum).then_some(made)
    }

    /// The path where it is shown.
    pub(super) fn pin(&self, key: &str) -> Result<Pinned, ToolchainError> {
        let path = self.folder.join(key).join(OUT);
        Pinned::of_person(&path).map_err(|why| error(&path, why))
    }

    /// Stores a result with this key, replacing any other.
    pub(super) fn save(&self, key: &str, made: &Bundle) -> Result<(), ToolchainError> {
        let of_folder = |why| error(&self.folder, why);
        make_private(&self.folder).map_err(of_folder)?;
        let new = tempfile::Builder::new().prefix("new-").tempdir_in(&self.folder).map_err(of_folder)?;
        made.write(new.path()).map_err(of_folder)?;
        std::fs::write(new.path().join(SUM), made.digest()).map_err(of_folder)?;
        let finished = self.folder.join(key);
        if std::fs::rename(new.path(), &finished).is_ok() {
            drop(new.keep());
            return Ok(());
        }
        // The existing one is damaged, or another judge has just made the same.
        if self.load(key).is_some() {
            return Ok(());
        }
        std::fs::remove_dir_all(&finished).map_err(of_folder)?;
        std::fs::rename(new.path(), &finished).map_err(of_folder)?;
        drop(new.keep());
        Ok(())
    }
}

/// Creates a folder that only this user may enter, or makes an existing one so: what was submitted is in it.
fn make_private(folder: &Path) -> io::Result<()> {
    std::fs::DirBuilder::new().recursive(true).mode(PRIVATE).create(folder)?;
    std::fs::set_permissions(folder, Permissions::from_mode(PRIVATE))
}

fn error(path: &Path, why: io::Error) -> ToolchainError {
    ToolchainError::Cache { path: path.to_owned(), why }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            std::fs::write(out.real(), "damaged").unwrap();
            assert_eq!(cache.load("key"), None);
        }
        let mode = std::fs::metadata(folder.path().join("deep/cache")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, PRIVATE, "{mode:o}");
        assert_eq!(std::fs::read_dir(folder.path().join("deep/cache")).unwrap().count(), 1);
    }
}
