//! Which process runs on which core. A worker, its helper and its candidate take turns: while one works, the
//! others wait for it. So they stay on one core, where waking each other takes two microseconds instead of
//! sixty, and other workers use other cores. Only a candidate that runs for long is released from its core,
//! since it may have threads and children that work at the same time: a candidate after 20 ms, a player in a match
//! at once.

use std::cell::Cell;
use std::num::NonZeroUsize;
use std::sync::OnceLock;

use parking_lot::{Mutex, MutexGuard};
use rustix::process::Pid;
use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};

thread_local! {
    static STAYS: Cell<bool> = const { Cell::new(false) };
}

/// The cores that this process could use when it first asked, before any thread was kept on one.
fn all() -> &'static CpuSet {
    static ALL: OnceLock<CpuSet> = OnceLock::new();
    ALL.get_or_init(|| sched_getaffinity(None).unwrap_or_default())
}

/// How many things this process can do at once.
pub fn core_count() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// A core in use by a worker, until it is dropped.
#[derive(Debug)]
pub(super) struct Core(usize);

/// Cores, and how many workers use each.
#[derive(Debug)]
struct Cores(Vec<(usize, usize)>);

impl Core {
    /// One of the least used cores.
    pub(super) fn take() -> Core {
        Core(cores().take())
    }

    pub(super) fn number(&self) -> usize {
        self.0
    }
}

impl Drop for Core {
    fn drop(&mut self) {
        cores().give_back(self.0);
    }
}

impl Cores {
    fn take(&mut self) -> usize {
        let least = self.0.iter_mut().min_by_key(|(_, holders)| *holders);
        least.map_or(0, |(core, holders)| {
            *holders += 1;
            *core
        })
    }

    fn give_back(&mut self, core: usize) {
        let given = self.0.iter_mut().find(|(own, _)| *own == core);
        given.into_iter().for_each(|(_, holders)| *holders -= 1);
    }
}

/// The cores of this process, in an order that begins with the one it runs on, so that two judges do not both
/// begin with the first.
fn cores() -> MutexGuard<'static, Cores> {
    static CORES: OnceLock<Mutex<Cores>> = OnceLock::new();
    let begin = || {
        let mut cores: Vec<_> =
            (0..CpuSet::MAX_CPU).filter(|core| all().is_set(*core)).map(|core| (core, 0)).collect();
        let first = sched_getcpu() % cores.len().max(1);
        cores.rotate_left(first);
        Mutex::new(Cores(cores))
    };
    CORES.get_or_init(begin).lock()
}

/// Keeps this thread, and all processes that it starts, on one core from now on. The thread gets a policy
/// under which it does not interrupt the others when it is woken: so it reads a whole answer at once, not its
/// first word only. Without that policy it is slower, but not wrong.
pub(super) fn stay_on(core: usize) {
    all();
    let mut cores = CpuSet::new();
    cores.set(core);
    STAYS.set(sched_setaffinity(None, &cores).is_ok());
    // What it starts must not inherit the policy. A process that was given another policy keeps it.
    let policy = libc::SCHED_BATCH | libc::SCHED_RESET_ON_FORK;
    // SAFETY: both calls take plain numbers, and a pointer to a value that lives through the call.
    unsafe {
        if libc::sched_getscheduler(0) == libc::SCHED_OTHER {
            libc::sched_setscheduler(0, policy, &libc::sched_param { sched_priority: 0 });
        }
    }
}

/// Whether this thread, with all that it starts, stays on one core.
pub(super) fn stays() -> bool {
    STAYS.get()
}

/// Lets this thread, and all processes that it starts, go wherever this process could at first.
#[doc(hidden)]
pub fn roam() {
    let _ = sched_setaffinity(None, all());
    STAYS.set(false);
}

/// Lets a thread that was started on our core go wherever this process could at first.
pub(super) fn let_go(thread: Pid) {
    let _ = sched_setaffinity(Some(thread), all());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_comes_and_goes_often_gets_the_core_that_is_free() {
        let mut cores = Cores(vec![(3, 0), (5, 0)]);
        let stays = cores.take();
        for _ in 0..5 {
            let core = cores.take();
            assert_ne!(core, stays);
            cores.give_back(core);
        }
        assert_eq!([cores.take(), cores.take()], [5, 3], "then the one that the fewest have");
    }
}
