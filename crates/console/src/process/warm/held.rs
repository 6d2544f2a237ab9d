//! The threads of a held process: what each was about to do, and restoring that.
//!
//! A thread that works or waits for a time would be further on in each game, so its program is played clean. The
//! threads of V8 and the JVM are an exception, known by name, because the JVM could not be held otherwise. A
//! program gains nothing by such a name that it could not have by reading the clock.

use procfs::process::Process;

use super::caller::Caller;
use super::registers::Registers;
use super::run::Run;
use super::threads::ThreadState;
use super::trace::Tracee;
use super::{NotRestorable, Restorable, demand};

pub(super) struct HeldThread {
    pub(super) tracee: Tracee,
    /// Its registers when it goes on. If it waited, it makes that call again.
    pub(super) start: Registers,
    vectors: Vec<u8>,
    mask: u64,
    /// Its stack for signals, if it may get any.
    stack: Option<SignalStack>,
}

/// The system's struct for a stack for signals.
type SignalStack = [u8; 24];

/// `prctl`'s request for the address of the word that the system clears when a thread ends, so that others see it.
const PR_GET_TID_ADDRESS: u64 = 40;

/// Threads that runtimes have for themselves, by the beginnings of their names: they look after memory and compiled code at
/// intervals, and a program does not see when. One that takes such a name gains a thread that may look at the time, which
/// its others may, too.
const OF_RUNTIMES: [&str; 12] = [
    "VM Thread",
    "VM Periodic Tas",
    "Monitor Deflati",
    "C1 CompilerThre",
    "C2 CompilerThre",
    "Sweeper thread",
    "Common-Cleaner",
    "GC Thread",
    "G1 ",
    "Service Thread",
    "Notification Th",
    "DelayedTaskSche",
];

impl HeldThread {
    /// Of another thread, unless time makes a difference to it: clocks go on while it is held.
    pub(super) fn other(run: &Run<'_>, tracee: Tracee, place: usize) -> Restorable<HeldThread> {
        let now = tracee.registers()?;
        let waits = !run.threads.is_before_call(tracee) && now.are_of_a_wait();
        if !waits || waits_for_a_time(&now) {
            let name = name(run.threads.process, tracee)?;
            // Node does not name its threads; the first looks after tasks for later.
            let is_of_runtime =
                OF_RUNTIMES.iter().any(|own| name.starts_with(own)) || place == 1 && name == "node";
            let what = if waits { "waits for a time" } else { "works" };
            demand(is_of_runtime, format_args!("has a thread that {what} while the program reads"))?;
        }
        if waits {
            demand(tracee.can_call_again(&now), "waits in a way that cannot be repeated")?;
            return HeldThread::new(tracee, now.about_to_call(now.call(), now.arguments()));
        }
        demand(!run.threads.is_before_call(tracee), "does something with a thread while the program reads")?;
        HeldThread::new(tracee, now.in_no_call())
    }

    /// Of a thread that goes on with these registers.
    pub(super) fn new(tracee: Tracee, start: Registers) -> Restorable<HeldThread> {
        let (vectors, mask) = (tracee.vectors()?, tracee.signal_mask()?);
        Ok(HeldThread { tracee, start, vectors, mask, stack: None })
    }

    pub(super) fn save_stack(&mut self, run: &mut Run<'_>, read: &Registers, scratch: u64) -> Restorable<()> {
        let mut stack = SignalStack::default();
        self.call_for_stack(run, read, (scratch, [0, scratch]), &mut stack)?;
        self.stack = Some(stack);
        Ok(())
    }

    pub(super) fn restore_stack(&self, run: &mut Run<'_>, read: &Registers, scratch: u64) -> Restorable<()> {
        let Some(mut stack) = self.stack else { return Ok(()) };
        self.call_for_stack(run, read, (scratch, [scratch, 0]), &mut stack)
    }

    /// Makes it set or tell its stack for signals: where the new one is, and where the present one is to be written.
    fn call_for_stack(
        &self,
        run: &mut Run<'_>,
        read: &Registers,
        (scratch, [new, present]): (u64, [u64; 2]),
        stack: &mut SignalStack,
    ) -> Restorable<()> {
        let arguments = [new, present, 0, 0, 0, 0];
        let outcome = self.caller(run, read, scratch).lend(stack, libc::SYS_sigaltstack, arguments)?;
        demand(outcome == 0, "has a stack for signals that cannot be restored")
    }

    /// Makes it make calls, as if by the instruction with which standard input is read.
    fn caller<'a, 'b>(&self, run: &'a mut Run<'b>, read: &Registers, scratch: u64) -> Caller<'a, 'b> {
        Caller::new(run, self.tracee, self.start.with_instruction_of(read), scratch)
    }

    /// Restores all that belongs to it alone. It goes on when it is resumed.
    pub(super) fn take_up(&self) -> Restorable<()> {
        self.tracee.set_vectors(&self.vectors)?;
        self.tracee.set_signal_mask(self.mask)?;
        Ok(self.tracee.set_registers(&self.start)?)
    }

    /// Tells the others that it has ended, as the system would, and keeps it for the next game.
    pub(super) fn end(&self, run: &mut Run<'_>, read: &Registers, scratch: u64) -> Restorable<()> {
        let mut word = [0; 8];
        let ask = [PR_GET_TID_ADDRESS, scratch, 0, 0, 0, 0];
        let outcome = self.caller(run, read, scratch).lend(&mut word, libc::SYS_prctl, ask)?;
        demand(outcome == 0, "ends a thread, which cannot be told to the others")?;
        let word = u64::from_ne_bytes(word);
        if word != 0 {
            self.tracee.write(&[(word, &[0; 4])])?;
            let wake = [word, libc::FUTEX_WAKE as u64, 1, 0, 0, 0];
            self.caller(run, read, scratch).call(libc::SYS_futex, wake)?;
        }
        run.threads.set(self.tracee, ThreadState::Ended);
        Ok(())
    }
}

/// Whether a call waits no longer than for a time.
fn waits_for_a_time(call: &Registers) -> bool {
    let [_, _, third, fourth, fifth, _] = call.arguments();
    match call.call() {
        libc::SYS_futex | libc::SYS_semtimedop => fourth != 0,
        libc::SYS_epoll_wait | libc::SYS_epoll_pwait => fourth as i32 >= 0,
        libc::SYS_poll => third as i32 >= 0,
        libc::SYS_ppoll | libc::SYS_rt_sigtimedwait => third != 0,
        libc::SYS_select | libc::SYS_pselect6 => fifth != 0,
        libc::SYS_read | libc::SYS_readv | libc::SYS_pause | libc::SYS_rt_sigsuspend | libc::SYS_wait4 => {
            false
        }
        _ => true,
    }
}

fn name(process: Tracee, thread: Tracee) -> Restorable<String> {
    let path = format!("/proc/{}/task/{}/comm", process.0, thread.0);
    let name = std::fs::read(path).map_err(NotRestorable::from)?;
    Ok(String::from_utf8_lossy(&name).trim_end().to_owned())
}

/// Those signals for errors that a process catches.
pub(super) fn caught(process: Tracee) -> Restorable<u64> {
    Ok(super::threads::for_errors(Process::new(process.0.as_raw())?.status()?.sigcgt))
}
