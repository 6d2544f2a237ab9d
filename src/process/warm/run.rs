//! A traced process on its way from stop to stop, and system calls that it is made to make.

use super::registers::Registers;
use super::trace::{Stop, Tracee, Until};
use super::{NotRestorable, watch};

/// Asked at each tick of the clock while a process runs.
pub(super) type Tick<'a> = &'a mut dyn FnMut() -> Result<(), NotRestorable>;

/// Lets a process go on to the next call that the watch names; none if it is gone before that.
pub(super) fn go(tracee: Tracee, tick: Tick<'_>) -> Result<Option<Registers>, NotRestorable> {
    loop {
        tracee.resume(Until::Stop)?;
        match wait(tracee, tick)? {
            Stop::Call(watch::KNOWN) => return Ok(Some(tracee.registers()?)),
            Stop::Call(_) => return Err(beyond(&tracee.registers()?)),
            Stop::Gone => return Ok(None),
            Stop::Forked => return Err(NotRestorable::for_good("has threads or child processes")),
            // What it does then, and to what it returns from that, would have to be undone.
            Stop::Signal(_) => return Err(NotRestorable::this_time("gets a signal")),
            Stop::CallDone | Stop::Executed => {}
        }
    }
}

/// Waits for a stop, however many ticks that takes.
pub(super) fn wait(tracee: Tracee, tick: Tick<'_>) -> Result<Stop, NotRestorable> {
    loop {
        match tracee.wait()? {
            Some(stop) => return Ok(stop),
            None => tick()?,
        }
    }
}

/// Lets a process go to the end of the call that it stands in, and gives what it came back with.
pub(super) fn to_end_of_call(tracee: Tracee, tick: Tick<'_>) -> Result<i64, NotRestorable> {
    tracee.resume(Until::CallDone)?;
    match wait(tracee, tick)? {
        Stop::CallDone => Ok(tracee.registers()?.result()),
        other => Err(NotRestorable::this_time(format!("does not come back from a call: {other:?}"))),
    }
}

/// A process that stands still and is made to make calls of ours. Its registers are to be set afterwards.
pub(super) struct Caller<'a> {
    pub(super) tracee: Tracee,
    /// Its registers in a call that was made in the usual way.
    pub(super) frame: Registers,
    /// Whether it stands before a call, which is then made into ours; else it stands after one.
    pub(super) is_before: bool,
    /// Some of its memory, for what is lent to a call.
    pub(super) scratch: u64,
    pub(super) tick: Tick<'a>,
}

impl Caller<'_> {
    /// Has it make a call; gives what that came back with.
    pub(super) fn call(&mut self, call: i64, arguments: [u64; 6]) -> Result<i64, NotRestorable> {
        if self.is_before {
            self.tracee.set_registers(&self.frame.calling_instead(call, arguments))?;
        } else {
            self.tracee.set_registers(&self.frame.about_to_call(call, arguments))?;
            self.step(Until::CallDone)?;
        }
        self.is_before = false;
        // The watch may have its word before a call is made; the end comes after that in any case.
        while let Stop::Call(_) = self.step(Until::CallDone)? {}
        Ok(self.tracee.registers()?.result())
    }

    /// Has it make a call that takes or gives these bytes at an address.
    pub(super) fn lend(
        &mut self,
        bytes: &mut [u8],
        call: i64,
        arguments: impl FnOnce(u64) -> [u64; 6],
    ) -> Result<i64, NotRestorable> {
        let mut kept = vec![0; bytes.len()];
        self.tracee.read(self.scratch, &mut kept)?;
        self.tracee.write(self.scratch, bytes)?;
        let outcome = self.call(call, arguments(self.scratch))?;
        self.tracee.read(self.scratch, bytes)?;
        self.tracee.write(self.scratch, &kept)?;
        Ok(outcome)
    }

    fn step(&mut self, until: Until) -> Result<Stop, NotRestorable> {
        self.tracee.resume(until)?;
        match wait(self.tracee, self.tick)? {
            stop @ (Stop::CallDone | Stop::Call(_)) => Ok(stop),
            other => Err(NotRestorable::for_good(format!("cannot be held: {other:?}"))),
        }
    }
}

/// Why a game is given back before this call is made.
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
