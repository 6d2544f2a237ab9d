//! Playing many sessions with one program, line by line, as exploring needs it: the driver's sessions of lines.
//!
//! Each session is played once, and one in which the program fails is an outcome as others: what follows from the answers is
//! confirmed by clean runs later. If held and clean runs differ, [`Unplayed::Unsteady`] is the outcome; whoever asked can begin
//! again with clean starts.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::median;
use super::observe::{self, Manner, ObservedRun, Observer, Unobserved};
use crate::challenge::{Freedoms, Recording};
use crate::driver::{self, Clean, Driver, RunConditions, RunPolicy, Runs, Sessions, Start};
use crate::execution::{Ending, Execution, FeedMode, Limit, Limits, Usage};
use crate::process::{Command, Interrupt, RunError, WarmGame, own_time};
use crate::suite::explore::Session;

pub(crate) struct SessionPlayer {
    command: Command,
    /// How it is asked.
    observer: Observer,
    drivers: Vec<Driver>,
    policy: RunPolicy,
    played: usize,
    /// How long a session took a worker the last time.
    pace: Duration,
    /// The limit of the output, while a smaller one is tried.
    full: Option<usize>,
    /// How many sessions that printed too much by the smaller one were played with the full one.
    checked: usize,
    /// Whether a held run of several lines was compared with one that is asked line by line.
    is_compared: bool,
    /// What each session took.
    used: Vec<Usage>,
    /// The limits that programs have.
    limits: Limits,
    /// The processor time of each session that it was started for.
    starts: Vec<Duration>,
}

/// How many lines a session has, at least, in which a program shows whether it takes each at its question: many a program drops
/// those that come before it.
const SEVERAL: usize = 3;

/// From how many sessions on the median tells what a session takes.
const TYPICAL: usize = 30;

/// The processor time after which a session of a reference is taken for a loop: this much, and this many times what a session takes
/// in the median.
const LOOP: Duration = Duration::from_millis(500);
const LOOP_BEYOND: u32 = 50;

#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) struct Played {
    /// Its answers; those of a program that failed up to then. Bytes that are not UTF-8 are replaced.
    pub recording: Recording,
    /// How it ended. A program that was left waiting for its next line was stopped, [`Limit::Idle`].
    ///
    /// [`Limit::Idle`]: crate::execution::Limit::Idle
    pub ending: Ending,
    pub stderr: Vec<u8>,
    pub is_text: bool,
    /// Whether it took much more memory or time than other sessions: a right program in another language may take more than it is
    /// allowed.
    pub is_costly: bool,
}

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum Unplayed {
    #[error(transparent)]
    Unobserved(#[from] Unobserved),
    /// Held programs answer differently from others: all their answers are discarded.
    #[error("it cannot be held at its first read")]
    Unsteady,
}

impl From<RunError> for Unplayed {
    fn from(why: RunError) -> Unplayed {
        Unplayed::Unobserved(why.into())
    }
}

/// How long sessions are played: until the programs and the judge have used this processor time. In wall time, which matters on a
/// busy machine or if the programs sleep, it is a multiple of that.
#[derive(Debug)]
pub(crate) struct Budget {
    began: Instant,
    time: Duration,
    cores: u32,
    /// The processor time that was used, in nanoseconds.
    used: AtomicU64,
}

/// The wall time that it has, as a multiple of its processor time.
const BUSY: u32 = 5;

impl Budget {
    /// A budget of this processor time on each of these cores, from now on.
    pub(crate) fn new(time: Duration, cores: usize) -> Budget {
        let cores = u32::try_from(cores.max(1)).unwrap_or(u32::MAX);
        Budget { began: Instant::now(), time, cores, used: AtomicU64::new(0) }
    }

    fn use_up(&self, time: Duration) {
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.used.fetch_add(nanoseconds, Ordering::Relaxed);
    }

    /// Whether this part of it is over.
    pub(crate) fn is_over(&self, part: f64) -> bool {
        let used = Duration::from_nanos(self.used.load(Ordering::Relaxed)) / self.cores;
        used >= self.time.mul_f64(part) || self.is_late(part)
    }

    fn is_late(&self, part: f64) -> bool {
        self.began.elapsed() >= (self.time * BUSY).mul_f64(part)
    }
}

/// When to stop playing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline<'b> {
    pub(crate) budget: &'b Budget,
    /// The part of the budget that there is for these sessions.
    pub(crate) part: f64,
    /// So many sessions are played in any case.
    pub(crate) at_least: usize,
    /// So many are played if they start slowly.
    pub(crate) if_slow: usize,
}

/// How many bytes of output are enough for most sessions. Many programs print without end after a line that they cannot read,
/// and the full limit takes half a second each time.
const OUTPUT: usize = 128 * 1024;

/// How many sessions with more output are played with the full limit, too, to see whether they come to an end.
const CHECKED: usize = 3;

/// How many sessions a held program gets at a time, at most, and for how long.
const BATCH: f64 = 64.0;
const TOGETHER: Duration = Duration::from_millis(200);

/// How long a session takes before one was played, for the size of the first batch.
const GUESS: Duration = Duration::from_millis(25);

impl SessionPlayer {
    /// A program to be run by a command, under these conditions. Its answers may vary as far as these freedoms go.
    pub(crate) fn new(
        command: &Command,
        conditions: &RunConditions,
        interrupt: &Interrupt,
        freedoms: &Freedoms,
    ) -> Result<SessionPlayer, RunError> {
        let driver = |_| Driver::new(conditions.clone(), interrupt);
        Ok(SessionPlayer {
            command: command.clone(),
            observer: Observer::new(command.clone(), conditions.clone(), interrupt.clone()).with(freedoms),
            drivers: (0..conditions.jobs.max(1)).map(driver).collect::<Result<_, _>>()?,
            policy: RunPolicy::new(conditions.is_warm, conditions.is_confirmed),
            played: 0,
            pace: GUESS,
            full: Some(conditions.limits.output).filter(|full| *full > OUTPUT),
            checked: 0,
            is_compared: false,
            used: Vec::new(),
            limits: conditions.limits,
            starts: Vec::new(),
        })
    }

    fn limit_output(&mut self, bytes: usize) {
        self.drivers.iter_mut().for_each(|driver| driver.conditions.limits.output = bytes);
    }

    /// Stops a session earlier from now on that would be costly in any case, such as a loop.
    pub(super) fn stop_early(&mut self) {
        let typical = median(self.used.iter().map(|used| used.cpu)).filter(|_| self.used.len() >= TYPICAL);
        let Some(typical) = typical else { return };
        let most = LOOP.max(LOOP_BEYOND * typical);
        let limits = self.drivers.iter_mut().map(|driver| &mut driver.conditions.limits);
        limits.for_each(|limits| limits.cpu = limits.cpu.min(most));
    }

    /// How the sessions were played so far.
    pub(crate) fn runs(&self) -> &Runs {
        &self.policy.runs
    }

    /// The processor time of a start, in the median, if it was started for most sessions.
    pub(super) fn start_time(&self) -> Option<Duration> {
        let is_held = self.runs().warm > self.runs().clean;
        median(self.starts.iter().copied()).filter(|_| !is_held)
    }

    /// Finds out how the program must be asked so that it shows its answers, with this session.
    pub(super) fn settle(&mut self, session: &[Vec<u8>]) -> Result<ObservedRun, Unobserved> {
        self.observer.observation(session)
    }

    /// Asks the program as another one is asked.
    pub(super) fn follow(&mut self, other: &SessionPlayer) {
        self.observer.ask_in(other.observer.manner());
    }

    /// The program on a terminal.
    pub(super) fn on_terminal(&self) -> Observer {
        self.observer.on_terminal()
    }

    /// Whether the program is left waiting after the last line.
    pub(super) fn is_open(&self) -> bool {
        self.observer.manner().is_open
    }

    /// What the program does in each of these sessions, or in the first of them if the time is over. The lines have no line
    /// feed. What it does not ask for is left out.
    pub(crate) fn play(
        &mut self,
        sessions: &[Session],
        deadline: Option<Deadline<'_>>,
    ) -> Result<Vec<Played>, Unplayed> {
        let Some(full) = self.full else { return self.play_all(sessions, deadline) };
        self.limit_output(OUTPUT);
        let played = self.play_all(sessions, deadline);
        self.limit_output(full);
        let played = played?;
        let has_too_much = |played: &Played| matches!(played.ending, Ending::Stopped(Limit::Output(_)));
        let Some(place) = played.iter().position(has_too_much).filter(|_| self.checked < CHECKED) else {
            return Ok(played);
        };
        self.checked += 1;
        let again = self.play_all(std::slice::from_ref(&sessions[place]), None)?;
        if again.iter().all(has_too_much) {
            return Ok(played);
        }
        self.full = None;
        self.play_all(sessions, deadline)
    }

    /// Sessions of one sort are often neighbours, so the workers take them in turn.
    fn play_all(
        &mut self,
        sessions: &[Session],
        deadline: Option<Deadline<'_>>,
    ) -> Result<Vec<Played>, Unplayed> {
        let (began, count) = (Instant::now(), self.drivers.len());
        let (command, manner, policy, first) =
            (&self.command, self.observer.manner(), &self.policy, self.played);
        let output = self.drivers[0].conditions.limits.output;
        let is_several = |session: &Session| session.len() >= SEVERAL;
        let compared = sessions.iter().position(is_several).filter(|_| !self.is_compared);
        let compared = compared.map(|place| first + place);
        let most = (TOGETHER.as_secs_f64() / self.pace.as_secs_f64()).clamp(1.0, BATCH) as usize;
        let outcomes: Result<Vec<_>, RunError> = std::thread::scope(|scope| {
            let work = |(worker, driver): (usize, &'_ mut Driver)| {
                let places = (worker..sessions.len()).step_by(count);
                let share = places.map(|place| (first + place, &sessions[place])).collect();
                let of_worker = |all: usize| (all + count - 1).saturating_sub(worker) / count;
                let deadline = deadline.map(|deadline| Deadline {
                    at_least: of_worker(deadline.at_least),
                    if_slow: of_worker(deadline.if_slow),
                    ..deadline
                });
                let counted = Cell::new((0, Duration::ZERO));
                let mut asked =
                    Asked { command, manner, policy, share, compared, deadline, counted, most, output };
                driver.play(command, &mut asked)
            };
            let threads = self.drivers.iter_mut().enumerate().take(sessions.len());
            let threads: Vec<_> = threads.map(|one| scope.spawn(move || work(one))).collect();
            let join = |thread: std::thread::ScopedJoinHandle<'_, _>| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            threads.into_iter().map(join).collect()
        });
        let mut outcomes: Vec<_> = outcomes?.into_iter().map(Vec::into_iter).collect();
        let next = |place: usize| outcomes[place % count].next();
        let all: Vec<driver::Played> = (0..sessions.len()).map_while(next).collect();
        self.played += all.len();
        self.pace = began.elapsed() * u32::try_from(count).unwrap_or(u32::MAX)
            / u32::try_from(all.len().max(1)).unwrap_or(u32::MAX);
        let mut played = Vec::with_capacity(all.len());
        for (session, driver::Played { held, clean, made, work, .. }) in sessions.iter().zip(all) {
            if made.is_different() {
                // If its answers vary, this reports it.
                return match self.observer.observation(session) {
                    Err(why @ (Unobserved::Run(_) | Unobserved::Differs { .. })) => Err(why.into()),
                    _ => Err(Unplayed::Unsteady),
                };
            }
            self.policy.note(&made);
            self.starts.extend(held.is_none().then_some(work));
            let clean = clean.map(|Clean { mut runs, counts }| (runs.swap_remove(counts), manner.feed));
            let (run, feed) = held.map(|run| (run, FeedMode::Turn)).or(clean).expect("there was a run");
            self.used.push(run.usage);
            played.push(Played::in_run(session, run, feed));
            let has_several = played.last().is_some_and(|played| played.recording.turns.len() >= SEVERAL);
            self.is_compared |= has_several && compared == Some(first + played.len() - 1);
        }
        Played::mark_costly(&mut played, &self.used, &self.limits);
        Ok(played)
    }
}

/// The sessions that one worker plays.
struct Asked<'s> {
    command: &'s Command,
    manner: Manner,
    policy: &'s RunPolicy,
    /// The sessions with their places among all that were ever played.
    share: Vec<(usize, &'s Session)>,
    /// The place of a session whose held run is compared with one that is asked line by line.
    compared: Option<usize>,
    deadline: Option<Deadline<'s>>,
    /// Of how many sessions the processor time was counted, and how much of this thread.
    counted: Cell<(usize, Duration)>,
    most: usize,
    /// How many bytes a program may write to each stream.
    output: usize,
}

impl Sessions for Asked<'_> {
    fn count(&self) -> usize {
        self.share.len()
    }

    fn at_once(&self) -> usize {
        self.most
    }

    fn start(&self, place: usize) -> Start {
        let (place, session) = self.share[place];
        // A held program has asked for its first line.
        let is_there_before = session.is_empty() && self.manner.is_open;
        match self.manner.feed {
            FeedMode::Turn if !is_there_before => match self.policy.start(place) {
                Start::Clean => Start::Clean,
                _ if self.compared == Some(place) => Start::Both,
                start => start,
            },
            _ => Start::Clean,
        }
    }

    /// Output during the cleanup at exit, which it need not reach, shows as a difference to the sample that is played clean.
    fn held(&self, place: usize) -> Result<WarmGame, RunError> {
        let is_checked = self.start(place) == Start::Both;
        Ok(WarmGame {
            input: observe::stdin(self.share[place].1),
            is_by_turns: true,
            open_after: self.manner.is_open.then_some(0),
            most_output: self.output,
            may_be_dismissed: !is_checked,
            is_checked,
        })
    }

    fn is_enough(&mut self, _place: usize, _run: &Execution) -> bool {
        true
    }

    /// A run that is only compared with a held one gets all input at once: that is much faster, and the turns of held programs
    /// are exact. A program that loops at the end of its input is left waiting there.
    fn clean(&mut self, driver: &mut Driver, place: usize, is_check: bool) -> Result<Clean, RunError> {
        let is_at_once = is_check && !self.manner.is_open && self.compared != Some(self.share[place].0);
        let manner = if is_at_once { Manner::AHEAD } else { self.manner };
        let limits = driver.conditions.limits;
        let run = manner.run(driver, self.command, self.share[place].1, &limits)?;
        Ok(Clean { runs: vec![run], counts: 0 })
    }

    fn is_over(&self, played: &[driver::Played]) -> bool {
        let Some(Deadline { budget, part, at_least, if_slow }) = self.deadline else { return false };
        let (known, own) = self.counted.get();
        let now = own_time();
        let work: Duration = played[known..].iter().map(|played| played.work).sum();
        budget.use_up(work + now.saturating_sub(own));
        self.counted.set((played.len(), now));
        let count = played.len();
        count >= at_least && if count < if_slow { budget.is_late(part) } else { budget.is_over(part) }
    }
}

impl Played {
    /// A program's run with these lines.
    pub(super) fn in_run(session: &[Vec<u8>], run: Execution, feed: FeedMode) -> Played {
        let is_text = run.is_text();
        let (recording, Execution { ending, stderr, .. }) = (observe::cut(session, &run, feed), run);
        Played { recording, ending, stderr, is_text, is_costly: false }
    }

    /// Marks those of the last sessions that took so much more than half of all that one in another language, which takes many
    /// times as much, may meet a limit. One that was stopped for its time may be a loop.
    fn mark_costly(played: &mut [Played], used: &[Usage], limits: &Limits) {
        let (memory, cpu) =
            (median(used.iter().map(|one| one.memory)), median(used.iter().map(|one| one.cpu)));
        let Some((memory, cpu)) = memory.zip(cpu) else { return };
        for (one, used) in played.iter_mut().rev().zip(used.iter().rev()) {
            let is_much =
                used.memory > 2 * memory + limits.memory / 64 || used.cpu > 2 * cpu + limits.cpu / 500;
            let is_late =
                matches!(one.ending, Ending::Stopped(limit) if !matches!(limit, Limit::Memory | Limit::Idle));
            one.is_costly = is_much && !is_late;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_costly_that_takes_much_more_than_half_of_all() {
        let limits = Limits { memory: 512 << 20, cpu: Duration::from_secs(10), ..Limits::default() };
        let ends = [Ending::Exited(0), Ending::Stopped(Limit::Memory), Ending::Stopped(Limit::Cpu)];
        let costly = |memory: u64, cpu: u64| {
            let usage = |memory, cpu| Usage {
                memory: memory << 20,
                cpu: Duration::from_millis(cpu),
                ..Usage::default()
            };
            let run = |ending| Execution { ending, ..Execution::of_nothing(Ending::Exited(0)) };
            let mut played = ends.clone().map(|ending| Played::in_run(&[], run(ending), FeedMode::Ahead));
            let used = [[usage(2, 1); 4].as_slice(), &[usage(memory, cpu); 3]].concat();
            Played::mark_costly(&mut played, &used, &limits);
            played.map(|one| one.is_costly)
        };
        assert_eq!(costly(2, 1), [false; 3]);
        assert_eq!(costly(11, 21), [false; 3]);
        assert_eq!([costly(13, 1), costly(2, 23)], [[true, true, false]; 2]);
    }
}
