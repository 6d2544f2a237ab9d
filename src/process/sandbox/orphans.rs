//! What a helper leaves that did not end in good order: killed by the system for want of memory, say,
//! in the middle of a candidate's fork bomb.
//!
//! In a process namespace the system ends everybody with the helper. Elsewhere the orphans go to the
//! nearest process above that asked for them. That is the helper while it lives, and after it the
//! judge, which finds them by what none of them can change: they are its children, and in another
//! session than its own, since a helper begins with one and nobody can enter another's. So of judge
//! and helper either may be killed at any time, and the other still ends all there is.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::super::reap::wait;
use super::account::{self, Account};
use super::tree::kill_all;

/// The helpers that were started and not yet buried.
static HELPERS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn helpers() -> MutexGuard<'static, BTreeSet<u32>> {
    // Whoever panicked has not left the set half changed.
    HELPERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a helper whose orphans will be this process's.
pub(super) fn start(program: &mut Command) -> io::Result<Child> {
    let mut helpers = helpers();
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    let helper = program.spawn()?;
    helpers.insert(helper.id());
    Ok(helper)
}

/// Waits for a helper that is about to end; if its end is not that of one which has ended all that
/// its candidates started, ends that.
pub(super) fn bury(helper: &mut Child) {
    let mut helpers = helpers();
    let is_in_good_order = helper.wait().is_ok_and(|status| status.success());
    helpers.remove(&helper.id());
    if is_in_good_order {
        return;
    }
    let orphans = || orphans(&helpers);
    kill_all(|| {
        let mut all = orphans();
        all.extend(account::below(&all.iter().map(|orphan| orphan.pid).collect::<Vec<_>>()));
        all
    });
    // A parent that is reaped hands its dead children on. Who is alive is of another helper, which is to be
    // buried next.
    while let Some(orphan) = orphans().into_iter().find(|orphan| orphan.is_dead) {
        let _ = wait(orphan.pid, libc::__WALL);
    }
}

/// This process's children that are neither its own doing nor helpers.
fn orphans(helpers: &BTreeSet<u32>) -> Vec<Account> {
    let own = std::process::id();
    // SAFETY: the call takes a plain number. It may give 0: the session is outside of this namespace.
    let session = unsafe { libc::getsid(0) };
    let is_orphan = |account: &Account| {
        account.parent.cast_unsigned() == own
            && account.session != session
            && !helpers.contains(&account.pid.cast_unsigned())
    };
    account::others(0).into_iter().filter(is_orphan).collect()
}
