//! A signal that wakes the workers inside a server.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;
use std::time::Duration;

use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};

use judging::process::Interrupt;

/// Each submission wakes one waiting worker.
#[derive(Clone, Debug)]
pub struct Wakeup(Arc<OwnedFd>);

impl Wakeup {
    /// A wakeup that wakes nobody yet.
    pub(crate) fn new() -> io::Result<Wakeup> {
        let flags = EventfdFlags::SEMAPHORE | EventfdFlags::NONBLOCK | EventfdFlags::CLOEXEC;
        Ok(Wakeup(Arc::new(eventfd(0, flags)?)))
    }

    /// Wakes one waiting worker, or the next that waits.
    pub(crate) fn wake(&self) {
        // If the counter is full, it wakes everybody anyway.
        let _ = rustix::io::write(&*self.0, &1_u64.to_ne_bytes());
    }

    /// Waits to be woken, for `stop`, or for this long.
    pub(super) fn wait(&self, stop: &Interrupt, most: Duration) {
        let wakeup = self.0.as_fd();
        let mut descriptors = [PollFd::new(&wakeup, PollFlags::IN), PollFd::new(stop, PollFlags::IN)];
        let most = Timespec::try_from(most).ok();
        let _ = poll(&mut descriptors, most.as_ref());
        let _ = rustix::io::read(&*self.0, &mut [0; 8]);
    }
}
