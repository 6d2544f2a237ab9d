//! The calls of `ptrace`, and the registers of system calls: all code that depends on the architecture.

use std::ffi::c_void;
use std::io::{self, IoSlice, IoSliceMut};
use std::ptr;

use nix::errno::Errno;
use nix::sys::ptrace;
use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, sigaction};
use nix::sys::uio::{RemoteIoVec, process_vm_readv, process_vm_writev};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;

/// Why a traced process has stopped, or that it has ended.
#[derive(Debug)]
pub(super) enum Stop {
    /// It makes a system call that the watch names, with this number of the watch's.
    Call(u16),
    /// The system call that it was allowed to make is over.
    CallDone,
    /// It has made a process or a thread, which is traced, too.
    Forked,
    /// It has become another program.
    Executed,
    /// This signal is about to be delivered.
    Signal(Signal),
    /// It is gone.
    Gone,
}

/// The bytes of the instruction that makes a system call.
const SYSCALL: [u8; 2] = [0x0F, 0x05];

/// The flags of the processor that a program can change and a tracer cannot: nested task, and identification.
const OUT_OF_REACH: u64 = 1 << 14 | 1 << 21;

/// The number of no system call: the call is skipped and not repeated.
const NO_CALL: u64 = u64::MAX;

/// The registers of the vector units, all that the machine has.
const VECTORS: usize = 0x202;

/// How much is compared at once: a larger buffer would be allocated and freed by the system each time.
const AT_ONCE: usize = 1 << 16;

/// The general registers of a process that is stopped in a system call.
#[derive(Clone, Copy)]
pub(super) struct Registers(libc::user_regs_struct);

impl Registers {
    /// The number of the call that it is in.
    pub(super) fn call(&self) -> i64 {
        self.0.orig_rax.cast_signed()
    }

    /// The arguments of the call.
    pub(super) fn arguments(&self) -> [u64; 6] {
        [self.0.rdi, self.0.rsi, self.0.rdx, self.0.r10, self.0.r8, self.0.r9]
    }

    /// The result of the call: a number, or an error below zero.
    pub(super) fn result(&self) -> i64 {
        self.0.rax.cast_signed()
    }

    /// Whether the registers that a tracer cannot set are equal.
    pub(super) fn is_within_reach_of(&self, other: &Registers) -> bool {
        (self.0.eflags ^ other.0.eflags) & OUT_OF_REACH == 0
    }

    /// The registers after the call was skipped with this result.
    pub(super) fn answered(mut self, value: u64) -> Registers {
        (self.0.orig_rax, self.0.rax) = (NO_CALL, value);
        self
    }

    /// The registers before another call instead of its own.
    pub(super) fn calling_instead(mut self, call: i64, arguments: [u64; 6]) -> Registers {
        let it = &mut self.0;
        (it.orig_rax, it.rax) = (call.cast_unsigned(), call.cast_unsigned());
        [it.rdi, it.rsi, it.rdx, it.r10, it.r8, it.r9] = arguments;
        self
    }

    /// The registers before a call, made by the instruction that it has just executed.
    pub(super) fn about_to_call(self, call: i64, arguments: [u64; 6]) -> Registers {
        let mut then = self.calling_instead(call, arguments);
        (then.0.rip, then.0.orig_rax) = (self.0.rip - SYSCALL.len() as u64, NO_CALL);
        then
    }
}

/// A traced process.
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

    /// Asks to be told of watched calls and new processes, and to have it killed when the tracer ends.
    pub(super) fn set_options(self) -> io::Result<()> {
        use ptrace::Options;
        let options = Options::PTRACE_O_EXITKILL
            | Options::PTRACE_O_TRACESECCOMP
            | Options::PTRACE_O_TRACESYSGOOD
            | Options::PTRACE_O_TRACEEXEC
            | Options::PTRACE_O_TRACEFORK
            | Options::PTRACE_O_TRACEVFORK
            | Options::PTRACE_O_TRACECLONE;
        Ok(ptrace::setoptions(self.0, options)?)
    }

    /// Waits for its next stop; `None` after a tick of the clock.
    pub(super) fn wait(self) -> io::Result<Option<Stop>> {
        Ok(Some(match waitpid(self.0, Some(WaitPidFlag::__WALL)) {
            Err(Errno::EINTR) => return Ok(None),
            Ok(WaitStatus::PtraceEvent(_, _, libc::PTRACE_EVENT_SECCOMP)) => {
                Stop::Call(ptrace::getevent(self.0)? as u16)
            }
            Ok(WaitStatus::PtraceEvent(_, _, libc::PTRACE_EVENT_EXEC)) => Stop::Executed,
            Ok(WaitStatus::PtraceEvent(..)) => Stop::Forked,
            Ok(WaitStatus::PtraceSyscall(_)) => Stop::CallDone,
            Ok(WaitStatus::Stopped(_, signal)) => Stop::Signal(signal),
            other => other.map(|_| Stop::Gone)?,
        }))
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

    /// The signals that it has blocked.
    pub(super) fn signal_mask(self) -> io::Result<u64> {
        let mut mask = 0_u64;
        self.ask(libc::PTRACE_GETSIGMASK, size_of_val(&mask), &mut mask)?;
        Ok(mask)
    }

    pub(super) fn set_signal_mask(self, mut mask: u64) -> io::Result<()> {
        self.ask(libc::PTRACE_SETSIGMASK, size_of_val(&mask), &mut mask)
    }

    /// Copies its memory at an address.
    pub(super) fn read(self, address: u64, into: &mut [u8]) -> io::Result<()> {
        let (theirs, wanted) = (RemoteIoVec { base: address as usize, len: into.len() }, into.len());
        whole(process_vm_readv(self.0, &mut [IoSliceMut::new(into)], &[theirs])?, wanted)
    }

    /// Whether its memory at an address contains this.
    pub(super) fn has(self, address: u64, expected: &[u8]) -> io::Result<bool> {
        let mut now = vec![0; AT_ONCE.min(expected.len())];
        for (expected, address) in expected.chunks(AT_ONCE).zip((address..).step_by(AT_ONCE)) {
            let now = &mut now[..expected.len()];
            self.read(address, now)?;
            if now != expected {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Copies pieces into its memory, each to its address.
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

    /// Whether its call was made with the usual instruction, so that it can be made again.
    pub(super) fn can_call_again(self, registers: &Registers) -> bool {
        self.has(registers.0.rip.wrapping_sub(SYSCALL.len() as u64), &SYSCALL).unwrap_or(false)
    }
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
