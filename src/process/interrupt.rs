//! Stopping all runs at once.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustix::event::epoll;
use rustix::pipe::{PipeFlags, pipe_with};

use super::poll;

/// The signals that ask a program to end.
const SIGNALS: [i32; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

/// How long a signal may go unseen.
const GRACE: Duration = Duration::from_millis(600);

/// Whether somebody has seen that a signal came.
static IS_SEEN: AtomicBool = AtomicBool::new(false);

/// Tells all runs at once to stop.
#[derive(Clone, Debug)]
pub struct Interrupt {
    receiver: Arc<OwnedFd>,
    is_of_signals: bool,
    /// What raises it, too.
    beside: Option<Arc<Interrupt>>,
}

impl Interrupt {
    /// Raised by the signals that ask a program to end: SIGINT, SIGTERM and SIGHUP. It is the same one for the whole
    /// process, so a signal that came before is not lost.
    ///
    /// # Errors
    /// If the system gives no pipe or takes no signal handler.
    pub fn on_signals() -> io::Result<Interrupt> {
        static KNOWN: Mutex<Option<Interrupt>> = Mutex::new(None);
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(interrupt) = &*known {
            return Ok(interrupt.clone());
        }
        let interrupt = Interrupt { receiver: Arc::new(signalled()?), is_of_signals: true, beside: None };
        Ok(known.insert(interrupt).clone())
    }

    /// The same for a program that may be computing when a signal comes: if nobody has seen it after half a second, or if
    /// another one comes later, the process ends with this status. What it leaves is removed by the next judge.
    ///
    /// # Errors
    /// As [`Interrupt::on_signals`].
    pub fn on_signals_or_end(status: u8) -> io::Result<Interrupt> {
        static IS_WATCHED: AtomicBool = AtomicBool::new(false);
        let interrupt = Interrupt::on_signals()?;
        if !IS_WATCHED.swap(true, Ordering::AcqRel) {
            let signals = File::from(signalled()?);
            std::thread::spawn(move || {
                wait_unseen(signals);
                std::process::exit(status.into());
            });
        }
        Ok(interrupt)
    }

    /// Raised by closing the descriptor that comes with it.
    ///
    /// # Errors
    /// If the system gives no pipe.
    pub fn by_hand() -> io::Result<(Interrupt, OwnedFd)> {
        let (receiver, sender) = pipe_with(PipeFlags::CLOEXEC)?;
        Ok((Interrupt { receiver: Arc::new(receiver), is_of_signals: false, beside: None }, sender))
    }

    /// Raised when this one is, and by closing the descriptor that comes with it.
    ///
    /// # Errors
    /// If the system gives no pipe, or no descriptor for both.
    pub fn or_by_hand(&self) -> io::Result<(Interrupt, OwnedFd)> {
        let (receiver, sender) = pipe_with(PipeFlags::CLOEXEC)?;
        let both = epoll::create(epoll::CreateFlags::CLOEXEC)?;
        for one in [self.as_fd(), receiver.as_fd()] {
            epoll::add(&both, one, epoll::EventData::new_u64(0), epoll::EventFlags::IN)?;
        }
        // The pipe is watched as long as it is open.
        let by_hand = Interrupt { receiver: Arc::new(receiver), is_of_signals: false, beside: None };
        let beside = Interrupt { beside: Some(Arc::new(by_hand)), ..self.clone() };
        let both =
            Interrupt { receiver: Arc::new(both), is_of_signals: false, beside: Some(Arc::new(beside)) };
        Ok((both, sender))
    }

    /// Waits until it is raised, or for so long.
    pub fn wait(&self, most: Duration) {
        poll::wait(self.receiver.as_fd(), most);
        self.is_raised();
    }

    /// Whether it was raised.
    pub fn is_raised(&self) -> bool {
        let is_raised = poll::is_readable(self.receiver.as_fd());
        if is_raised && self.is_of_signals {
            IS_SEEN.store(true, Ordering::Release);
        }
        if is_raised {
            self.beside.iter().for_each(|beside| {
                beside.is_raised();
            });
        }
        is_raised
    }
}

/// Waits until a signal has gone unseen, or another one has come after it.
fn wait_unseen(mut signals: File) {
    let mut burst = [0; 64];
    let _ = signals.read(&mut burst[..1]);
    std::thread::sleep(GRACE);
    if IS_SEEN.load(Ordering::Acquire) {
        // One key may send several signals; those that come at once count as one.
        while poll::is_readable(signals.as_fd()) && signals.read(&mut burst).is_ok() {}
        let _ = signals.read(&mut burst);
    }
}

/// A pipe with something to read for each signal.
fn signalled() -> io::Result<OwnedFd> {
    let (receiver, sender) = pipe_with(PipeFlags::CLOEXEC)?;
    for signal in SIGNALS {
        signal_hook::low_level::pipe::register(signal, sender.try_clone()?)?;
    }
    Ok(receiver)
}

/// For waiting for it among other things: there is something to read once it was raised.
impl AsFd for Interrupt {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.receiver.as_fd()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_two_is_raised_by_either_and_raises_neither() {
        let (first, hand) = Interrupt::by_hand().unwrap();
        let (both, other) = first.or_by_hand().unwrap();
        let (again, _kept) = first.or_by_hand().unwrap();
        assert!(!both.is_raised());
        drop(other);
        assert!(both.is_raised() && !first.is_raised() && !again.is_raised());
        drop(hand);
        assert!(again.is_raised() && first.is_raised());
    }
}
