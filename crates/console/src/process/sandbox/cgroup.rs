//! A control group (version 2) for each helper and all that it starts. There the system counts, exactly and
//! at once, what many processes use together, and enforces the limits. Without it, memory and number of
//! several processes are only sampled, and the system holds each process only to its own limits.
//!
//! A group is made once and kept for all runs of its helper. It also contains what the helper itself uses;
//! that is subtracted. Groups can be made by root, or where one was delegated. In the second case the judge
//! first moves into a subgroup, since a group may not hold both processes and groups. The next judge removes
//! groups of judges that were killed.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use super::message::{Refusal, refused};
use crate::execution::{Ending, Execution, Limit, Limits};

/// The controllers that a group needs, to count and to limit.
const CONTROLLERS: [&str; 2] = ["memory", "pids"];

/// Processes of the judge's in each group: the helper, and the one that waits for it.
const OWN_PROCESSES: u64 = 2;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Groups {
    base: PathBuf,
}

#[derive(Debug)]
pub(super) struct Group {
    folder: PathBuf,
    /// The most memory in use; on newer systems, writing to it restarts the count.
    peak: Option<File>,
}

/// The counts of a group when a run began.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Count {
    cpu: Duration,
    memory: u64,
    /// The most memory so far, if the count could not be restarted.
    peak: Option<u64>,
    kills: u64,
    refusals: u64,
}

impl Groups {
    /// Finds a place for groups that count all that is needed, and prepares it.
    pub(super) fn find() -> Result<Groups, Refusal> {
        let (top, own) = mounted().ok_or_else(|| refusal("find control groups", "none are mounted"))?;
        let own = top.join(own.strip_prefix("/").unwrap_or(&own));
        let mut why = refusal("make a control group", "no writable parent group");
        for base in [own, top] {
            match Groups::at(base) {
                Ok(groups) => return Ok(groups),
                Err(refusal) => why = refusal,
            }
        }
        Err(why)
    }

    fn at(base: PathBuf) -> Result<Groups, Refusal> {
        let offered = words(&base.join("cgroup.controllers"));
        let missing: Vec<_> = CONTROLLERS.into_iter().filter(|name| !offered.contains(*name)).collect();
        if !missing.is_empty() {
            let why = format!("{} does not offer {}", base.display(), missing.join(" and "));
            return Err(refusal("limit a control group", &why));
        }
        sweep(&base);
        let handed_on = words(&base.join("cgroup.subtree_control"));
        if CONTROLLERS.iter().any(|name| !handed_on.contains(*name)) {
            hand_on(&base).map_err(refused("limit control groups below the judge's own"))?;
        }
        let groups = Groups { base };
        groups.make().map_err(refused("make a control group"))?;
        Ok(groups)
    }

    pub(super) fn make(&self) -> io::Result<Group> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let folder = self.base.join(format!("judge-{}-{number}", std::process::id()));
        std::fs::create_dir(&folder)?;
        let peak = File::options().read(true).write(true).open(folder.join("memory.peak")).ok();
        let group = Group { folder, peak };
        // Otherwise memory beyond the limit would be swapped out.
        let _ = group.write("memory.swap.max", "0");
        Ok(group)
    }
}

fn refusal(what: &str, why: &str) -> Refusal {
    (what.to_owned(), why.to_owned())
}

/// Where control groups are mounted, and which of them this process is in.
fn mounted() -> Option<(PathBuf, PathBuf)> {
    let mounts = std::fs::read_to_string("/proc/self/mountinfo").ok()?;
    let mount = mounts.lines().find(|line| line.contains(" - cgroup2 "))?;
    let top = PathBuf::from(mount.split(' ').nth(4)?);
    let own = std::fs::read_to_string("/proc/self/cgroup").ok()?;
    let own = own.lines().find_map(|line| line.strip_prefix("0::"))?;
    Some((top, PathBuf::from(own)))
}

fn words(file: &Path) -> std::collections::BTreeSet<String> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.split_ascii_whitespace().map(str::to_owned).collect()
}

/// Lets groups below this one count. Only the topmost group may hold processes as well.
fn hand_on(base: &Path) -> io::Result<()> {
    let is_topmost = !base.join("cgroup.type").exists();
    if !is_topmost {
        let home = base.join(format!("judge-{}", std::process::id()));
        std::fs::create_dir(&home).or_else(|why| if home.is_dir() { Ok(()) } else { Err(why) })?;
        std::fs::write(home.join("cgroup.procs"), std::process::id().to_string())?;
    }
    let all = CONTROLLERS.map(|name| format!("+{name}")).join(" ");
    std::fs::write(base.join("cgroup.subtree_control"), all)
}

/// Removes groups of judges that have ended. The system refuses to remove a group with processes, which
/// protects judges in other process namespaces: their processes cannot be seen from here.
fn sweep(base: &Path) {
    for entry in std::fs::read_dir(base).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let judge = name.to_str().and_then(|name| name.strip_prefix("judge-")?.split('-').next());
        if judge.is_some_and(|judge| !Path::new("/proc").join(judge).exists()) {
            let _ = std::fs::remove_dir(entry.path());
        }
    }
}

impl Group {
    /// Moves a process into the group; its children start there.
    pub(super) fn take_in(&self, process: u32) -> io::Result<()> {
        self.write("cgroup.procs", &process.to_string())
    }

    /// Begins a run: sets these limits, and returns what was counted so far.
    pub(super) fn begin(&mut self, limits: &Limits) -> io::Result<Count> {
        let memory = self.number("memory.current").unwrap_or(0);
        self.write("memory.max", &limits.memory.saturating_add(memory).to_string())?;
        self.write("pids.max", &limits.processes.saturating_add(OWN_PROCESSES).to_string())?;
        let is_forgotten = self.peak.as_mut().is_some_and(|peak| peak.write_all(b"0").is_ok());
        Ok(Count {
            cpu: self.cpu(),
            memory,
            peak: if is_forgotten { None } else { self.peak() },
            kills: self.entry("memory.events", "oom_kill"),
            refusals: self.entry("pids.events", "max"),
        })
    }

    /// Adds what was counted since the run began to its record. `own` is the processor time of the helper
    /// itself.
    pub(super) fn note(&mut self, began: &Count, own: Duration, limits: &Limits, run: &mut Execution) {
        let cpu = self.cpu().saturating_sub(began.cpu).saturating_sub(own);
        run.usage.cpu = run.usage.cpu.max(cpu);
        let peak = self.peak().filter(|peak| began.peak.is_none_or(|before| *peak > before));
        if let Some(peak) = peak {
            // Cached files count, too, but the system drops them before the limit is reached.
            run.usage.memory = run.usage.memory.max(peak.saturating_sub(began.memory).min(limits.memory));
        }
        let passed = [
            (self.entry("memory.events", "oom_kill") > began.kills, Limit::Memory),
            (self.entry("pids.events", "max") > began.refusals, Limit::Processes),
            (run.usage.cpu > limits.cpu, Limit::Cpu),
        ];
        for (_, limit) in passed.into_iter().filter(|(is_passed, _)| *is_passed) {
            run.ending = match &run.ending {
                Ending::NotStarted(why) => Ending::NotStarted(why.clone()),
                Ending::Stopped(other) => Ending::Stopped(limit.min(*other)),
                _ => Ending::Stopped(limit),
            };
        }
    }

    fn write(&self, file: &str, text: &str) -> io::Result<()> {
        std::fs::write(self.folder.join(file), text)
    }

    fn number(&self, file: &str) -> Option<u64> {
        std::fs::read_to_string(self.folder.join(file)).ok()?.trim().parse().ok()
    }

    /// A number from a file of names and numbers; 0 if it is not there.
    fn entry(&self, file: &str, name: &str) -> u64 {
        let text = std::fs::read_to_string(self.folder.join(file)).unwrap_or_default();
        let find = |line: &str| line.strip_prefix(name)?.strip_prefix(' ')?.trim().parse().ok();
        text.lines().find_map(find).unwrap_or(0)
    }

    fn cpu(&self) -> Duration {
        Duration::from_micros(self.entry("cpu.stat", "usage_usec"))
    }

    fn peak(&mut self) -> Option<u64> {
        let mut text = String::new();
        let peak = self.peak.as_mut()?;
        peak.rewind().ok()?;
        peak.read_to_string(&mut text).ok()?;
        text.trim().parse().ok()
    }
}

impl Drop for Group {
    /// Ends all processes in the group, the helper included, and removes it.
    fn drop(&mut self) {
        let _ = self.write("cgroup.kill", "1");
        for _ in 0..1000 {
            match std::fs::remove_dir(&self.folder) {
                Err(why) if why.raw_os_error() == Some(libc::EBUSY) => std::thread::yield_now(),
                _ => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execution::Usage;

    /// A folder with the files of a group, with these counts.
    fn group(folder: &Path, [cpu, memory, peak, kills, refusals]: [u64; 5]) -> Group {
        let write = |file: &str, text: String| std::fs::write(folder.join(file), text).unwrap();
        write("cpu.stat", format!("usage_usec {cpu}\nuser_usec 1\n"));
        write("memory.current", format!("{memory}\n"));
        write("memory.peak", format!("{peak}\n"));
        write("memory.events", format!("low 0\nhigh 0\nmax 9\noom 1\noom_kill {kills}\noom_group_kill 0\n"));
        write("pids.events", format!("max {refusals}\n"));
        // A file that cannot be written to simulates a system that cannot restart the count.
        Group { folder: folder.to_owned(), peak: File::open(folder.join("memory.peak")).ok() }
    }

    fn run(ending: Ending) -> Execution {
        let usage = Usage { memory: 5, ..Usage::default() };
        Execution { usage, ..Execution::of_nothing(ending) }
    }

    #[test]
    fn counts_exclude_the_helper_and_earlier_runs() {
        let folder = tempfile::tempdir().unwrap();
        let limits = Limits::default();
        let began = group(folder.path(), [1_000, 100, 150, 3, 4]).begin(&limits).unwrap();
        let most = |file: &str| std::fs::read_to_string(folder.path().join(file)).unwrap();
        assert_eq!(most("memory.max"), (limits.memory + 100).to_string());
        assert_eq!(most("pids.max"), (limits.processes + 2).to_string());
        let mut execution = run(Ending::Exited(0));
        let mut group = group(folder.path(), [9_000, 100, 400, 3, 4]);
        group.note(&began, Duration::from_millis(2), &limits, &mut execution);
        assert_eq!(execution.ending, Ending::Exited(0));
        assert_eq!(execution.usage, Usage { cpu: Duration::from_millis(6), memory: 300, ..Usage::default() });
    }

    #[test]
    fn a_refusal_or_a_kill_is_a_limit_that_was_passed() {
        let folder = tempfile::tempdir().unwrap();
        let limits = Limits::default();
        let began = group(folder.path(), [0, 0, 0, 0, 0]).begin(&limits).unwrap();
        for (counts, before, after) in [
            ([0, 0, 0, 1, 1], Ending::Signaled(9), Ending::Stopped(Limit::Memory)),
            ([0, 0, 0, 0, 1], Ending::Exited(0), Ending::Stopped(Limit::Processes)),
            ([0, 0, 0, 0, 1], Ending::Stopped(Limit::Memory), Ending::Stopped(Limit::Memory)),
            ([20_000_000, 0, 0, 0, 0], Ending::Stopped(Limit::Wall), Ending::Stopped(Limit::Cpu)),
            ([0, 0, 0, 1, 0], Ending::Lost("killed".to_owned()), Ending::Stopped(Limit::Memory)),
        ] {
            let mut execution = run(before);
            group(folder.path(), counts).note(&began, Duration::ZERO, &limits, &mut execution);
            assert_eq!(execution.ending, after, "{counts:?}");
        }
    }
}
