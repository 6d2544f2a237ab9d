//! Timers that a held process has made and not set, and that a game deletes, as Ruby does at its end.
//! They are not deleted: a game can do nothing else with a timer without being given back.

use std::collections::BTreeSet;

use super::NotRestorable;
use super::run::Caller;

/// The size of a timer's setting.
const SETTING: usize = 32;

/// The timers of a process.
#[derive(Default)]
pub(super) struct Timers {
    /// Those that are known to be there.
    held: BTreeSet<u64>,
    /// Those that the game takes for deleted.
    deleted: BTreeSet<u64>,
}

impl Timers {
    /// Whether a timer is known to be there, or was until the game deleted it.
    pub(super) fn knows(&self, timer: u64) -> bool {
        self.held.contains(&timer)
    }

    /// Takes a timer for deleted; false if it is already.
    pub(super) fn delete(&mut self, timer: u64) -> bool {
        self.deleted.insert(timer)
    }

    /// Asks whether there is such a timer.
    ///
    /// # Errors
    /// If there is none.
    pub(super) fn ask(&mut self, timer: u64, caller: &mut Caller<'_>) -> Result<(), NotRestorable> {
        let ask = |at| [timer, at, 0, 0, 0, 0];
        if caller.lend(&mut [0; SETTING], libc::SYS_timer_gettime, ask)? != 0 {
            return Err(NotRestorable::this_time("deletes a timer that does not exist"));
        }
        self.held.insert(timer);
        Ok(())
    }

    /// Takes all of them for there again.
    pub(super) fn undo(&mut self) {
        self.deleted.clear();
    }
}
