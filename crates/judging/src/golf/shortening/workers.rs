//! Workers that try texts, as many at once as there are jobs.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread::Scope;

use super::search::Trials;
use super::subject::{Shortening, ShorteningError, ShorteningProgress, Workshop};
use crate::process::{Interrupt, RunError};
use crate::runner::{Candidate, CandidateReport, Event, Plan, QuickCases, QuickCheck, Settings, run};
use crate::suite::{Case, IoMode};

type TrialTask = (usize, Vec<u8>);
type TrialResult = Result<(usize, bool), ShorteningError>;

/// Where a worker sends what it has tried. A worker that panics ends the wait for it.
struct Sender(mpsc::Sender<TrialResult>);

impl Drop for Sender {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let _ = self.0.send(Err(RunError::Interrupted.into()));
        }
    }
}

/// The workers, and what the whole plan says of the program before it is changed.
pub(super) struct Workers<'a> {
    shortening: &'a Shortening<'a>,
    accepted: &'a CandidateReport,
    cases: &'a QuickCases,
    tasks: mpsc::Sender<TrialTask>,
    tried: mpsc::Receiver<TrialResult>,
    workshop: Workshop<'a>,
    count: AtomicUsize,
    progress: &'a (dyn Fn(ShorteningProgress) + Sync),
    bytes: AtomicUsize,
}

#[derive(Clone, Copy)]
pub(super) struct WorkerContext<'a> {
    pub(super) shortening: &'a Shortening<'a>,
    pub(super) accepted: &'a CandidateReport,
    pub(super) cases: &'a QuickCases,
    /// How texts are run for the quick check.
    pub(super) settings: &'a Settings,
    pub(super) mode: IoMode,
    pub(super) progress: &'a (dyn Fn(ShorteningProgress) + Sync),
}

impl<'a> Workers<'a> {
    /// Starts them. They end when this is dropped.
    pub(super) fn start<'scope>(
        context: WorkerContext<'a>,
        queue: &'scope Mutex<mpsc::Receiver<TrialTask>>,
        tasks: mpsc::Sender<TrialTask>,
        scope: &'scope Scope<'scope, '_>,
    ) -> Result<Workers<'a>, ShorteningError>
    where
        'a: 'scope,
    {
        let (sender, tried) = mpsc::channel();
        for _ in 0..context.settings.conditions.jobs.max(1) {
            let sender = sender.clone();
            scope.spawn(move || {
                let sender = Sender(sender);
                if let Err(why) = work(context, queue, &sender.0) {
                    let _ = sender.0.send(Err(why));
                }
            });
        }
        let WorkerContext { shortening, accepted, cases, progress, .. } = context;
        let workshop = shortening.workshop()?;
        let (count, bytes) = (AtomicUsize::new(0), AtomicUsize::new(shortening.text.len()));
        Ok(Workers { shortening, accepted, cases, tasks, tried, workshop, count, progress, bytes })
    }

    /// How many texts were tried.
    pub(super) fn count(&self) -> usize {
        self.count.load(Ordering::Relaxed)
    }

    fn tell_progress(&self) {
        let [bytes, trials] = [&self.bytes, &self.count].map(|count| count.load(Ordering::Relaxed));
        (self.progress)(ShorteningProgress { bytes, trials });
    }

    /// Whether a program passed no weaker suites than the program had passed before it was changed.
    fn is_as_good(&self, report: &CandidateReport) -> bool {
        let has = |suite| report.passed.iter().any(|passed| &passed.suite == suite);
        self.accepted.passed.iter().all(|passed| has(&passed.suite))
    }
}

fn work(
    context: WorkerContext<'_>,
    queue: &Mutex<mpsc::Receiver<TrialTask>>,
    tried: &mpsc::Sender<TrialResult>,
) -> Result<(), ShorteningError> {
    let WorkerContext { shortening, cases, settings, mode, .. } = context;
    let mut check = QuickCheck::new(settings, shortening.interrupt, mode, cases)?;
    let mut workshop = shortening.workshop()?;
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while let Ok((number, text)) = next() {
        let passes = workshop.with(&text, |candidate| match candidate.command() {
            Some(command) => Ok(check.passed(command)?.is_some()),
            None => Ok(false),
        })?;
        if tried.send(Ok((number, passes))).is_err() {
            break;
        }
    }
    Ok(())
}

impl Trials for Workers<'_> {
    type Stop = ShorteningError;

    fn places(&self) -> usize {
        self.shortening.settings.conditions.jobs.max(1)
    }

    fn begin(&mut self, number: usize, text: &[u8]) {
        // If all workers have ended, the reason is among what they have sent.
        let _ = self.tasks.send((number, text.to_vec()));
    }

    fn finished(&mut self) -> Result<(usize, bool), ShorteningError> {
        let tried = self.tried.recv().unwrap_or(Err(RunError::Interrupted.into()));
        self.count.fetch_add(1, Ordering::Relaxed);
        self.tell_progress();
        tried
    }

    fn accepts(&mut self, text: &[u8]) -> Result<bool, ShorteningError> {
        let Shortening { settings, plan, interrupt, .. } = self.shortening;
        let outcome = self.workshop.with(text, |candidate| match candidate.command() {
            Some(_) => Ok(full_check(settings, plan, candidate, interrupt)?),
            None => Ok(TrialOutcome::Refused(None)),
        })?;
        match outcome {
            TrialOutcome::Accepted(report) => Ok(self.is_as_good(&report)),
            TrialOutcome::Refused(case) => {
                case.into_iter().for_each(|case| self.cases.add(case));
                Ok(false)
            }
        }
    }

    fn tell(&self, bytes: usize) {
        self.bytes.store(bytes, Ordering::Relaxed);
        self.tell_progress();
    }
}

enum TrialOutcome {
    Accepted(Box<CandidateReport>),
    /// It is not; the case that shows it, if one does.
    Refused(Option<Case>),
}

/// Plays the whole plan, up to the first failure. It is not explained, since nobody reads that.
fn full_check(
    settings: &Settings,
    plan: &Plan,
    candidate: Candidate,
    interrupt: &Interrupt,
) -> Result<TrialOutcome, RunError> {
    let settings = Settings { keep_going: false, tells_facts: true, ..settings.clone() };
    let stoppable = interrupt.or_by_hand().map_err(|why| RunError::System("make a pipe", why))?;
    let (stop, mut hand) = (stoppable.0, Some(stoppable.1));
    let (mut failed, mut judged) = (None, None);
    run(&settings, &[candidate], plan, &stop, |event| match event {
        Event::CaseFinished { facts: Some(facts), .. } if !facts.result().is_accepted() => {
            failed.get_or_insert_with(|| facts.case.clone());
            hand = None;
        }
        Event::CandidateJudged { report, .. } => judged = Some(Box::new(report.clone())),
        Event::RunStarted { .. }
        | Event::CandidateStarted { .. }
        | Event::CandidatePrepared { .. }
        | Event::CasesPlanned { .. }
        | Event::CaseFinished { .. }
        | Event::CandidateFinished { .. }
        | Event::RunFinished { .. } => {}
    })?;
    match (judged, failed) {
        (Some(report), _) if report.conforms() == Some(true) && !report.is_flaky() => {
            Ok(TrialOutcome::Accepted(report))
        }
        (None, None) => Err(RunError::Interrupted),
        (_, failed) => Ok(TrialOutcome::Refused(failed)),
    }
}
