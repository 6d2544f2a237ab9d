//! The registers of a process that stands in a system call, as far as calls are made by them.

/// The length of the instruction that makes a system call.
pub(super) const CALL_LENGTH: u64 = 2;

/// The flags of the processor that a program can change and a tracer cannot: nested task, and identification.
const OUT_OF_REACH: u64 = 1 << 14 | 1 << 21;

/// A system call that is left out, to be neither made nor made again.
const NO_CALL: u64 = u64::MAX;

/// The general registers of a process.
#[derive(Clone, Copy)]
pub(super) struct Registers(pub(super) libc::user_regs_struct);

impl Registers {
    /// The number of the call that it is in.
    pub(super) fn call(&self) -> i64 {
        self.0.orig_rax.cast_signed()
    }

    /// The arguments of the call.
    pub(super) fn arguments(&self) -> [u64; 6] {
        [self.0.rdi, self.0.rsi, self.0.rdx, self.0.r10, self.0.r8, self.0.r9]
    }

    /// What the call came back with: a number, or an error below zero.
    pub(super) fn result(&self) -> i64 {
        self.0.rax.cast_signed()
    }

    /// Whether all that is not set with the others is what it is there.
    pub(super) fn is_within_reach_of(&self, other: &Registers) -> bool {
        (self.0.eflags ^ other.0.eflags) & OUT_OF_REACH == 0
    }

    /// The same after the call, which is not made, came back with this.
    pub(super) fn answered(mut self, value: u64) -> Registers {
        (self.0.orig_rax, self.0.rax) = (NO_CALL, value);
        self
    }

    /// The same before another call in place of the one that it is about to make.
    pub(super) fn calling_instead(mut self, call: i64, arguments: [u64; 6]) -> Registers {
        let it = &mut self.0;
        (it.orig_rax, it.rax) = (call.cast_unsigned(), call.cast_unsigned());
        [it.rdi, it.rsi, it.rdx, it.r10, it.r8, it.r9] = arguments;
        self
    }

    /// The same about to make a call with the instruction that it has just come from.
    pub(super) fn about_to_call(self, call: i64, arguments: [u64; 6]) -> Registers {
        let mut then = self.calling_instead(call, arguments);
        (then.0.rip, then.0.orig_rax) = (self.0.rip - CALL_LENGTH, NO_CALL);
        then
    }

    /// The same about to make its call once more.
    pub(super) fn again(self) -> Registers {
        self.about_to_call(self.call(), self.arguments())
    }
}
