//! Waiting on descriptors.

use std::io;
use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// Whether something can be read from a descriptor at once.
pub(super) fn is_readable(fd: BorrowedFd<'_>) -> bool {
    let mut fds = [PollFd::new(&fd, PollFlags::IN)];
    poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })).is_ok_and(|ready| ready > 0)
}

/// Waits until something can be read from a descriptor, or the time is over.
pub(super) fn wait(fd: BorrowedFd<'_>, most: Duration) {
    let mut fds = [PollFd::new(&fd, PollFlags::IN)];
    let _ = poll(&mut fds, Some(&timespec(most)));
}

/// Waits until something happens to one of these, or until this time; says whether something did.
#[doc(hidden)]
pub fn wait_until(fds: &mut [PollFd<'_>], until: Option<Instant>) -> io::Result<bool> {
    loop {
        let timeout = until.map(|until| timespec(until.saturating_duration_since(Instant::now())));
        match poll(fds, timeout.as_ref()) {
            Err(rustix::io::Errno::INTR) => {}
            other => return Ok(other? > 0),
        }
    }
}

pub(super) fn timespec(time: Duration) -> Timespec {
    Timespec {
        tv_sec: i64::try_from(time.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: time.subsec_nanos().into(),
    }
}
