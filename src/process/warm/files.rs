//! What a held process has open beside its three streams. Forks share it: files with their offsets,
//! pipes with what is in them.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{OFlags, SeekFrom, fcntl_getfl, seek};
use rustix::process::{Pid, PidfdGetfdFlags, pidfd_getfd};

use super::Cold;
use crate::process::pump::is_readable;

/// Devices that are the same for everybody at any time.
const DEVICES: [&str; 4] = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"];

/// Copies of what it has open.
pub(super) struct Files {
    /// Files that are read, and where it was in each.
    read: Vec<(OwnedFd, u64)>,
    /// Pipes of its own to wake itself by, in which nothing is.
    quiet: Vec<OwnedFd>,
}

impl Files {
    /// Of a process whose outputs these are; an error if something is among it that forks cannot share.
    pub(super) fn of(process: Pid, pidfd: BorrowedFd<'_>, outputs: &[PathBuf; 2]) -> Result<Files, Cold> {
        let folder = PathBuf::from(format!("/proc/{}/fd", process.as_raw_nonzero()));
        let link = |number: i32| std::fs::read_link(folder.join(number.to_string())).unwrap_or_default();
        let mut files = Files { read: Vec::new(), quiet: Vec::new() };
        for entry in std::fs::read_dir(&folder)? {
            let number: i32 = entry?.file_name().to_string_lossy().parse().map_err(io::Error::other)?;
            let target = link(number);
            if number > 0 && !outputs.contains(&target) && !is_device(&target) {
                let copy = pidfd_getfd(pidfd, number, PidfdGetfdFlags::empty()).map_err(io::Error::from)?;
                files.hold(copy, &target)?;
            }
        }
        Ok(files)
    }

    fn hold(&mut self, copy: OwnedFd, target: &Path) -> Result<(), Cold> {
        let is_read_only = fcntl_getfl(&copy).is_ok_and(|mode| mode & OFlags::ACCMODE == OFlags::RDONLY);
        let is_signal =
            target.to_string_lossy().starts_with("pipe:") || target == Path::new("anon_inode:[eventfd]");
        if is_signal && !is_readable(copy.as_fd()) {
            self.quiet.push(copy);
            return Ok(());
        }
        match rustix::fs::tell(&copy) {
            Ok(offset) if is_read_only => self.read.push((copy, offset)),
            _ => {
                let why = format!("has more open than files to be read: {}", target.display());
                return Err(Cold::for_good(why));
            }
        }
        Ok(())
    }

    /// Sets every file back to where it was.
    pub(super) fn set_back(&self) -> io::Result<()> {
        for (file, offset) in &self.read {
            seek(file, SeekFrom::Start(*offset))?;
        }
        Ok(())
    }

    /// Whether nobody left anything in its pipes.
    pub(super) fn are_quiet(&self) -> bool {
        !self.quiet.iter().any(|pipe| is_readable(pipe.as_fd()))
    }
}

fn is_device(path: &Path) -> bool {
    DEVICES.iter().any(|device| path == Path::new(device))
}
