//! One process on its way, the first one before it reads or a fork in a game: what it stops for, and
//! how it is stopped.

use std::io;

use rustix::process::{Signal, kill_process};

use super::Cold;
use super::trace::{Registers, Stop, Tracee, Until};
use super::watch;
use crate::execution::Usage;

/// A process that is let run from stop to stop.
pub(super) struct Runner<'a> {
    pub(super) tracee: Tracee,
    /// Whether descriptor 0 still is standard input.
    pub(super) has_stdin: bool,
    /// Whether it is to halt where it begins to tidy up.
    pub(super) may_be_dismissed: bool,
    /// Asked at each tick of the clock while it runs.
    pub(super) tick: &'a mut dyn FnMut() -> Result<(), Cold>,
}

/// Where a run halts.
pub(super) enum Halt {
    /// It reads standard input.
    Reads(Registers),
    /// It set a clock, and goes on when it is let.
    SetsClock,
    /// It begins to tidy up: it no longer wants to know of an interrupt.
    TidiesUp,
    /// It is gone.
    Gone(i32, Usage),
}

/// Signals that stop a process and leave it.
const STOPPING: [i32; 4] = [libc::SIGSTOP, libc::SIGTSTP, libc::SIGTTIN, libc::SIGTTOU];

impl Runner<'_> {
    /// Lets it go on to where it halts.
    pub(super) fn run(&mut self) -> Result<Halt, Cold> {
        let mut signal = 0;
        loop {
            self.tracee.resume(Until::Stop, signal)?;
            signal = 0;
            match wait(self.tracee, self.tick)? {
                Stop::Call(watch::READS) if self.has_stdin => {
                    return Ok(Halt::Reads(self.tracee.registers()?));
                }
                Stop::Call(watch::GIVES_AWAY) => self.has_stdin = false,
                Stop::Call(watch::TAKES_INTERRUPT)
                    if self.may_be_dismissed && self.lets_interrupt_end()? =>
                {
                    return Ok(Halt::TidiesUp);
                }
                Stop::Call(watch::SETS_A_CLOCK) => return Ok(Halt::SetsClock),
                Stop::Call(watch::SETS_A_TIMER) => return Err(Cold::this_time("sets a timer")),
                Stop::Call(watch::LOST) => return Err(Cold::for_good("makes calls that cannot be followed")),
                Stop::Forked(_) => return Err(Cold::for_good("has threads or child processes")),
                Stop::Gone(status, usage) => return Ok(Halt::Gone(status, usage)),
                Stop::Signal(stop) if STOPPING.contains(&stop) => {
                    return Err(Cold::this_time("stops itself"));
                }
                Stop::Signal(other) => signal = other,
                Stop::Call(_) | Stop::CallDone | Stop::Executed => {}
            }
        }
    }

    /// Whether the call it stands in leaves it to the system what an interrupt does.
    fn lets_interrupt_end(&self) -> io::Result<bool> {
        let [_, action, _] = self.tracee.registers()?.arguments();
        // The first word of an action is its handler.
        let mut handler = [0; size_of::<libc::sighandler_t>()];
        if action == 0 {
            return Ok(false);
        }
        self.tracee.read(action, &mut handler)?;
        Ok(libc::sighandler_t::from_ne_bytes(handler) == libc::SIG_DFL)
    }
}

/// Waits for a stop, however many ticks that takes.
pub(super) fn wait(tracee: Tracee, tick: &mut dyn FnMut() -> Result<(), Cold>) -> Result<Stop, Cold> {
    loop {
        match tracee.wait()? {
            Some(stop) => return Ok(stop),
            None => tick()?,
        }
    }
}

/// Lets a process go to the end of the call that it stands in.
pub(super) fn to_end_of_call(tracee: Tracee, tick: &mut dyn FnMut() -> Result<(), Cold>) -> Result<(), Cold> {
    tracee.resume(Until::CallDone, 0)?;
    match wait(tracee, tick)? {
        Stop::CallDone => Ok(()),
        other => Err(Cold::for_good(format!("cannot be held: {other:?}"))),
    }
}

/// Ends a fork, and gives what it used.
pub(super) fn dismiss(fork: Tracee, tick: &mut dyn FnMut() -> Result<(), Cold>) -> Result<Usage, Cold> {
    kill_process(fork.0, Signal::KILL).map_err(io::Error::from)?;
    match wait(fork, tick)? {
        Stop::Gone(_, usage) => Ok(usage),
        other => Err(Cold::for_good(format!("cannot be ended: {other:?}"))),
    }
}
