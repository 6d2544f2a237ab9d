//! Named pipes, through which two programs that run at the same time talk, each in its own sandbox.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{FileType, Mode, OFlags};

/// Makes a pipe that every user may open: a program may run as another one.
pub fn make(folder: &Path, name: &str) -> io::Result<PathBuf> {
    let path = folder.join(name);
    rustix::fs::mknodat(rustix::fs::CWD, &path, FileType::Fifo, Mode::from_raw_mode(0o666), 0)?;
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o666))?;
    Ok(path)
}

/// Opens a pipe, without waiting; reading from it does not wait either.
pub fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    options.custom_flags(OFlags::NONBLOCK.bits().cast_signed()).open(path)
}
