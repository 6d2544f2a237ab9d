//! The held program: started, let run to its first read, and held there for all games.

use std::cell::RefCell;
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::body::{Body, Hold};
use super::descriptors::{Descriptors, look_at_opened};
use super::game::Course;
use super::patience::{Patience, Terms};
use super::registers::Registers;
use super::run::{Tick, go, to_end_of_call, wait};
use super::size::Size;
use super::status::{ProcessStatus, cpu_of};
use super::streams::Streams;
use super::trace::{Stop, Tracee, tick};
use super::turns::Turns;
use super::{NotRestorable, Restoring, WarmGame, WarmRun, watch};
use crate::execution::{Ending, Execution, Usage};
use crate::process::launch::Launch;
use crate::process::process_tree::Descendants;
use crate::process::sandbox::tree::Tree;

/// How long a candidate may take to its first read. Whoever takes longer is not held up by starting.
const ENGAGED: Duration = Duration::from_secs(2);

/// How long a game may take. Whoever takes longer gains nothing by being held.
const PLAYED: Duration = Duration::from_secs(1);

/// How often a wait is interrupted to see to everything else.
const TICK: Duration = Duration::from_millis(20);

/// How many games are played from one process, at least and at most. What it drew as random before its
/// first read is the same in all of them, so now and then it draws again. Which games share a start is
/// chance, so that no program can count on it.
const GAMES: std::ops::RangeInclusive<usize> = 20..=50;

/// After so many games of a program they are twice as many, and so on: what starts show by chance depends on their
/// number, which then grows with the logarithm of that of the games.
const MANY: usize = 250;

/// A program that stands in its first read of standard input.
pub(in crate::process) struct Snapshot {
    body: Body,
    streams: Streams,
    /// How much was written before that read.
    written: [usize; 2],
    /// What was used until then.
    used: Usage,
    size: Size,
    games: usize,
    /// How many are to be played; fewer if one leaves it larger than it was.
    most: usize,
    /// Ends it when it goes.
    _guard: ProcessGuard,
}

/// All that was started here; ended when it is dropped.
struct ProcessGuard {
    leader: Pid,
    is_alone: bool,
}

impl Drop for ProcessGuard {
    fn drop(&mut self) {
        let _ = Tree::new(self.is_alone).end(self.leader);
    }
}

/// The watch for those that are to be held; none where that has not been tried.
pub(in crate::process) fn launch_watch() -> Option<Vec<libc::sock_filter>> {
    watch::from_the_start()
}

impl Snapshot {
    /// Starts a program, of which so many games were played before, and lets it run to its first read.
    ///
    /// # Errors
    /// Why it cannot be held.
    pub(in crate::process) fn start(
        launch: &Launch,
        restoring: Restoring,
        before: usize,
        terms: &Terms<'_>,
    ) -> Result<Snapshot, NotRestorable> {
        let began = Instant::now();
        let mut streams = Streams::new(terms.limits.output)?;
        tick(TICK);
        let (leader, pidfd) = launch.start_on(streams.theirs(), false)?;
        let guard = ProcessGuard { leader, is_alone: terms.is_alone };
        let tracee = Tracee(leader);
        let patience = Patience { terms, until: began + ENGAGED };
        let for_good = |cold| NotRestorable { is_for_good: true, ..cold };
        let read = engage(tracee, &mut || patience.look(&mut streams)).map_err(for_good)?;
        if !streams.is_unread()? {
            return Err(NotRestorable::for_good("reads standard input in an unusual way"));
        }
        let (cpu, wall) = (cpu_of(leader), began.elapsed());
        streams.settle()?;
        streams.take()?;
        terms.check(&streams)?;
        let status = ProcessStatus::of(leader)?;
        if status.has_signals {
            return Err(NotRestorable::for_good("has pending signals"));
        }
        let used = Usage { wall, cpu, memory: status.memory };
        let size = Size::of(leader, used.memory)?;
        let descriptors = Descriptors::of(leader, pidfd.as_fd(), streams.names())?;
        let stack = terms.limits.stack;
        let hold = Hold { tracee, pidfd: pidfd.as_fd(), read, restoring, stack, status, descriptors };
        let body = Body::hold(hold, &mut || patience.look(&mut streams)).map_err(for_good)?;
        let written = streams.written.each_ref().map(Vec::len);
        let most = fastrand::usize(GAMES) * (1 + before / MANY);
        Ok(Snapshot { body, streams, written, used, size, games: 0, most, _guard: guard })
    }

    /// Whether enough games were played from it.
    pub(in crate::process) fn is_worn(&self) -> bool {
        self.games >= self.most
    }

    /// Plays a game. After an error this is to be dropped.
    pub(in crate::process) fn play(
        &mut self,
        game: &WarmGame,
        terms: &Terms<'_>,
    ) -> Result<WarmRun, NotRestorable> {
        let began = Instant::now();
        let patience = Patience { terms, until: began + PLAYED };
        for (written, length) in self.streams.written.iter_mut().zip(self.written) {
            written.truncate(length);
        }
        let cpu = cpu_of(self.body.tracee.0);
        let streams = RefCell::new(&mut self.streams);
        let mut course = Course {
            body: &mut self.body,
            rest: &game.input,
            turns: game.is_by_turns.then(|| Turns::new(&game.input, &streams)),
            may_be_dismissed: game.may_be_dismissed,
            has_stdin: true,
            tick: &mut || patience.look(&mut streams.borrow_mut()),
        };
        let ending = course.play()?;
        let dialogue = course.turns.map(Turns::into_dialogue);
        let memory = self.size.most_of_game(self.body.mapped.has_given_back)?;
        let usage = Usage {
            wall: self.used.wall + began.elapsed(),
            cpu: self.used.cpu + cpu_of(self.body.tracee.0).saturating_sub(cpu),
            memory: self.used.memory.max(memory),
        };
        self.streams.take()?;
        terms.check(&self.streams)?;
        let execution = Execution { dialogue, ..self.execution(ending, usage, terms)? };
        let is_first = self.games == 0;
        self.games += 1;
        let streams = &mut self.streams;
        self.body.put_back(&mut || patience.look(streams))?;
        if !self.size.count_anew(usage.memory)? {
            self.most = self.games;
        }
        self.look_after(game)?;
        Ok(WarmRun { execution, is_first })
    }

    fn execution(&self, ending: Ending, usage: Usage, terms: &Terms<'_>) -> Result<Execution, NotRestorable> {
        let [stdout, stderr] = self.streams.written.clone();
        let limits = terms.limits;
        if stdout.len().max(stderr.len()) > limits.output || limits.passed_by(&usage).is_some() {
            return Err(NotRestorable::this_time("exceeds a limit"));
        }
        Ok(Execution { stdout, stderr, ending, usage, dialogue: None })
    }

    /// Whether nothing is left of the game.
    fn look_after(&self, game: &WarmGame) -> Result<(), NotRestorable> {
        if !self.body.descriptors.are_quiet() {
            return Err(NotRestorable::for_good("changes its streams"));
        }
        if game.is_checked && !self.body.is_as_it_was()? {
            let why = "could not be restored exactly";
            return Err(NotRestorable { speaks_against_others: true, ..NotRestorable::for_good(why) });
        }
        Ok(())
    }
}

/// Lets a process that has just been started run to its first read.
fn engage(tracee: Tracee, tick: Tick<'_>) -> Result<Registers, NotRestorable> {
    let Stop::Signal(libc::SIGTRAP) = wait(tracee, tick)? else {
        return Err(NotRestorable::for_good("cannot be traced"));
    };
    tracee.set_options()?;
    loop {
        let Some(call) = go(tracee, tick)? else {
            return Err(NotRestorable::for_good("does not read standard input"));
        };
        match call.call() {
            libc::SYS_read | libc::SYS_readv => return Ok(call),
            libc::SYS_open | libc::SYS_openat | libc::SYS_creat => {
                let number = to_end_of_call(tracee, tick)?;
                if number >= 0 {
                    look_at_opened(tracee.0, number, false)?;
                }
            }
            _ => return Err(NotRestorable::for_good("changes its streams")),
        }
    }
}
