//! Who is on which core. A helper that traces its candidates takes turns with them at every step, and
//! they never work at the same time; so all of them stay on one core, and the helpers of several
//! workers on different ones. Nobody else is told where to be.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu};

/// A core for the next one who needs one, in turn.
pub(super) fn next() -> usize {
    static CORES: OnceLock<Vec<usize>> = OnceLock::new();
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let cores = CORES.get_or_init(|| {
        // Two judges at once should not both begin with the first.
        NEXT.store(sched_getcpu(), Ordering::Relaxed);
        let all = sched_getaffinity(None).unwrap_or_default();
        (0..CpuSet::MAX_CPU).filter(|core| all.is_set(*core)).collect()
    });
    let turn = NEXT.fetch_add(1, Ordering::Relaxed);
    cores.get(turn % cores.len().max(1)).copied().unwrap_or(0)
}

/// Stays on one core from now on, with all that it starts: between two cores, waking each other takes
/// thirty times as long. Where that cannot be had, it is slower, and no worse.
#[cfg(target_arch = "x86_64")]
pub(super) fn stay_on(core: usize) {
    let mut cores = CpuSet::new();
    cores.set(core);
    let _ = rustix::thread::sched_setaffinity(None, &cores);
}
