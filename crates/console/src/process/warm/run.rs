//! A traced process that runs from stop to stop.

use std::os::fd::BorrowedFd;
use std::time::Instant;

use super::registers::Registers;
use super::streams::WarmStreams;
use super::threads::{ThreadState, Threads};
use super::trace::{Stop, Tracee};
use super::{NotRestorable, Restorable, demand, demand_now, watch};
use crate::execution::Limits;
use crate::process::poll::is_readable;
use crate::process::process_tree::Descendants;
use crate::process::sandbox::tree::Tree;

pub(in crate::process) struct Terms<'a> {
    /// Readable when the judge has ended.
    pub(in crate::process) judge: BorrowedFd<'a>,
    pub(in crate::process) limits: &'a Limits,
    /// As in [`Tree`].
    pub(in crate::process) is_alone: bool,
    /// Whether the candidates' folder was not used.
    pub(in crate::process) is_untouched: &'a dyn Fn() -> bool,
}

impl Terms<'_> {
    /// Fails if something was left where another program would find it.
    pub(super) fn check(&self, streams: &WarmStreams) -> Restorable<()> {
        demand(streams.is_unread()?, "reads standard input in an unusual way")?;
        demand((self.is_untouched)(), "writes files")
    }
}

pub(super) struct Run<'a> {
    pub(super) threads: &'a mut Threads,
    pub(super) streams: &'a mut WarmStreams,
    pub(super) terms: &'a Terms<'a>,
    pub(super) until: Instant,
}

impl Run<'_> {
    /// Lets it run to the next call that the watch names, and tells which thread makes it. `None` if the process ends
    /// before that.
    pub(super) fn next(&mut self) -> Restorable<Option<(Tracee, Registers)>> {
        loop {
            let (thread, stop) = self.wait(None)?;
            if let Some(call) = self.follow(thread, &stop)? {
                return Ok(Some((thread, call)));
            }
            if matches!(stop, Stop::Gone) && thread == self.threads.process {
                return Ok(None);
            }
        }
    }

    /// The call that the watch names, if a thread has stopped for one; otherwise lets the thread go on.
    pub(super) fn follow(&mut self, thread: Tracee, stop: &Stop) -> Restorable<Option<Registers>> {
        let signal = match *stop {
            Stop::Call(watch::KNOWN) => return Ok(Some(thread.registers()?)),
            Stop::Call(_) => return Err(beyond(&thread.registers()?)),
            Stop::Gone => return Ok(None),
            Stop::Forked => return Err(NotRestorable::for_good("has child processes")),
            Stop::Signal(signal) => {
                // What another would do to it could not be undone.
                demand_now(self.threads.may_get(thread, signal)?, "gets a signal")?;
                self.threads.has_got_signal = true;
                Some(signal)
            }
            Stop::Threaded => {
                self.meet_child_of(thread)?;
                None
            }
            Stop::CallDone | Stop::Executed | Stop::Interrupted => None,
        };
        self.threads.resume(thread, signal)?;
        Ok(None)
    }

    /// Lets a thread run to the end of the call that it is in, and returns the result.
    pub(super) fn finish_call(&mut self, thread: Tracee) -> Restorable<i64> {
        match self.step(thread)? {
            Stop::CallDone => Ok(thread.registers()?.result()),
            other => Err(NotRestorable::this_time(format!("does not come back from a call: {other:?}"))),
        }
    }

    /// Lets a thread go on to the beginning or the end of a call.
    pub(super) fn step(&mut self, thread: Tracee) -> Restorable<Stop> {
        self.threads.resume_to_call(thread)?;
        Ok(self.wait(Some(thread))?.1)
    }

    /// Waits for a stop of a thread, or of any, for as many ticks of the clock as it takes.
    pub(super) fn wait(&mut self, which: Option<Tracee>) -> Restorable<(Tracee, Stop)> {
        loop {
            match self.threads.wait(which)? {
                Some(stop) => return Ok(stop),
                None => self.look()?,
            }
        }
    }

    /// Lets a thread end that is about to.
    pub(super) fn let_end(&mut self, thread: Tracee) -> Restorable<()> {
        self.threads.resume(thread, None)?;
        while !matches!(self.wait(Some(thread))?.1, Stop::Gone) {
            self.threads.resume(thread, None)?;
        }
        Ok(())
    }

    pub(super) fn stop(&mut self) -> Restorable<()> {
        for thread in self.threads.that_are(ThreadState::Runs) {
            thread.interrupt()?;
        }
        while self.threads.any_runs() {
            match self.wait(None)? {
                (_, Stop::Forked) => return Err(NotRestorable::for_good("has child processes")),
                (thread, Stop::Gone) if thread == self.threads.process => {
                    return Err(NotRestorable::this_time("is ended from outside"));
                }
                (thread, Stop::Threaded) => self.stop_child_of(thread)?,
                (thread, Stop::Signal(signal)) => {
                    demand_now(self.threads.may_get(thread, signal)?, "gets a signal")?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Lets the thread go on that a thread has just made.
    fn meet_child_of(&mut self, thread: Tracee) -> Restorable<()> {
        self.stop_child_of(thread)?;
        let child = thread.child()?;
        if self.threads.that_are(ThreadState::Stopped).contains(&child) {
            self.threads.resume(child, None)?;
        }
        Ok(())
    }

    /// Waits for the first stop of the thread that a thread has just made, unless that was seen before. Otherwise it would be
    /// seen in another game.
    fn stop_child_of(&mut self, thread: Tracee) -> Restorable<()> {
        let child = thread.child()?;
        if self.threads.all().any(|known| known == child) {
            return Ok(());
        }
        match self.wait(Some(child)) {
            // It was seen, and has ended since.
            Err(_) if !child.exists() => Ok(()),
            other => other.map(drop),
        }
    }

    /// Checks the judge, the limits, the pipes, and the time.
    fn look(&mut self) -> Restorable<()> {
        let Terms { judge, limits, is_alone, .. } = *self.terms;
        demand_now(!is_readable(judge), "the judge has ended")?;
        let is_within = self.streams.take() && Tree::new(is_alone).look(limits).is_none();
        demand_now(is_within, "exceeds a limit")?;
        demand(self.streams.is_unread()?, "reads standard input in an unusual way")?;
        demand_now(Instant::now() <= self.until, "takes too long")
    }
}

/// Requires this, so that a game can go on with this call.
pub(super) fn permit(is_so: bool, call: &Registers) -> Restorable<()> {
    if is_so { Ok(()) } else { Err(beyond(call)) }
}

/// Why a game is given up before this call.
pub(super) fn beyond(call: &Registers) -> NotRestorable {
    match call.call() {
        libc::SYS_clone | libc::SYS_clone3 | libc::SYS_fork | libc::SYS_vfork | libc::SYS_execve => {
            NotRestorable::for_good("has child processes")
        }
        libc::SYS_setitimer | libc::SYS_alarm | libc::SYS_timer_create | libc::SYS_timer_settime => {
            NotRestorable::this_time("sets a timer")
        }
        libc::SYS_kill | libc::SYS_tkill | libc::SYS_tgkill => NotRestorable::this_time("sends signals"),
        libc::SYS_clock_gettime => NotRestorable::this_time("asks for its processor time"),
        libc::SYS_ioctl | libc::SYS_fcntl => NotRestorable::for_good("changes its streams"),
        number => {
            NotRestorable::this_time(format!("makes a system call that cannot be undone (number {number})"))
        }
    }
}
