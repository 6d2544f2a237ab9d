//! System calls that a stopped thread is made to make.

use std::io;

use super::registers::Registers;
use super::run::Run;
use super::trace::{Stop, Tracee};
use super::{NotRestorable, Restorable, demand, watch};

/// A thread that is stopped and is made to make calls of ours. Set its registers afterwards.
pub(super) struct Caller<'a, 'b> {
    run: &'a mut Run<'b>,
    thread: Tracee,
    /// Its registers in a call that was made with the usual instruction.
    frame: Registers,
    /// A piece of its memory for the arguments of calls.
    pub(super) scratch: u64,
}

impl<'a, 'b> Caller<'a, 'b> {
    pub(super) fn new(
        run: &'a mut Run<'b>,
        thread: Tracee,
        frame: Registers,
        scratch: u64,
    ) -> Caller<'a, 'b> {
        Caller { run, thread, frame, scratch }
    }

    pub(super) fn call(&mut self, call: i64, arguments: [u64; 6]) -> Restorable<i64> {
        self.begin(call, arguments)?;
        // The watch may stop it before the call; the end of the call comes after that in any case.
        while let Stop::Call(_) = self.step()? {}
        Ok(self.thread.registers()?.result())
    }

    pub(super) fn exit(&mut self) -> Restorable<()> {
        self.begin(libc::SYS_exit, [0; 6])?;
        while !matches!(self.run.step(self.thread)?, Stop::Gone) {}
        Ok(())
    }

    /// Brings it to the beginning of a call. If it is stopped before one, that is replaced.
    fn begin(&mut self, call: i64, arguments: [u64; 6]) -> Restorable<()> {
        if self.run.threads.is_before_call(self.thread) {
            self.thread.set_registers(&self.frame.calling_instead(call, arguments))?;
        } else {
            self.thread.set_registers(&self.frame.about_to_call(call, arguments))?;
            self.step()?;
        }
        Ok(())
    }

    /// Makes it make a call that restores something, whose result must be this.
    pub(super) fn restore(&mut self, what: &str, to: i64, call: i64, with: [u64; 6]) -> Restorable<()> {
        let outcome = match self.run.threads.mark {
            Some(mark) if to == 0 => self.call_marked(call, with, mark)?,
            _ => self.call(call, with)?,
        };
        demand(outcome == to, format_args!("has {what} that cannot be restored"))
    }

    /// Like `call`, in one stop in place of three, for a call of at most five arguments that gives zero if all is
    /// well. From that call the thread comes back to the same instruction. It is stopped there before the call whose
    /// number is the result, and makes the next call of ours instead.
    fn call_marked(&mut self, call: i64, arguments: [u64; 6], mark: u64) -> Restorable<i64> {
        let [first, second, third, fourth, fifth, _] = arguments;
        let marked = [first, second, third, fourth, fifth, mark];
        if !self.run.threads.is_before_call(self.thread) {
            self.thread.set_registers(&self.frame.about_to_call(call, marked))?;
            self.run_to_mark()?;
        }
        self.thread.set_registers(&self.frame.calling_instead(call, marked).and_again())?;
        self.run_to_mark()?;
        Ok(self.thread.registers()?.call())
    }

    fn run_to_mark(&mut self) -> Restorable<()> {
        loop {
            self.run.threads.resume(self.thread, None)?;
            match self.run.wait(Some(self.thread))?.1 {
                Stop::Call(watch::MARKED) => return Ok(()),
                // It was stopped twice.
                Stop::Interrupted => {}
                other => return Err(NotRestorable::for_good(format!("cannot be held: {other:?}"))),
            }
        }
    }

    /// Makes it make a call that reads or writes these bytes in the memory that calls may use.
    pub(super) fn lend(&mut self, bytes: &mut [u8], call: i64, arguments: [u64; 6]) -> Restorable<i64> {
        let (thread, scratch) = (self.thread, self.scratch);
        let mut kept = vec![0; bytes.len()];
        thread.read(scratch, &mut kept)?;
        thread.write(&[(scratch, bytes)])?;
        let outcome = self.call(call, arguments)?;
        thread.read(scratch, bytes)?;
        thread.write(&[(scratch, &kept)])?;
        Ok(outcome)
    }

    fn step(&mut self) -> Restorable<Stop> {
        loop {
            match self.run.step(self.thread)? {
                stop @ (Stop::CallDone | Stop::Call(_)) => return Ok(stop),
                // It was stopped twice.
                Stop::Interrupted => {}
                other => return Err(NotRestorable::for_good(format!("cannot be held: {other:?}"))),
            }
        }
    }
}

/// Adds a watch to all threads, by a thread that makes the call for that.
pub(super) fn add_watch(caller: &mut Caller<'_, '_>, code: Option<Vec<libc::sock_filter>>) -> Restorable<()> {
    let code = code.ok_or(io::Error::from(io::ErrorKind::Unsupported))?;
    // How many instructions there are, and where.
    let mut program = [code.len() as u64, caller.scratch + 16].map(u64::to_ne_bytes).concat();
    for libc::sock_filter { code, jt, jf, k } in code {
        program.extend([&code.to_ne_bytes()[..], &[jt, jf], &k.to_ne_bytes()].concat());
    }
    let install =
        [libc::SECCOMP_SET_MODE_FILTER.into(), libc::SECCOMP_FILTER_FLAG_TSYNC, caller.scratch, 0, 0, 0];
    let outcome = caller.lend(&mut program, libc::SYS_seccomp, install)?;
    demand(outcome == 0, "cannot be watched")
}
