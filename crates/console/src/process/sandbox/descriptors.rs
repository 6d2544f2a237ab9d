//! What processes have the system hold for them beside their memory: in sockets, pipes, lists of the kernel and page
//! tables, and in files that have no name. None of it is in a resident size.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::account::kilobytes;

/// What the system may hold for a socket that nobody reads, in bytes: the usual size of its buffer, with room for
/// the parts that it is made of. The filter keeps candidates from changing that size. A descriptor that was sent and
/// not received counts as much, since it may be a socket.
const SOCKET: u64 = 256 << 10;

/// The memory of a pipe, in bytes, for the same reason.
const PIPE: u64 = 64 << 10;

/// What the system needs for a small thing, such as a mapping, a lock or a file that is watched, in bytes. It is 200 to
/// 500; counting more bounds what it costs to count them.
const SMALL: u64 = 1 << 10;

/// How many files a process may have that nobody can see the size of: sent and not received, or mapped and closed.
const UNSEEN: usize = 4;

/// The links to what a process has open. Its first thread may have ended before the others, and has none then.
fn opened(pid: i32) -> io::Result<Vec<PathBuf>> {
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

/// What some processes have the system hold. What several processes have counts once.
#[derive(Debug, Default)]
pub(super) struct Descriptors {
    /// Sockets and pipes.
    channels: HashSet<OsString>,
    /// How many sockets there are as far as is known, with the descriptors that were sent.
    sockets: u64,
    /// Bytes in pipes, in lists of the kernel and in page tables.
    kernel: u64,
    /// Whether there is memory that processes share and that has no file. What was dropped from their page tables is in
    /// no resident size, and how much that is cannot be seen.
    pub(super) shares_memory: bool,
    /// The files without a name, by device and inode number, and their bytes.
    nameless: HashSet<(u64, u64)>,
    pub(super) nameless_bytes: u64,
    /// The processes that cannot be looked into. A program is like that for a moment while it is started, and for
    /// good if it may not be read itself.
    pub(super) hidden: Vec<i32>,
    /// The processes with more files than [`UNSEEN`] whose size cannot be seen.
    pub(super) veiled: Vec<i32>,
}

impl Descriptors {
    /// Of these processes, or of the first of them if those need more than this many bytes already.
    pub(super) fn of(processes: impl Iterator<Item = i32>, most: u64) -> Descriptors {
        let mut descriptors = Descriptors::default();
        for pid in processes {
            descriptors.add(pid);
            if descriptors.kernel() > most {
                break;
            }
        }
        descriptors
    }

    /// Counts all sockets of this network, which is theirs alone. Those that were sent in sockets that were sent themselves are
    /// seen in no other way.
    pub(super) fn count_network(&mut self) {
        let table = std::fs::read_to_string("/proc/net/unix").unwrap_or_default();
        self.sockets = self.sockets.max(table.lines().skip(1).count() as u64);
    }

    fn add(&mut self, pid: i32) {
        let links = match opened(pid) {
            Ok(links) => links,
            Err(why) if why.kind() == io::ErrorKind::PermissionDenied => {
                // Of a process that hides, this belongs to root. Other rules of the system may forbid it, too.
                let own = rustix::process::geteuid().as_raw();
                let folder = std::fs::metadata(format!("/proc/{pid}/fd"));
                return self.hidden.extend(folder.is_ok_and(|folder| folder.uid() != own).then_some(pid));
            }
            Err(_) => return,
        };
        let unseen: usize = links.iter().map(|link| self.add_link(link)).sum();
        // Of the thread that has the descriptors.
        let usual = PathBuf::from(format!("/proc/{pid}/fd/0"));
        let thread = links.first().unwrap_or(&usual).parent().and_then(Path::parent);
        let read = |name| thread.and_then(|thread| std::fs::read_to_string(thread.join(name)).ok());
        self.kernel += kilobytes(&read("status").unwrap_or_default(), "VmPTE:");
        let mapped = read("maps").map_or(0, |maps| self.add_mappings(&maps));
        self.veiled.extend((unseen + mapped > UNSEEN).then_some(pid));
    }

    /// Adds what is open under this number; returns how many descriptors are on their way through it.
    fn add_link(&mut self, link: &Path) -> usize {
        let Ok(target) = link.read_link() else { return 0 };
        let target = target.into_os_string();
        let starts = |word: &str| target.as_encoded_bytes().starts_with(word.as_bytes());
        let (is_socket, is_pipe) = (starts("socket:"), starts("pipe:"));
        if starts("/") {
            // Metadata of the open file, through the link.
            let opened = std::fs::metadata(link).ok().filter(|file| file.is_file() && file.nlink() == 0);
            if let Some(file) = opened
                && self.nameless.insert((file.dev(), file.ino()))
            {
                self.nameless_bytes += file.blocks() * 512;
            }
        } else if (is_socket || is_pipe) && self.channels.insert(target) {
            self.sockets += u64::from(is_socket);
            self.kernel += PIPE * u64::from(is_pipe);
        }
        // Files that are locked or watched are lines of their own.
        let info = link.parent().and_then(Path::parent).zip(link.file_name());
        let info = info
            .and_then(|(thread, number)| std::fs::read_to_string(thread.join("fdinfo").join(number)).ok());
        let info = info.unwrap_or_default();
        let sent =
            info.lines().find_map(|line| line.strip_prefix("scm_fds:")?.trim().parse().ok()).unwrap_or(0);
        self.kernel += SMALL * info.lines().count() as u64;
        self.sockets += sent as u64;
        sent
    }

    /// Adds the mappings of a process; returns of how many files without a name that are not open. They are at least as
    /// long as what is mapped.
    fn add_mappings(&mut self, maps: &str) -> usize {
        self.kernel += SMALL * maps.lines().count() as u64;
        let mut closed = 0;
        for mapping in maps.lines().filter_map(Nameless::read) {
            if mapping.is_memory {
                self.shares_memory = true;
            } else if self.nameless.insert(mapping.file) {
                // Between its start and its program, a process has the libraries of the helper, which may be deleted meanwhile.
                let written = if mapping.is_shared { mapping.end } else { 0 };
                self.nameless_bytes = self.nameless_bytes.saturating_add(written);
                closed += 1;
            }
        }
        closed
    }

    /// How many bytes the system may hold for them beside their memory.
    pub(super) fn kernel(&self) -> u64 {
        self.kernel + SOCKET * self.sockets
    }
}

/// A mapping of a file that has no name any more, as `maps` shows it. Memory that processes share without a file is shown as
/// a file of the name `/dev/zero`.
#[derive(Debug, PartialEq)]
struct Nameless {
    /// Its device and inode number.
    file: (u64, u64),
    /// How far into the file it goes.
    end: u64,
    is_shared: bool,
    is_memory: bool,
}

impl Nameless {
    fn read(line: &str) -> Option<Nameless> {
        if !line.ends_with("(deleted)") {
            return None;
        }
        let hexadecimal = |text: &str| u64::from_str_radix(text, 16).ok();
        let mut words = line.split_ascii_whitespace();
        let (from, to) = words.next()?.split_once('-')?;
        let is_shared = words.next()?.ends_with('s');
        let offset = hexadecimal(words.next()?)?;
        let (major, minor) = words.next()?.split_once(':')?;
        let device =
            libc::makedev(u32::from_str_radix(major, 16).ok()?, u32::from_str_radix(minor, 16).ok()?);
        let inode = words.next()?.parse().ok()?;
        let end = hexadecimal(to)?.checked_sub(hexadecimal(from)?)?.saturating_add(offset);
        let is_memory = is_shared && line.ends_with(" /dev/zero (deleted)");
        Some(Nameless { file: (device, inode), end, is_shared, is_memory })
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn sockets_and_pipes_count_once() {
        let own = std::process::id().cast_signed();
        let kernel = |times: usize| Descriptors::of(std::iter::repeat_n(own, times), u64::MAX);
        let channels = || kernel(2).channels.len();
        let before = channels();
        let pairs: Vec<_> = (0..8).map(|_| std::os::unix::net::UnixStream::pair().unwrap()).collect();
        let pipe = std::io::pipe().unwrap();
        // Other tests open and close some meanwhile.
        assert!(channels() + 4 >= before + 17);
        assert!(kernel(1).kernel() >= 16 * SOCKET + PIPE);
        drop((pairs, pipe));
        assert!(kernel(1).hidden.is_empty());
    }

    #[test]
    fn a_mapping_of_a_file_without_a_name_is_read() {
        let line = "7f0000000000-7f0000001000 rw-s 00002000 00:01 5      /tmp/x";
        assert_eq!(Nameless::read(line), None);
        let file = (libc::makedev(0, 1), 5);
        let read = Nameless::read(&format!("{line} (deleted)"));
        assert_eq!(read, Some(Nameless { file, end: 0x3000, is_shared: true, is_memory: false }));
        let memory = Nameless::read(&format!("{} (deleted)", line.replace("/tmp/x", "/dev/zero")));
        assert!(memory.is_some_and(|memory| memory.is_memory));
        let elsewhere = Nameless::read(&format!("{line}/dev/zero (deleted)"));
        assert!(elsewhere.is_some_and(|file| !file.is_memory));
        let private = Nameless::read(&format!("{} (deleted)", line.replace("rw-s", "r--p")));
        assert!(private.is_some_and(|file| !file.is_shared));
    }

    #[test]
    fn files_without_a_name_count_as_long_as_they_are_open() {
        let bytes =
            || Descriptors::of([std::process::id().cast_signed()].into_iter(), u64::MAX).nameless_bytes;
        let mut file = tempfile::tempfile().unwrap();
        // More than other tests write meanwhile.
        file.write_all(&vec![1; 4 << 20]).unwrap();
        file.sync_all().unwrap();
        let open = bytes();
        assert!(open >= 4 << 20, "{open}");
        drop(file);
        assert!(bytes() < open);
    }
}
