//! The judge's own temporary folders. They are removed when they are dropped, whatever they contain. Those of
//! a killed judge are removed by the next one of the same user, which recognises them by their free lock.

use std::fs::{File, Metadata};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::sync::{LazyLock, Once};
use std::time::Duration;

use rustix::fs::{FlockOperation, Mode, flock};
use tempfile::TempDir;

use crate::files::{FOLDER, remove_folder};

/// The prefix of their names. It is long, since what begins so is removed.
const PREFIX: &str = "judge-scratch-";

/// How many letters and digits, chosen at random, follow it.
const RANDOM: usize = 6;

/// How old a folder without a lock must be to count as left behind: a new one may not have its lock yet.
const OLD: Duration = Duration::from_secs(10);

/// A folder among the system's temporary files that is locked for as long as it is used.
#[derive(Debug)]
pub struct Scratch {
    folder: TempDir,
    _lock: File,
}

impl Scratch {
    /// A new one, empty, which only this user may enter.
    pub fn new() -> io::Result<Scratch> {
        sweep_once();
        let mut new = tempfile::Builder::new();
        let folder =
            new.prefix(PREFIX).rand_bytes(RANDOM).permissions(PermissionsExt::from_mode(0o700)).tempdir()?;
        let lock = File::open(folder.path())?;
        flock(&lock, FlockOperation::NonBlockingLockShared)?;
        Ok(Scratch { folder, _lock: lock })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes what killed judges of this user left among the temporary files, the first time it is called.
pub(super) fn sweep_once() {
    static SWEPT: Once = Once::new();
    SWEPT.call_once(sweep_leftovers);
}

/// Removes what killed judges left each time it is called, for a program that runs for months.
pub fn sweep_leftovers() {
    sweep(&std::env::temp_dir(), PREFIX, OLD);
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // All processes of the candidate have ended.
        let _ = remove_folder(self.path());
    }
}

/// Whether a path is in a temporary folder of a judge.
#[doc(hidden)]
pub fn is_scratch(path: &Path) -> bool {
    let below = path.strip_prefix(std::env::temp_dir()).ok().and_then(|below| below.iter().next());
    below.is_some_and(|folder| folder.as_encoded_bytes().starts_with(PREFIX.as_bytes()))
}

/// A text in which paths below a folder of a run begin there, since nobody else has that folder.
#[doc(hidden)]
pub fn without_run_dir(text: &str) -> String {
    static FOLDERS: LazyLock<Option<regex::Regex>> = LazyLock::new(|| {
        let temporary = regex::escape(&std::env::temp_dir().to_string_lossy());
        let folders = format!(r"(?:/tmp|{temporary})/(?:{PREFIX}[^/\s]+/(?:\.judge|[0-9]+)|\.judge)/");
        regex::Regex::new(&folders).ok()
    });
    FOLDERS.as_ref().map_or(text.to_owned(), |folders| folders.replace_all(text, "").into_owned())
}

/// Removes what killed judges of the same user left in a folder: folders with names of this prefix that were not
/// changed for this time.
#[doc(hidden)]
pub fn sweep(temporary: &Path, prefix: &str, age: Duration) {
    for entry in std::fs::read_dir(temporary).into_iter().flatten().flatten() {
        if is_ours(&entry.file_name().to_string_lossy(), prefix)
            && entry.metadata().is_ok_and(|metadata| is_left(&metadata, age))
        {
            remove_unlocked(&entry.path());
        }
    }
}

/// Whether a name is this prefix and what `tempfile` adds.
fn is_ours(name: &str, prefix: &str) -> bool {
    let is_random =
        |rest: &str| rest.len() == RANDOM && rest.bytes().all(|sign| sign.is_ascii_alphanumeric());
    name.strip_prefix(prefix).is_some_and(is_random)
}

fn is_left(metadata: &Metadata, age: Duration) -> bool {
    let is_own = metadata.uid() == rustix::process::geteuid().as_raw();
    let elapsed = metadata.modified().ok().and_then(|time| time.elapsed().ok());
    metadata.is_dir() && is_own && elapsed.is_some_and(|elapsed| elapsed >= age)
}

fn remove_unlocked(folder: &Path) {
    let Ok(opened) = rustix::fs::open(folder, FOLDER, Mode::empty()) else { return };
    if flock(&opened, FlockOperation::NonBlockingLockExclusive).is_ok() {
        let _ = remove_folder(folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEFT: &str = "judge-scratch-abc123";
    const USED: &str = "judge-scratch-ABC123";

    #[test]
    fn a_new_one_is_closed_to_others() {
        let scratch = Scratch::new().unwrap();
        assert_eq!(scratch.path().metadata().unwrap().mode() & 0o777, 0o700);
        assert!(is_ours(&scratch.path().file_name().unwrap().to_string_lossy(), PREFIX));
    }

    #[test]
    fn only_what_nobody_uses_is_swept_away() {
        let temporary = tempfile::tempdir().unwrap();
        let path = |name: &str| temporary.path().join(name);
        for name in [LEFT, USED, "judge-mydata", "judge-scratch-of-mine"] {
            std::fs::create_dir_all(path(name).join("closed/deep")).unwrap();
            std::fs::set_permissions(path(name).join("closed"), PermissionsExt::from_mode(0o000)).unwrap();
        }
        std::fs::write(path("judge-scratch-file00"), "").unwrap();
        std::os::unix::fs::symlink("judge-mydata", path("judge-scratch-link00")).unwrap();
        let used = File::open(path(USED)).unwrap();
        flock(&used, FlockOperation::NonBlockingLockShared).unwrap();
        sweep(temporary.path(), PREFIX, OLD);
        assert!(path(LEFT).exists(), "it is too new");
        sweep(temporary.path(), PREFIX, Duration::ZERO);
        assert!(!path(LEFT).exists());
        let others = ["judge-mydata", "judge-scratch-of-mine"];
        for kept in [&others[..], &[USED, "judge-scratch-file00", "judge-scratch-link00"]].concat() {
            assert!(path(kept).exists(), "{kept}");
        }
        remove_folder(temporary.path()).unwrap();
    }
}
