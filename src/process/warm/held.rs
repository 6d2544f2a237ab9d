//! The held process: started, let run to its first read, looked at, and then forked for each game.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::Cold;
use super::files::Files;
use super::fork::{Feed, Halt, Runner, wait};
use super::streams::Streams;
use super::trace::{Registers, Stop, Tracee, Until, tick};
use super::watch;
use crate::execution::{Ending, Execution, Limits, Usage};
use crate::process::launch::Launch;
use crate::process::pump::{Kin, ending_of, is_readable};
use crate::process::sandbox::tree::Tree;

/// How long a candidate may take to its first read. Whoever takes longer is not held up by starting.
const ENGAGED: Duration = Duration::from_secs(2);

/// How long a fork may take. Whoever takes longer gains nothing by being one.
const PLAYED: Duration = Duration::from_secs(1);

/// How often a wait is interrupted to see to everything else.
const TICK: Duration = Duration::from_millis(20);

/// How many forks are made of one process. What it drew as random before its first read is the same
/// in all of them, so now and then it draws again.
const FORKS: u32 = 500;

/// A process that stands in its first read of standard input.
pub(in crate::process) struct Held {
    tracee: Tracee,
    read: Registers,
    streams: Streams,
    files: Files,
    /// What it used up to the read.
    used: Usage,
    forks: u32,
    /// Ends it and whatever came of it when it goes.
    kin: Kinsfolk,
}

/// All that was started here; ended when it is dropped.
struct Kinsfolk {
    leader: Pid,
    is_alone: bool,
}

impl Drop for Kinsfolk {
    fn drop(&mut self) {
        let _ = Tree { is_alone: self.is_alone, memory: 0 }.end(self.leader);
    }
}

/// The watch for those that are to be held; none where that has not been tried.
pub(in crate::process) fn launch_watch() -> Option<Vec<libc::sock_filter>> {
    watch::program()
}

/// What is seen to while a process runs: the judge, the clock, the pipes.
struct Patience<'a> {
    judge: BorrowedFd<'a>,
    until: Instant,
    limits: &'a Limits,
    is_alone: bool,
}

impl Patience<'_> {
    fn look(&self, streams: &mut Streams) -> Result<(), Cold> {
        if is_readable(self.judge) {
            return Err(Cold::this_time("the judge is gone"));
        }
        streams.take()?;
        let is_flood = streams.written.iter().any(|written| written.len() > self.limits.output);
        let mut all = Tree { is_alone: self.is_alone, memory: 0 };
        if is_flood || all.look(self.limits).is_some() {
            return Err(Cold::this_time("goes beyond a limit"));
        }
        if !streams.is_unread()? {
            return Err(Cold::for_good("reads standard input by another way"));
        }
        if Instant::now() > self.until {
            return Err(Cold::this_time("takes too long"));
        }
        Ok(())
    }
}

impl Held {
    /// Starts a program and lets it run to its first read. `is_alone` as in [`Tree`].
    ///
    /// # Errors
    /// Why it cannot be held.
    pub(in crate::process) fn start(
        launch: &Launch,
        is_alone: bool,
        limits: &Limits,
        judge: BorrowedFd<'_>,
    ) -> Result<Held, Cold> {
        let began = Instant::now();
        let mut streams = Streams::new(limits.output)?;
        tick(TICK);
        let (leader, pidfd) = launch.start_on(streams.theirs(), false)?;
        let kin = Kinsfolk { leader, is_alone };
        let tracee = Tracee(leader);
        let patience = Patience { judge, until: began + ENGAGED, limits, is_alone };
        let read =
            engage(tracee, &patience, &mut streams).map_err(|cold| Cold { is_for_good: true, ..cold })?;
        streams.take()?;
        let files = Files::of(leader, pidfd.as_fd())?;
        is_its_memory_its_own(leader)?;
        streams.settle()?;
        if !streams.is_unread()? {
            return Err(Cold::for_good("reads standard input by another way"));
        }
        let used = Usage { wall: began.elapsed(), cpu: cpu_of(leader), memory: 0 };
        Ok(Held { tracee, read, streams, files, used, forks: 0, kin })
    }

    /// Whether it has forked often enough.
    pub(in crate::process) fn is_worn(&self) -> bool {
        self.forks >= FORKS
    }

    /// Plays a game by a fork, which `may_be_dismissed` when it begins to tidy up. After an error nothing
    /// is left of any process.
    ///
    /// # Errors
    /// Why the game does not count.
    pub(in crate::process) fn play(
        &mut self,
        input: &[u8],
        may_be_dismissed: bool,
        limits: &Limits,
        judge: BorrowedFd<'_>,
    ) -> Result<Execution, Cold> {
        self.forks += 1;
        self.files.set_back()?;
        let began = Instant::now();
        let patience = Patience { judge, until: began + PLAYED, limits, is_alone: self.kin.is_alone };
        let before = self.streams.written.each_ref().map(Vec::len);
        let (ending, usage) = self.fork_and_follow(input, may_be_dismissed, &patience)?;
        let wall = self.used.wall + began.elapsed();
        self.streams.take()?;
        let [stdout, stderr] = self.written_since(before);
        if !self.streams.are_untouched()? || !self.files.are_quiet() {
            return Err(Cold::for_good("does something to its streams"));
        }
        let usage = Usage { wall, cpu: self.used.cpu + usage.cpu, memory: usage.memory };
        if stdout.len().max(stderr.len()) > limits.output || limits.passed_by(&usage).is_some() {
            return Err(Cold::this_time("goes beyond a limit"));
        }
        Ok(Execution { stdout, stderr, ending, usage, dialogue: None })
    }

    /// What was written before the first read, and since; only the former is kept.
    fn written_since(&mut self, before: [usize; 2]) -> [Vec<u8>; 2] {
        let mut before = before.into_iter();
        self.streams.written.each_mut().map(|written| {
            let kept = written[..before.next().unwrap_or(0)].to_vec();
            std::mem::replace(written, kept)
        })
    }

    fn fork_and_follow(
        &mut self,
        input: &[u8],
        may_be_dismissed: bool,
        patience: &Patience<'_>,
    ) -> Result<(Ending, Usage), Cold> {
        let streams = &mut self.streams;
        let mut look = || patience.look(streams);
        let fork = fork(self.tracee, &self.read, &mut look)?;
        let mut feed = Feed { rest: input };
        feed.answer(fork, &self.read)?;
        let mut runner = Runner { tracee: fork, has_stdin: true, may_be_dismissed, tick: &mut look };
        loop {
            match runner.run()? {
                Halt::Reads(read) => feed.answer(fork, &read)?,
                Halt::SetsClock => {}
                Halt::TidiesUp => return Ok((Ending::Dismissed, dismiss(fork, &mut look)?)),
                Halt::Gone(status, usage) => return Ok((ending_of(status), usage)),
            }
        }
    }
}

/// Lets a process that has just been started run to its first read, and holds it there.
fn engage(tracee: Tracee, patience: &Patience<'_>, streams: &mut Streams) -> Result<Registers, Cold> {
    let mut look = || patience.look(streams);
    let Stop::Signal(libc::SIGTRAP) = wait(tracee, &mut look)? else {
        return Err(Cold::for_good("cannot be traced"));
    };
    tracee.set_options()?;
    let mut runner = Runner { tracee, has_stdin: true, may_be_dismissed: false, tick: &mut look };
    match runner.run()? {
        Halt::Reads(read) if tracee.can_call_again(&read) => {
            tracee.set_registers(&read.answered(0))?;
            to_end_of_call(tracee, &mut look)?;
            Ok(read)
        }
        Halt::Reads(_) => Err(Cold::for_good("reads in a way that cannot be repeated")),
        Halt::SetsClock => Err(Cold::for_good("sets a clock before it reads")),
        Halt::TidiesUp | Halt::Gone(..) => Err(Cold::for_good("does not read standard input")),
    }
}

fn to_end_of_call(tracee: Tracee, tick: &mut dyn FnMut() -> Result<(), Cold>) -> Result<(), Cold> {
    tracee.resume(Until::CallDone, 0)?;
    match wait(tracee, tick)? {
        Stop::CallDone => Ok(()),
        other => Err(Cold::for_good(format!("cannot be held: {other:?}"))),
    }
}

/// Makes a held process fork: its read becomes a clone. The fork stands before its first step.
fn fork(held: Tracee, read: &Registers, tick: &mut dyn FnMut() -> Result<(), Cold>) -> Result<Tracee, Cold> {
    held.set_registers(&read.about_to_fork())?;
    held.resume(Until::Stop, 0)?;
    let fork = match wait(held, tick)? {
        Stop::Forked(fork) => Tracee(fork),
        other => return Err(Cold::for_good(format!("cannot be forked: {other:?}"))),
    };
    match wait(fork, tick)? {
        Stop::Signal(libc::SIGSTOP) => {}
        other => return Err(Cold::for_good(format!("cannot be forked: {other:?}"))),
    }
    to_end_of_call(held, tick)?;
    Ok(fork)
}

/// Ends a fork, and gives what it used.
fn dismiss(fork: Tracee, tick: &mut dyn FnMut() -> Result<(), Cold>) -> Result<Usage, Cold> {
    kill_process(fork.0, Signal::KILL).map_err(io::Error::from)?;
    match wait(fork, tick)? {
        Stop::Gone(_, usage) => Ok(usage),
        other => Err(Cold::for_good(format!("cannot be ended: {other:?}"))),
    }
}

/// Processor time of a process so far.
fn cpu_of(process: Pid) -> Duration {
    // The system's number for the clock of a process: its number turned over, and 2 for "scheduled".
    let clock = (!process.as_raw_nonzero().get() << 3) | 2;
    // SAFETY: a `timespec` of zeros is a valid value, and lives through the call.
    let time = unsafe {
        let mut time: libc::timespec = std::mem::zeroed();
        libc::clock_gettime(clock, &mut time);
        time
    };
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Whether it shares no memory that can be written.
fn is_its_memory_its_own(process: Pid) -> Result<(), Cold> {
    let maps = std::fs::read(format!("/proc/{}/maps", process.as_raw_nonzero()))?;
    let is_shared = |line: &[u8]| {
        let modes = line.split(|byte| *byte == b' ').nth(1).unwrap_or_default();
        modes.get(1) == Some(&b'w') && modes.get(3) == Some(&b's')
    };
    if maps.split(|byte| *byte == b'\n').any(is_shared) {
        return Err(Cold::for_good("shares memory"));
    }
    Ok(())
}
