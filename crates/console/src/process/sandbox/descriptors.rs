//! What the descriptors of candidates show: how much the system holds for them in sockets, and whether they
//! hide what they have open.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

/// What the system may hold for a socket that nobody reads, in bytes: the usual size of its buffer, with room for
/// the parts that it is made of.
const BUFFER: u64 = 256 << 10;

/// How many sockets do not count. Runtimes have a few, which are nearly empty.
const FREE: u64 = 64;

/// The links to what a process has open. Its first thread may have ended before the others, and has none then.
pub(super) fn opened(pid: i32) -> io::Result<Vec<PathBuf>> {
    let of = |place: PathBuf| -> io::Result<Vec<PathBuf>> {
        Ok(std::fs::read_dir(place.join("fd"))?.flatten().map(|entry| entry.path()).collect())
    };
    let first = of(PathBuf::from(format!("/proc/{pid}")));
    if first.as_ref().is_ok_and(|links| !links.is_empty()) {
        return first;
    }
    let threads = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let mut others = threads.filter_map(|thread| of(thread.path()).ok());
    others.find(|links| !links.is_empty()).map_or(first, Ok)
}

#[derive(Debug, Default)]
pub(super) struct Descriptors {
    sockets: HashSet<OsString>,
    /// The processes that cannot be looked into. A program is like that for a moment while it is started, and for
    /// good if it may not be read itself.
    pub(super) hidden: Vec<i32>,
}

impl Descriptors {
    pub(super) fn of(processes: impl Iterator<Item = i32>) -> Descriptors {
        let mut descriptors = Descriptors::default();
        processes.for_each(|pid| descriptors.add(pid));
        descriptors
    }

    fn add(&mut self, pid: i32) {
        match opened(pid) {
            Err(why) if why.kind() == io::ErrorKind::PermissionDenied => {
                // Of a process that hides, this belongs to root. Other rules of the system may forbid it, too.
                let own = rustix::process::geteuid().as_raw();
                let folder = std::fs::metadata(format!("/proc/{pid}/fd"));
                self.hidden.extend(folder.is_ok_and(|folder| folder.uid() != own).then_some(pid));
            }
            Err(_) => {}
            Ok(entries) => {
                let opened = entries.into_iter().flat_map(|entry| entry.read_link());
                let sockets = opened.map(PathBuf::into_os_string);
                self.sockets.extend(sockets.filter(|file| file.as_encoded_bytes().starts_with(b"socket:")));
            }
        }
    }

    /// How many bytes the system may hold for their sockets; one that several processes have counts once.
    pub(super) fn buffered(&self) -> u64 {
        (self.sockets.len() as u64).saturating_sub(FREE) * BUFFER
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_count_once_and_a_few_do_not_count() {
        let own = std::process::id().cast_signed();
        let buffered = || Descriptors::of([own, own].into_iter()).buffered();
        let before = buffered();
        let pairs: Vec<_> = (0..64).map(|_| std::os::unix::net::UnixStream::pair().unwrap()).collect();
        assert!(buffered() >= before.max(64 * BUFFER), "{}", buffered());
        drop(pairs);
        assert!(Descriptors::of([own].into_iter()).hidden.is_empty());
    }
}
