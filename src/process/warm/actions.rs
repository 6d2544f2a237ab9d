//! What signals do to a held process, as far as games change that.

use std::collections::{BTreeMap, BTreeSet};

use super::NotRestorable;
use super::run::Caller;

/// The size of a signal's action, and of a set of signals.
const ACTION: usize = 32;
const SET: u64 = 8;

/// The actions of signals.
#[derive(Default)]
pub(super) struct Actions {
    /// Those that were asked for: what was held.
    held: BTreeMap<u64, [u8; ACTION]>,
    /// Those that the game has changed.
    touched: BTreeSet<u64>,
}

impl Actions {
    /// Whether a signal's action can be changed, since it is known what it was. If so, the game is taken to
    /// do it.
    pub(super) fn touch(&mut self, signal: u64) -> bool {
        let is_ready = self.held.contains_key(&signal);
        if is_ready {
            self.touched.insert(signal);
        }
        is_ready
    }

    /// Asks what a signal's action is.
    pub(super) fn ask(&mut self, signal: u64, caller: &mut Caller<'_>) -> Result<(), NotRestorable> {
        let mut action = [0; ACTION];
        caller.lend(&mut action, libc::SYS_rt_sigaction, |at| [signal, 0, at, SET, 0, 0])?;
        self.held.insert(signal, action);
        Ok(())
    }

    /// Makes all of them what they were.
    pub(super) fn undo(&mut self, caller: &mut Caller<'_>) -> Result<(), NotRestorable> {
        for signal in std::mem::take(&mut self.touched) {
            let mut action = self.held[&signal];
            if caller.lend(&mut action, libc::SYS_rt_sigaction, |at| [signal, at, 0, SET, 0, 0])? != 0 {
                return Err(NotRestorable::for_good("has signal handlers that cannot be restored"));
            }
        }
        Ok(())
    }
}
