//! Whether a program waits for its standard input. What the system says of its threads decides, never how
//! long the program has been silent.
//!
//! A program waits if all threads of all its processes sleep, and one of them sleeps in a call that waits for
//! that very stream: one that reads it, or `poll`, `select` or `epoll_wait` with it among the streams. The
//! other threads may sleep in any call: a runtime's own threads wait for each other and for clocks, a shell
//! for its child. All threads are looked at twice. If none of them ran in between, there was a moment at
//! which all slept, each in the call that was seen the first time.
//!
//! The call of a thread is in `/proc/.../syscall`, which only a process that may trace the thread can
//! read. Where the system forbids this, or lacks it, nothing is known ([`Sight::Nothing`]), and the prompt
//! has to tell.

use std::os::fd::BorrowedFd;
use std::os::unix::fs::{FileExt, MetadataExt};

use libc::c_long;

use super::process_tree::{ProcReader, ProcessTree, Thread};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// It waits for its standard input.
    Waiting,
    /// It does something, or waits for something else.
    Busy,
    /// The system does not let us look.
    Nothing,
}

/// Identifies a stream: device, inode, and the device that it is, if it is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StreamIdentity {
    device: u64,
    inode: u64,
    terminal: Option<u64>,
}

/// Calls that wait for the stream that their first argument names.
const READING: [c_long; 5] =
    [libc::SYS_read, libc::SYS_readv, libc::SYS_preadv2, libc::SYS_splice, libc::SYS_tee];

/// Calls that wait for any of a list of streams; their older forms are not on every machine.
#[cfg(target_arch = "x86_64")]
const POLLING: [c_long; 2] = [libc::SYS_ppoll, libc::SYS_poll];
#[cfg(not(target_arch = "x86_64"))]
const POLLING: [c_long; 1] = [libc::SYS_ppoll];

/// Calls that wait for any of a set of streams.
#[cfg(target_arch = "x86_64")]
const SELECTING: [c_long; 2] = [libc::SYS_pselect6, libc::SYS_select];
#[cfg(not(target_arch = "x86_64"))]
const SELECTING: [c_long; 1] = [libc::SYS_pselect6];

/// Calls that wait for any of the streams that were named beforehand.
#[cfg(target_arch = "x86_64")]
const WATCHING: [c_long; 3] = [libc::SYS_epoll_pwait, libc::SYS_epoll_pwait2, libc::SYS_epoll_wait];
#[cfg(not(target_arch = "x86_64"))]
const WATCHING: [c_long; 2] = [libc::SYS_epoll_pwait, libc::SYS_epoll_pwait2];

/// `/dev/tty`, device 5:0 by Linux's list of devices: the terminal of the process, which can only be the one
/// that we made.
const OWN_TERMINAL: u64 = 5 << 8;

/// The longest list of streams that is looked through.
const MOST_STREAMS: u64 = 4096;

impl StreamIdentity {
    /// The stream behind a descriptor of ours: either end of a pipe, or a terminal.
    pub(super) fn of(fd: BorrowedFd<'_>) -> Option<StreamIdentity> {
        let stat = rustix::fs::fstat(fd).ok()?;
        let is_device =
            rustix::fs::FileType::from_raw_mode(stat.st_mode) == rustix::fs::FileType::CharacterDevice;
        Some(StreamIdentity {
            device: stat.st_dev,
            inode: stat.st_ino,
            terminal: is_device.then_some(stat.st_rdev),
        })
    }

    /// The standard input of a process.
    pub(super) fn of_input(process: i32) -> Option<StreamIdentity> {
        let found = std::fs::metadata(format!("/proc/{process}/fd/0")).ok()?;
        Some(StreamIdentity { device: found.dev(), inode: found.ino(), terminal: None })
    }

    /// Whether a descriptor of a thread leads to it.
    fn is_at(&self, thread: &str, fd: u64) -> bool {
        let Ok(found) = std::fs::metadata(format!("{thread}/fd/{fd}")) else { return false };
        let is_own_terminal = || self.terminal.is_some() && found.rdev() == OWN_TERMINAL;
        (found.dev(), found.ino()) == (self.device, self.inode) || is_own_terminal()
    }
}

pub(super) fn look(stream: StreamIdentity, tree: ProcessTree, reader: &mut ProcReader) -> Sight {
    see(stream, tree, reader).unwrap_or_else(|sight| sight)
}

fn see(stream: StreamIdentity, tree: ProcessTree, reader: &mut ProcReader) -> Result<Sight, Sight> {
    let first = reader.threads(tree);
    let is_waiting = waits(stream, &first, reader)? && reader.threads(tree) == first;
    Ok(if is_waiting { Sight::Waiting } else { Sight::Busy })
}

/// Whether one of these threads, all of which sleep, sleeps in a call that waits for the stream.
pub(super) fn waits(
    stream: StreamIdentity,
    threads: &[Thread],
    reader: &mut ProcReader,
) -> Result<bool, Sight> {
    let mut waits = false;
    for thread in threads.iter().filter(|thread| !thread.is_dead()) {
        if thread.state != b'S' {
            return Err(Sight::Busy);
        }
        let place = format!("/proc/{}/task/{}", thread.process, thread.thread);
        let call = reader.read(&format!("{place}/syscall")).map_err(|why| unseen(&why))?;
        waits |= waits_for(stream, &place, str::from_utf8(call).map_err(|_| Sight::Nothing)?)?;
    }
    Ok(waits)
}

/// Why a file of a thread cannot be read: the thread is gone, or we may not read it.
fn unseen(why: &std::io::Error) -> Sight {
    match why.raw_os_error() {
        Some(libc::ESRCH | libc::ENOENT) => Sight::Busy,
        _ => Sight::Nothing,
    }
}

/// Whether a call, as the system writes it, waits for the stream: its number, then its arguments.
fn waits_for(stream: StreamIdentity, place: &str, call: &str) -> Result<bool, Sight> {
    let mut words = call.split_ascii_whitespace();
    let Some(number) = words.next().and_then(|word| word.parse::<c_long>().ok()) else {
        return Err(Sight::Busy);
    };
    let hexadecimal = |word: &str| u64::from_str_radix(word.trim_start_matches("0x"), 16).ok();
    let arguments: Vec<_> = words.map_while(hexadecimal).collect();
    let &[first, second, ..] = arguments.as_slice() else { return Ok(false) };
    let has_stream = |fd: u64| stream.is_at(place, fd);
    Ok(match number {
        _ if READING.contains(&number) => has_stream(first),
        _ if POLLING.contains(&number) => polled(place, first, second).any(has_stream),
        _ if SELECTING.contains(&number) => selected(place, first, second).any(has_stream),
        _ if WATCHING.contains(&number) => watched(place, first).any(has_stream),
        _ => false,
    })
}

/// The streams in the list of a `poll` that are to be read.
fn polled(place: &str, list: u64, length: u64) -> impl Iterator<Item = u64> {
    let bytes = memory(place, list, length.min(MOST_STREAMS) * 8);
    let entries: Vec<_> = bytes.chunks_exact(8).filter_map(polled_for_reading).collect();
    entries.into_iter()
}

/// The descriptor of an entry, four bytes, if two more bytes ask for input.
fn polled_for_reading(entry: &[u8]) -> Option<u64> {
    let fd = i32::from_ne_bytes(entry[..4].try_into().ok()?);
    let events = i16::from_ne_bytes(entry[4..6].try_into().ok()?);
    let is_for_reading = events & (libc::POLLIN | libc::POLLRDNORM) != 0;
    u64::try_from(fd).ok().filter(|_| is_for_reading)
}

/// The streams below `count` in the set of a `select` that are to be read.
fn selected(place: &str, count: u64, set: u64) -> impl Iterator<Item = u64> {
    let count = count.min(MOST_STREAMS);
    // Sets consist of words. With the other byte order their bytes would be in other places.
    let bytes = memory(place, set, count.div_ceil(64) * 8);
    let words = bytes.chunks_exact(8).map(|word| u64::from_ne_bytes(word.try_into().unwrap_or_default()));
    let words: Vec<_> = words.collect();
    (0..count).filter(move |fd| words.get((fd / 64) as usize).is_some_and(|word| word >> (fd % 64) & 1 == 1))
}

/// The streams that an `epoll` descriptor watches for input.
fn watched(place: &str, epoll: u64) -> impl Iterator<Item = u64> {
    let info = std::fs::read_to_string(format!("{place}/fdinfo/{epoll}")).unwrap_or_default();
    let streams: Vec<_> = info.lines().filter_map(watched_for_reading).collect();
    streams.into_iter()
}

/// The descriptor of a line such as `tfd:        0 events:       19 data: ...`.
fn watched_for_reading(line: &str) -> Option<u64> {
    let mut words = line.strip_prefix("tfd:")?.split_ascii_whitespace();
    let fd = words.next()?.parse().ok()?;
    let events = words.nth(1).and_then(|events| u32::from_str_radix(events, 16).ok())?;
    (events & libc::EPOLLIN as u32 != 0).then_some(fd)
}

/// A piece of a thread's memory; empty if it cannot be read.
pub(super) fn memory(place: &str, at: u64, length: u64) -> Vec<u8> {
    let mut bytes = vec![0; usize::try_from(length).unwrap_or(0)];
    let read =
        std::fs::File::open(format!("{place}/mem")).and_then(|file| file.read_exact_at(&mut bytes, at));
    if read.is_ok() { bytes } else { Vec::new() }
}
