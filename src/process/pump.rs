//! Feeding and draining a process until it ends, a limit is reached, or the judge is interrupted.

use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::process::{Child, ChildStdin};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal};

use super::RunError;
use crate::execution::{Ending, Execution, Limit, Limits, Stream, Usage};

/// Attends to a process that has just been started, until it is gone.
pub(super) fn pump(
    child: &mut Child,
    input: &[u8],
    limits: &Limits,
    interrupt: BorrowedFd<'_>,
) -> Result<Execution, RunError> {
    let started = Instant::now();
    let leader = Pid::from_child(child);
    let pidfd = rustix::process::pidfd_open(leader, PidfdFlags::empty())
        .map_err(|why| abandon(child, leader, "watch a process", why.into()))?;
    let mut feed = Feed { pipe: child.stdin.take(), rest: input };
    let mut stdout = Capture::new(Stream::Stdout, child.stdout.take(), limits.output);
    let mut stderr = Capture::new(Stream::Stderr, child.stderr.take(), limits.output);
    let streams = [&feed.pipe as &dyn MaybePipe, &stdout.pipe, &stderr.pipe];
    for pipe in streams.into_iter().filter_map(MaybePipe::fd) {
        rustix::io::ioctl_fionbio(pipe, true)
            .map_err(|why| abandon(child, leader, "prepare a pipe", why.into()))?;
    }

    let stopped = loop {
        feed.give();
        if let Some(stream) = stdout.take().or_else(|| stderr.take()) {
            break Some(Limit::Output(stream));
        }
        let Some(left) = limits.wall.checked_sub(started.elapsed()) else {
            break Some(Limit::Wall);
        };
        let waiting = Waiting { pidfd: pidfd.as_fd(), interrupt, feed: &feed, captures: [&stdout, &stderr] };
        match waiting.wait(left) {
            Ok(Woken::Ended) => break None,
            Ok(Woken::Interrupted) => {
                kill_and_reap(leader);
                return Err(RunError::Interrupted);
            }
            Ok(Woken::Other) => {}
            Err(why) => return Err(abandon(child, leader, "wait for a process", why)),
        }
    };
    let (status, usage) = kill_and_reap(leader);
    let wall = started.elapsed();
    // What the process wrote before it ended still counts, and so does its amount.
    let overflow = stdout.take().or_else(|| stderr.take()).map(Limit::Output);
    let ending = match stopped.filter(|limit| *limit != Limit::Wall).or(overflow).or(stopped) {
        Some(limit) => Ending::Stopped(limit),
        None => ending_of(status),
    };
    Ok(Execution { stdout: stdout.kept, stderr: stderr.kept, ending, usage: Usage { wall, ..usage } })
}

/// Whether something can be read from a descriptor at once.
pub(super) fn is_readable(fd: BorrowedFd<'_>) -> bool {
    let mut fds = [PollFd::new(&fd, PollFlags::IN)];
    poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })).is_ok_and(|ready| ready > 0)
}

/// Why a wait is over.
enum Woken {
    Ended,
    Interrupted,
    Other,
}

/// All that is waited for.
struct Waiting<'a> {
    pidfd: BorrowedFd<'a>,
    interrupt: BorrowedFd<'a>,
    feed: &'a Feed<'a>,
    captures: [&'a Capture; 2],
}

impl Waiting<'_> {
    fn wait(&self, at_most: Duration) -> io::Result<Woken> {
        let mut fds =
            vec![PollFd::new(&self.pidfd, PollFlags::IN), PollFd::new(&self.interrupt, PollFlags::IN)];
        fds.extend(self.feed.pipe.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
        let readable = self.captures.iter().filter_map(|capture| capture.pipe.as_ref());
        fds.extend(readable.map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        // Rounded up by a millisecond's fraction at most, so that a wait never ends just too soon.
        let timeout = Timespec { tv_sec: at_most.as_secs() as i64, tv_nsec: at_most.subsec_nanos().into() };
        match poll(&mut fds, Some(&timeout)) {
            Err(rustix::io::Errno::INTR) => return Ok(Woken::Other),
            other => other?,
        };
        let is_ready = |fd: &PollFd<'_>| !fd.revents().is_empty();
        Ok(match fds.as_slice() {
            [_, interrupt, ..] if is_ready(interrupt) => Woken::Interrupted,
            [pidfd, ..] if is_ready(pidfd) => Woken::Ended,
            _ => Woken::Other,
        })
    }
}

/// What is still to be written to standard input.
struct Feed<'a> {
    pipe: Option<ChildStdin>,
    rest: &'a [u8],
}

impl Feed<'_> {
    /// Writes as much as goes in without waiting; closes the pipe after the last byte, or when
    /// nobody reads it any more.
    fn give(&mut self) {
        while let Some(pipe) = &mut self.pipe {
            match pipe.write(self.rest) {
                Ok(0) => self.pipe = None,
                Ok(count) => self.rest = &self.rest[count..],
                Err(why) if why.kind() == io::ErrorKind::WouldBlock => return,
                Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => self.pipe = None,
            }
        }
    }
}

/// What has been read from a stream.
struct Capture {
    stream: Stream,
    pipe: Option<OwnedFd>,
    kept: Vec<u8>,
    limit: usize,
}

impl Capture {
    fn new(stream: Stream, pipe: Option<impl Into<OwnedFd>>, limit: usize) -> Capture {
        Capture { stream, pipe: pipe.map(Into::into), kept: Vec::new(), limit }
    }

    /// Reads what is there without waiting; gives the stream's name if it is more than its limit.
    fn take(&mut self) -> Option<Stream> {
        let mut buffer = [0; 1 << 16];
        while let Some(pipe) = &self.pipe {
            match rustix::io::read(pipe, &mut buffer) {
                Ok(0) => self.pipe = None,
                Ok(count) => {
                    let room = self.limit - self.kept.len();
                    self.kept.extend_from_slice(&buffer[..count.min(room)]);
                    if count > room {
                        self.pipe = None;
                        return Some(self.stream);
                    }
                }
                Err(rustix::io::Errno::AGAIN) => return None,
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => self.pipe = None,
            }
        }
        None
    }
}

/// The several kinds of pipes of a child, as descriptors.
trait MaybePipe {
    fn fd(&self) -> Option<BorrowedFd<'_>>;
}

impl<T: AsFd> MaybePipe for Option<T> {
    fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.as_ref().map(AsFd::as_fd)
    }
}

/// Kills a process that cannot be attended to.
fn abandon(child: &mut Child, leader: Pid, what: &'static str, why: io::Error) -> RunError {
    let _ = child.kill();
    kill_and_reap(leader);
    RunError::System(what, why)
}

/// Kills what is left of a process group and takes its leader's exit status and use of resources.
///
/// The leader is killed before it is reaped, when its number cannot yet belong to anybody else.
fn kill_and_reap(leader: Pid) -> (i32, Usage) {
    let _ = rustix::process::kill_process_group(leader, Signal::KILL);
    let mut status = 0;
    // SAFETY: a `rusage` of zeros is a valid value of that plain C struct.
    let mut used: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both pointers are to values that live through the call.
    while unsafe { libc::wait4(leader.as_raw_nonzero().get(), &mut status, 0, &mut used) } < 0
        && io::Error::last_os_error().kind() == io::ErrorKind::Interrupted
    {}
    let cpu = duration(used.ru_utime) + duration(used.ru_stime);
    let memory = u64::try_from(used.ru_maxrss).unwrap_or(0) * 1024;
    (status, Usage { wall: Duration::ZERO, cpu, memory })
}

fn duration(time: libc::timeval) -> Duration {
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    Duration::from_secs(seconds) + Duration::from_micros(u64::try_from(time.tv_usec).unwrap_or(0))
}

fn ending_of(status: i32) -> Ending {
    if libc::WIFSIGNALED(status) {
        Ending::Signaled(libc::WTERMSIG(status))
    } else {
        Ending::Exited(libc::WEXITSTATUS(status))
    }
}
