//! Whether a program still makes progress, by what the system counts of it. So a program that spins or sleeps
//! is found within seconds, while one that only waits for a processor is not stopped.
//!
//! It *spins* if it uses much processor time in which no byte is read or written, hardly any memory is taken,
//! and no process begins or ends. It *stalls* if none of its threads gets a processor for seconds, and all
//! sleep in calls that nothing ends, or nothing ends in time (`wake`). It is *asleep* for too long if all of
//! them sleep nearly all the time. Where the system does not tell, nothing is concluded, and the other limits
//! apply.

use std::os::fd::OwnedFd;
use std::time::Duration;

use super::blocked::{self, Sight, StreamIdentity};
use super::process_tree::{ProcReader, ProcessTree, Thread, after_name};
use super::wake::{self, Wake};
use crate::execution::{Limit, Limits, Patience};

/// When a program is first looked at, and how often after that. Most programs have ended before the first
/// look.
const FIRST: Duration = Duration::from_millis(200);
const OFTEN: Duration = Duration::from_millis(50);

/// The longest time between two looks that counts in full.
const LONGEST: Duration = Duration::from_millis(500);

/// How much memory does not count as taken, in pages.
const FEW_PAGES: u64 = 64;

/// The state of a program that has run for a while.
pub(super) struct Progress {
    /// `None` if only processor time is limited.
    patience: Option<Patience>,
    /// The limit of processor time, which nobody else looks at where there is no sandbox.
    cpu: Duration,
    /// How many bytes it is given on standard input.
    given: usize,
    /// Whether it talks with another program: then it may have to wait for that.
    talks: bool,
    reader: ProcReader,
    next: Duration,
    last: Duration,
    threads: Vec<Thread>,
    /// How long the threads have not changed.
    still: Duration,
    asleep: Duration,
    /// The counts when it last did something.
    mark: Option<Counts>,
}

/// The system's counts of a process tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Counts {
    processes: Vec<i32>,
    /// Bytes that were read or written.
    moved: u64,
    /// Pages of memory that were touched for the first time.
    pages: u64,
    cpu: Duration,
}

impl Progress {
    pub(super) fn new(limits: &Limits, given: usize, talks: bool) -> Progress {
        Progress {
            patience: limits.patience,
            cpu: limits.cpu,
            given,
            talks,
            reader: ProcReader::default(),
            next: FIRST,
            last: Duration::ZERO,
            threads: Vec::new(),
            still: Duration::ZERO,
            asleep: Duration::ZERO,
            mark: None,
        }
    }

    pub(super) fn next(&self) -> Duration {
        self.next
    }

    /// Looks at a program that was started this long ago; returns the limit that it exceeds.
    pub(super) fn look(&mut self, elapsed: Duration, tree: ProcessTree) -> Option<Limit> {
        if elapsed < self.next {
            return None;
        }
        // After a long time without a look, the judge itself may have been held up, and the program with it.
        let since = elapsed.saturating_sub(self.last).min(LONGEST);
        (self.last, self.next) = (elapsed, elapsed + OFTEN);
        let threads = self.reader.threads(tree);
        let before = std::mem::replace(&mut self.threads, threads);
        self.still = if self.threads == before { self.still + since } else { Duration::ZERO };
        if !are_asleep(&self.threads) {
            return self.spinner(elapsed);
        }
        if are_asleep(&before) && !(self.talks && self.listens()) {
            self.asleep += since.saturating_sub(active_between(&before, &self.threads).unwrap_or(since));
        }
        self.sleeper(self.patience?)
    }

    /// Whether it waits for the other program, which may have to wait for a processor.
    fn listens(&mut self) -> bool {
        let first = self.threads.first().map(|thread| thread.process);
        let stream = first.and_then(StreamIdentity::of_input);
        // One that has just been woken hears something.
        let is_listening = |stream| match blocked::waits(stream, &self.threads, &mut self.reader) {
            Ok(waits) => waits,
            Err(sight) => sight == Sight::Busy,
        };
        stream.is_some_and(is_listening)
    }

    /// The limit that a sleeping program exceeds.
    fn sleeper(&mut self, patience: Patience) -> Option<Limit> {
        if self.asleep > patience.asleep {
            return Some(Limit::Asleep { has_read: self.has_read() });
        }
        if self.still < patience.stalled {
            return None;
        }
        let left = patience.asleep.saturating_sub(self.asleep);
        let is_late = match wake::of(&self.threads, self.still, &mut self.reader) {
            Wake::Never => true,
            Wake::In(time) => time > left,
            Wake::Unknown => false,
        };
        is_late.then(|| Limit::Stalled { has_read: self.has_read() })
    }

    /// The limit that a running program exceeds.
    fn spinner(&mut self, elapsed: Duration) -> Option<Limit> {
        let counts = Counts::of(&self.threads, &mut self.reader)?;
        if counts.cpu > self.cpu {
            return Some(Limit::Cpu);
        }
        let Some(mark) = self.mark.as_ref().filter(|mark| counts.has_done_nothing_since(mark)) else {
            self.mark = Some(counts);
            return None;
        };
        let spun = counts.cpu.saturating_sub(mark.cpu);
        let Patience { spinning, .. } = self.patience?;
        // The same work takes more processor time when other programs use the processor's caches.
        let is_shared = elapsed.saturating_sub(self.asleep) > counts.cpu.mul_f64(1.25) + FIRST;
        let most = if is_shared { spinning.mul_f64(1.5) } else { spinning };
        (spun > most).then(|| Limit::Spinning { has_read: self.has_read() })
    }

    /// Whether it took any of its input, if that is known.
    fn has_read(&self) -> Option<bool> {
        let unread = unread(self.threads.first()?.process)?;
        (self.given > 0).then_some(unread < self.given)
    }
}

fn are_asleep(threads: &[Thread]) -> bool {
    let mut alive = threads.iter().filter(|thread| !thread.is_dead()).peekable();
    alive.peek().is_some() && alive.all(|thread| matches!(thread.state, b'S' | b'T' | b't'))
}

/// How long the same threads had a processor or waited for one between two looks, all together. `None` if
/// they are not the same or it is not known.
fn active_between(before: &[Thread], after: &[Thread]) -> Option<Duration> {
    let all = |threads: &[Thread]| threads.iter().map(|thread| thread.active).sum::<Option<Duration>>();
    let number = |thread: &Thread| thread.thread;
    let are_same = before.iter().map(number).eq(after.iter().map(number));
    are_same.then(|| Some(all(after)?.saturating_sub(all(before)?)))?
}

/// How much of its standard input a process has not read, if that is a pipe.
fn unread(process: i32) -> Option<usize> {
    use rustix::fs::{Mode, OFlags};
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let input: OwnedFd = rustix::fs::open(format!("/proc/{process}/fd/0"), flags, Mode::empty()).ok()?;
    let kind = rustix::fs::FileType::from_raw_mode(rustix::fs::fstat(&input).ok()?.st_mode);
    let unread = (kind == rustix::fs::FileType::Fifo).then(|| rustix::io::ioctl_fionread(&input))?;
    usize::try_from(unread.ok()?).ok()
}

impl Counts {
    fn of(threads: &[Thread], reader: &mut ProcReader) -> Option<Counts> {
        let mut counts = Counts::default();
        let processes = threads.iter().filter(|thread| thread.thread == thread.process && !thread.is_dead());
        for process in processes.map(|thread| thread.process) {
            counts.add(process, reader)?;
        }
        Some(counts)
    }

    fn add(&mut self, process: i32, reader: &mut ProcReader) -> Option<()> {
        let io = reader.read(&format!("/proc/{process}/io")).ok()?;
        let number = |line: &str| line.split_once(": ")?.1.trim().parse::<u64>().ok();
        let moved: Vec<_> = str::from_utf8(io).ok()?.lines().take(2).filter_map(number).collect();
        self.moved += moved.iter().sum::<u64>();
        let stat = reader.read(&format!("/proc/{process}/stat")).ok()?;
        let fields: Vec<_> = after_name(stat)?.collect();
        let field = |number: usize| fields.get(number - 3).and_then(|field| field.parse::<u64>().ok());
        self.pages += field(10)? + field(11)?;
        self.cpu += super::process_tree::ticks(field(14)? + field(15)? + field(16)? + field(17)?);
        self.processes.push(process);
        Some(())
    }

    fn has_done_nothing_since(&self, mark: &Counts) -> bool {
        let pages = self.pages.saturating_sub(mark.pages);
        self.processes == mark.processes && self.moved == mark.moved && pages <= FEW_PAGES
    }
}
