//! Writing files that a person has named: completely or not at all, and never through the link of another user.

use std::fmt::Display;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

/// Writes a file completely or not at all; what is not a file, such as a device or a pipe, is written to. A
/// link is replaced, since another user may have put it there, unless it is one of the system's, such as
/// `/dev/stdout`.
pub fn save(path: &Path, content: impl AsRef<[u8]>) -> Result<(), FileError> {
    let there = if is_systems(path) { path.metadata() } else { path.symlink_metadata() };
    let saved = match there {
        Ok(there) if !there.is_file() && !there.is_symlink() => write_to(path, content.as_ref()),
        _ => replace(path, content.as_ref()),
    };
    saved.map_err(FileError::at(path))
}

/// Creates a file, or empties it, to write to it bit by bit. A link is not followed, unless it is one of the system's.
pub fn create(path: &Path) -> Result<File, FileError> {
    let link = if is_systems(path) { OFlags::empty() } else { OFlags::NOFOLLOW };
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).custom_flags(link.bits().cast_signed());
    options.open(path).map_err(FileError::at(path))
}

/// Checks whether a file can be created or replaced, before there is anything to write.
pub fn try_out(path: &Path) -> Result<(), FileError> {
    if path.is_dir() {
        return Err(FileError::at(path)("it is a folder; name a file"));
    }
    match tempfile::tempfile_in(folder_of(path)) {
        Err(why) if path.metadata().map_or(true, |there| there.is_file()) => Err(FileError::at(path)(why)),
        _ => Ok(()),
    }
}

/// Like [`try_out`], for a file that may be given, and must be none of the files that are read.
/// Fails for the system's reasons, or if the file is read.
pub fn try_out_beside<'a>(
    read: impl IntoIterator<Item = &'a PathBuf>,
    out: Option<&Path>,
) -> Result<(), FileError> {
    let Some(out) = out else { return Ok(()) };
    let written = Identity::at(out);
    if written.is_some() && read.into_iter().any(|file| Identity::at(file) == written) {
        return Err(FileError::at(out)("this file is read, and would be lost; name another"));
    }
    try_out(out)
}

/// Writes a file completely or not at all. What is there is replaced, and no link is followed.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    // The umask removes further permissions.
    let rights = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    let mut file =
        tempfile::Builder::new().prefix(".judge-").permissions(rights).tempfile_in(folder_of(path))?;
    // Written through the handle, since errors of the path would name the temporary file.
    file.as_file_mut().write_all(content)?;
    file.persist(path)?;
    Ok(())
}

/// The name of a challenge: that of its folder.
pub fn name_of(folder: &Path) -> String {
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    real.file_name().map_or_else(|| "challenge".to_owned(), |name| name.to_string_lossy().into_owned())
}

pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn is_systems(path: &Path) -> bool {
    ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder))
}

/// Writes to what exists already. A pipe without a reader is not waited for.
fn write_to(path: &Path, content: &[u8]) -> io::Result<()> {
    let flags = OFlags::NONBLOCK.bits().cast_signed();
    let mut file = OpenOptions::new().write(true).custom_flags(flags).open(path)?;
    rustix::fs::fcntl_setfl(&file, OFlags::empty())?;
    file.write_all(content)
}

/// An error about a file or a folder that a person has named.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {why}", path.display())]
pub struct FileError {
    path: PathBuf,
    why: String,
}

impl FileError {
    /// The failure of an operation on what is at this path, for this reason.
    pub fn at<E: Display>(path: &Path) -> impl FnOnce(E) -> FileError {
        move |why| FileError { path: path.to_owned(), why: why.to_string() }
    }
}

/// Which file or folder it is, whatever its path: its device, and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Identity {
    device: u64,
    inode: u64,
}

impl Identity {
    pub fn of(file: &Metadata) -> Identity {
        Identity { device: file.dev(), inode: file.ino() }
    }

    /// The identity of what a path leads to, if there is anything.
    pub fn at(path: &Path) -> Option<Identity> {
        path.metadata().ok().map(|file| Identity::of(&file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_link_is_replaced_and_what_it_leads_to_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let [target, link] = ["target", "link"].map(|name| folder.path().join(name));
        std::fs::write(&target, "kept").unwrap();
        symlink(&target, &link).unwrap();
        assert!(create(&link).is_err());
        save(&link, b"new").unwrap();
        assert_eq!(std::fs::read(&target).unwrap(), b"kept");
        assert_eq!(std::fs::read(&link).unwrap(), b"new");
        assert!(!link.is_symlink());
        assert!(try_out(&link).is_ok() && try_out(&folder.path().join("nowhere/file")).is_err());
        assert!(try_out(Path::new("/dev/stdout")).is_ok() && try_out(folder.path()).is_err());
    }

    #[test]
    fn what_is_read_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let read = folder.path().join("read");
        std::fs::write(&read, "kept").unwrap();
        std::os::unix::fs::symlink(&read, folder.path().join("same")).unwrap();
        for name in ["read", "same"] {
            let why = try_out_beside([&read], Some(&folder.path().join(name))).unwrap_err().to_string();
            assert!(why.ends_with("this file is read, and would be lost; name another"), "{why}");
        }
        assert_eq!(try_out_beside([&read], Some(&folder.path().join("other"))), Ok(()));
        assert_eq!(try_out_beside([&read], None), Ok(()));
    }
}
