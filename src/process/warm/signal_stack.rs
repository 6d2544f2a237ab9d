//! The stack of its own on which a process may handle signals.

use std::io;

use super::NotRestorable;
use super::run::Caller;
use super::trace::Tracee;

/// The size of a setting: an address, flags, a size.
const SETTING: usize = 24;

/// Where it is, or that there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SignalStack {
    start: u64,
    flags: i32,
    size: u64,
}

impl SignalStack {
    /// Asks where it is.
    ///
    /// # Errors
    /// If it is forgotten whenever a signal comes.
    pub(super) fn ask(caller: &mut Caller<'_>) -> Result<SignalStack, NotRestorable> {
        let mut setting = [0; SETTING];
        caller.lend(&mut setting, libc::SYS_sigaltstack, |at| [0, at, 0, 0, 0, 0])?;
        let stack = SignalStack::from(setting);
        if stack.flags & !(libc::SS_ONSTACK | libc::SS_DISABLE) != 0 {
            return Err(NotRestorable::for_good("has a signal stack that changes"));
        }
        Ok(stack)
    }

    /// The setting at an address.
    pub(super) fn read(tracee: Tracee, address: u64) -> io::Result<SignalStack> {
        let mut setting = [0; SETTING];
        tracee.read(address, &mut setting)?;
        Ok(SignalStack::from(setting))
    }

    /// Whether setting it to this would change anything, the other being what it is.
    pub(super) fn sets(&self, other: &SignalStack) -> bool {
        let is_none = |stack: &SignalStack| stack.size == 0 && stack.start == 0;
        if is_none(other) {
            return !is_none(self) || self.flags & !libc::SS_DISABLE != 0;
        }
        (self.start, self.size) != (other.start, other.size) || self.flags & !libc::SS_ONSTACK != 0
    }
}

impl From<[u8; SETTING]> for SignalStack {
    fn from(setting: [u8; SETTING]) -> SignalStack {
        let [start, flags, size] = [0, 8, 16]
            .map(|place| u64::from_ne_bytes(setting[place..place + 8].try_into().expect("eight bytes")));
        SignalStack { start, flags: flags as i32, size }
    }
}
