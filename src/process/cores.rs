//! Who is on which core. A worker, its helper and its candidate take turns: when one works, the others
//! wait for it. So they stay on one core, where waking each other takes two microseconds instead of
//! sixty, and other workers on other cores. Only a candidate that takes long is let go, since it may
//! have threads and children that do work at the same time.

use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use rustix::process::Pid;
use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};

thread_local! {
    static STAYS: Cell<bool> = const { Cell::new(false) };
}

/// The cores that this process had when it asked first, before anyone stayed on one.
fn all() -> &'static CpuSet {
    static ALL: OnceLock<CpuSet> = OnceLock::new();
    ALL.get_or_init(|| sched_getaffinity(None).unwrap_or_default())
}

/// A core for the next one who needs one, in turn.
pub(super) fn next() -> usize {
    static TURN: OnceLock<AtomicUsize> = OnceLock::new();
    // Two judges at once should not both begin with the first.
    let turn = TURN.get_or_init(|| AtomicUsize::new(sched_getcpu())).fetch_add(1, Ordering::Relaxed);
    let cores: Vec<_> = (0..CpuSet::MAX_CPU).filter(|core| all().is_set(*core)).collect();
    cores.get(turn % cores.len().max(1)).copied().unwrap_or(0)
}

/// Keeps this thread on one core from now on, with all that it starts, and has it wait there until the
/// others give way: who is woken by the first word of an answer should hear the last. Where that cannot
/// be had, it is slower, and no worse.
pub(super) fn stay_on(core: usize) {
    all();
    let mut cores = CpuSet::new();
    cores.set(core);
    STAYS.set(sched_setaffinity(None, &cores).is_ok());
    // What it starts is to be as anything else, and whoever was given another policy is to keep it.
    let policy = libc::SCHED_BATCH | libc::SCHED_RESET_ON_FORK;
    // SAFETY: both calls take plain numbers, and a pointer to a value that lives through the call.
    unsafe {
        if libc::sched_getscheduler(0) == libc::SCHED_OTHER {
            libc::sched_setscheduler(0, policy, &libc::sched_param { sched_priority: 0 });
        }
    }
}

/// Whether this thread stays on one core, and all that it starts with it.
pub(super) fn stays() -> bool {
    STAYS.get()
}

/// Lets a thread that was started on our core go wherever this process could at first.
pub(super) fn let_go(thread: Pid) {
    let _ = sched_setaffinity(Some(thread), all());
}
