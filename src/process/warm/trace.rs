//! The raw calls of `ptrace`, and the registers of system calls: all code that depends on the architecture or
//! is unsafe.

use std::ffi::c_void;
use std::io;
use std::ptr;

use rustix::process::Pid;

use crate::process::reap;

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
    Signal(i32),
    /// It is gone.
    Gone,
}

/// How far a process runs.
#[repr(u32)]
pub(super) enum Until {
    /// To the next stop of any kind.
    Stop = libc::PTRACE_CONT,
    /// To the end of the system call it is in, at most.
    CallDone = libc::PTRACE_SYSCALL,
}

/// The bytes of the instruction that makes a system call.
const SYSCALL: [u8; 2] = [0x0F, 0x05];

/// The flags of the processor that a program can change and a tracer cannot: nested task, and identification.
const OUT_OF_REACH: u64 = 1 << 14 | 1 << 21;

/// The number of no system call: the call is skipped and not repeated.
const NO_CALL: u64 = u64::MAX;

/// How the system marks the end of a system call among traps.
const CALL_DONE: i32 = libc::SIGTRAP | 0x80;

/// The registers of the vector units, all that the machine has.
const VECTORS: usize = 0x202;

/// How much is compared at once: a larger buffer would be allocated and freed by the system each time.
const AT_ONCE: usize = 1 << 16;

/// How many pieces of memory one call copies at most.
const PIECES: usize = 1024;

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

    /// The registers before the same call again.
    pub(super) fn again(self) -> Registers {
        self.about_to_call(self.call(), self.arguments())
    }
}

/// A traced process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tracee(pub(super) Pid);

impl Tracee {
    fn number(self) -> libc::pid_t {
        self.0.as_raw_nonzero().get()
    }

    fn ask<T>(self, request: libc::c_uint, address: usize, data: *mut T) -> io::Result<()> {
        // SAFETY: the requests made here take numbers, or a pointer in `data` to a value that the
        // caller keeps alive and that is as large as the request wants it.
        let outcome = unsafe { libc::ptrace(request, self.number(), address as *mut c_void, data) };
        if outcome < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
    }

    /// The answer to a request, which is a plain number or C struct.
    fn get<T: Copy>(self, request: libc::c_uint, address: usize) -> io::Result<T> {
        // SAFETY: zeros are a valid value of each type that is asked for here.
        let mut told = unsafe { std::mem::zeroed() };
        self.ask(request, address, &mut told)?;
        Ok(told)
    }

    /// Asks to be told of watched calls and new processes, and to have it killed when the tracer ends.
    pub(super) fn set_options(self) -> io::Result<()> {
        let options = libc::PTRACE_O_EXITKILL
            | libc::PTRACE_O_TRACESECCOMP
            | libc::PTRACE_O_TRACESYSGOOD
            | libc::PTRACE_O_TRACEEXEC
            | libc::PTRACE_O_TRACEFORK
            | libc::PTRACE_O_TRACEVFORK
            | libc::PTRACE_O_TRACECLONE;
        self.ask(libc::PTRACE_SETOPTIONS, 0, options as usize as *mut c_void)
    }

    /// Lets it go on, without the signal that was about to be delivered, if any.
    pub(super) fn resume(self, until: Until) -> io::Result<()> {
        self.ask(until as libc::c_uint, 0, ptr::null_mut::<c_void>())
    }

    /// Waits for its next stop; `None` after a tick of the clock.
    pub(super) fn wait(self) -> io::Result<Option<Stop>> {
        match reap::wait(self.number(), libc::__WALL) {
            Ok(Some(gone)) => self.stop(gone.status).map(Some),
            Ok(None) => Ok(None),
            Err(why) if why.kind() == io::ErrorKind::Interrupted => Ok(None),
            Err(why) => Err(why),
        }
    }

    fn stop(self, status: i32) -> io::Result<Stop> {
        if !libc::WIFSTOPPED(status) {
            return Ok(Stop::Gone);
        }
        Ok(match (status >> 16, libc::WSTOPSIG(status)) {
            (libc::PTRACE_EVENT_SECCOMP, _) => {
                Stop::Call(self.get::<u64>(libc::PTRACE_GETEVENTMSG, 0)? as u16)
            }
            (libc::PTRACE_EVENT_FORK | libc::PTRACE_EVENT_VFORK | libc::PTRACE_EVENT_CLONE, _) => {
                Stop::Forked
            }
            (libc::PTRACE_EVENT_EXEC, _) => Stop::Executed,
            (_, CALL_DONE) => Stop::CallDone,
            (_, signal) => Stop::Signal(signal),
        })
    }

    pub(super) fn registers(self) -> io::Result<Registers> {
        self.get(libc::PTRACE_GETREGS, 0).map(Registers)
    }

    pub(super) fn set_registers(self, registers: &Registers) -> io::Result<()> {
        self.ask(libc::PTRACE_SETREGS, 0, ptr::from_ref(&registers.0).cast_mut())
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
        self.get(libc::PTRACE_GETSIGMASK, size_of::<u64>())
    }

    pub(super) fn set_signal_mask(self, mask: u64) -> io::Result<()> {
        self.ask(libc::PTRACE_SETSIGMASK, size_of::<u64>(), &mut { mask })
    }

    /// Copies its memory at an address.
    pub(super) fn read(self, address: u64, into: &mut [u8]) -> io::Result<()> {
        let ours = piece(into.as_mut_ptr().cast(), into);
        let theirs = piece(address as *mut c_void, into);
        // SAFETY: ours is a buffer that may be written; the system checks the other process's.
        let count = unsafe { libc::process_vm_readv(self.number(), &ours, 1, &theirs, 1, 0) };
        whole(count, into.len())
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
        for pieces in pieces.chunks(PIECES) {
            let ours: Vec<_> =
                pieces.iter().map(|(_, from)| piece(from.as_ptr().cast_mut().cast(), from)).collect();
            let theirs: Vec<_> = pieces.iter().map(|(at, from)| piece(*at as *mut c_void, from)).collect();
            let size = pieces.iter().map(|(_, from)| from.len()).sum();
            let count = pieces.len() as libc::c_ulong;
            // SAFETY: ours are only read and live through the call; the system checks the other process's.
            let written = unsafe {
                libc::process_vm_writev(self.number(), ours.as_ptr(), count, theirs.as_ptr(), count, 0)
            };
            whole(written, size)?;
        }
        Ok(())
    }

    /// Whether its call was made with the usual instruction, so that it can be made again.
    pub(super) fn can_call_again(self, registers: &Registers) -> bool {
        self.has(registers.0.rip.wrapping_sub(SYSCALL.len() as u64), &SYSCALL).unwrap_or(false)
    }
}

fn piece(at: *mut c_void, of: &[u8]) -> libc::iovec {
    libc::iovec { iov_base: at, iov_len: of.len() }
}

fn whole(count: isize, wanted: usize) -> io::Result<()> {
    match usize::try_from(count) {
        Ok(count) if count == wanted => Ok(()),
        Ok(_) => Err(io::ErrorKind::UnexpectedEof.into()),
        Err(_) => Err(io::Error::last_os_error()),
    }
}

/// From now on interrupts waits at this interval, in microseconds, so that none lasts for ever.
pub(super) fn tick(every: libc::suseconds_t) {
    extern "C" fn ignore(_: libc::c_int) {}
    let micros = libc::timeval { tv_sec: 0, tv_usec: every };
    let timer = libc::itimerval { it_interval: micros, it_value: micros };
    // SAFETY: the handler does nothing, and both structs live through the calls. Without SA_RESTART
    // the signal ends a wait.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = ignore as *const () as usize;
        libc::sigaction(libc::SIGALRM, &action, ptr::null_mut());
        libc::setitimer(libc::ITIMER_REAL, &timer, ptr::null_mut());
    }
}
