//! The calls of `ptrace`. They and the registers depend on the architecture.

use std::ffi::c_void;
use std::io::{self, IoSlice, IoSliceMut};
use std::ptr;

use nix::errno::Errno;
use nix::sys::ptrace;
use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, kill, sigaction};
use nix::sys::uio::{RemoteIoVec, process_vm_readv, process_vm_writev};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;

use super::registers::{Registers, SYSCALL};

/// Why a traced thread has stopped, or that it has ended.
#[derive(Debug)]
pub(super) enum Stop {
    /// It makes a system call that the watch names, with this number of the watch's.
    Call(u16),
    /// The system call that it was allowed to make is over, or about to be made.
    CallDone,
    /// It has made a thread, which is traced, too.
    Threaded,
    /// It has made a process, which is traced, too.
    Forked,
    /// It has become another program.
    Executed,
    /// It was interrupted, or has just been made.
    Interrupted,
    /// This signal is about to be delivered.
    Signal(Signal),
    Gone,
}

/// The registers of the vector units, all that the machine has.
const VECTORS: usize = 0x202;

/// A traced thread, and its process: the thread with the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tracee(pub(super) Pid);

impl Tracee {
    pub(super) fn new(leader: rustix::process::Pid) -> Tracee {
        Tracee(Pid::from_raw(leader.as_raw_nonzero().get()))
    }

    /// A request that `nix` lacks.
    fn ask<T>(self, request: libc::c_uint, address: usize, data: &mut T) -> io::Result<()> {
        // SAFETY: each request made here reads or writes a value of the type of `data`, no further than its size.
        let outcome =
            unsafe { libc::ptrace(request, self.0.as_raw(), address as *mut c_void, ptr::from_mut(data)) };
        Ok(Errno::result(outcome).map(drop)?)
    }

    /// Follows a process that has just become its program, and asked its parent to trace it. From now on the tracer
    /// gets its watched calls and new threads and can interrupt it. It is killed when the tracer ends.
    ///
    /// Only a tracer that seizes a thread can interrupt it. So the thread is let go in such a way that it stops at once, is
    /// seized, and woken.
    pub(super) fn follow(self) -> io::Result<()> {
        use ptrace::Options;
        let options = Options::PTRACE_O_EXITKILL
            | Options::PTRACE_O_TRACESECCOMP
            | Options::PTRACE_O_TRACESYSGOOD
            | Options::PTRACE_O_TRACEEXEC
            | Options::PTRACE_O_TRACEFORK
            | Options::PTRACE_O_TRACEVFORK
            | Options::PTRACE_O_TRACECLONE;
        ptrace::detach(self.0, Signal::SIGSTOP)?;
        ptrace::seize(self.0, options)?;
        self.wait()?;
        kill(self.0, Signal::SIGCONT)?;
        loop {
            ptrace::cont(self.0, None)?;
            match self.wait()? {
                Stop::Interrupted => {}
                Stop::Signal(Signal::SIGCONT) => return Ok(()),
                _ => return Err(io::ErrorKind::InvalidData.into()),
            }
        }
    }

    /// Waits for its next stop, for as many ticks of the clock as it takes.
    fn wait(self) -> io::Result<Stop> {
        loop {
            if let Some((_, stop)) = next_of(Some(self))? {
                return Ok(stop);
            }
        }
    }

    fn event(self, event: i32) -> io::Result<Stop> {
        Ok(match event {
            libc::PTRACE_EVENT_SECCOMP => Stop::Call(ptrace::getevent(self.0)? as u16),
            libc::PTRACE_EVENT_EXEC => Stop::Executed,
            libc::PTRACE_EVENT_CLONE => Stop::Threaded,
            libc::PTRACE_EVENT_STOP => Stop::Interrupted,
            _ => Stop::Forked,
        })
    }

    pub(super) fn child(self) -> io::Result<Tracee> {
        Ok(Tracee(Pid::from_raw(ptrace::getevent(self.0)? as i32)))
    }

    pub(super) fn exists(self) -> bool {
        kill(self.0, None).is_ok()
    }

    /// Makes it stop; the wait for that is the caller's. It is no error if it has stopped or ended.
    pub(super) fn interrupt(self) -> io::Result<()> {
        match ptrace::interrupt(self.0) {
            Err(Errno::ESRCH | Errno::EIO) | Ok(()) => Ok(()),
            Err(why) => Err(why.into()),
        }
    }

    /// Whether the signal that it is about to get is for something that it did itself at this instruction.
    pub(super) fn has_erred(self) -> io::Result<bool> {
        Ok(ptrace::getsiginfo(self.0)?.si_code > 0)
    }

    pub(super) fn registers(self) -> io::Result<Registers> {
        Ok(Registers(ptrace::getregs(self.0)?))
    }

    pub(super) fn set_registers(self, registers: &Registers) -> io::Result<()> {
        Ok(ptrace::setregs(self.0, registers.0)?)
    }

    /// The registers of its vector units.
    pub(super) fn vectors(self) -> io::Result<Vec<u8>> {
        let mut state = vec![0; 16 << 10];
        let mut piece = libc::iovec { iov_base: state.as_mut_ptr().cast(), iov_len: state.len() };
        self.ask(libc::PTRACE_GETREGSET, VECTORS, &mut piece)?;
        state.truncate(piece.iov_len);
        Ok(state)
    }

    pub(super) fn set_vectors(self, state: &[u8]) -> io::Result<()> {
        let mut piece = libc::iovec { iov_base: state.as_ptr().cast_mut().cast(), iov_len: state.len() };
        self.ask(libc::PTRACE_SETREGSET, VECTORS, &mut piece)
    }

    pub(super) fn signal_mask(self) -> io::Result<u64> {
        let mut mask = 0_u64;
        self.ask(libc::PTRACE_GETSIGMASK, size_of_val(&mask), &mut mask)?;
        Ok(mask)
    }

    pub(super) fn set_signal_mask(self, mut mask: u64) -> io::Result<()> {
        self.ask(libc::PTRACE_SETSIGMASK, size_of_val(&mask), &mut mask)
    }

    pub(super) fn read(self, address: u64, into: &mut [u8]) -> io::Result<()> {
        let (theirs, wanted) = (RemoteIoVec { base: address as usize, len: into.len() }, into.len());
        whole(process_vm_readv(self.0, &mut [IoSliceMut::new(into)], &[theirs])?, wanted)
    }

    /// Whether its memory at an address contains these few bytes.
    pub(super) fn has(self, address: u64, expected: &[u8]) -> io::Result<bool> {
        let mut now = vec![0; expected.len()];
        self.read(address, &mut now)?;
        Ok(now == expected)
    }

    pub(super) fn write(self, pieces: &[(u64, &[u8])]) -> io::Result<()> {
        for pieces in pieces.chunks(libc::UIO_MAXIOV as usize) {
            let ours: Vec<_> = pieces.iter().map(|(_, from)| IoSlice::new(from)).collect();
            let place = |(at, from): &(u64, &[u8])| RemoteIoVec { base: *at as usize, len: from.len() };
            let theirs: Vec<_> = pieces.iter().map(place).collect();
            let size = pieces.iter().map(|(_, from)| from.len()).sum();
            whole(process_vm_writev(self.0, &ours, &theirs)?, size)?;
        }
        Ok(())
    }

    /// Writes to memory that the process itself may not write to, word by word. It takes a call for each word.
    pub(super) fn write_words(self, address: u64, bytes: &[u8]) -> io::Result<()> {
        let words =
            bytes.chunks_exact(size_of::<libc::c_long>()).zip((address..).step_by(size_of::<libc::c_long>()));
        for (word, place) in words {
            let word = libc::c_long::from_ne_bytes(word.try_into().expect("it is as long as a word"));
            ptrace::write(self.0, place as *mut c_void, word)?;
        }
        Ok(())
    }

    /// Whether its call was made with the usual instruction, so that it can be made again.
    pub(super) fn can_call_again(self, registers: &Registers) -> bool {
        self.has(registers.0.rip.wrapping_sub(SYSCALL.len() as u64), &SYSCALL).unwrap_or(false)
    }
}

/// Waits for the next stop of a thread, or of any; `None` after a tick of the clock.
pub(super) fn next_of(thread: Option<Tracee>) -> io::Result<Option<(Tracee, Stop)>> {
    let which = thread.map_or(Pid::from_raw(-1), |thread| thread.0);
    next(which, WaitPidFlag::__WALL)
}

/// The next stop of any thread that has stopped already.
pub(super) fn stopped() -> io::Result<Option<(Tracee, Stop)>> {
    next(Pid::from_raw(-1), WaitPidFlag::__WALL | WaitPidFlag::WNOHANG)
}

fn next(which: Pid, how: WaitPidFlag) -> io::Result<Option<(Tracee, Stop)>> {
    Ok(match waitpid(which, Some(how)) {
        Err(Errno::EINTR) | Ok(WaitStatus::StillAlive) => None,
        Ok(WaitStatus::PtraceEvent(thread, _, event)) => {
            let thread = Tracee(thread);
            Some((thread, thread.event(event)?))
        }
        Ok(WaitStatus::PtraceSyscall(thread)) => Some((Tracee(thread), Stop::CallDone)),
        Ok(WaitStatus::Stopped(thread, signal)) => Some((Tracee(thread), Stop::Signal(signal))),
        other => other?.pid().map(|thread| (Tracee(thread), Stop::Gone)),
    })
}

fn whole(count: usize, wanted: usize) -> io::Result<()> {
    if count == wanted { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

/// From now on interrupts waits at this interval, in microseconds, so that none lasts for ever.
pub(super) fn tick(every: libc::suseconds_t) {
    extern "C" fn ignore(_: libc::c_int) {}
    let handler = SigAction::new(SigHandler::Handler(ignore), SaFlags::empty(), SigSet::empty());
    let micros = libc::timeval { tv_sec: 0, tv_usec: every };
    let timer = libc::itimerval { it_interval: micros, it_value: micros };
    // SAFETY: the handler does nothing, and the timer lives through its call. Without SA_RESTART the signal
    // ends a wait.
    unsafe {
        let _ = sigaction(Signal::SIGALRM, &handler);
        libc::setitimer(libc::ITIMER_REAL, &timer, ptr::null_mut());
    }
}
