//! The processes that descend from a process, and what their threads do, as read from `/proc`.
//!
//! Newer kernels list the children of each thread, which is cheap. On other kernels the parent of every
//! process is looked up.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::OnceLock;
use std::time::Duration;

use rustix::process::Pid;

use crate::execution::{Limit, Limits, Usage};

#[derive(Clone, Copy)]
pub(super) struct ProcessTree {
    pub(super) ancestor: i32,
    /// Whether the process itself belongs to the tree; if not, it has one thread.
    pub(super) has_ancestor: bool,
}

pub(super) trait Descendants {
    /// Where to look for them.
    fn tree(&self, leader: Pid) -> ProcessTree;

    /// The limit, if any, that they exceed now.
    fn look(&mut self, limits: &Limits) -> Option<Limit>;

    /// Ends all of them; returns the first one's wait status and the usage of all.
    fn end(&mut self, leader: Pid) -> (i32, Usage);
}

/// A thread, as it was when the system listed it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Thread {
    pub(super) process: i32,
    pub(super) thread: i32,
    /// A letter, as the system writes it.
    pub(super) state: u8,
    /// How often it was given a processor.
    stints: u64,
    /// How long it had a processor or waited for one, if the system tells.
    pub(super) active: Option<Duration>,
    /// How long it had a processor, if the system tells.
    pub(super) ran: Option<Duration>,
}

impl Thread {
    /// Whether it is gone, but not yet reaped.
    pub(super) fn is_dead(&self) -> bool {
        matches!(self.state, b'Z' | b'X')
    }
}

/// Reads the small files of `/proc` and keeps them open: the system writes their content anew at each read
/// from the start, and opening takes longer than writing.
#[derive(Default)]
pub(super) struct ProcReader {
    open: HashMap<String, File>,
    text: Vec<u8>,
}

/// Calls that start a process.
#[cfg(target_arch = "x86_64")]
pub(super) const STARTING: [libc::c_long; 3] = [libc::SYS_vfork, libc::SYS_clone, libc::SYS_clone3];
#[cfg(not(target_arch = "x86_64"))]
pub(super) const STARTING: [libc::c_long; 2] = [libc::SYS_clone, libc::SYS_clone3];

/// How many files stay open.
const OPEN: usize = 128;

/// The buffer's size at first, enough for most files, and the most that is read of one. The system delivers
/// long content in pieces of nearly that size, so a read that fills less than half of it has reached the end.
const USUAL: usize = 4 << 10;
const LARGEST: usize = 1 << 20;

impl ProcReader {
    /// The content of a file now. The file of a process that is gone is opened again, since its number may
    /// belong to another process now.
    pub(super) fn read(&mut self, path: &str) -> io::Result<&[u8]> {
        let length = match self.open.get(path).map(|file| read(file, &mut self.text)) {
            Some(Ok(length)) => length,
            _ => {
                self.open.remove(path);
                let file = File::open(path)?;
                let length = read(&file, &mut self.text)?;
                if self.open.len() >= OPEN {
                    self.open.clear();
                }
                self.open.insert(path.to_owned(), file);
                length
            }
        };
        Ok(&self.text[..length])
    }

    /// All threads of a process tree that could be seen.
    pub(super) fn threads(&mut self, tree: ProcessTree) -> Vec<Thread> {
        static ARE_LISTED: OnceLock<bool> = OnceLock::new();
        let are_listed = *ARE_LISTED.get_or_init(|| File::open("/proc/thread-self/children").is_ok());
        let mut by_parent = if are_listed { BTreeMap::new() } else { children_by_parent() };
        let mut children = |reader: &mut ProcReader, process, thread| match are_listed {
            true => reader.children(process, thread),
            false => by_parent.remove(&process).unwrap_or_default(),
        };
        let mut processes = match tree.has_ancestor {
            true => vec![tree.ancestor],
            false => children(self, tree.ancestor, tree.ancestor),
        };
        let mut found = Vec::new();
        let mut next = 0;
        while let Some(&process) = processes.get(next) {
            for thread in self.threads_of(process) {
                processes.extend(children(self, process, thread.thread));
                found.push(thread);
            }
            next += 1;
        }
        found
    }

    fn threads_of(&mut self, process: i32) -> Vec<Thread> {
        match self.thread(process, process) {
            // The first thread has the number of the process, and nearly all processes have no other.
            Some((thread, 1)) => vec![thread],
            _ => numbers(&format!("/proc/{process}/task"))
                .filter_map(|thread| Some(self.thread(process, thread)?.0))
                .collect(),
        }
    }

    /// A thread, unless it is gone, and how many its process has.
    fn thread(&mut self, process: i32, thread: i32) -> Option<(Thread, u64)> {
        let place = format!("/proc/{process}/task/{thread}");
        let (state, count) = {
            let mut fields = after_name(self.read(&format!("{place}/stat")).ok()?)?;
            (*fields.next()?.as_bytes().first()?, fields.nth(16)?.parse().ok()?)
        };
        let state = if state == b'D' && self.waits_for_child(&place) { b'S' } else { state };
        let (stints, times) = self.stints(&place)?;
        let (active, ran) = times.unzip();
        Some((Thread { process, thread, state, stints, active, ran }, count))
    }

    /// Whether a thread waits until a child that has its memory executes a program or ends (`vfork`). The system counts that as
    /// waiting for a disk, but it takes as long as the child likes.
    fn waits_for_child(&mut self, place: &str) -> bool {
        let call = self.read(&format!("{place}/syscall")).ok().and_then(|call| str::from_utf8(call).ok());
        let number = call.and_then(|call| call.split_ascii_whitespace().next()?.parse().ok());
        number.is_some_and(|number| STARTING.contains(&number))
    }

    /// How long the first thread of a process had a processor or waited for one, and how long of that it had one, if the
    /// system counts that.
    pub(super) fn active(&mut self, process: i32) -> Option<(Duration, Duration)> {
        self.stints(&format!("/proc/{process}"))?.1
    }

    /// How often it was given a processor, how long it was active, and how long of that it had one.
    fn stints(&mut self, place: &str) -> Option<(u64, Option<(Duration, Duration)>)> {
        // Not every kernel counts here. Then both numbers are zero, which they cannot be for a thread that
        // has run.
        let counts =
            self.read(&format!("{place}/schedstat")).ok().and_then(|bytes| str::from_utf8(bytes).ok());
        let numbers =
            counts.into_iter().flat_map(str::split_ascii_whitespace).map_while(|word| word.parse().ok());
        if let &[ran, waited, stints @ (1..)] = numbers.collect::<Vec<u64>>().as_slice() {
            let times = [ran.saturating_add(waited), ran].map(Duration::from_nanos);
            return Some((stints, Some(times.into())));
        }
        let status = str::from_utf8(self.read(&format!("{place}/status")).ok()?).ok()?;
        let switches = status.lines().filter_map(|line| line.split_once("voluntary_ctxt_switches:"));
        let count: Option<u64> = switches.map(|(_, count)| count.trim().parse::<u64>().ok()).sum();
        Some((count?, None))
    }

    fn children(&mut self, process: i32, thread: i32) -> Vec<i32> {
        let list = self.read(&format!("/proc/{process}/task/{thread}/children"));
        let list = list.ok().and_then(|list| str::from_utf8(list).ok()).unwrap_or_default();
        list.split_ascii_whitespace().filter_map(number).collect()
    }
}

fn number(word: &str) -> Option<i32> {
    word.parse().ok()
}

/// Reads a file from its start to its end; returns the length.
fn read(file: &File, text: &mut Vec<u8>) -> io::Result<usize> {
    let mut length = 0;
    loop {
        text.resize(text.len().max(length + USUAL), 0);
        let count = file.read_at(&mut text[length..], length as u64)?;
        length += count;
        if count < USUAL / 2 || length >= LARGEST {
            return Ok(length);
        }
    }
}

pub(super) fn numbers(folder: &str) -> impl Iterator<Item = i32> + use<> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|entry| number(entry.ok()?.file_name().to_str()?))
}

/// The fields of a `stat` file from the third on. The second is the program's name in parentheses, which may
/// contain any byte.
pub(super) fn after_name(stat: &[u8]) -> Option<std::str::SplitAsciiWhitespace<'_>> {
    let after_name = stat.iter().rposition(|byte| *byte == b')')? + 1;
    Some(str::from_utf8(&stat[after_name..]).ok()?.split_ascii_whitespace())
}

/// Processor time as the system counts it for a process.
pub(super) fn ticks(count: u64) -> Duration {
    Duration::from_millis(count * 1000 / procfs::ticks_per_second().max(1))
}

fn children_by_parent() -> BTreeMap<i32, Vec<i32>> {
    let mut by_parent: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
    for pid in numbers("/proc") {
        if let Some(parent) = parent(pid) {
            by_parent.entry(parent).or_default().push(pid);
        }
    }
    by_parent
}

fn parent(pid: i32) -> Option<i32> {
    Some(procfs::process::Process::new(pid).ok()?.stat().ok()?.ppid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn a_grandchild_descends_from_this_process() {
        let mut shell = Command::new("sh");
        shell.args(["-c", "sleep 60 & echo $!; wait"]).stdout(Stdio::piped());
        let mut child = shell.spawn().unwrap();
        let mut line = String::new();
        let mut stdout = std::io::BufReader::new(child.stdout.take().unwrap());
        std::io::BufRead::read_line(&mut stdout, &mut line).unwrap();
        let grandchild: i32 = line.trim().parse().unwrap();
        let mut reader = ProcReader::default();
        let mut members = |ancestor: u32, has_ancestor| -> Vec<_> {
            let tree = ProcessTree { ancestor: ancestor.cast_signed(), has_ancestor };
            reader.threads(tree).iter().map(|thread| thread.process).collect()
        };
        let below = members(std::process::id(), true);
        let below_shell = [members(child.id(), false), members(child.id(), true)];
        let parents = [parent(grandchild), parent(child.id().cast_signed())];
        for pid in [grandchild, child.id().cast_signed()] {
            rustix::process::kill_process(
                rustix::process::Pid::from_raw(pid).unwrap(),
                rustix::process::Signal::KILL,
            )
            .unwrap();
        }
        child.wait().unwrap();
        assert!(below.contains(&grandchild) && below.contains(&child.id().cast_signed()), "{below:?}");
        assert_eq!(below_shell, [vec![grandchild], vec![child.id().cast_signed(), grandchild]]);
        assert_eq!(parents.map(Option::unwrap), [child.id(), std::process::id()].map(u32::cast_signed));
    }
}
