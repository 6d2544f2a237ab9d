//! The shared folder as a few operations, each of which appears to other programs as a whole or not at all.
//!
//! A folder that others can write to may contain anything, so it is used through its descriptor
//! (`handle.rs`): only plain files of moderate size are read, only new files are written, and no link is
//! followed.

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::handle::{Handle, is_folder};
use judging::transcript::visible_line;

/// The longest file that is read, in bytes: far more than a game or a message takes.
const LONGEST: u64 = 1 << 16;

#[derive(Debug)]
pub struct FileError {
    path: PathBuf,
    why: io::Error,
}

impl std::error::Error for FileError {}

impl fmt::Display for FileError {
    /// Others may have named the file, so special characters in its name are escaped.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", visible_line(self.path.as_os_str().as_encoded_bytes()), self.why)
    }
}

/// A folder in which two programs leave each other messages.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    handle: Handle,
    #[cfg(test)]
    pub(super) fuse: std::rc::Rc<fuse::Fuse>,
}

impl Folder {
    pub(super) fn open(path: &Path) -> Result<Folder, FileError> {
        let handle = Handle::open(path).map_err(|why| FileError { path: path.to_owned(), why })?;
        Ok(Folder {
            path: path.to_owned(),
            handle,
            #[cfg(test)]
            fuse: std::rc::Rc::default(),
        })
    }

    pub(super) fn inner(&self, name: &str) -> Result<Option<Folder>, FileError> {
        let Some(handle) = self.if_there(name, self.handle.folder(name))? else { return Ok(None) };
        Ok(Some(Folder {
            path: self.path(name),
            handle,
            #[cfg(test)]
            fuse: std::rc::Rc::clone(&self.fuse),
        }))
    }

    /// Whether an entry of this folder is still that very folder.
    pub(super) fn leads_to(&self, name: &str, inner: &Folder) -> Result<bool, FileError> {
        Ok(self.if_there(name, self.handle.leads_to(name, &inner.handle))?.unwrap_or(false))
    }

    /// The path of a file of this folder, for messages.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    pub(super) fn error(&self, name: &str, why: impl Into<io::Error>) -> FileError {
        FileError { path: self.path(name), why: why.into() }
    }

    fn if_there<T>(&self, name: &str, found: io::Result<T>) -> Result<Option<T>, FileError> {
        match found {
            Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(None),
            other => other.map(Some).map_err(|why| self.error(name, why)),
        }
    }

    /// The content of a file. `None` if it does not exist.
    pub(super) fn read(&self, name: &str) -> Result<Option<Vec<u8>>, FileError> {
        self.if_there(name, self.handle.read(name, LONGEST))
    }

    pub(super) fn has(&self, name: &str) -> Result<bool, FileError> {
        Ok(self.if_there(name, self.handle.look(name))?.is_some())
    }

    /// Whether a folder of this name exists, not as a link.
    pub(super) fn has_folder(&self, name: &str) -> Result<bool, FileError> {
        Ok(self.if_there(name, self.handle.look(name))?.is_some_and(|found| is_folder(&found)))
    }

    /// Makes a new and empty file.
    pub(super) fn make(&self, name: &str) -> Result<(), FileError> {
        self.act(name, || self.handle.create(name).map(drop))
    }

    /// When a file or folder was last changed, if it is there.
    pub(super) fn changed(&self, name: &str) -> Result<Option<SystemTime>, FileError> {
        let found = self.if_there(name, self.handle.look(name))?;
        Ok(found.map(|found| {
            let seconds = Duration::from_secs(u64::try_from(found.st_mtime).unwrap_or(0));
            SystemTime::UNIX_EPOCH + seconds + Duration::from_nanos(found.st_mtime_nsec)
        }))
    }

    /// Writes a new file, replacing any other of its name, and waits until it is on the disk. This may be
    /// interrupted half-way, so other programs do not read files before they are renamed.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FileError> {
        self.remove(name)?;
        self.act(name, || {
            let mut file = self.handle.create(name)?;
            #[cfg(test)]
            self.fuse.halfway(&mut file, bytes)?;
            file.write_all(bytes)?;
            file.sync_all()
        })
    }

    /// Renames a file, replacing any other of that name, and waits until that is on the disk.
    pub(super) fn rename(&self, from: &str, to: &str) -> Result<(), FileError> {
        self.act(to, || {
            self.handle.rename(from, to)?;
            self.handle.sync();
            Ok(())
        })
    }

    /// Renames a folder or a file to a name that must be free.
    pub(super) fn rename_anew(&self, from: &str, to: &str) -> Result<(), FileError> {
        self.act(to, || self.handle.rename_anew(from, to))
    }

    /// Removes a file, if it is there.
    pub(super) fn remove(&self, name: &str) -> Result<(), FileError> {
        self.act(name, || if_there_at_all(self.handle.remove(name)))
    }

    pub(super) fn make_folder(&self, name: &str) -> Result<(), FileError> {
        self.act(name, || self.handle.make_folder(name))
    }

    /// Removes a folder in this one, if it is there; it must be empty.
    pub(super) fn remove_folder(&self, name: &str) -> Result<(), FileError> {
        self.act(name, || if_there_at_all(self.handle.remove_folder(name)))
    }

    /// The names of all entries, in order.
    pub(super) fn list(&self) -> Result<Vec<String>, FileError> {
        self.handle.names().map_err(|why| FileError { path: self.path.clone(), why })
    }

    fn act(&self, name: &str, act: impl FnOnce() -> io::Result<()>) -> Result<(), FileError> {
        #[cfg(test)]
        self.fuse.burn().map_err(|why| self.error(name, why))?;
        act().map_err(|why| self.error(name, why))
    }
}

fn if_there_at_all(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

impl FileError {
    pub(super) fn kind(&self) -> io::ErrorKind {
        self.why.kind()
    }

    /// Whether the file system does not know how to do this.
    pub(super) fn is_unsupported(&self) -> bool {
        use rustix::io::Errno;
        let unknown = [Errno::INVAL, Errno::NOSYS, Errno::OPNOTSUPP];
        unknown.iter().any(|errno| self.why.raw_os_error() == Some(errno.raw_os_error()))
    }
}

/// Stops after a chosen operation, for tests: from then on nothing is done any more.
#[cfg(test)]
pub(super) mod fuse {
    use std::cell::Cell;
    use std::fs::File;
    use std::io::{self, Write};

    /// How many operations are left. `None` for any number.
    #[derive(Debug, Default)]
    pub(crate) struct Fuse(Cell<Option<usize>>);

    impl Fuse {
        pub(crate) fn set(&self, acts: usize) {
            self.0.set(Some(acts));
        }

        pub(super) fn burn(&self) -> io::Result<()> {
            match self.0.get() {
                Some(0) => Err(io::Error::other("dead")),
                left => {
                    self.0.set(left.map(|acts| acts - 1));
                    Ok(())
                }
            }
        }

        /// Writes only half of a file if the last operation is reached.
        pub(super) fn halfway(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
            self.burn().inspect_err(|_| {
                let _ = file.write_all(&bytes[..bytes.len() / 2]);
            })
        }
    }
}
