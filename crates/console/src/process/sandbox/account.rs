//! Processes as `/proc` describes them: which there are, their parents, and their use of resources so far.

use std::path::Path;
use std::time::Duration;

use procfs::process::{Process, Stat, StatFlags};

use super::super::process_tree::{numbers, ticks};

/// A process, as `/proc` describes it.
pub(super) struct Account {
    pub(super) pid: i32,
    pub(super) parent: i32,
    pub(super) session: i32,
    /// Whether it is gone, except for its number, since its parent has not reaped it.
    pub(super) is_dead: bool,
    /// The processor time of its threads.
    pub(super) own_cpu: Duration,
    /// The same, with that of the children that it has waited for.
    pub(super) cpu: Duration,
    /// When it began, in units of the system.
    pub(super) began: u64,
    /// Whether it has a processor, or waits for one.
    pub(super) runs: bool,
    pub(super) threads: u64,
    pub(super) memory: u64,
}

/// How many processes and threads a user has, seen from here.
pub(super) fn count_of(user: u32) -> u64 {
    use std::os::unix::fs::MetadataExt;
    let is_users = |pid: &i32| {
        Path::new(&format!("/proc/{pid}")).metadata().is_ok_and(|metadata| metadata.uid() == user)
    };
    numbers("/proc").filter(is_users).filter_map(Account::of).map(|account| account.threads).sum()
}

/// How many pages of memory the threads of a process have together.
fn pages_of_threads(pid: i32) -> u64 {
    threads(pid).map(|thread| thread.rss).max().unwrap_or(0)
}

fn threads(pid: i32) -> impl Iterator<Item = Stat> {
    let threads = Process::new(pid).and_then(|process| process.tasks());
    threads.into_iter().flatten().flatten().filter_map(|thread| thread.stat().ok())
}

/// Whether a process and all its threads are ending. None of them returns to the program; the system gives back what
/// they had.
pub(super) fn is_exiting(pid: i32) -> bool {
    threads(pid).all(|thread| thread.flags & StatFlags::PF_EXITING.bits() != 0)
}

impl Account {
    pub(super) fn of(pid: i32) -> Option<Account> {
        let stat = Process::new(pid).ok()?.stat().ok()?;
        let of_children = u64::try_from(stat.cutime + stat.cstime).ok()?;
        // The first thread may end before the others; then they tell of the memory. Threads that have ended count until they
        // are reaped, and those of a held program are reaped late.
        let has_ended = matches!(stat.state, 'Z' | 'X');
        let is_dead = has_ended && (stat.num_threads <= 1 || is_exiting(pid));
        let pages = if has_ended && !is_dead { pages_of_threads(pid) } else { stat.rss };
        Some(Account {
            pid,
            parent: stat.ppid,
            is_dead,
            session: stat.session,
            own_cpu: ticks(stat.utime + stat.stime),
            began: stat.starttime,
            runs: stat.state == 'R',
            cpu: ticks(stat.utime + stat.stime + of_children),
            threads: u64::try_from(stat.num_threads).ok()?,
            memory: pages * procfs::page_size(),
        })
    }

    /// Its memory; shared memory is counted in part.
    pub(super) fn own_memory(&self) -> u64 {
        let rollup = Process::new(self.pid).and_then(|process| process.smaps_rollup());
        let share = rollup.ok().and_then(|rollup| {
            rollup.memory_map_rollup.iter().find_map(|all| all.extension.map.get("Pss").copied())
        });
        share.unwrap_or(self.memory)
    }
}

/// The number of bytes of a row, such as `VmPTE:`, in a table of `/proc` in units of 1,024 bytes. 0 without that row.
pub(super) fn kilobytes(table: &str, row: &str) -> u64 {
    let found =
        table.lines().find_map(|line| line.strip_prefix(row)?.split_ascii_whitespace().next()?.parse().ok());
    found.unwrap_or(0) << 10
}

/// How much memory of the whole system is shared without a file, or is a file in memory, in bytes.
pub(super) fn shared_memory() -> u64 {
    std::fs::read_to_string("/proc/meminfo").map_or(0, |table| kilobytes(&table, "Shmem:"))
}

/// The accounts of all processes that are seen from here, except one.
pub(super) fn others(than: i32) -> Vec<Account> {
    numbers("/proc").filter(|pid| *pid != than).filter_map(Account::of).collect()
}

/// The accounts of all descendants of these processes, without the processes themselves.
pub(super) fn below(parents: &[i32]) -> Vec<Account> {
    let mut others: Vec<_> = numbers("/proc").filter_map(Account::of).collect();
    let mut below = Vec::new();
    let mut parents = parents.to_vec();
    while let Some(parent) = parents.pop() {
        let (children, rest): (Vec<_>, _) = others.into_iter().partition(|account| account.parent == parent);
        others = rest;
        parents.extend(children.iter().map(|child| child.pid));
        below.extend(children);
    }
    below
}
