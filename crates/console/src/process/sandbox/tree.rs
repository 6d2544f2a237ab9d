//! All processes that a candidate started: in its own process namespace all but the helper, elsewhere
//! all descendants of the helper, to which the system gives the orphans.
//!
//! Usage is what the system counts when a process is reaped. That is exact, so that even a peak of a
//! millisecond is seen. While the processes run, their accounts in `/proc` are sampled: only these show that
//! several processes together exceed a limit of processor time, memory or number.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use super::super::process_tree::{Descendants, ProcessTree};
use super::super::reap::wait;
use super::account::{self, Account};
use super::descriptors::Descriptors;
use super::disk;
use super::seen::Seen;
use crate::execution::{Limit, Limits, Usage};

/// All processes of a run, as a helper finds them.
pub(in crate::process) struct Tree {
    /// Whether this process namespace contains only the helper and its candidate.
    is_alone: bool,
    /// The folder on the system's disk in which it writes, if it has none in memory.
    folder: Option<PathBuf>,
    /// The most memory that was seen in use at once.
    memory: u64,
    /// How much of it the whole system shared at first.
    shared: u64,
    /// The processes that were seen.
    seen: Seen,
    /// The processes that hid their files at the last look.
    hidden: HashMap<i32, HidingProcess>,
}

/// A process that hides its files.
#[derive(Clone, Copy)]
struct HidingProcess {
    /// The processor time that it had used when it was first seen to do so.
    cpu: Duration,
    /// How often in a row it was seen to do so.
    looks: u32,
}

/// How much processor time a process may use while it hides its files, and at how many looks it may do so. A program does it
/// for an instant while it is started, which is longer if the machine is busy.
const HIDDEN: HidingProcess = HidingProcess { cpu: Duration::from_millis(20), looks: 25 };

impl Descendants for Tree {
    fn tree(&self, _: Pid) -> ProcessTree {
        ProcessTree { ancestor: std::process::id().cast_signed(), has_ancestor: false }
    }

    fn look(&mut self, limits: &Limits) -> Option<Limit> {
        let all = self.accounts();
        let memory: u64 = all.iter().map(|account| account.memory).sum();
        // Memory that processes share is counted for each of them at first. Counting it once takes longer,
        // and is done only if the first sum is too much.
        let memory = if memory > limits.memory { all.iter().map(Account::own_memory).sum() } else { 0 };
        self.memory = self.memory.max(memory);
        let processes: u64 = all.iter().map(|account| account.threads).sum();
        let counted: Duration = all.iter().map(|account| account.cpu).sum();
        self.seen.look(&all);
        let cpu = self.seen.cpu(counted);
        let alive = all.iter().filter(|account| !account.is_dead);
        let mut held = Descriptors::of(alive.map(|account| account.pid), limits.memory);
        if self.is_alone {
            held.count_network();
        }
        let files =
            self.folder.as_ref().map_or(0, |folder| disk::used(folder).saturating_add(held.nameless_bytes));
        // What others share meanwhile counts, too. Hardly any program shares memory without a file.
        let shared =
            if held.shares_memory { account::shared_memory().saturating_sub(self.shared) } else { 0 };
        let memory = memory.saturating_add(held.kernel()).saturating_add(shared);
        let passed = [
            (files > limits.files || self.hides(&all, &held), Limit::Files),
            (memory > limits.memory, Limit::Memory),
            (processes > limits.processes, Limit::Processes),
            (cpu > limits.cpu, Limit::Cpu),
        ];
        passed.into_iter().filter(|(is_passed, _)| *is_passed).map(|(_, limit)| limit).min()
    }

    fn end(&mut self, leader: Pid) -> (i32, Usage) {
        // Looking for the others is slow, for the system too, and there are hardly ever any. Once the first
        // process is gone, they are children of this process.
        if !has_ended(leader) {
            self.kill();
        }
        let mut usage = Usage { memory: self.memory, ..Usage::default() };
        let mut status = 0;
        loop {
            // All processes are dead or about to be, so the wait is short; a process that is orphaned
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
                _ => {
                    usage.cpu = self.seen.cpu(usage.cpu);
                    return (status, usage);
                }
            }
        }
    }
}

impl Tree {
    /// All processes of a run whose files have their own size limit, or are not counted.
    pub(in crate::process) fn new(is_alone: bool) -> Tree {
        let shared = account::shared_memory();
        Tree { is_alone, folder: None, memory: 0, shared, seen: Seen::new(), hidden: HashMap::new() }
    }

    /// Whether one of these processes hides its files, and works meanwhile or goes on doing so. In a folder in memory the
    /// sizes of files need not be seen.
    fn hides(&mut self, all: &[Account], held: &Descriptors) -> bool {
        let is_veiled = |pid: &i32| self.folder.is_some() && held.veiled.contains(pid);
        let hiding: Vec<_> = all
            .iter()
            .filter(|account| held.hidden.contains(&account.pid) || is_veiled(&account.pid))
            .collect();
        let before = std::mem::take(&mut self.hidden);
        self.hidden.extend(hiding.iter().map(|account| {
            let new = HidingProcess { cpu: account.cpu, looks: 0 };
            let HidingProcess { cpu, looks } = before.get(&account.pid).copied().unwrap_or(new);
            (account.pid, HidingProcess { cpu, looks: looks + 1 })
        }));
        let is_enough = |account: &Account| {
            let HidingProcess { cpu, looks } = self.hidden[&account.pid];
            account.cpu >= cpu + HIDDEN.cpu || looks >= HIDDEN.looks
        };
        // At its end a process belongs to root, too, for as long as it takes to give its memory back.
        hiding.into_iter().any(|account| is_enough(account) && !account::is_exiting(account.pid))
    }

    /// Counts the files of the folder that it writes in, if they have no size limit of their own.
    pub(super) fn writing_in(self, folder: Option<&Path>) -> Tree {
        Tree { folder: folder.map(Path::to_owned), ..self }
    }

    fn kill(&self) {
        if self.is_alone {
            // To all processes that this one sees, except itself. The system does that in one step.
            // SAFETY: the call takes plain numbers.
            unsafe { libc::kill(-1, libc::SIGKILL) };
            return;
        }
        kill_all(|| self.accounts());
    }

    fn accounts(&self) -> Vec<Account> {
        let own = std::process::id().cast_signed();
        if self.is_alone { account::others(own) } else { account::below(&[own]) }
    }
}

/// Kills all processes until none is found alive. A stopped process makes no more children, so all are
/// stopped first. A process that escapes this, because it was born or woken meanwhile, is found the next
/// time. That cannot go on for ever: the dead are not reaped here, so they count against the limit of
/// processes.
///
/// A process may have a child after the list was made, and be dead when it is looked at. So the tree is dead
/// only if all in a list were known to be dead before it was made.
pub(super) fn kill_all(find: impl Fn() -> Vec<Account>) {
    let mut known_dead = BTreeSet::new();
    loop {
        let found = find();
        if found.iter().all(|account| known_dead.contains(&account.pid)) {
            return;
        }
        let (dead, alive): (Vec<_>, Vec<_>) = found.into_iter().partition(|account| account.is_dead);
        for word in [Signal::STOP, Signal::KILL] {
            alive.iter().for_each(|account| signal(account.pid, word));
        }
        known_dead.extend(dead.iter().map(|account| account.pid));
        std::thread::yield_now();
    }
}

/// Whether there are any children left to be reaped, now or later.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Command, Stdio};

    #[test]
    fn who_has_ended_is_exiting_and_who_runs_is_not() {
        let mut dead = Command::new("true").spawn().unwrap();
        let pid = dead.id().cast_signed();
        while !Account::of(pid).unwrap().is_dead {
            std::thread::yield_now();
        }
        assert!(account::is_exiting(pid) && !account::is_exiting(std::process::id().cast_signed()));
        dead.wait().unwrap();
    }

    #[test]
    fn a_process_born_during_a_search_is_found_next_time() {
        let mut born = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let account = |pid: u32| Account::of(pid.cast_signed());
        // The parent had its child after the list was made, and was dead when it was looked at.
        let mut parent = Command::new("true").spawn().unwrap();
        while !account(parent.id()).unwrap().is_dead {
            std::thread::yield_now();
        }
        let times = Cell::new(0);
        kill_all(|| {
            times.set(times.get() + 1);
            let seen = if times.get() == 1 { &[parent.id()][..] } else { &[parent.id(), born.id()] };
            seen.iter().filter_map(|pid| account(*pid)).collect()
        });
        let killed = || account(born.id()).unwrap().is_dead;
        assert!(killed(), "it was left alive");
        assert_eq!(born.wait().unwrap().signal(), Some(Signal::KILL.as_raw()));
        parent.wait().unwrap();
    }
}
