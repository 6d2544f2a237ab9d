//! The held program: started, run to its first read, and held there for all games.

use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;
use rustix::process::Pid;
use scopeguard::ScopeGuard;

use super::body::Body;
use super::descriptors::look_at_opened;
use super::game::Course;
use super::run::{Run, Terms};
use super::streams::Streams;
use super::trace::{Registers, Stop, Tracee, tick};
use super::usage::{Size, cpu_of};
use super::{NotRestorable, Restorable, WarmGame, WarmRun, demand, demand_now};
use crate::execution::{Execution, Usage};
use crate::process::launch::Launch;
use crate::process::process_tree::Descendants;
use crate::process::sandbox::tree::Tree;

/// How long a candidate may take to its first read.
const ENGAGED: Duration = Duration::from_secs(2);

/// How long a game may take. For longer games holding saves little.
const PLAYED: Duration = Duration::from_secs(1);

/// How often a wait is interrupted for the other checks, in microseconds.
const TICK: i64 = 20_000;

/// How many games are played from one process, at least and at most: what it drew at random before its first
/// read is the same in all of them. The number is random, so that no program can rely on it.
const GAMES: std::ops::RangeInclusive<usize> = 20..=50;

/// After this many games of a program the number is twice as large, then three times, and so on: the starts,
/// which show random behaviour, grow with the logarithm of the number of games.
const MANY: usize = 250;

/// A program that is stopped in its first read of standard input.
pub(in crate::process) struct Snapshot {
    body: Body,
    streams: Streams,
    /// How much was written before that read.
    written: [usize; 2],
    /// Its wall and processor time before that.
    used: [Duration; 2],
    size: Size,
    games: usize,
    /// How many games it plays; fewer if one leaves it larger.
    most: usize,
    /// Ends all processes that were started here.
    _guard: ScopeGuard<Pid, Box<dyn FnOnce(Pid)>>,
}

impl Snapshot {
    /// Starts a program of which this many games were played before, and runs it to its first read.
    pub(in crate::process) fn start(
        launch: &Launch,
        before: usize,
        terms: &Terms<'_>,
    ) -> Restorable<Snapshot> {
        let began = Instant::now();
        let mut streams = Streams::new(terms.limits.output)?;
        tick(TICK);
        let (leader, pidfd) = launch.start_on(streams.theirs.each_ref(), false)?;
        let mut tree = Tree::new(terms.is_alone);
        let end: Box<dyn FnOnce(_)> = Box::new(move |leader| _ = tree.end(leader));
        let guard = scopeguard::guard(leader, end);
        let tracee = Tracee::new(leader);
        let mut run = Run { tracee, streams: &mut streams, terms, until: began + ENGAGED };
        let for_good = |cold| NotRestorable { is_for_good: true, ..cold };
        let read = engage(&mut run).map_err(for_good)?;
        demand(run.streams.is_unread()?, "reads standard input in an unusual way")?;
        let used = [began.elapsed(), cpu_of(tracee.0)];
        run.streams.settle()?;
        run.streams.take();
        terms.check(run.streams)?;
        let body = Body::hold(&mut run, pidfd.as_fd(), read).map_err(for_good)?;
        let size = Size::of(tracee.0)?;
        let written = streams.outputs.each_ref().map(|output| output.kept.len());
        let most = fastrand::usize(GAMES) * (1 + before / MANY);
        Ok(Snapshot { body, streams, written, used, size, games: 0, most, _guard: guard })
    }

    /// Whether it has played enough games.
    pub(in crate::process) fn is_worn(&self) -> bool {
        self.games >= self.most
    }

    /// Plays a game. Drop this after an error.
    pub(in crate::process) fn play(&mut self, game: &WarmGame, terms: &Terms<'_>) -> Restorable<WarmRun> {
        let (began, process) = (Instant::now(), self.body.tracee.0);
        for (output, length) in self.streams.outputs.iter_mut().zip(self.written) {
            output.kept.truncate(length);
        }
        let cpu = cpu_of(process);
        let (tracee, until) = (self.body.tracee, began + PLAYED);
        let mut run = Run { tracee, streams: &mut self.streams, terms, until };
        let (ending, dialogue) = Course::new(&mut self.body, &mut run, game).play()?;
        let work = cpu_of(process).saturating_sub(cpu);
        let usage = Usage {
            wall: self.used[0] + began.elapsed(),
            cpu: self.used[1] + work,
            memory: self.size.most_of_game(self.body.changes.has_given_back)?,
        };
        let is_within = run.streams.take() && terms.limits.passed_by(&usage).is_none();
        terms.check(run.streams)?;
        demand_now(is_within, "exceeds a limit")?;
        let [stdout, stderr] = run.streams.outputs.each_ref().map(|output| output.kept.clone());
        let is_first = self.games == 0;
        self.games += 1;
        self.body.put_back(&mut run)?;
        if !self.size.count_anew(usage.memory)? {
            self.most = self.games;
        }
        demand(self.body.descriptors.are_quiet(), "changes its streams")?;
        if game.is_checked && !self.body.is_as_it_was()? {
            let why = "could not be restored exactly";
            return Err(NotRestorable { speaks_against_others: true, ..NotRestorable::for_good(why) });
        }
        let work = if is_first { self.used[1] + work } else { work };
        Ok(WarmRun {
            execution: Execution { stdout, stderr, ending, usage, dialogue, assessment: None, refusal: None },
            is_first,
            work,
        })
    }
}

/// Runs a process that has just been started to its first read.
fn engage(run: &mut Run<'_>) -> Restorable<Registers> {
    let is_traced = matches!(run.wait()?, Stop::Signal(Signal::SIGTRAP));
    demand(is_traced, "cannot be traced")?;
    run.tracee.set_options()?;
    loop {
        let call = run.go()?.ok_or_else(|| NotRestorable::for_good("does not read standard input"))?;
        match call.call() {
            libc::SYS_read | libc::SYS_readv => return Ok(call),
            libc::SYS_open | libc::SYS_openat => look_at_opened(run.tracee.0, run.finish_call()?, false)?,
            _ => return Err(NotRestorable::for_good("changes its streams")),
        }
    }
}
