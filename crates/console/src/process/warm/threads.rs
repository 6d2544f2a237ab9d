//! The threads of a traced process, and which of them run.

use std::io;

use nix::sys::ptrace;
use nix::sys::signal::Signal;

use super::trace::{Stop, Tracee, next_of, stopped};
use crate::process::process_tree::after_name;

/// The signals that a thread gets for something that it did itself, as a set of the system's.
const FOR_ERRORS: [Signal; 5] =
    [Signal::SIGSEGV, Signal::SIGBUS, Signal::SIGFPE, Signal::SIGILL, Signal::SIGTRAP];

pub(super) struct Threads {
    /// The first, whose end is that of the process.
    pub(super) process: Tracee,
    all: Vec<TracedThread>,
    /// The signals for errors that it may get, as a set of the system's.
    pub(super) caught: u64,
    /// Whether a thread has got one of them: then its stack for signals may have changed.
    pub(super) has_got_signal: bool,
    /// The mark of the judge's calls, once the watch knows it.
    pub(super) mark: Option<u64>,
}

struct TracedThread {
    tracee: Tracee,
    state: ThreadState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThreadState {
    Runs,
    BeforeCall,
    /// It is stopped elsewhere.
    Stopped,
    /// It is stopped, and goes on in the next game only: in this one it has ended.
    Ended,
}

impl Threads {
    /// Those of a process that has just become its program, and is stopped.
    pub(super) fn of(process: Tracee) -> Threads {
        Threads {
            process,
            all: vec![TracedThread { tracee: process, state: ThreadState::Stopped }],
            caught: u64::MAX,
            has_got_signal: false,
            mark: None,
        }
    }

    /// The threads in this state, in the order of their birth.
    pub(super) fn that_are(&self, state: ThreadState) -> Vec<Tracee> {
        self.all.iter().filter(|thread| thread.state == state).map(|thread| thread.tracee).collect()
    }

    /// All of them, in the order of their birth.
    pub(super) fn all(&self) -> impl ExactSizeIterator<Item = Tracee> {
        self.all.iter().map(|thread| thread.tracee)
    }

    pub(super) fn is_one(&self) -> bool {
        self.all.len() == 1
    }

    pub(super) fn any_runs(&self) -> bool {
        self.all.iter().any(|thread| thread.state == ThreadState::Runs)
    }

    /// Whether those that run wait for something, as far as the system tells.
    pub(super) fn are_at_rest(&self) -> bool {
        let is_working = |thread: Tracee| {
            let stat =
                std::fs::read(format!("/proc/{}/task/{}/stat", self.process.0, thread.0)).unwrap_or_default();
            after_name(&stat).and_then(|mut fields| fields.next()) == Some("R")
        };
        !self.that_are(ThreadState::Runs).into_iter().any(is_working)
    }

    pub(super) fn is_before_call(&self, tracee: Tracee) -> bool {
        self.all.iter().any(|thread| thread.tracee == tracee && thread.state == ThreadState::BeforeCall)
    }

    pub(super) fn set(&mut self, tracee: Tracee, state: ThreadState) {
        match self.all.iter_mut().find(|thread| thread.tracee == tracee) {
            Some(thread) => thread.state = state,
            None => self.all.push(TracedThread { tracee, state }),
        }
    }

    /// Lets a thread go on, with this signal if there is one.
    pub(super) fn resume(&mut self, tracee: Tracee, signal: Option<Signal>) -> io::Result<()> {
        self.set(tracee, ThreadState::Runs);
        Ok(ptrace::cont(tracee.0, signal)?)
    }

    /// Lets a thread go on to the beginning or the end of a call.
    pub(super) fn resume_to_call(&mut self, tracee: Tracee) -> io::Result<()> {
        self.set(tracee, ThreadState::Runs);
        Ok(ptrace::syscall(tracee.0, None)?)
    }

    /// Waits for the next stop of a thread, or of any; `None` after a tick of the clock.
    pub(super) fn wait(&mut self, which: Option<Tracee>) -> io::Result<Option<(Tracee, Stop)>> {
        Ok(next_of(which)?.map(|stop| self.noted(stop)))
    }

    /// The next stop of any thread that has stopped already.
    pub(super) fn stopped(&mut self) -> io::Result<Option<(Tracee, Stop)>> {
        Ok(stopped()?.map(|stop| self.noted(stop)))
    }

    fn noted(&mut self, (tracee, stop): (Tracee, Stop)) -> (Tracee, Stop) {
        match stop {
            Stop::Gone => self.all.retain(|thread| thread.tracee != tracee),
            Stop::Call(_) => self.set(tracee, ThreadState::BeforeCall),
            _ => self.set(tracee, ThreadState::Stopped),
        }
        (tracee, stop)
    }

    /// Whether a thread may get this signal: it is for an error of the thread itself, and one that may be caught.
    pub(super) fn may_get(&self, tracee: Tracee, signal: Signal) -> io::Result<bool> {
        let is_caught = self.caught >> (signal as u32 - 1) & 1 == 1;
        Ok(is_caught && FOR_ERRORS.contains(&signal) && tracee.has_erred()?)
    }
}

/// Those of a set of signals that are for errors.
pub(super) fn for_errors(signals: u64) -> u64 {
    FOR_ERRORS.iter().map(|signal| 1 << (*signal as u32 - 1)).fold(0, |all, one| all | one) & signals
}
