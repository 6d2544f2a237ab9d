//! Stopping all runs at once.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::time::Duration;

use super::poll;

/// Tells all runs at once to stop.
#[derive(Clone, Debug)]
pub struct Interrupt {
    receiver: Arc<OwnedFd>,
}

impl Interrupt {
    /// Raised by the signals that ask a program to end: SIGINT, SIGTERM and SIGHUP.
    ///
    /// # Errors
    /// If the system gives no pipe or takes no signal handler.
    pub fn on_signals() -> io::Result<Interrupt> {
        let (receiver, sender) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
        for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
            signal_hook::low_level::pipe::register(signal, sender.try_clone()?)?;
        }
        Ok(Interrupt { receiver: Arc::new(receiver) })
    }

    /// Raised by closing the descriptor that comes with it.
    ///
    /// # Errors
    /// If the system gives no pipe.
    pub fn by_hand() -> io::Result<(Interrupt, OwnedFd)> {
        let (receiver, sender) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
        Ok((Interrupt { receiver: Arc::new(receiver) }, sender))
    }

    /// Waits until it is raised, or for so long.
    pub fn wait(&self, most: Duration) {
        poll::wait(self.receiver.as_fd(), most);
    }

    /// Whether it was raised.
    pub fn is_raised(&self) -> bool {
        poll::is_readable(self.receiver.as_fd())
    }
}

/// For waiting for it among other things: there is something to read once it was raised.
impl AsFd for Interrupt {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.receiver.as_fd()
    }
}
