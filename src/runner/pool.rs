//! The workers. Each takes the next case of the next candidate; a candidate that has failed is not
//! tried on later cases, unless the judge is to keep going, but an earlier one still under way may
//! take its place as the first failure.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::Duration;

use super::{Candidate, Event, Failure, Program, Ruling, Standing, way};
use crate::dialect::Dialect;
use crate::execution::Limits;
use crate::process::{Command, Interrupt, Isolation, Room, RunError, run as run_once};
use crate::suite::{Suite, Way};
use crate::transcript::Tolerance;
use crate::verdict::{Verdict, Word};

/// How candidates are judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The game that they play.
    pub dialect: Dialect,
    /// What they are held to.
    pub tolerance: Tolerance,
    /// The ways in that they may take; which of several is found out.
    pub ways: &'static [Way],
    /// What each run may use.
    pub limits: Limits,
    /// How well they are kept apart from everything else.
    pub isolation: Isolation,
    /// How many runs go on at once.
    pub jobs: usize,
    /// Whether a candidate that has failed is tried on the rest of the suite.
    pub keep_going: bool,
}

/// Judges candidates on a suite and tells of it.
///
/// # Errors
/// [`RunError`] if the judge cannot do its work; being interrupted is no error, but told in the last
/// event.
pub fn run(
    settings: &Settings,
    candidates: &[Candidate],
    suite: &Suite,
    interrupt: &Interrupt,
    mut tell: impl FnMut(Event<'_>),
) -> Result<(), RunError> {
    tell(Event::RunStarted { candidates, cases: suite.len() });
    let trials: Vec<Trial<'_>> = candidates.iter().map(|candidate| Trial::new(candidate, suite)).collect();
    let queue = Queue { settings, suite, trials: &trials, interrupt, next: AtomicUsize::new(0) };
    let (sender, results) = mpsc::channel();
    let outcome = std::thread::scope(|scope| {
        for _ in 0..settings.jobs.max(1) {
            let (queue, sender) = (&queue, sender.clone());
            scope.spawn(move || queue.work(&sender));
        }
        drop(sender);
        collect(&queue, &results, &mut tell)
    });
    match outcome {
        Ok(()) => tell(Event::RunFinished { interrupted: false }),
        Err(RunError::Interrupted) => tell(Event::RunFinished { interrupted: true }),
        Err(why) => return Err(why),
    }
    Ok(())
}

/// A candidate and how far it has got.
struct Trial<'a> {
    candidate: &'a Candidate,
    way: Mutex<Option<Way>>,
    /// The number of the first case that failed, or one that no case has.
    first_failure: AtomicUsize,
    cases: usize,
}

/// What a worker did with a case of a candidate.
struct Done {
    trial: usize,
    case: usize,
    /// How long the run took; zero if there was none, since an earlier case had failed or the way in
    /// cannot carry this one.
    time: Duration,
    failure: Option<Box<Failure>>,
}

impl<'a> Trial<'a> {
    fn new(candidate: &'a Candidate, suite: &Suite) -> Trial<'a> {
        let cases = match &candidate.program {
            Program::Ready(_) => suite.len(),
            Program::CompileError(_) | Program::Skipped(_) => 0,
        };
        Trial { candidate, way: Mutex::new(None), first_failure: AtomicUsize::new(usize::MAX), cases }
    }

    /// The ruling on a candidate of which nothing was run.
    fn untried(&self) -> Option<Ruling> {
        match &self.candidate.program {
            Program::Ready(_) => None,
            Program::CompileError(why) => Some(Ruling::uncompiled(why)),
            Program::Skipped(why) => Some(Ruling::skipped(why)),
        }
    }
}

/// All the work there is, in the order in which it is taken.
struct Queue<'a> {
    settings: &'a Settings,
    suite: &'a Suite,
    trials: &'a [Trial<'a>],
    interrupt: &'a Interrupt,
    next: AtomicUsize,
}

impl Queue<'_> {
    fn work(&self, results: &mpsc::Sender<Result<Done, RunError>>) {
        let mut room = match Room::isolated(&self.settings.isolation) {
            Ok(room) => room,
            Err(why) => {
                let _ = results.send(Err(RunError::System("make a folder for temporary files", why)));
                return;
            }
        };
        while let Some((trial, case)) = self.take() {
            let done = self.attempt(trial, case, &mut room);
            let is_hopeless = done.is_err();
            if results.send(done).is_err() || is_hopeless {
                return;
            }
        }
    }

    /// The next unit of work: a candidate and a case.
    fn take(&self) -> Option<(usize, usize)> {
        let mut unit = self.next.fetch_add(1, Ordering::Relaxed);
        for (index, trial) in self.trials.iter().enumerate() {
            if unit < trial.cases {
                return Some((index, unit));
            }
            unit -= trial.cases;
        }
        None
    }

    fn attempt(&self, index: usize, case: usize, room: &mut Room) -> Result<Done, RunError> {
        let trial = &self.trials[index];
        let untried = Done { trial: index, case, time: Duration::ZERO, failure: None };
        let Program::Ready(command) = &trial.candidate.program else { return Ok(untried) };
        if !self.settings.keep_going && trial.first_failure.load(Ordering::Relaxed) < case {
            return Ok(untried);
        }
        let way = self.way(trial, command, room)?;
        let Settings { tolerance, limits, .. } = self.settings;
        let (number, case) = (case, self.suite.case(case));
        if !way.carries_all(&case.inputs) {
            return Ok(untried);
        }
        let execution = run_once(command, &way.feed(&case.inputs), limits, room, self.interrupt)?;
        let verdict = Verdict::decide(&case, *tolerance, &execution);
        let failure = (!verdict.is_accepted()).then(|| {
            trial.first_failure.fetch_min(number, Ordering::Relaxed);
            Box::new(Failure::of(&case, *tolerance, way, trial.candidate, &execution, &verdict))
        });
        Ok(Done { time: execution.usage.wall, failure, ..untried })
    }

    /// The way in that a candidate takes, found out by the first worker that needs it.
    fn way(&self, trial: &Trial<'_>, command: &Command, room: &mut Room) -> Result<Way, RunError> {
        let mut way = trial.way.lock().unwrap_or_else(PoisonError::into_inner);
        match *way {
            Some(known) => Ok(known),
            None => Ok(*way.insert(way::find(self.settings, command, room, self.interrupt)?)),
        }
    }
}

/// What is known of a candidate while its cases come in.
struct Tally {
    left: usize,
    failed: usize,
    time: Duration,
    first: Option<(usize, Box<Failure>)>,
}

/// Tells of what the workers did, and of each candidate as soon as all before it are judged.
fn collect(
    queue: &Queue<'_>,
    results: &mpsc::Receiver<Result<Done, RunError>>,
    mut tell: impl FnMut(Event<'_>),
) -> Result<(), RunError> {
    let mut tallies: Vec<_> = queue.trials.iter().map(|trial| Tally::new(trial.cases)).collect();
    let mut judged = 0;
    loop {
        while let Some(tally) = tallies.get_mut(judged).filter(|tally| tally.left == 0) {
            let ruling = tally.rule(queue, &queue.trials[judged]);
            tell(Event::CandidateJudged { candidate: judged, ruling: &ruling });
            judged += 1;
        }
        let Ok(done) = results.recv() else { return Ok(()) };
        let done = done?;
        tell(Event::CaseFinished { candidate: done.trial });
        tallies[done.trial].add(done);
    }
}

impl Tally {
    fn new(cases: usize) -> Tally {
        Tally { left: cases, failed: 0, time: Duration::ZERO, first: None }
    }

    fn add(&mut self, done: Done) {
        self.left -= 1;
        self.time += done.time;
        let Some(failure) = done.failure else { return };
        self.failed += 1;
        if self.first.as_ref().is_none_or(|(first, _)| done.case < *first) {
            self.first = Some((done.case, failure));
        }
    }

    /// The ruling, once all cases are in. Which later cases had been tried when the first failure
    /// was found is chance, so they are not counted unless all were meant to be.
    fn rule(&mut self, queue: &Queue<'_>, trial: &Trial<'_>) -> Ruling {
        if let Some(ruling) = trial.untried() {
            return ruling;
        }
        let way = *trial.way.lock().unwrap_or_else(PoisonError::into_inner);
        let first = self.first.take();
        let all = queue.suite.len();
        let (end, failed) = match &first {
            Some((first, _)) if !queue.settings.keep_going => (first + 1, 1),
            _ => (all, self.failed),
        };
        let is_carried =
            |case: &usize| way.is_some_and(|way| way.carries_all(&queue.suite.case(*case).inputs));
        let cases = (0..end).filter(is_carried).count();
        let failure = first.map(|(_, failure)| *failure);
        let word = failure.as_ref().map_or(Word::Accepted, |failure| failure.word);
        let left_out = end - cases;
        Ruling { standing: Standing::Judged(word), way, cases, failed, left_out, time: self.time, failure }
    }
}
