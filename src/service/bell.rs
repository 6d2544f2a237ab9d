//! What workers inside a server wait for.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;
use std::time::Duration;

use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};

use crate::process::Interrupt;

/// Rung once for each submission; each ring wakes one waiting worker.
#[derive(Clone, Debug)]
pub struct Bell(Arc<OwnedFd>);

impl Bell {
    /// A new bell, without a ring.
    ///
    /// # Errors
    /// If the system gives no descriptor.
    pub fn new() -> io::Result<Bell> {
        let flags = EventfdFlags::SEMAPHORE | EventfdFlags::NONBLOCK | EventfdFlags::CLOEXEC;
        Ok(Bell(Arc::new(eventfd(0, flags)?)))
    }

    /// Wakes one waiting worker, or the next that waits.
    pub fn ring(&self) {
        // If the counter is full, it wakes everybody anyway.
        let _ = rustix::io::write(&*self.0, &1_u64.to_ne_bytes());
    }

    /// Waits for a ring, for `stop`, or for this long.
    pub(super) fn wait(&self, stop: &Interrupt, most: Duration) {
        let bell = self.0.as_fd();
        let mut descriptors = [PollFd::new(&bell, PollFlags::IN), PollFd::new(stop, PollFlags::IN)];
        let most = Timespec::try_from(most).ok();
        let _ = poll(&mut descriptors, most.as_ref());
        let _ = rustix::io::read(&*self.0, &mut [0; 8]);
    }
}
