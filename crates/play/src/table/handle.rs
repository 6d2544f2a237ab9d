//! A folder that others can write to, held by its descriptor.
//!
//! Every entry is accessed by the descriptor and a plain name, never by a path, so a link cannot redirect an
//! access, however quickly others change the folder. What is opened is checked after it was opened: a file
//! must be regular, and no larger than the caller allows. Opening never blocks.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, RenameFlags, ResolveFlags, Stat};
use rustix::io::Errno;

use judging::files::bounded;

/// How many entries of a folder are looked at, so that no number of them uses up memory or time.
const MOST_ENTRIES: usize = 10_000;

/// Flags of everything that is opened: no link is followed, no pipe or lease is waited for.
const CAREFUL: OFlags = OFlags::NOFOLLOW.union(OFlags::NONBLOCK).union(OFlags::CLOEXEC).union(OFlags::NOCTTY);

/// A folder held by its descriptor.
#[derive(Debug)]
pub(crate) struct Handle(OwnedFd);

impl Handle {
    /// The folder at this path, which the caller trusts: links in it are followed.
    /// Fails if it is no folder, or may not be read.
    pub(crate) fn open(path: &Path) -> io::Result<Handle> {
        let flags = OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(Handle(rustix::fs::open(path, flags, Mode::empty()).map_err(in_words)?))
    }

    /// A folder in this one.
    /// Fails if there is none; a link is none.
    pub(crate) fn folder(&self, name: &str) -> io::Result<Handle> {
        Ok(Handle(self.open_at(name, OFlags::DIRECTORY, Mode::empty())?))
    }

    /// An existing file, opened with these flags and found to be a regular one of at most `longest` bytes.
    /// Fails if there is none, or it is something else or larger.
    pub(crate) fn file(&self, name: &str, flags: OFlags, longest: u64) -> io::Result<File> {
        let file = File::from(self.open_at(name, flags, Mode::empty())?);
        let found = file.metadata()?;
        if !found.is_file() {
            return Err(io::Error::other("not a plain file"));
        }
        if found.len() > longest { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(file) }
    }

    /// The content of a regular file of at most `longest` bytes.
    pub(crate) fn read(&self, name: &str, longest: u64) -> io::Result<Vec<u8>> {
        bounded(self.file(name, OFlags::RDONLY, longest)?, longest)
    }

    /// A new and empty file.
    /// Fails if anything of this name is there.
    pub(crate) fn create(&self, name: &str) -> io::Result<File> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL;
        Ok(self.open_at(name, flags, Mode::from_raw_mode(0o666))?.into())
    }

    /// The metadata of an entry; a link is not followed.
    pub(crate) fn look(&self, name: &str) -> io::Result<Stat> {
        Ok(rustix::fs::statat(&self.0, plain(name)?, AtFlags::SYMLINK_NOFOLLOW)?)
    }

    /// Whether an entry of this one is that very folder.
    pub(crate) fn leads_to(&self, name: &str, folder: &Handle) -> io::Result<bool> {
        let (named, held) = (self.look(name)?, rustix::fs::fstat(&folder.0)?);
        Ok((named.st_dev, named.st_ino) == (held.st_dev, held.st_ino))
    }

    /// Gives an entry another name, in the place of any other of that name.
    pub(crate) fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        Ok(rustix::fs::renameat(&self.0, plain(from)?, &self.0, plain(to)?)?)
    }

    /// Gives an entry a name that nothing has yet.
    /// Fails if the name is taken, or the file system cannot do this.
    pub(crate) fn rename_anew(&self, from: &str, to: &str) -> io::Result<()> {
        let flags = RenameFlags::NOREPLACE;
        Ok(rustix::fs::renameat_with(&self.0, plain(from)?, &self.0, plain(to)?, flags)?)
    }

    /// Removes an entry that is no folder.
    pub(crate) fn remove(&self, name: &str) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(&self.0, plain(name)?, AtFlags::empty())?)
    }

    /// Makes a folder in this one.
    /// Fails if anything of this name is there.
    pub(crate) fn make_folder(&self, name: &str) -> io::Result<()> {
        Ok(rustix::fs::mkdirat(&self.0, plain(name)?, Mode::from_raw_mode(0o777))?)
    }

    /// Removes an empty folder in this one.
    /// Fails if there is none, or it is not empty.
    pub(crate) fn remove_folder(&self, name: &str) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(&self.0, plain(name)?, AtFlags::REMOVEDIR)?)
    }

    /// The names of the entries, in order, without those that are not UTF-8, and up to a limit.
    pub(crate) fn names(&self) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in Dir::read_from(&self.0)?.take(MOST_ENTRIES) {
            names.extend(entry?.file_name().to_str().map(str::to_owned).ok());
        }
        names.retain(|name| name != "." && name != "..");
        names.sort();
        Ok(names)
    }

    /// Waits until the disk knows the folder's names as they are, if it can.
    pub(crate) fn sync(&self) {
        let _ = rustix::fs::fsync(&self.0);
    }

    fn open_at(&self, name: &str, flags: OFlags, mode: Mode) -> io::Result<OwnedFd> {
        let (name, flags) = (plain(name)?, flags | CAREFUL);
        let within = ResolveFlags::BENEATH
            | ResolveFlags::NO_SYMLINKS
            | ResolveFlags::NO_MAGICLINKS
            | ResolveFlags::NO_XDEV;
        let opened = match rustix::fs::openat2(self.0.as_fd(), name, flags, mode, within) {
            // An old system, or a filter of system calls: for a plain name NOFOLLOW does the same, but for
            // mounts.
            Err(Errno::NOSYS | Errno::PERM) => rustix::fs::openat(&self.0, name, flags, mode),
            other => other,
        };
        opened.map_err(in_words)
    }
}

fn in_words(why: Errno) -> io::Error {
    match why {
        Errno::LOOP => io::Error::other("a link, which is not followed"),
        Errno::XDEV => io::Error::other("on another file system"),
        Errno::NOTDIR => io::ErrorKind::NotADirectory.into(),
        // What opening a pipe, a socket or a device without waiting says.
        Errno::NXIO | Errno::NODEV => io::Error::other("not a plain file"),
        why => why.into(),
    }
}

pub(super) fn is_folder(found: &Stat) -> bool {
    FileType::from_raw_mode(found.st_mode) == FileType::Directory
}

/// A name that cannot lead out of its folder.
fn plain(name: &str) -> io::Result<&str> {
    match name {
        "" | "." | ".." => Err(io::ErrorKind::InvalidInput.into()),
        _ if name.contains(['/', '\0']) => Err(io::ErrorKind::InvalidInput.into()),
        _ => Ok(name),
    }
}
