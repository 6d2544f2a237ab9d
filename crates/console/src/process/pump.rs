//! Feeding and draining a process until it ends, a limit is reached, or the judge is interrupted.
//!
//! The judge itself and its helpers in a sandbox use the same pump. They differ in how they find and end all
//! that a process started; that is behind [`Descendants`].

use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::Pid;

use super::cores;
use super::error::RunError;
use super::feed::Feed;
use super::launch::Started;
use super::poll::timespec;
use super::process_tree::{Descendants, ProcReader};
use super::progress::Progress;
use super::reap::{ending_of, inherited_memory};
use super::streams::{Capture, Ours};
use super::turns::{Asked, NextLine};
use crate::execution::{Ending, Execution, Limit, Limits, ProgramInput, Stream, Usage};

/// How often the use of memory, processor and processes is looked at while a process runs. Most have ended
/// before the first look, so it costs them nothing.
const LOOK: Duration = Duration::from_millis(20);

/// For how long only the end of a process is waited for, if it needs no answers. The output of a short one
/// fits into the pipes, and each wake-up would cost more than reading it (`benches/isolation.rs`).
const BRIEF: Duration = Duration::from_millis(2);

/// Attends to a process that has just been started, until it and all its descendants are gone. If it is
/// guided, its lines are asked for; an error there is an interruption.
pub(super) fn pump(
    started: Started,
    input: &ProgramInput,
    guide: Option<NextLine<'_>>,
    limits: &Limits,
    interrupt: BorrowedFd<'_>,
    descendants: &mut impl Descendants,
) -> Result<Execution, RunError> {
    let mut pump = Pump::new(started, input, guide, limits, interrupt, descendants);
    loop {
        match pump.step() {
            Ok(None) => {}
            Ok(Some(stop)) => return Ok(pump.finish(stop)),
            Err(why) => {
                pump.descendants.end(pump.leader);
                return Err(why);
            }
        }
    }
}

enum StopReason {
    Ended,
    Beyond(Limit),
    /// It has closed its standard output, and what it wrote is not complete.
    Closed,
}

struct Pump<'a, K> {
    leader: Pid,
    pidfd: OwnedFd,
    at: Instant,
    feed: Feed<'a>,
    captures: [Capture; 2],
    last_words: Option<&'a [u8]>,
    limits: &'a Limits,
    interrupt: BorrowedFd<'a>,
    descendants: &'a mut K,
    next_look: Duration,
    progress: Progress,
    /// When it must have ended, since it has closed its standard output.
    gone_by: Option<Duration>,
}

impl<'a, K: Descendants> Pump<'a, K> {
    fn new(
        started: Started,
        input: &'a ProgramInput,
        guide: Option<NextLine<'a>>,
        limits: &'a Limits,
        interrupt: BorrowedFd<'a>,
        descendants: &'a mut K,
    ) -> Pump<'a, K> {
        let Started { leader, pidfd, streams: Ours { stdin, stdout, stderr, terminal }, at } = started;
        Pump {
            leader,
            pidfd,
            at,
            feed: Feed::new(stdin, terminal, input, guide, at),
            captures: [
                Capture::new(Stream::Stdout, Some(stdout), limits.output),
                Capture::new(Stream::Stderr, stderr, limits.output),
            ],
            last_words: input.last_words.as_deref(),
            limits,
            interrupt,
            descendants,
            next_look: LOOK,
            progress: Progress::new(limits, input.stdin.len(), input.talks),
            gone_by: None,
        }
    }

    /// Feeds and drains, looks at what is due, and waits for more.
    fn step(&mut self) -> Result<Option<StopReason>, RunError> {
        self.feed.give();
        if let Some(stream) = self.overflow() {
            return Ok(Some(StopReason::Beyond(Limit::Output(stream))));
        }
        let elapsed = self.at.elapsed();
        if let Some(stop) = self.overdue(elapsed) {
            return Ok(Some(stop));
        }
        match self.take_turn()? {
            Some(Asked::InVain) => return Ok(Some(StopReason::Beyond(Limit::Idle))),
            Some(_) => return Ok(None),
            None => {}
        }
        match self.wait(elapsed) {
            Ok(Woken::Ended) => Ok(Some(StopReason::Ended)),
            Ok(Woken::Interrupted) => Err(RunError::Interrupted),
            Ok(Woken::Other) => Ok(None),
            Err(why) => Err(RunError::System("wait for a process", why)),
        }
    }

    fn overdue(&mut self, elapsed: Duration) -> Option<StopReason> {
        if elapsed > self.limits.wall {
            return Some(StopReason::Beyond(Limit::Wall));
        }
        if self.captures[0].pipe.is_none() && !self.is_complete() {
            // It may be about to end by itself.
            let gone_by = *self.gone_by.get_or_insert(elapsed + LOOK);
            if elapsed >= gone_by {
                return Some(StopReason::Closed);
            }
        }
        if let Some(limit) = self.futility(elapsed) {
            return Some(StopReason::Beyond(limit));
        }
        if elapsed < self.next_look {
            return None;
        }
        if self.next_look == LOOK && cores::stays() {
            // It has run for long enough to use more than our core.
            let threads = ProcReader::default().threads(self.descendants.tree(self.leader));
            threads.iter().filter_map(|thread| Pid::from_raw(thread.thread)).for_each(cores::let_go);
        }
        let passed = self.descendants.look(self.limits);
        // The time of a look grows with the square of the depth of folders (Landlock walks up from each), so half of the time is for
        // looks at most.
        let now = self.at.elapsed();
        self.next_look = (elapsed + LOOK).max(now + (now - elapsed));
        passed.map(StopReason::Beyond)
    }

    /// The limit that it exceeds by what the system counts of it, if it does.
    fn futility(&mut self, elapsed: Duration) -> Option<Limit> {
        let tree = self.descendants.tree(self.leader);
        self.progress.look(elapsed, tree)
    }

    /// Whether its standard output is complete.
    fn is_complete(&self) -> bool {
        let output = &self.captures[0].kept;
        // `windows` needs a length of at least 1.
        self.last_words.is_none_or(|words| output.windows(words.len().max(1)).any(|part| part == words))
    }

    /// Gives the process a line if it asks for one; says whether and how it asked.
    fn take_turn(&mut self) -> Result<Option<Asked>, RunError> {
        let asked = self.feed.ask(&self.captures[0].kept, self.descendants.tree(self.leader));
        if asked == Asked::Not {
            return Ok(None);
        }
        // All output from before the request is in the pipe by now. A program that was held up by a full pipe
        // goes on, and its output may be too much: look again.
        let output = self.captures[0].kept.len();
        if self.overflow().is_some() || self.captures[0].kept.len() > output {
            return Ok(Some(Asked::Not));
        }
        if asked == Asked::InVain {
            self.feed.note_in_vain(output);
        } else {
            let answered = self.feed.answer(&self.captures[0].kept, asked == Asked::ByWaiting);
            answered.map_err(|_| RunError::Interrupted)?;
        }
        Ok(Some(asked))
    }

    /// Reads what is there on all streams; returns the first that is beyond its limit.
    fn overflow(&mut self) -> Option<Stream> {
        self.captures.iter_mut().find_map(Capture::take)
    }

    fn wait(&self, elapsed: Duration) -> io::Result<Woken> {
        let left = |until: Duration| until.saturating_sub(elapsed);
        let due = left(self.limits.wall).min(left(self.next_look));
        let due = due.min(left(self.progress.next()));
        let due = self.gone_by.map_or(due, |gone_by| due.min(left(gone_by)));
        let due = self.feed.until_look().map_or(due, |until| due.min(until));
        let is_brief = self.feed.is_ahead() && elapsed < BRIEF;
        let due = if is_brief { due.min(left(BRIEF)) } else { due };
        let mut fds =
            vec![PollFd::new(&self.pidfd, PollFlags::IN), PollFd::new(&self.interrupt, PollFlags::IN)];
        fds.extend(self.feed.waiting_for_room().map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
        let watched = if is_brief { &[][..] } else { &self.captures };
        let readable = watched.iter().filter_map(|capture| capture.pipe.as_ref());
        fds.extend(readable.map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        match poll(&mut fds, Some(&timespec(due))) {
            Err(rustix::io::Errno::INTR) => return Ok(Woken::Other),
            other => other?,
        };
        let is_ready = |fd: &PollFd<'_>| !fd.revents().is_empty();
        Ok(match fds.as_slice() {
            [_, interrupt, ..] if is_ready(interrupt) => Woken::Interrupted,
            [pidfd, ..] if is_ready(pidfd) => Woken::Ended,
            _ => Woken::Other,
        })
    }

    /// Ends what is left, reads what is left, and records what happened.
    fn finish(mut self, stop: StopReason) -> Execution {
        let wall = self.at.elapsed();
        // Most runs are too short for it to matter.
        let may_have_slept = self.feed.is_ahead() && wall > Usage::BRIEFLY;
        // The first thread has ended, but the system still counts it.
        let leader = may_have_slept.then(|| ProcReader::default().active(self.leader.as_raw_nonzero().get()));
        let (status, mut usage) = self.descendants.end(self.leader);
        // What waits for others that work is not asleep.
        let waited = |ran| usage.cpu.saturating_sub(ran) * FOR_OTHERS;
        let slept = |(active, ran)| wall.saturating_sub(active).saturating_sub(waited(ran));
        let asleep = leader.flatten().map_or(Duration::ZERO, slept);
        if usage.memory > self.limits.memory && usage.memory <= inherited_memory() {
            usage.memory = self.limits.memory;
        }
        // Output from before the end still counts, for the limit, too.
        let overflow = self.overflow().map(Limit::Output);
        let stopped = if let StopReason::Beyond(limit) = stop { Some(limit) } else { None };
        let passed = [stopped, overflow, self.limits.passed_by(&usage)].into_iter().flatten().min();
        let ending = match (passed, stop) {
            (Some(limit), _) => Ending::Stopped(limit),
            (None, StopReason::Closed) => Ending::Closed,
            (None, _) => ending_of(status),
        };
        let [stdout, stderr] = self.captures.map(|capture| capture.kept);
        let (dialogue, stdout) = self.feed.finish(stdout);
        let usage = Usage { wall, asleep, ..usage };
        Execution { stdout, stderr, ending, usage, dialogue, assessment: None, refusal: None }
    }
}

/// How many times as long as the processes and threads that a program starts use a processor it may wait for them: they are
/// started, and wait for a processor themselves.
const FOR_OTHERS: u32 = 4;

enum Woken {
    Ended,
    Interrupted,
    Other,
}
