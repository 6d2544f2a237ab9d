//! Feeding and draining a process until it ends, a limit is reached, or the judge is interrupted.
//!
//! The same pump serves the judge itself and its helpers in a sandbox. What differs between them,
//! finding and ending all that a process started, is behind [`Kin`].

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::Pid;

use super::RunError;
use crate::execution::{Ending, Execution, Limit, Limits, Stream, Usage};

/// How often the use of memory, processor and processes is looked at while a process runs. Most are
/// gone before the first look, so it costs them nothing.
const LOOK: Duration = Duration::from_millis(20);

/// A process that has just been started, with our ends of its pipes.
pub(super) struct Started {
    pub(super) leader: Pid,
    pub(super) pidfd: OwnedFd,
    pub(super) stdin: OwnedFd,
    pub(super) stdout: OwnedFd,
    pub(super) stderr: OwnedFd,
    pub(super) at: Instant,
}

/// A process and all that it started.
pub(super) trait Kin {
    /// The limit, if any, that they are seen to be beyond just now.
    fn look(&mut self, limits: &Limits) -> Option<Limit>;

    /// Ends all of them, and gives the first one's wait status and what they used.
    fn end(&mut self, leader: Pid) -> (i32, Usage);
}

/// Attends to a process that has just been started, until it is gone with all its kin.
pub(super) fn pump(
    started: Started,
    input: &[u8],
    limits: &Limits,
    interrupt: BorrowedFd<'_>,
    kin: &mut impl Kin,
) -> Result<Execution, RunError> {
    let Started { leader, pidfd, stdin, stdout, stderr, at } = started;
    let mut feed = Feed { pipe: Some(stdin), rest: input };
    let mut captures = [
        Capture::new(Stream::Stdout, stdout, limits.output),
        Capture::new(Stream::Stderr, stderr, limits.output),
    ];
    let pipes = [feed.pipe.as_ref(), captures[0].pipe.as_ref(), captures[1].pipe.as_ref()];
    for pipe in pipes.into_iter().flatten() {
        if let Err(why) = rustix::io::ioctl_fionbio(pipe, true) {
            kin.end(leader);
            return Err(RunError::System("prepare a pipe", why.into()));
        }
    }
    let mut next_look = LOOK;
    let stopped = loop {
        feed.give();
        if let Some(stream) = overflow(&mut captures) {
            break Some(Limit::Output(stream));
        }
        let elapsed = at.elapsed();
        let Some(left) = limits.wall.checked_sub(elapsed) else {
            break Some(Limit::Wall);
        };
        if elapsed >= next_look {
            next_look = elapsed + LOOK;
            if let Some(limit) = kin.look(limits) {
                break Some(limit);
            }
        }
        let waiting = Waiting { pidfd: pidfd.as_fd(), interrupt, feed: &feed, captures: &captures };
        match waiting.wait(left.min(next_look.saturating_sub(elapsed))) {
            Ok(Woken::Ended) => break None,
            Ok(Woken::Interrupted) => {
                kin.end(leader);
                return Err(RunError::Interrupted);
            }
            Ok(Woken::Other) => {}
            Err(why) => {
                kin.end(leader);
                return Err(RunError::System("wait for a process", why));
            }
        }
    };
    let wall = at.elapsed();
    let (status, usage) = kin.end(leader);
    // What the process wrote before it ended still counts, and so does its amount.
    let overflow = overflow(&mut captures).map(Limit::Output);
    let passed = [stopped, overflow, limits.passed_by(&usage)].into_iter().flatten().min();
    let ending = passed.map_or_else(|| ending_of(status), Ending::Stopped);
    let [stdout, stderr] = captures.map(|capture| capture.kept);
    Ok(Execution { stdout, stderr, ending, usage: Usage { wall, ..usage } })
}

/// Reads what is there on all streams; gives the first that is beyond its limit.
fn overflow(captures: &mut [Capture; 2]) -> Option<Stream> {
    captures.iter_mut().find_map(Capture::take)
}

/// Whether something can be read from a descriptor at once.
pub(super) fn is_readable(fd: BorrowedFd<'_>) -> bool {
    let mut fds = [PollFd::new(&fd, PollFlags::IN)];
    poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })).is_ok_and(|ready| ready > 0)
}

/// A length of time as `poll` wants it.
pub(super) fn timespec(time: Duration) -> Timespec {
    Timespec {
        tv_sec: i64::try_from(time.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: time.subsec_nanos().into(),
    }
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
    captures: &'a [Capture; 2],
}

impl Waiting<'_> {
    fn wait(&self, at_most: Duration) -> io::Result<Woken> {
        let mut fds =
            vec![PollFd::new(&self.pidfd, PollFlags::IN), PollFd::new(&self.interrupt, PollFlags::IN)];
        fds.extend(self.feed.pipe.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
        let readable = self.captures.iter().filter_map(|capture| capture.pipe.as_ref());
        fds.extend(readable.map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        match poll(&mut fds, Some(&timespec(at_most))) {
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
    pipe: Option<OwnedFd>,
    rest: &'a [u8],
}

impl Feed<'_> {
    /// Writes as much as goes in without waiting; closes the pipe after the last byte, or when
    /// nobody reads it any more.
    fn give(&mut self) {
        while let Some(pipe) = &self.pipe {
            if self.rest.is_empty() {
                self.pipe = None;
                return;
            }
            match rustix::io::write(pipe, self.rest) {
                Ok(count) => self.rest = &self.rest[count..],
                Err(rustix::io::Errno::AGAIN) => return,
                Err(rustix::io::Errno::INTR) => {}
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
    fn new(stream: Stream, pipe: OwnedFd, limit: usize) -> Capture {
        Capture { stream, pipe: Some(pipe), kept: Vec::new(), limit }
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

fn ending_of(status: i32) -> Ending {
    if libc::WIFSIGNALED(status) {
        Ending::Signaled(libc::WTERMSIG(status))
    } else {
        Ending::Exited(libc::WEXITSTATUS(status))
    }
}
