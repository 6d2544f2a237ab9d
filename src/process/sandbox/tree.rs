//! All that a candidate started, wherever it went: in a process namespace of its own everybody but
//! the helper, else everybody below the helper, to whom the system gives the orphans.
//!
//! Use is counted as the system counts it when a process is reaped, which is exact, so that a peak
//! of a millisecond is seen. While they run, their accounts in `/proc` are looked at now and then:
//! that alone tells when processor time or memory of several together, or their number, is too much.

use std::path::Path;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use super::super::group::wait;
use super::super::pump::Kin;
use crate::execution::{Limit, Limits, Usage};

/// All that came of a run, found by a helper.
pub(super) struct Tree {
    /// Whether nobody but the helper and its candidate is in this process namespace.
    pub(super) is_alone: bool,
    /// The most memory that was seen in use at once.
    pub(super) memory: u64,
}

/// What `/proc` says of a process.
struct Account {
    pid: i32,
    parent: i32,
    cpu: Duration,
    threads: u64,
    memory: u64,
}

impl Kin for Tree {
    fn look(&mut self, limits: &Limits) -> Option<Limit> {
        let all = self.accounts();
        let memory: u64 = all.iter().map(|account| account.memory).sum();
        // What processes share is counted for each of them at first; only if that is too much is it
        // worth the time to count it once.
        let memory = if memory > limits.memory { all.iter().map(Account::own_memory).sum() } else { 0 };
        self.memory = self.memory.max(memory);
        let processes: u64 = all.iter().map(|account| account.threads).sum();
        let cpu: Duration = all.iter().map(|account| account.cpu).sum();
        let passed = [
            (memory > limits.memory, Limit::Memory),
            (processes > limits.processes, Limit::Processes),
            (cpu > limits.cpu, Limit::Cpu),
        ];
        passed.into_iter().filter(|(is_passed, _)| *is_passed).map(|(_, limit)| limit).min()
    }

    fn end(&mut self, leader: Pid) -> (i32, Usage) {
        // Looking for the others is dear where they are among others, and nearly always there are
        // none: once the first is gone they are children of this process, if there are any.
        let is_over = !self.is_alone && has_ended(leader);
        if !is_over {
            self.kill();
        }
        let mut usage = Usage { memory: self.memory, ..Usage::default() };
        let mut status = 0;
        loop {
            // Everybody is dead or about to be, so there is little to wait for; whoever is orphaned
            // meanwhile becomes a child of this process.
            match wait(-1, libc::__WALL) {
                Ok(Some(gone)) => {
                    usage.cpu += gone.usage.cpu;
                    usage.memory = usage.memory.max(gone.usage.memory);
                    if gone.pid == leader.as_raw_nonzero().get() {
                        status = gone.status;
                        if has_children() {
                            self.kill();
                        }
                    }
                }
                Err(why) if why.kind() == std::io::ErrorKind::Interrupted => {}
                _ => return (status, usage),
            }
        }
    }
}

impl Tree {
    /// Kills everybody.
    fn kill(&self) {
        if self.is_alone {
            // Of all processes that this one sees, itself left out. The system does it in one step.
            // SAFETY: the call takes plain numbers.
            unsafe { libc::kill(-1, libc::SIGKILL) };
            return;
        }
        // Who is stopped makes no more children: stop all, until nobody new appears, then kill.
        let mut stopped = Vec::new();
        loop {
            let found: Vec<_> = self.accounts().iter().map(|account| account.pid).collect();
            let fresh: Vec<_> = found.iter().filter(|pid| !stopped.contains(*pid)).copied().collect();
            if fresh.is_empty() {
                break;
            }
            fresh.iter().for_each(|pid| signal(*pid, Signal::STOP));
            stopped.extend(fresh);
        }
        stopped.iter().for_each(|pid| signal(*pid, Signal::KILL));
    }

    /// The accounts of everybody.
    fn accounts(&self) -> Vec<Account> {
        let own = std::process::id().cast_signed();
        let mut others: Vec<_> = pids().filter(|pid| *pid != own).filter_map(Account::of).collect();
        if self.is_alone {
            return others;
        }
        let mut below = Vec::new();
        let mut parents = vec![own];
        while let Some(parent) = parents.pop() {
            let (children, rest) = others.into_iter().partition(|account| account.parent == parent);
            others = rest;
            let children: Vec<Account> = children;
            parents.extend(children.iter().map(|child| child.pid));
            below.extend(children);
        }
        below
    }
}

/// Whether there is anybody left to be reaped, now or later.
fn has_children() -> bool {
    // SAFETY: a `siginfo_t` of zeros is a valid value of that plain C struct, and lives through the
    // call, which leaves who has ended to be reaped.
    unsafe {
        let mut info: libc::siginfo_t = std::mem::zeroed();
        let options = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT | libc::__WALL;
        libc::waitid(libc::P_ALL, 0, &mut info, options) == 0
    }
}

/// Whether a child has ended; it is left to be reaped.
fn has_ended(child: Pid) -> bool {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    waitid(WaitId::Pid(child), options).is_ok_and(|status| status.is_some())
}

fn signal(pid: i32, signal: Signal) {
    if let Some(pid) = Pid::from_raw(pid) {
        let _ = kill_process(pid, signal);
    }
}

fn pids() -> impl Iterator<Item = i32> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten();
    entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
}

/// How many processes and threads a user has, seen from here.
pub(super) fn count_of(user: u32) -> u64 {
    use std::os::unix::fs::MetadataExt;
    let is_users = |pid: &i32| {
        Path::new(&format!("/proc/{pid}")).metadata().is_ok_and(|metadata| metadata.uid() == user)
    };
    pids().filter(is_users).filter_map(Account::of).map(|account| account.threads).sum()
}

impl Account {
    /// The account of a process, unless it is gone.
    fn of(pid: i32) -> Option<Account> {
        let text = std::fs::read(format!("/proc/{pid}/stat")).ok()?;
        // The second field is the program's name in parentheses, and may hold any byte.
        let after_name = text.iter().rposition(|byte| *byte == b')')? + 1;
        let fields: Vec<_> =
            std::str::from_utf8(&text[after_name..]).ok()?.split_ascii_whitespace().collect();
        let number = |field: usize| fields.get(field - 3).and_then(|field| field.parse::<u64>().ok());
        let ticks = number(14)? + number(15)? + number(16)? + number(17)?;
        // SAFETY: the call takes a plain number.
        let [per_second, page] = [libc::_SC_CLK_TCK, libc::_SC_PAGESIZE]
            .map(|name| unsafe { libc::sysconf(name) }.cast_unsigned());
        Some(Account {
            pid,
            parent: fields.get(1)?.parse().ok()?,
            cpu: Duration::from_millis(ticks * 1000 / per_second.max(1)),
            threads: number(20)?,
            memory: number(24)? * page,
        })
    }

    /// Its memory, what it shares with others counted in part.
    fn own_memory(&self) -> u64 {
        let read = std::fs::read_to_string(format!("/proc/{}/smaps_rollup", self.pid));
        let shares = read.ok().and_then(|text| {
            let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
            line.split_ascii_whitespace().next()?.parse::<u64>().ok()
        });
        shares.map_or(self.memory, |kilobytes| kilobytes * 1024)
    }
}
