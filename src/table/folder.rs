//! The shared folder as a handful of acts, each of which happens whole or not at all as far as
//! anybody else can see.
//!
//! A folder that others can write to may hold anything, so a name is never followed elsewhere: what is
//! read must be a plain file of moderate size, and what is written is a new one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rustix::fs::{OFlags, RenameFlags};

/// The longest file that is read, in bytes: far more than a game or a message takes.
const LONGEST: u64 = 1 << 16;

/// What went wrong with one file of the folder.
#[derive(Debug, thiserror::Error)]
#[error("{}: {why}", path.display())]
pub struct FileError {
    path: PathBuf,
    why: io::Error,
}

/// A folder in which two programs leave each other messages.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    #[cfg(test)]
    pub(super) fuse: fuse::Fuse,
}

impl Folder {
    /// The folder of this path.
    pub(super) fn open(path: &Path) -> Result<Folder, FileError> {
        let folder = Folder {
            path: path.to_owned(),
            #[cfg(test)]
            fuse: fuse::Fuse::default(),
        };
        let is_folder = fs::metadata(path).and_then(|found| match found.is_dir() {
            true => Ok(()),
            false => Err(io::ErrorKind::NotADirectory.into()),
        });
        is_folder.map_err(|why| FileError { path: path.to_owned(), why })?;
        Ok(folder)
    }

    /// Where a file of this folder lies.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    fn error(&self, name: &str, why: impl Into<io::Error>) -> FileError {
        FileError { path: self.path(name), why: why.into() }
    }

    /// What stands in a file; none if there is no such file.
    pub(super) fn read(&self, name: &str) -> Result<Option<Vec<u8>>, FileError> {
        match self.read_plain(name) {
            Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(None),
            other => other.map(Some).map_err(|why| self.error(name, why)),
        }
    }

    fn read_plain(&self, name: &str) -> io::Result<Vec<u8>> {
        // Without NONBLOCK, opening a FIFO that somebody put here would wait for ever.
        let careful = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        let file =
            OpenOptions::new().read(true).custom_flags(careful.bits().cast_signed()).open(self.path(name))?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("not a plain file"));
        }
        let mut bytes = Vec::new();
        match file.take(LONGEST + 1).read_to_end(&mut bytes)? as u64 {
            0..=LONGEST => Ok(bytes),
            _ => Err(io::ErrorKind::FileTooLarge.into()),
        }
    }

    /// Whether something of this name is there.
    pub(super) fn has(&self, name: &str) -> Result<bool, FileError> {
        match fs::symlink_metadata(self.path(name)) {
            Ok(_) => Ok(true),
            Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(why) => Err(self.error(name, why)),
        }
    }

    /// Makes a new and empty file.
    pub(super) fn make(&self, name: &str) -> Result<(), FileError> {
        self.act(name, || File::create_new(self.path(name)).map(drop))
    }

    /// When a file or folder was last changed.
    pub(super) fn changed(&self, name: &str) -> Result<SystemTime, FileError> {
        let changed = fs::symlink_metadata(self.path(name)).and_then(|found| found.modified());
        changed.map_err(|why| self.error(name, why))
    }

    /// Writes a new file, in the place of any other of its name, and waits until the disk has it.
    /// This alone may be broken off half-way, so nobody else reads what has not been renamed.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FileError> {
        self.remove(name)?;
        self.act(name, || {
            let mut file = OpenOptions::new().write(true).create_new(true).open(self.path(name))?;
            #[cfg(test)]
            self.fuse.halfway(&mut file, bytes)?;
            file.write_all(bytes)?;
            file.sync_all()
        })
    }

    /// Gives a file another name, in the place of any other of that name, and waits until the disk
    /// knows.
    pub(super) fn rename(&self, from: &str, to: &str) -> Result<(), FileError> {
        self.act(to, || {
            fs::rename(self.path(from), self.path(to))?;
            self.sync();
            Ok(())
        })
    }

    /// Gives a folder or a file a name that nothing has yet.
    pub(super) fn rename_anew(&self, from: &str, to: &str) -> Result<(), FileError> {
        let (from, new) = (self.path(from), self.path(to));
        let flags = RenameFlags::NOREPLACE;
        self.act(to, || Ok(rustix::fs::renameat_with(rustix::fs::CWD, from, rustix::fs::CWD, new, flags)?))
    }

    /// Removes a file, if it is there.
    pub(super) fn remove(&self, name: &str) -> Result<(), FileError> {
        self.act(name, || match fs::remove_file(self.path(name)) {
            Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(()),
            other => other,
        })
    }

    /// Makes a folder in this one.
    pub(super) fn make_folder(&self, name: &str) -> Result<(), FileError> {
        self.act(name, || fs::create_dir(self.path(name)))
    }

    /// Removes a folder in this one, if it is there; it must be empty.
    pub(super) fn remove_folder(&self, name: &str) -> Result<(), FileError> {
        self.act(name, || match fs::remove_dir(self.path(name)) {
            Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(()),
            other => other,
        })
    }

    /// The names of all that lies in a folder in this one, or in this one itself if the name is `.`,
    /// in order; none if it is not there.
    pub(super) fn list(&self, name: &str) -> Result<Option<Vec<String>>, FileError> {
        let names = || -> io::Result<Vec<String>> {
            let entries = fs::read_dir(self.path(name))?;
            let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
            let mut names: Vec<_> = names.collect::<io::Result<_>>()?;
            names.sort();
            Ok(names)
        };
        match names() {
            Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(None),
            other => other.map(Some).map_err(|why| self.error(name, why)),
        }
    }

    /// Waits until the disk knows the folder's names as they are, if it can.
    fn sync(&self) {
        let _ = File::open(&self.path).and_then(|folder| folder.sync_all());
    }

    fn act(&self, name: &str, act: impl FnOnce() -> io::Result<()>) -> Result<(), FileError> {
        #[cfg(test)]
        self.fuse.burn().map_err(|why| self.error(name, why))?;
        act().map_err(|why| self.error(name, why))
    }
}

impl FileError {
    /// What kind of error it is.
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

/// Death at a chosen act, for tests: from then on nothing is done any more.
#[cfg(test)]
pub(super) mod fuse {
    use std::cell::Cell;
    use std::fs::File;
    use std::io::{self, Write};

    /// How many acts are left; none for any number.
    #[derive(Debug, Default)]
    pub struct Fuse(Cell<Option<usize>>);

    impl Fuse {
        /// Lets this many acts happen and no more.
        pub fn set(&self, acts: usize) {
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

        /// A file half of which is written when death comes.
        pub(super) fn halfway(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
            self.burn().inspect_err(|_| {
                let _ = file.write_all(&bytes[..bytes.len() / 2]);
            })
        }
    }
}
