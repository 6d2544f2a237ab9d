//! A traced process that runs from stop to stop, and system calls that it is made to make.

use std::os::fd::BorrowedFd;
use std::time::Instant;

use nix::sys::ptrace;
use nix::sys::signal::Signal;
use nix::unistd::Pid;

use super::streams::Streams;
use super::trace::{Registers, Stop, Tracee};
use super::{NotRestorable, Restorable, demand, demand_now, watch};
use crate::execution::Limits;
use crate::process::poll::is_readable;
use crate::process::process_tree::Descendants;
use crate::process::sandbox::tree::Tree;

/// The conditions under which processes are started and held.
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
    pub(super) fn check(&self, streams: &Streams) -> Restorable<()> {
        demand(streams.are_untouched()?, "changes its streams")?;
        demand((self.is_untouched)(), "writes files")
    }
}

/// A running process.
pub(super) struct Run<'a> {
    pub(super) tracee: Tracee,
    pub(super) streams: &'a mut Streams,
    pub(super) terms: &'a Terms<'a>,
    /// How long it may take.
    pub(super) until: Instant,
}

impl Run<'_> {
    /// Lets it run to the next call that the watch names; none if it ends before that.
    pub(super) fn go(&mut self) -> Restorable<Option<Registers>> {
        loop {
            match self.step(ptrace::cont)? {
                Stop::Call(watch::KNOWN) => return Ok(Some(self.tracee.registers()?)),
                Stop::Call(_) => return Err(beyond(&self.tracee.registers()?)),
                Stop::Gone => return Ok(None),
                Stop::Forked => return Err(NotRestorable::for_good("has threads or child processes")),
                // Neither the handler of a signal nor the return from it could be undone.
                Stop::Signal(_) => return Err(NotRestorable::this_time("gets a signal")),
                Stop::CallDone | Stop::Executed => {}
            }
        }
    }

    /// Lets it run to the end of the call that it is in, and returns the result.
    pub(super) fn finish_call(&mut self) -> Restorable<i64> {
        match self.step(ptrace::syscall)? {
            Stop::CallDone => Ok(self.tracee.registers()?.result()),
            other => Err(NotRestorable::this_time(format!("does not come back from a call: {other:?}"))),
        }
    }

    /// Lets it go on, without the signal that it was to get, if any.
    fn step(&mut self, go: impl FnOnce(Pid, Option<Signal>) -> nix::Result<()>) -> Restorable<Stop> {
        go(self.tracee.0, None)?;
        self.wait()
    }

    /// Waits for a stop, for as many ticks of the clock as it takes.
    pub(super) fn wait(&mut self) -> Restorable<Stop> {
        loop {
            match self.tracee.wait()? {
                Some(stop) => return Ok(stop),
                None => self.look()?,
            }
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

/// A process that is stopped before a call and is made to make calls of ours. Set its registers afterwards.
pub(super) struct Caller<'a, 'b> {
    run: &'a mut Run<'b>,
    /// Its registers in a call that was made with the usual instruction.
    frame: Registers,
    /// Whether it is still stopped before that call, which is then replaced by ours, or after one.
    is_before: bool,
    /// A piece of its memory for the arguments of calls.
    pub(super) scratch: u64,
}

impl<'a, 'b> Caller<'a, 'b> {
    pub(super) fn new(run: &'a mut Run<'b>, frame: Registers, scratch: u64) -> Caller<'a, 'b> {
        Caller { run, frame, is_before: true, scratch }
    }

    /// Makes it make a call; returns the result.
    pub(super) fn call(&mut self, call: i64, arguments: [u64; 6]) -> Restorable<i64> {
        let tracee = self.run.tracee;
        if self.is_before {
            tracee.set_registers(&self.frame.calling_instead(call, arguments))?;
        } else {
            tracee.set_registers(&self.frame.about_to_call(call, arguments))?;
            self.step()?;
        }
        self.is_before = false;
        // The watch may stop it before the call; the end of the call comes after that in any case.
        while let Stop::Call(_) = self.step()? {}
        Ok(tracee.registers()?.result())
    }

    /// Makes it make a call that restores something, whose result must be this.
    pub(super) fn restore(&mut self, what: &str, to: i64, call: i64, with: [u64; 6]) -> Restorable<()> {
        let is_back = self.call(call, with)? == to;
        demand(is_back, format_args!("has {what} that cannot be restored"))
    }

    /// Makes it make a call that reads or writes these bytes in the memory that calls may use.
    pub(super) fn lend(&mut self, bytes: &mut [u8], call: i64, arguments: [u64; 6]) -> Restorable<i64> {
        let (tracee, scratch) = (self.run.tracee, self.scratch);
        let mut kept = vec![0; bytes.len()];
        tracee.read(scratch, &mut kept)?;
        tracee.write(&[(scratch, bytes)])?;
        let outcome = self.call(call, arguments)?;
        tracee.read(scratch, bytes)?;
        tracee.write(&[(scratch, &kept)])?;
        Ok(outcome)
    }

    fn step(&mut self) -> Restorable<Stop> {
        match self.run.step(ptrace::syscall)? {
            stop @ (Stop::CallDone | Stop::Call(_)) => Ok(stop),
            other => Err(NotRestorable::for_good(format!("cannot be held: {other:?}"))),
        }
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
            NotRestorable::for_good("has threads or child processes")
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
