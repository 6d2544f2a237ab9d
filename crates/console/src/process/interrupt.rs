//! Stopping all runs at once.
//!
//! A signal that no code has noticed after half a second ends the process. Otherwise every loop that explores or generates would
//! have to check. Temporary files that stay are not locked any more, and the next judge of the user removes them.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use nix::sys::signal::{SigHandler, SigSet, SigmaskHow, Signal, signal};
use parking_lot::Mutex;
use rustix::event::epoll;
use rustix::pipe::{PipeFlags, pipe_with};

use super::poll;

/// The signals that ask a program to end.
const SIGNALS: [Signal; 3] = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP];

/// How long a signal may go unseen.
const GRACE: Duration = Duration::from_millis(600);

/// Whether somebody has seen that a signal came.
static IS_SEEN: AtomicBool = AtomicBool::new(false);

/// Tells all runs at once to stop.
#[derive(Clone, Debug)]
pub struct Interrupt {
    receiver: Arc<OwnedFd>,
    is_of_signals: bool,
    /// Another source that raises it.
    beside: Option<Arc<Interrupt>>,
}

impl Interrupt {
    /// Raised by the signals that ask a program to end: SIGINT, SIGTERM and SIGHUP. It is the same one for the whole
    /// process, so a signal that came before is not lost.
    /// Fails if the system gives no pipe or takes no signal handler.
    pub fn on_signals() -> io::Result<Interrupt> {
        static KNOWN: Mutex<Option<Interrupt>> = Mutex::new(None);
        let mut known = KNOWN.lock();
        if let Some(interrupt) = &*known {
            return Ok(interrupt.clone());
        }
        let interrupt = Interrupt { receiver: Arc::new(signalled()?), is_of_signals: true, beside: None };
        Ok(known.insert(interrupt).clone())
    }

    /// Like [`Interrupt::on_signals`], for a program that may be computing when a signal comes. If nobody has seen it
    /// after half a second, or if another one comes later, the process ends with this status. What it leaves is
    /// removed by the next judge.
    /// Fails as [`Interrupt::on_signals`] does.
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
    /// Fails if the system gives no pipe.
    pub fn by_hand() -> io::Result<(Interrupt, OwnedFd)> {
        let (receiver, sender) = pipe_with(PipeFlags::CLOEXEC)?;
        Ok((Interrupt { receiver: Arc::new(receiver), is_of_signals: false, beside: None }, sender))
    }

    /// Raised when this one is, and by closing the descriptor that comes with it.
    /// Fails if the system gives no pipe, or no descriptor for both.
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

    /// Waits until it is raised, or the time is over. Returns whether it was raised.
    pub fn wait(&self, most: Duration) -> bool {
        poll::wait(self.receiver.as_fd(), most);
        self.is_raised()
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
        signal_hook::low_level::pipe::register(signal as i32, sender.try_clone()?)?;
    }
    Ok(receiver)
}

/// Does something while these signals wait for the calling thread, such as starting a process, which inherits that: a
/// terminal sends them to the whole group, and the process is to live until the judge ends it.
/// Fails as the job does, or if the system does not know the signals.
pub(super) fn while_blocked<T>(job: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    let before = SigSet::from_iter(SIGNALS).thread_swap_mask(SigmaskHow::SIG_BLOCK)?;
    let outcome = job();
    before.thread_set_mask()?;
    outcome
}

/// Leaves the judge's group, in a process that was started [`while_blocked`]. What was sent to that group until now is
/// passed over; from now on the signals have their usual effect.
/// Fails if the system does not know the signals.
pub(super) fn leave_group() -> io::Result<()> {
    let _ = rustix::process::setsid();
    for number in SIGNALS {
        // SAFETY: neither action is a function of ours.
        unsafe { signal(number, SigHandler::SigIgn) }?;
    }
    SigSet::from_iter(SIGNALS).thread_unblock()?;
    for number in SIGNALS {
        // SAFETY: as before.
        unsafe { signal(number, SigHandler::SigDfl) }?;
    }
    Ok(())
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
    fn what_is_started_meanwhile_outlives_the_signals_of_its_group() {
        let start = |job: &str| std::process::Command::new("sh").args(["-c", job]).output();
        let stdout = |output: io::Result<std::process::Output>| output.unwrap().stdout;
        let job =
            |signal: Signal| format!("kill -s {} $$; echo lives", signal.as_str().trim_start_matches("SIG"));
        for signal in SIGNALS {
            assert_eq!(stdout(while_blocked(|| start(&job(signal)))), b"lives\n", "{signal}");
        }
        // Others may be ignored where the tests run in the background.
        assert_eq!(stdout(start(&job(Signal::SIGTERM))), b"");
    }

    #[test]
    fn one_of_two_is_raised_by_either_and_raises_neither() {
        // What is closed stays open in a process that another test starts at this moment, until it runs its program.
        let most = Duration::from_secs(60);
        let (first, hand) = Interrupt::by_hand().unwrap();
        let (both, other) = first.or_by_hand().unwrap();
        let (again, _kept) = first.or_by_hand().unwrap();
        assert!(!both.is_raised());
        drop(other);
        assert!(both.wait(most) && !first.is_raised() && !again.is_raised());
        drop(hand);
        assert!(again.wait(most) && first.wait(most));
    }
}
