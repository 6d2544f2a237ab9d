//! The held program: started, run to its first read, and held there for all games.

use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;
use rustix::process::Pid;
use scopeguard::ScopeGuard;

use super::body::Body;
use super::caller::{Caller, add_watch};
use super::descriptors::OpenDescriptor;
use super::game::Course;
use super::registers::Registers;
use super::run::{Run, Terms};
use super::streams::WarmStreams;
use super::threads::Threads;
use super::trace::{Stop, Tracee, tick};
use super::usage::{Size, cpu_of};
use super::{Concerned, NotRestorable, Restorable, WarmGame, WarmRun, demand, demand_now, feed, watch};
use crate::execution::{Execution, Usage};
use crate::process::launch::Launch;
use crate::process::process_tree::Descendants;
use crate::process::sandbox::tree::Tree;

/// How long a candidate may take to its first read.
const ENGAGED: Duration = Duration::from_secs(2);

/// How long the other threads may take to come to rest when one reads.
const RESTED: Duration = Duration::from_millis(200);

/// How often that is looked at, and how often in a row they must be found at rest.
const LOOK: Duration = Duration::from_micros(500);
const LOOKS: usize = 4;

/// How long a game may take. For longer games holding saves little.
const PLAYED: Duration = Duration::from_secs(1);

/// The cost of a stop, about: 8 to 9 µs were measured on a quiet machine.
const STOP: Duration = Duration::from_micros(9);

/// How many times as long as the program itself works before its first read the stops of a game may take. A clean run
/// takes longer than that work.
const MORE_THAN_START: u32 = 3;

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
    threads: Threads,
    streams: WarmStreams,
    /// How much was written before that read.
    written: [usize; 2],
    /// Its wall and processor time before that.
    used: [Duration; 2],
    size: Size,
    /// For how many bytes of input it asks at once.
    asks_for: usize,
    games: usize,
    /// How many games it plays; fewer if one leaves it larger.
    most: usize,
    /// Ends all processes that were started here.
    _guard: ScopeGuard<Pid, Box<dyn FnOnce(Pid)>>,
}

impl Snapshot {
    /// Starts a program of which this many games were played before, for some like this, and runs it to its first read.
    pub(in crate::process) fn start(
        launch: &Launch,
        (before, game): (usize, &WarmGame),
        terms: &Terms<'_>,
    ) -> Restorable<Snapshot> {
        let began = Instant::now();
        let mut streams = WarmStreams::new(terms.limits.output, game.is_by_turns)?;
        tick(TICK);
        let (leader, pidfd) = launch.start_on(streams.theirs.each_ref(), false)?;
        let mut tree = Tree::new(terms.is_alone);
        let end: Box<dyn FnOnce(_)> = Box::new(move |leader| _ = tree.end(leader));
        let guard = scopeguard::guard(leader, end);
        let mut threads = Threads::of(Tracee::new(leader));
        let process = threads.process.0;
        let mut run = Run { threads: &mut threads, streams: &mut streams, terms, until: began + ENGAGED };
        let for_good = |cold| NotRestorable { concerns: Concerned::AllGames, ..cold };
        let read = engage(&mut run).map_err(for_good)?;
        demand(run.streams.is_unread()?, "reads standard input in an unusual way")?;
        let used = [began.elapsed(), cpu_of(process)];
        run.streams.take();
        terms.check(run.streams)?;
        let asks_for = feed::most_at_once(&read)?;
        let body = Body::hold(&mut run, pidfd.as_fd(), read).map_err(for_good)?;
        let size = Size::of(process)?;
        let written = streams.outputs.each_ref().map(|output| output.kept.len());
        let most = fastrand::usize(GAMES) * (1 + before / MANY);
        Ok(Snapshot { body, threads, streams, written, used, size, asks_for, games: 0, most, _guard: guard })
    }

    /// Whether it has not played enough games, and gets its input as in this one.
    pub(in crate::process) fn is_fit_for(&self, game: &WarmGame) -> bool {
        self.games < self.most && self.streams.input.is_some() == game.is_by_turns
    }

    /// Whether a game is over sooner in a clean run, since each of many reads is a stop.
    pub(in crate::process) fn is_slow_for(&self, game: &WarmGame) -> bool {
        let reads = game.input.len() / self.asks_for.max(1);
        STOP.mul_f64(reads as f64) > MORE_THAN_START * self.used[1]
    }

    /// Plays a game. Drop this after an error.
    pub(in crate::process) fn play(&mut self, game: &WarmGame, terms: &Terms<'_>) -> Restorable<WarmRun> {
        let (began, process) = (Instant::now(), self.threads.process.0);
        for (output, length) in self.streams.outputs.iter_mut().zip(self.written) {
            output.kept.truncate(length);
            output.limit = game.most_output.clamp(length, terms.limits.output);
        }
        let cpu = cpu_of(process);
        let until = began + PLAYED;
        let mut run = Run { threads: &mut self.threads, streams: &mut self.streams, terms, until };
        let (ending, dialogue) = Course::new(&mut self.body, &mut run, game).play()?;
        let work = cpu_of(process).saturating_sub(cpu);
        let usage = Usage {
            wall: self.used[0] + began.elapsed(),
            cpu: self.used[1] + work,
            memory: self.size.most_of_game(self.body.changes.has_given_back)?,
            ..Usage::default()
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
        if game.is_checked && !self.body.is_as_it_was()? {
            let why = "could not be restored exactly".to_owned();
            return Err(NotRestorable { why, concerns: Concerned::EarlierGames });
        }
        let work = if is_first { self.used[1] + work } else { work };
        Ok(WarmRun {
            execution: Execution { stdout, stderr, ending, usage, dialogue, assessment: None, refusal: None },
            is_first,
            work,
        })
    }
}

/// Runs a process that has just been started to its first look at standard input, and stops its other threads once they
/// rest.
fn engage(run: &mut Run<'_>) -> Restorable<(Tracee, Registers)> {
    let process = run.threads.process;
    let is_traced = matches!(run.wait(Some(process))?.1, Stop::Signal(Signal::SIGTRAP));
    demand(is_traced, "cannot be traced")?;
    process.follow()?;
    run.threads.resume(process, None)?;
    loop {
        let (thread, call) =
            run.next()?.ok_or_else(|| NotRestorable::for_good("does not read standard input"))?;
        if looks_at_input(run, thread, &call)? {
            rest(run)?;
            run.stop()?;
            return Ok((thread, call));
        }
        run.threads.resume(thread, None)?;
    }
}

/// Whether a call looks at standard input. Others are followed.
fn looks_at_input(run: &mut Run<'_>, thread: Tracee, call: &Registers) -> Restorable<bool> {
    match call.call() {
        libc::SYS_read | libc::SYS_readv => Ok(true),
        libc::SYS_ioctl => counts_input(run, call),
        libc::SYS_open | libc::SYS_openat => {
            let number = run.finish_call(thread)?;
            match OpenDescriptor::of(run.threads.process.0, number)? {
                Some(opened) if opened.is_input(run.streams) => watch_input(run, thread, call, number)?,
                Some(opened) => opened.check(false)?,
                None => {}
            }
            Ok(false)
        }
        _ => Err(NotRestorable::for_good("changes its streams")),
    }
}

/// Whether a call counts what there is to be read of standard input. Of a copy of that, the count would be wrong.
fn counts_input(run: &Run<'_>, call: &Registers) -> Restorable<bool> {
    let number = call.arguments()[0] as i32;
    let is_watched = run.streams.inputs.contains(&number);
    let is_input = |opened: Option<OpenDescriptor>| opened.is_some_and(|opened| opened.is_input(run.streams));
    let is_other =
        || OpenDescriptor::of(run.threads.process.0, number.into()).is_ok_and(|opened| !is_input(opened));
    demand(is_watched || is_other(), "counts what there is to be read in an unusual way")?;
    Ok(is_watched)
}

/// Watches a descriptor that is standard input under another number, and has just been opened by this call.
fn watch_input(run: &mut Run<'_>, thread: Tracee, call: &Registers, number: i64) -> Restorable<()> {
    demand(thread.can_call_again(call), "opens standard input in an unusual way")?;
    let mut caller = Caller::new(run, thread, *call, call.below_stack());
    add_watch(&mut caller, u32::try_from(number).ok().and_then(watch::of_another_input))?;
    run.streams.inputs.insert(number as i32);
    Ok(thread.set_registers(&call.answered(number.cast_unsigned()))?)
}

/// Lets the threads other than the one that reads come to rest.
fn rest(run: &mut Run<'_>) -> Restorable<()> {
    let until = Instant::now() + RESTED;
    let mut looks = 0;
    while !run.threads.is_one() && looks < LOOKS && Instant::now() < until {
        std::thread::sleep(LOOK);
        looks += 1;
        while let Some((thread, stop)) = run.threads.stopped()? {
            looks = 0;
            if let Some(call) = run.follow(thread, &stop)? {
                demand(!looks_at_input(run, thread, &call)?, "reads standard input with two threads")?;
                run.threads.resume(thread, None)?;
            }
        }
        if !run.threads.are_at_rest() {
            looks = 0;
        }
    }
    Ok(())
}
