//! What `/proc` tells of processes: which there are, their parents, and what they have used so far.

use std::path::Path;
use std::time::Duration;

use super::super::process_tree::{after_name, numbers};

/// What `/proc` says of a process.
pub(super) struct Account {
    pub(super) pid: i32,
    pub(super) parent: i32,
    pub(super) session: i32,
    /// Whether it is gone, except for its number, since its parent has not reaped it.
    pub(super) is_dead: bool,
    pub(super) cpu: Duration,
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

impl Account {
    /// The account of a process, unless it is gone.
    pub(super) fn of(pid: i32) -> Option<Account> {
        let text = std::fs::read(format!("/proc/{pid}/stat")).ok()?;
        let fields: Vec<_> = after_name(&text)?.collect();
        let is_dead = matches!(*fields.first()?, "Z" | "X");
        let number = |field: usize| fields.get(field - 3).and_then(|field| field.parse::<u64>().ok());
        let ticks = number(14)? + number(15)? + number(16)? + number(17)?;
        // SAFETY: the call takes a plain number.
        let [per_second, page] = [libc::_SC_CLK_TCK, libc::_SC_PAGESIZE]
            .map(|name| unsafe { libc::sysconf(name) }.cast_unsigned());
        Some(Account {
            pid,
            parent: fields.get(1)?.parse().ok()?,
            is_dead,
            session: fields.get(3)?.parse().ok()?,
            cpu: Duration::from_millis(ticks * 1000 / per_second.max(1)),
            threads: number(20)?,
            memory: number(24)? * page,
        })
    }

    /// Its memory; shared memory is counted in part.
    pub(super) fn own_memory(&self) -> u64 {
        let read = std::fs::read_to_string(format!("/proc/{}/smaps_rollup", self.pid));
        let shares = read.ok().and_then(|text| {
            let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
            line.split_ascii_whitespace().next()?.parse::<u64>().ok()
        });
        shares.map_or(self.memory, |kilobytes| kilobytes * 1024)
    }
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
