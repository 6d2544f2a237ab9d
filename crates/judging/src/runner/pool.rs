//! The workers. Each takes the next task of the first candidate that has one, of the quickest before the
//! others, so that something is judged soon; `trial` decides what the tasks are. A verdict does not depend on timing: cases are
//! taken in order, and the first failure in that order counts.

use std::sync::{OnceLock, mpsc};
use std::time::Instant;

use parking_lot::{Condvar, Mutex};

use super::cross::Varied;
use super::explain::Suspect;
use super::input_format::FoundFormat;
use super::player::{Attempt, PlannedCase, Player, Target};
use super::trial::{Cases, Task, Trial};
use super::variation::FurtherCheck;
use super::{
    Candidate, CandidateReport, Event, FACTS, Facts, Plan, Program, Settings, explain, input_format,
};
use crate::process::{Command, Interrupt, RunError};

/// Makes candidates ready, each when its turn comes.
pub(crate) trait Prepare: Sync {
    /// If the candidate at a place is not ready: whether it is to be compiled.
    fn is_compiled(&self, place: usize) -> Option<bool>;

    /// How the candidate at a place, which is not ready, is run.
    fn program(&self, place: usize) -> Result<Program, RunError>;
}

/// All candidates are ready.
impl Prepare for () {
    fn is_compiled(&self, _place: usize) -> Option<bool> {
        None
    }

    fn program(&self, _place: usize) -> Result<Program, RunError> {
        unreachable!("only candidates that are not ready are asked about")
    }
}

/// Judges candidates that are ready by a plan and reports the events.
/// Fails if the judge cannot do its work. An interrupt is no error; the last event reports it.
pub(crate) fn run(
    settings: &Settings,
    candidates: &[Candidate],
    plan: &Plan,
    interrupt: &Interrupt,
    emit: impl FnMut(Event<'_>),
) -> Result<(), RunError> {
    run_sources(settings, candidates, &(), plan, interrupt, emit)
}

/// Judges candidates, and makes those that are not ready so while others are judged.
pub(crate) fn run_sources(
    settings: &Settings,
    candidates: &[Candidate],
    prepare: &dyn Prepare,
    plan: &Plan,
    interrupt: &Interrupt,
    mut emit: impl FnMut(Event<'_>),
) -> Result<(), RunError> {
    emit(Event::RunStarted { candidates });
    let ready: Vec<_> = candidates.iter().map(|_| OnceLock::new()).collect();
    let trial = |(place, candidate)| Trial::new(candidate, prepare.is_compiled(place), plan, settings);
    let trials = candidates.iter().enumerate().map(trial).collect();
    let board = Mutex::new(Board { trials, is_broken: false });
    let pool = Pool { settings, plan, interrupt, prepare, ready: &ready, board, changed: Condvar::new() };
    let (sender, messages) = mpsc::channel();
    let outcome = std::thread::scope(|scope| {
        for _ in 0..settings.conditions.jobs.max(1) {
            let (pool, sender) = (&pool, sender.clone());
            scope.spawn(move || pool.work(&sender));
        }
        drop(sender);
        collect(&ready, &messages, &mut emit)
    });
    match outcome {
        Ok(()) => emit(Event::RunFinished { interrupted: false }),
        Err(RunError::Interrupted) => emit(Event::RunFinished { interrupted: true }),
        Err(why) => return Err(why),
    }
    Ok(())
}

/// Messages from a worker to the thread that started it.
enum WorkerMessage {
    Started(usize),
    /// It is known how a candidate is run.
    Prepared(usize),
    /// A candidate has this many cases in all.
    Planned(usize, usize),
    Tried(usize, Vec<Option<Box<Facts>>>),
    Judged(usize, Box<CandidateReport>),
    Broken(RunError),
}

struct Pool<'a> {
    settings: &'a Settings,
    plan: &'a Plan,
    interrupt: &'a Interrupt,
    prepare: &'a dyn Prepare,
    /// The candidates that were not ready and are now.
    ready: &'a [OnceLock<Candidate>],
    /// A worker that panicked has left no half-finished change: every change is one assignment.
    board: Mutex<Board<'a>>,
    changed: Condvar,
}

struct Board<'a> {
    trials: Vec<Trial<'a>>,
    is_broken: bool,
}

impl Board<'_> {
    /// The places of the candidates, in the order in which they are judged.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<_> = (0..self.trials.len()).collect();
        order.sort_by_key(|index| self.trials[*index].expense());
        order
    }
}

/// Stops the other workers when one panics: otherwise they would wait for ever for its task.
struct StopOnPanic<'p, 'a>(&'p Pool<'a>);

impl Drop for StopOnPanic<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}

impl<'a> Pool<'a> {
    fn work(&self, sender: &mpsc::Sender<WorkerMessage>) {
        let _stop = StopOnPanic(self);
        let outcome = Player::new(self.settings, self.interrupt).and_then(|mut player| {
            player.stay_close();
            while let Some((index, task)) = self.take(sender) {
                match self.perform(index, task, &mut player, sender) {
                    Err(why @ RunError::Validator(_)) => self.give_up(index, &why, sender),
                    outcome => outcome?,
                }
                self.changed.notify_all();
            }
            Ok(())
        });
        if let Err(why) = outcome {
            self.stop();
            let _ = sender.send(WorkerMessage::Broken(why));
        }
    }

    fn stop(&self) {
        self.board.lock().is_broken = true;
        self.changed.notify_all();
    }

    /// Judges a candidate no further, since the validator failed on what it printed. That says nothing about the others.
    fn give_up(&self, index: usize, why: &RunError, sender: &mpsc::Sender<WorkerMessage>) {
        let mut board = self.board.lock();
        let report = board.trials[index].finished(CandidateReport::unjudged(why));
        let _ = sender.send(WorkerMessage::Judged(index, report));
    }

    /// The next task. Waits if all remaining ones depend on tasks in progress; `None` at the end.
    fn take(&self, sender: &mpsc::Sender<WorkerMessage>) -> Option<(usize, Task)> {
        let mut board = self.board.lock();
        while !board.is_broken {
            let mut is_waiting = false;
            let order = board.order();
            for index in order {
                let trial = &mut board.trials[index];
                let planned = trial.cases();
                let task = trial.take(self.plan, self.settings);
                let starts = matches!(task, Task::Find | Task::Prepare { is_compiled: true });
                if starts && !std::mem::replace(&mut trial.has_started, true) {
                    let _ = sender.send(WorkerMessage::Started(index));
                }
                if matches!(task, Task::Find) || trial.cases() != planned {
                    let _ = sender.send(WorkerMessage::Planned(index, trial.cases()));
                }
                match task {
                    Task::Nothing => {}
                    Task::Wait => is_waiting = true,
                    task => return Some((index, task)),
                }
            }
            if !is_waiting {
                break;
            }
            self.changed.wait(&mut board);
        }
        None
    }

    fn perform(
        &self,
        index: usize,
        task: Task,
        player: &mut Player<'_>,
        sender: &mpsc::Sender<WorkerMessage>,
    ) -> Result<(), RunError> {
        let candidate = self.board.lock().trials[index].candidate;
        if let Task::Prepare { .. } = task {
            let program = self.prepare.program(index)?;
            let ready = self.ready[index].get_or_init(|| Candidate { program, ..candidate.clone() });
            let _ = sender.send(WorkerMessage::Prepared(index));
            self.board.lock().trials[index].prepared(ready);
            return Ok(());
        }
        let Program::Ready(command) = &candidate.program else {
            if let Task::Tell(report) = task {
                let _ = sender.send(WorkerMessage::Judged(index, report));
            }
            return Ok(());
        };
        match task {
            Task::Find => {
                let began = Instant::now();
                let FoundFormat { mode, stuck } = input_format::find(player, command)?;
                let stuck = stuck.filter(|_| !self.settings.keep_going);
                stuck.iter().for_each(|facts| {
                    let _ = sender.send(WorkerMessage::Tried(index, vec![self.facts_to_report(facts)]));
                });
                self.board.lock().trials[index].found(mode, stuck, began.elapsed());
            }
            Task::Try(cases) => self.try_out(index, command, cases, player, sender)?,
            Task::Explain(failed, mode) => {
                let may_be_held = self.board.lock().trials[index].may_be_held();
                let suspect = Suspect { candidate, target: Target { command, mode }, may_be_held };
                let failure = explain::explain(player, suspect, &failed, self.plan.evidence())?;
                let mut board = self.board.lock();
                let trial = &mut board.trials[index];
                let report = trial.finished(trial.refused(mode, self.settings, failed.place, failure));
                let _ = sender.send(WorkerMessage::Judged(index, report));
            }
            Task::Check(place, check, mode) => {
                self.check(index, (place, check), Target { command, mode }, player, sender)?;
            }
            Task::Tell(report) => {
                let _ = sender.send(WorkerMessage::Judged(index, report));
            }
            Task::Prepare { .. } | Task::Wait | Task::Nothing => {}
        }
        Ok(())
    }

    fn try_out(
        &self,
        index: usize,
        command: &Command,
        cases: Cases,
        player: &mut Player<'_>,
        sender: &mpsc::Sender<WorkerMessage>,
    ) -> Result<(), RunError> {
        let Cases { place, cases, mode, round, may_be_dismissed } = cases;
        let attempts = player.attempt(Target { command, mode }, &cases, may_be_dismissed)?;
        let mut tried = Vec::with_capacity(attempts.len());
        let mut board = self.board.lock();
        let trial = &mut board.trials[index];
        for (attempt, (place, PlannedCase { case, tactic, .. })) in
            attempts.into_iter().zip((place..).zip(cases))
        {
            let Attempt { runs, settled, made, played, time, work } = attempt;
            if tactic.is_some() && played.is_none() {
                trial.cannot_converse();
            }
            let (case, mode) = played.unwrap_or((case, mode));
            let facts = Box::new(Facts { place, case, mode, runs, settled });
            tried.push(self.facts_to_report(&facts));
            trial.tried(round, facts, &made, (time, work));
        }
        trial.task_finished();
        // In one message, since each wakes the reporting thread; and before the lock is released, because
        // another worker could report results that depend on these.
        let _ = sender.send(WorkerMessage::Tried(index, tried));
        drop(board);
        Ok(())
    }

    /// Carries out a further check of a candidate that has passed.
    fn check(
        &self,
        index: usize,
        (place, check): (usize, FurtherCheck),
        target: Target<'_>,
        player: &mut Player<'_>,
        sender: &mpsc::Sender<WorkerMessage>,
    ) -> Result<(), RunError> {
        let (candidate, may_be_held, effort) = {
            let trial = &self.board.lock().trials[index];
            (trial.candidate, trial.may_be_held(), trial.effort())
        };
        let varied = check.perform(player, candidate, (target, may_be_held), self.plan, effort)?;
        let mut board = self.board.lock();
        let trial = &mut board.trials[index];
        let refused = match varied {
            Varied::Noted(notes) => {
                trial.checked(place, notes);
                return Ok(());
            }
            Varied::Failed(facts) => {
                trial.failed_check(facts);
                return Ok(());
            }
            Varied::Refused(refused) => refused,
        };
        let failure = refused.failure(target.mode, trial.candidate);
        let report =
            trial.finished(trial.refused(target.mode, self.settings, refused.difference.place, failure));
        let _ = sender.send(WorkerMessage::Judged(index, report));
        Ok(())
    }

    /// A copy of the facts, if they are to be reported.
    fn facts_to_report(&self, facts: &Facts) -> Option<Box<Facts>> {
        let is_worth_it = facts.place < FACTS || !facts.result().is_accepted();
        (self.settings.reports_facts && is_worth_it).then(|| Box::new(facts.clone()))
    }
}

/// Reports what the workers do, and each candidate as soon as all before it are judged; at the end all that
/// are known.
fn collect(
    ready: &[OnceLock<Candidate>],
    messages: &mpsc::Receiver<WorkerMessage>,
    emit: &mut impl FnMut(Event<'_>),
) -> Result<(), RunError> {
    let mut reports: Vec<Option<Box<CandidateReport>>> = ready.iter().map(|_| None).collect();
    let mut are_judged = vec![false; ready.len()];
    let mut next = 0;
    let mut outcome = Ok(());
    for message in messages {
        match message {
            WorkerMessage::Started(candidate) => emit(Event::CandidateStarted { candidate }),
            WorkerMessage::Prepared(candidate) => {
                let program = &ready[candidate].get().expect("it was made before this was sent").program;
                emit(Event::CandidatePrepared { candidate, program });
            }
            WorkerMessage::Planned(candidate, cases) => emit(Event::CasesPlanned { candidate, cases }),
            WorkerMessage::Tried(candidate, tried) => {
                tried
                    .iter()
                    .for_each(|facts| emit(Event::CaseFinished { candidate, facts: facts.as_deref() }));
            }
            // Other workers may have been at work on a candidate that was given up.
            WorkerMessage::Judged(candidate, _) if std::mem::replace(&mut are_judged[candidate], true) => {}
            WorkerMessage::Judged(candidate, report) => {
                emit(Event::CandidateFinished { candidate, report: &report });
                reports[candidate] = Some(report);
            }
            // Several workers may be interrupted; the first one gives the reason.
            WorkerMessage::Broken(why) => outcome = outcome.and(Err(why)),
        }
        while let Some(report) = reports.get_mut(next).and_then(Option::take) {
            emit(Event::CandidateJudged { candidate: next, report: &report });
            next += 1;
        }
    }
    for (candidate, report) in reports.iter().enumerate() {
        if let Some(report) = report {
            emit(Event::CandidateJudged { candidate, report });
        }
    }
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Dialect;
    use crate::process::Isolation;

    #[test]
    fn a_worker_that_panics_stops_the_others() {
        let settings = Settings::new(&Dialect::Tictactoe, Isolation::none());
        let (plan, interrupt) = (Plan::new([]), Interrupt::on_signals().unwrap());
        let board = Mutex::new(Board { trials: Vec::new(), is_broken: false });
        let pool = Pool {
            settings: &settings,
            plan: &plan,
            interrupt: &interrupt,
            prepare: &(),
            ready: &[],
            board,
            changed: Condvar::new(),
        };
        let stops = |panics: bool| {
            let worker = std::panic::AssertUnwindSafe(|| {
                let _stop = StopOnPanic(&pool);
                assert!(!panics, "as in a bug of ours");
            });
            let _ = std::panic::catch_unwind(worker);
            pool.board.lock().is_broken
        };
        assert!(!stops(false) && stops(true));
    }
}
