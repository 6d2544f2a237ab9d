//! The registers of a stopped thread, as a call uses them.

/// The bytes of the instruction that makes a system call.
pub(super) const SYSCALL: [u8; 2] = [0x0F, 0x05];

/// The flags of the processor that a program can change and a tracer cannot: nested task, and identification.
const OUT_OF_REACH: u64 = 1 << 14 | 1 << 21;

/// The number of no system call: the call is skipped and not repeated.
const NO_CALL: u64 = u64::MAX;

/// The results of calls that a signal or a tracer has interrupted: the kernel's own (`ERESTARTSYS`,
/// `ERESTARTNOINTR`, `ERESTARTNOHAND`, `ERESTART_RESTARTBLOCK`).
const INTERRUPTED: [i64; 4] = [-512, -513, -514, -516];

/// The general registers of a stopped thread.
#[derive(Clone, Copy, Debug)]
pub(super) struct Registers(pub(super) libc::user_regs_struct);

impl Registers {
    pub(super) fn call(&self) -> i64 {
        self.0.orig_rax.cast_signed()
    }

    pub(super) fn arguments(&self) -> [u64; 6] {
        [self.0.rdi, self.0.rsi, self.0.rdx, self.0.r10, self.0.r8, self.0.r9]
    }

    /// The result of the call: a number, or an error below zero.
    pub(super) fn result(&self) -> i64 {
        self.0.rax.cast_signed()
    }

    /// Whether they are those of a call that waits, and that was interrupted. Of those with their own result, a wait
    /// for an event is made again by every program.
    pub(super) fn are_of_a_wait(&self) -> bool {
        let is_of_events = [libc::SYS_epoll_wait, libc::SYS_epoll_pwait, libc::SYS_poll, libc::SYS_ppoll];
        let was_interrupted = self.result() == -i64::from(libc::EINTR) && is_of_events.contains(&self.call());
        self.call() >= 0 && (was_interrupted || INTERRUPTED.contains(&self.result()))
    }

    /// The registers of a thread that is in no call, and makes none when it goes on.
    pub(super) fn in_no_call(mut self) -> Registers {
        self.0.orig_rax = NO_CALL;
        self
    }

    /// These registers, with the instruction of another thread that has made a call.
    pub(super) fn with_instruction_of(mut self, other: &Registers) -> Registers {
        self.0.rip = other.0.rip;
        self
    }

    /// An address below its stack, and below what a function may use there without moving its pointer. There is room for a
    /// small structure.
    pub(super) fn below_stack(&self) -> u64 {
        (self.0.rsp - 2048) & !15
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

    pub(super) fn calling_instead(mut self, call: i64, arguments: [u64; 6]) -> Registers {
        let it = &mut self.0;
        (it.orig_rax, it.rax) = (call.cast_unsigned(), call.cast_unsigned());
        [it.rdi, it.rsi, it.rdx, it.r10, it.r8, it.r9] = arguments;
        self
    }

    /// These registers, so that after its call the thread makes another, with the same arguments and the result as
    /// its number.
    pub(super) fn and_again(mut self) -> Registers {
        self.0.rip -= SYSCALL.len() as u64;
        self
    }

    /// The registers before a call, made by the instruction that it has just executed.
    pub(super) fn about_to_call(self, call: i64, arguments: [u64; 6]) -> Registers {
        let mut then = self.calling_instead(call, arguments);
        (then.0.rip, then.0.orig_rax) = (self.0.rip - SYSCALL.len() as u64, NO_CALL);
        then
    }
}
