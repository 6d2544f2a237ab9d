//! What the threads of a process wake each other with: pipes, counters, and sets of descriptors that are waited for. Each has
//! a state outside the process.

use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::path::Path;

use nix::unistd::Pid;
use rustix::fs::{Mode, OFlags, fcntl_getfl, open};

use super::caller::Caller;
use super::{Restorable, demand};
use crate::process::poll::is_readable;

/// One of them, with its state when the process was held.
pub(super) enum Waker {
    /// The end of a pipe that is written to; the other has its state.
    Writing,
    /// A pipe, what is in it, and an end to write to.
    Pipe(OwnedFd, Vec<u8>, Option<OwnedFd>),
    /// A counter, and its count.
    Counter(OwnedFd, u64),
    /// A set with this number in the process.
    Set(i32, Vec<Member>),
}

/// What is waited for, of one descriptor, as the system lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Member {
    number: i32,
    events: u32,
    data: u64,
}

/// How much may be in a pipe.
const MOST: usize = 512;

/// Events that the system waits for in any case, and lists: errors, and the end of the other side.
const ALWAYS: u32 = (libc::EPOLLERR | libc::EPOLLHUP).cast_unsigned();

impl Waker {
    /// The one that is open with this number and has this target. `None` if it is none. It is an error if its state
    /// cannot be restored.
    pub(super) fn of(process: Pid, number: i32, target: &Path, copy: &OwnedFd) -> Restorable<Option<Waker>> {
        let is_read = fcntl_getfl(copy)? & OFlags::ACCMODE == OFlags::RDONLY;
        Ok(Some(match &*target.to_string_lossy() {
            "anon_inode:[eventfd]" => Waker::Counter(copy.try_clone()?, count(process, number)?),
            "anon_inode:[eventpoll]" => Waker::Set(number, members(process, number)?),
            target if !target.starts_with("pipe:") => return Ok(None),
            _ if is_read => pipe(copy)?,
            _ => Waker::Writing,
        }))
    }

    pub(super) fn put_back(&self, caller: &mut Caller<'_, '_>, process: Pid) -> Restorable<()> {
        match self {
            Waker::Writing => Ok(()),
            Waker::Pipe(pipe, content, writer) => {
                drain(pipe)?;
                fill(content, writer.as_ref())
            }
            Waker::Counter(counter, count) => count_again(counter, *count),
            Waker::Set(number, then) => restore_members(caller, *number, &members(process, *number)?, then),
        }
    }
}

fn count_again(counter: &OwnedFd, count: u64) -> Restorable<()> {
    // A counter of single events gives one at a time.
    for _ in 0..MOST {
        if !is_readable(counter.as_fd()) {
            break;
        }
        rustix::io::read(counter, &mut [0; 8])?;
    }
    demand(!is_readable(counter.as_fd()), "has a counter that cannot be restored")?;
    if count > 0 {
        rustix::io::write(counter, &count.to_ne_bytes())?;
    }
    Ok(())
}

/// A pipe with what is in it, which is read and written again.
fn pipe(copy: &OwnedFd) -> Restorable<Waker> {
    let length = waiting(copy)?;
    let path = format!("/proc/self/fd/{}", copy.as_raw_fd());
    let modes = OFlags::WRONLY | OFlags::CLOEXEC | OFlags::NONBLOCK;
    let writer = if length > 0 { open(path, modes, Mode::empty()).ok() } else { None };
    demand(length == 0 || length <= MOST && writer.is_some(), "has something in a pipe")?;
    let mut content = vec![0; length];
    if length > 0 {
        rustix::io::read(copy, &mut content)?;
        fill(&content, writer.as_ref())?;
    }
    Ok(Waker::Pipe(copy.try_clone()?, content, writer))
}

/// Writes to an empty pipe.
fn fill(content: &[u8], writer: Option<&OwnedFd>) -> Restorable<()> {
    let written =
        writer.filter(|_| !content.is_empty()).map_or(Ok(0), |writer| rustix::io::write(writer, content))?;
    demand(written == content.len(), "has a pipe that cannot be restored")
}

fn drain(pipe: &OwnedFd) -> io::Result<()> {
    let mut buffer = [0; 4096];
    while waiting(pipe)? > 0 {
        rustix::io::read(pipe, &mut buffer)?;
    }
    Ok(())
}

/// How much can be read from a pipe at once.
fn waiting(pipe: &OwnedFd) -> io::Result<usize> {
    Ok(rustix::io::ioctl_fionread(pipe)? as usize)
}

fn count(process: Pid, number: i32) -> Restorable<u64> {
    let fdinfo = fdinfo(process, number)?;
    let count = fdinfo.lines().find_map(|line| line.strip_prefix("eventfd-count:"));
    Ok(count
        .and_then(|count| u64::from_str_radix(count.trim(), 16).ok())
        .ok_or(io::Error::from(io::ErrorKind::InvalidData))?)
}

fn members(process: Pid, number: i32) -> Restorable<Vec<Member>> {
    Ok(fdinfo(process, number)?.lines().filter_map(member).collect())
}

/// A member, from a line such as `tfd:        5 events:       19 data:                5  pos:0`.
fn member(line: &str) -> Option<Member> {
    let words: Vec<_> = line.split_ascii_whitespace().collect();
    let ["tfd:", number, "events:", events, "data:", data, ..] = words[..] else { return None };
    let number = number.parse().ok()?;
    Some(Member {
        number,
        events: u32::from_str_radix(events, 16).ok()?,
        data: u64::from_str_radix(data, 16).ok()?,
    })
}

/// The system's description of a descriptor.
fn fdinfo(process: Pid, number: i32) -> io::Result<String> {
    std::fs::read_to_string(format!("/proc/{process}/fdinfo/{number}"))
}

fn restore_members(caller: &mut Caller<'_, '_>, set: i32, now: &[Member], then: &[Member]) -> Restorable<()> {
    const WHAT: &str = "a set of descriptors";
    let of = |all: &[Member], number| all.iter().find(|member| member.number == number).copied();
    for member in now.iter().filter(|member| of(then, member.number).is_none()) {
        let arguments = [set as u64, libc::EPOLL_CTL_DEL as u64, member.number as u64, 0, 0, 0];
        caller.restore(WHAT, 0, libc::SYS_epoll_ctl, arguments)?;
    }
    for member in then {
        let operation = match of(now, member.number) {
            Some(now) if now == *member => continue,
            Some(_) => libc::EPOLL_CTL_MOD,
            None => libc::EPOLL_CTL_ADD,
        };
        let mut event = [0; 12];
        event[..4].copy_from_slice(&(member.events & !ALWAYS).to_ne_bytes());
        event[4..].copy_from_slice(&member.data.to_ne_bytes());
        let arguments = [set as u64, operation as u64, member.number as u64, caller.scratch, 0, 0];
        let outcome = caller.lend(&mut event, libc::SYS_epoll_ctl, arguments)?;
        demand(outcome == 0, format_args!("has {WHAT} that cannot be restored"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_of_a_set_is_read_as_the_system_lists_it() {
        let line = "tfd:       12 events: 80000019 data: ffffffff0000000c  pos:0 ino:42f sdev:f";
        let expected = Member { number: 12, events: 0x8000_0019, data: 0xFFFF_FFFF_0000_000C };
        assert_eq!(member(line), Some(expected));
        assert_eq!(member("flags:\t02"), None);
    }
}
