//! Files and folders that others may have made: opened once, and checked before a byte is read.
//!
//! A path may lead to a device that never ends, to a named pipe without a writer, or through a link to a file
//! that only the judge may read. So a file is opened without blocking, must be a regular file of a bounded
//! size, and below a [`Root`] no link leads out of the folder. A file that a program is to see later is
//! [`Pinned`]: it is opened again by its path, and refused if the path leads to another file by then.
//! A descriptor is not passed on instead: it would belong to the wrong mount namespace, and there would be thousands.
//!
//! What a person has named is written completely or not at all ([`save`]).

mod bundle;
mod removal;
mod saved;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions, OpenOptionsExt};
use etcetera::{BaseStrategy, choose_base_strategy};
use rustix::fs::{FileType, Mode, OFlags, Stat};
use serde::{Deserialize, Serialize};

pub use bundle::Bundle;
pub use removal::{empty_folder, remove_folder};
pub use saved::{FileError, Identity, create, folder_of, name_of, replace, save, try_out, try_out_beside};

/// The most bytes of a text that a person writes: a list of moves, a board, a snapshot, languages.
pub const TEXT: u64 = 16 << 20;

/// The most bytes of a file that the judge wrote: a saved run, a certificate.
pub const RECORD: u64 = 1 << 30;

/// How files are opened: without waiting for the other end of a pipe, and never as the controlling terminal.
const OPENING: OFlags = OFlags::NONBLOCK.union(OFlags::NOCTTY).union(OFlags::CLOEXEC);

/// How folders are opened: never by a link.
pub(crate) const FOLDER: OFlags =
    OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// A folder below which files are opened. Links below it are followed as long as they stay below it.
#[derive(Debug)]
pub struct Root {
    folder: Dir,
    /// Its path without links.
    real: PathBuf,
}

/// A regular file that was opened for reading.
#[derive(Debug)]
pub struct Opened {
    file: File,
    stat: Stat,
    real: PathBuf,
}

/// The identity of a file or folder that was examined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pinned {
    /// The path at which programs see it.
    pub at: OsString,
    /// Its path without links.
    real: OsString,
    device: u64,
    inode: u64,
    /// Whether it is a folder.
    pub is_folder: bool,
}

/// Reads a file that the person at the command line named, of at most this many bytes. If it is a link, it
/// must not lead out of its folder, because the folder may belong to another user.
/// Fails if it is not a regular file, leads elsewhere, is too large, or cannot be read.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let (root, name) = Root::around(path)?;
    root.file(name)?.read(most)
}

/// Like [`read`], for a trusted file, wherever a link leads.
/// Fails if it is not a regular file, is too large, or cannot be read.
pub fn read_trusted(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = File::from(rustix::fs::open(path, OFlags::RDONLY | OPENING, Mode::empty())?);
    regular(&rustix::fs::fstat(&file)?)?;
    bounded(file, most)
}

/// Like [`read_trusted`], but a pipe is allowed, too, such as that of `<(command)`.
pub fn take(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let metadata = std::fs::metadata(path)?;
    if FileType::from_raw_mode(std::os::unix::fs::MetadataExt::mode(&metadata)) == FileType::Fifo {
        return bounded(File::open(path)?, most);
    }
    read_trusted(path, most)
}

/// The text of a file's content, without the byte order mark that editors put before it.
/// Fails if it is not UTF-8.
pub fn text(mut content: Vec<u8>) -> io::Result<String> {
    if content.starts_with("\u{feff}".as_bytes()) {
        content.drain(.."\u{feff}".len());
    }
    String::from_utf8(content).map_err(|why| {
        let text = why.as_bytes();
        let line = 1 + text[..why.utf8_error().valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
        let what = match text {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "it is UTF-16 text; save it as UTF-8".to_owned(),
            _ => format!("it is not UTF-8 text in line {line}; save it as UTF-8"),
        };
        io::Error::new(io::ErrorKind::InvalidData, what)
    })
}

/// Reads an opened file of at most this many bytes.
/// Fails if it is larger, or cannot be read.
pub fn bounded(file: File, most: u64) -> io::Result<Vec<u8>> {
    let too_large = || io::Error::other(format!("it is too large (limit {most} bytes)"));
    // So that nothing is read in vain. Only a regular file has a size, and it may grow.
    if file.metadata()?.len() > most {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    if file.take(most + 1).read_to_end(&mut bytes)? as u64 > most {
        return Err(too_large());
    }
    Ok(bytes)
}

/// Checks that this is a regular file; the error says what it is instead.
fn regular(stat: &Stat) -> io::Result<()> {
    let what = match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile => return Ok(()),
        FileType::Directory => "a folder",
        FileType::Fifo => "a named pipe",
        FileType::Socket => "a socket",
        FileType::CharacterDevice | FileType::BlockDevice => "a device",
        _ => "something else",
    };
    Err(io::Error::new(io::ErrorKind::InvalidInput, format!("it is {what}, not a file")))
}

impl Root {
    /// A folder that the person at the command line named. Links on the way to it are followed; if it is a
    /// link itself, it must not lead out of its folder.
    /// Fails if it is not a folder, leads elsewhere, or cannot be read.
    pub fn named(folder: &Path) -> io::Result<Root> {
        if folder.file_name().is_none() {
            return Root::open(folder);
        }
        let (around, name) = Root::around(folder)?;
        around.below(name)
    }

    /// A folder below it, from which no link leads out, even to what is below this one.
    /// Fails if it is not a folder, is outside, or cannot be read.
    pub fn below(&self, folder: &Path) -> io::Result<Root> {
        let real = self.real_path(folder)?;
        Ok(Root { folder: self.folder.open_dir(here(folder)).map_err(in_plain_words)?, real })
    }

    /// A folder of the judge's own. Links are followed.
    /// Fails if it is not a folder, or cannot be read.
    pub fn open(folder: &Path) -> io::Result<Root> {
        let real = folder.canonicalize()?;
        Ok(Root { folder: Dir::open_ambient_dir(&real, ambient_authority())?, real })
    }

    /// The folder of a file, and the file's name in it.
    /// Fails as [`Root::open`] does, or if the path has no last part.
    pub fn around(path: &Path) -> io::Result<(Root, &Path)> {
        let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        Ok((Root::open(folder_of(path))?, Path::new(name)))
    }

    /// The names in a folder below it, sorted.
    /// Fails if it is not a folder, is outside, or cannot be read.
    pub fn names(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        let entries = self.folder.read_dir(here(folder)).map_err(in_plain_words)?;
        let mut names =
            entries.map(|entry| entry.map(|entry| entry.file_name())).collect::<Result<Vec<_>, _>>()?;
        names.sort();
        Ok(names)
    }

    /// Whether a path below it is a folder; links are followed if they stay below it.
    /// Fails if it is outside, or does not exist.
    pub fn is_folder(&self, path: &Path) -> io::Result<bool> {
        Ok(self.folder.metadata(here(path)).map_err(in_plain_words)?.is_dir())
    }

    pub(crate) fn is_link(&self, path: &Path) -> bool {
        self.folder.symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink())
    }

    /// Opens a file below it for reading.
    /// Fails if it is not a regular file, is outside, or cannot be read.
    pub fn file(&self, path: &Path) -> io::Result<Opened> {
        let mut options = OpenOptions::new();
        options.read(true).custom_flags(OPENING.bits().cast_signed());
        let file = self.folder.open_with(path, &options).map_err(in_plain_words)?.into_std();
        let stat = rustix::fs::fstat(&file)?;
        regular(&stat)?;
        Ok(Opened { file, stat, real: self.real_path(path)? })
    }

    /// The text of a file below it, of at most this many bytes.
    /// Fails as [`Root::file`] does, or if it is larger, or not UTF-8.
    pub fn text(&self, path: &Path, most: u64) -> io::Result<String> {
        text(self.file(path)?.read(most)?)
    }

    /// Pins a file or folder below it, to be shown at a path.
    /// Fails if it is neither, is outside, or cannot be reached.
    pub fn pin(&self, path: &Path, at: &Path) -> io::Result<Pinned> {
        let real = self.real_path(path)?;
        let place = open_real(&real, OFlags::PATH)?;
        Pinned::of(&rustix::fs::fstat(&place)?, real, at)
    }

    /// The full path of a path below it; links on the way to the root are resolved, those below it are not.
    pub fn path_of(&self, path: &Path) -> PathBuf {
        self.real.join(path)
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        let below = self.folder.canonicalize(here(path)).map_err(in_plain_words)?;
        Ok(if below == Path::new(".") { self.real.clone() } else { self.real.join(below) })
    }
}

/// A folder's path below a root; the root itself if it is empty.
fn here(path: &Path) -> &Path {
    if path.as_os_str().is_empty() { Path::new(".") } else { path }
}

/// An error in words that fit; only the library itself makes one without a system error number.
fn in_plain_words(why: io::Error) -> io::Error {
    match (why.kind(), why.raw_os_error()) {
        (io::ErrorKind::PermissionDenied, None) => {
            io::Error::new(why.kind(), "it is a link to somewhere outside its folder")
        }
        _ => why,
    }
}

/// Opens a path without links; the caller must check that it is the right file.
fn open_real(real: &Path, flags: OFlags) -> io::Result<OwnedFd> {
    // With `PATH` the system does not access the file, and rejects the other flags.
    let opening = if flags.contains(OFlags::PATH) { OFlags::CLOEXEC } else { OPENING };
    Ok(rustix::fs::open(real, flags | opening | OFlags::NOFOLLOW, Mode::empty())?)
}

impl Opened {
    /// Its size in bytes.
    pub fn size(&self) -> u64 {
        self.stat.st_size.unsigned_abs()
    }

    /// Whether anybody may run it.
    pub fn is_executable(&self) -> bool {
        self.stat.st_mode & 0o111 != 0
    }

    /// Its content, of at most this many bytes.
    /// Fails if it is larger, or cannot be read.
    pub fn read(&self, most: u64) -> io::Result<Vec<u8>> {
        bounded(self.file.try_clone()?, most)
    }

    /// This many of its first bytes, or all if it has fewer.
    pub fn start(&self, most: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.file.try_clone()?.take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Pins it, to be shown at a path.
    /// It cannot fail, since it is a file.
    pub fn pin(&self, at: &Path) -> io::Result<Pinned> {
        Pinned::of(&self.stat, self.real.clone(), at)
    }
}

impl Pinned {
    fn of(stat: &Stat, real: PathBuf, at: &Path) -> io::Result<Pinned> {
        let is_folder = FileType::from_raw_mode(stat.st_mode) == FileType::Directory;
        if !is_folder {
            regular(stat)?;
        }
        let (at, real) = (at.as_os_str().to_owned(), real.into_os_string());
        Ok(Pinned { at, real, device: stat.st_dev, inode: stat.st_ino, is_folder })
    }

    /// Pins a file or folder that the person at the command line named, or that belongs to a tool of theirs,
    /// to be shown at that path; links are followed.
    /// Fails if it is neither, or cannot be reached.
    pub fn named(path: &Path) -> io::Result<Pinned> {
        let real = path.canonicalize()?;
        let place = open_real(&real, OFlags::PATH)?;
        Pinned::of(&rustix::fs::fstat(&place)?, real, path)
    }

    /// Pins a file or folder that the person at the command line named, to be shown at its own path.
    /// Fails as [`Pinned::named`] does.
    pub fn of_person(path: &Path) -> io::Result<Pinned> {
        match path.file_name() {
            Some(name) => {
                Ok(Pinned { at: folder_of(path).canonicalize()?.join(name).into(), ..Pinned::named(path)? })
            }
            None => Pinned::named(&path.canonicalize()?),
        }
    }

    /// Its path without links.
    pub fn real(&self) -> &Path {
        Path::new(&self.real)
    }

    /// The path at which programs see it.
    pub fn at(&self) -> &Path {
        Path::new(&self.at)
    }

    /// Opens it again, for reading or only to examine it (`O_PATH`), in a file system whose root is visible
    /// at `root`.
    /// Fails if another file has its path by now, or it cannot be opened.
    pub fn open_in(&self, root: &Path, flags: OFlags) -> io::Result<OwnedFd> {
        let path = root.join(self.real().strip_prefix("/").unwrap_or(self.real()));
        let place = open_real(&path, flags)?;
        let stat = rustix::fs::fstat(&place)?;
        if (stat.st_dev, stat.st_ino) != (self.device, self.inode) {
            return Err(io::Error::other("it was replaced during the run"));
        }
        Ok(place)
    }
}

/// The folder of the user's cache in which the judge keeps what it can make again. `None` without a home.
pub fn cache_folder() -> Option<PathBuf> {
    // Asked for first, since a service may have it and no home.
    let named = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|named| named.is_absolute());
    let usual = || choose_base_strategy().ok().map(|strategy| strategy.cache_dir());
    Some(named.or_else(usual)?.join("judge"))
}

/// The folder in which the user's programs keep their data.
pub fn data_folder() -> Result<PathBuf, etcetera::HomeDirError> {
    Ok(choose_base_strategy()?.data_dir())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    fn folder() -> (tempfile::TempDir, PathBuf) {
        let kept = tempfile::tempdir().unwrap();
        let base = kept.path().canonicalize().unwrap();
        std::fs::create_dir_all(base.join("in/deep")).unwrap();
        std::fs::write(base.join("in/file"), "inside").unwrap();
        std::fs::write(base.join("secret"), "outside").unwrap();
        (kept, base)
    }

    #[test]
    fn a_link_is_followed_as_long_as_it_stays_below_the_root() {
        let (_kept, base) = folder();
        for (name, target) in [("in/near", "deep/../file"), ("in/far", "../secret"), ("in/out", "..")] {
            symlink(target, base.join(name)).unwrap();
        }
        symlink(base.join("secret"), base.join("in/absolute")).unwrap();
        symlink("/proc/self", base.join("in/magic")).unwrap();
        let root = Root::open(&base.join("in")).unwrap();
        let near = root.file(Path::new("near")).unwrap();
        assert_eq!(near.read(10).unwrap(), b"inside");
        assert_eq!(near.pin(Path::new("/x")).unwrap().real(), base.join("in/file"));
        for name in ["far", "out/secret", "absolute", "magic/environ", "../secret"] {
            let why = root.file(Path::new(name)).unwrap_err();
            assert!(why.to_string().contains("outside its folder"), "{name}: {why}");
            assert!(root.pin(Path::new(name), Path::new("/x")).is_err(), "{name}");
        }
        assert!(root.names(Path::new("out")).is_err());
        assert!(Root::named(&base.join("in/out")).unwrap_err().to_string().contains("outside its folder"));
        assert!(Root::named(&base.join("in/deep")).is_ok() && Root::named(Path::new(".")).is_ok());
        assert_eq!(root.names(Path::new("")).unwrap().len(), 7);
    }

    #[test]
    fn what_is_no_file_is_neither_waited_for_nor_read() {
        let (_kept, base) = folder();
        let pipe = base.join("in/pipe");
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, FileType::Fifo, Mode::RWXU, 0).unwrap();
        let root = Root::open(&base.join("in")).unwrap();
        for (path, what) in [("pipe", "named pipe"), ("deep", "folder")] {
            let why = root.file(Path::new(path)).unwrap_err().to_string();
            assert!(why.contains(what), "{why}");
        }
        for (path, what) in [(pipe.as_path(), "named pipe"), (Path::new("/dev/zero"), "device")] {
            for why in [read(path, TEXT), read_trusted(path, TEXT)].map(Result::unwrap_err) {
                assert!(why.to_string().contains(what), "{why}");
            }
        }
        symlink("/etc/passwd", base.join("in/link")).unwrap();
        assert!(read(&base.join("in/link"), TEXT).unwrap_err().to_string().contains("outside its folder"));
        assert!(read_trusted(&base.join("in/link"), TEXT).is_ok());
        let why = read(&base.join("in/file"), 5).unwrap_err().to_string();
        assert!(why.contains("5 bytes"), "{why}");
        assert_eq!(read(&base.join("in/file"), 6).unwrap(), b"inside");
    }

    #[test]
    fn what_was_pinned_is_not_found_again_once_it_was_replaced() {
        let (_kept, base) = folder();
        let (root, name) = (Root::open(&base.join("in")).unwrap(), Path::new("file"));
        let pinned = root.pin(name, Path::new("/seen")).unwrap();
        assert!(pinned.open_in(Path::new("/"), OFlags::RDONLY).is_ok());
        // The old one is kept, so that the new one cannot get its number.
        std::fs::rename(base.join("in/file"), base.join("in/old")).unwrap();
        std::fs::write(base.join("in/file"), "another").unwrap();
        assert!(pinned.open_in(Path::new("/"), OFlags::RDONLY).unwrap_err().to_string().contains("replaced"));
        std::fs::remove_file(base.join("in/file")).unwrap();
        symlink("old", base.join("in/file")).unwrap();
        assert!(pinned.open_in(Path::new("/"), OFlags::RDONLY).is_err());
    }
}
