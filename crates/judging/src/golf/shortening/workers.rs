//! Workers that try texts, as many at once as there are jobs.

use super::search::Trials;
use super::subject::{Shortening, ShorteningError, ShorteningProgress, Workshop};
use crate::process::{Interrupt, RunError};
use crate::runner::{Candidate, CandidateReport, Event, Plan, QuickCases, QuickCheck, Settings, run};
use crate::suite::{Case, IoMode};

/// The workers, and what the whole plan says of the program before it is changed.
pub(super) struct Workers<'a> {
    shortening: &'a Shortening<'a>,
    accepted: &'a CandidateReport,
    cases: &'a QuickCases,
    progress: &'a (dyn Fn(ShorteningProgress) + Sync),
    workers: Vec<Worker<'a>>,
    /// Where texts are made ready for the whole plan.
    workshop: Workshop<'a>,
    state: ShorteningProgress,
}

struct Worker<'a> {
    check: QuickCheck<'a>,
    workshop: Workshop<'a>,
}

impl Worker<'_> {
    fn passes(&mut self, text: &[u8]) -> Result<bool, ShorteningError> {
        let Worker { check, workshop } = self;
        workshop.with(text, |candidate| match candidate.command() {
            Some(command) => Ok(check.passed(command)?.is_some()),
            None => Ok(false),
        })
    }
}

impl<'a> Workers<'a> {
    /// As many as there are jobs; `settings` are those of the quick check.
    pub(super) fn new(
        shortening: &'a Shortening<'a>,
        accepted: &'a CandidateReport,
        cases: &'a QuickCases,
        settings: &'a Settings,
        progress: &'a (dyn Fn(ShorteningProgress) + Sync),
    ) -> Result<Workers<'a>, ShorteningError> {
        let mode: IoMode = accepted.mode().unwrap_or_default();
        let worker = |_| -> Result<_, ShorteningError> {
            let check = QuickCheck::new(settings, shortening.interrupt, mode, cases)?;
            Ok(Worker { check, workshop: shortening.workshop()? })
        };
        let workers = (0..settings.conditions.jobs.max(1)).map(worker).collect::<Result<_, _>>()?;
        let workshop = shortening.workshop()?;
        let state = ShorteningProgress { bytes: shortening.text.len(), trials: 0 };
        Ok(Workers { shortening, accepted, cases, progress, workers, workshop, state })
    }

    /// Whether the program itself passes, so that changes that loop are stopped by what it takes.
    pub(super) fn try_out(&mut self) -> Result<bool, ShorteningError> {
        self.workers[0].passes(&self.shortening.text)
    }

    /// How many texts were tried.
    pub(super) fn count(&self) -> usize {
        self.state.trials
    }

    /// Whether a program passed no weaker suites than the program had passed before it was changed.
    fn is_as_good(&self, report: &CandidateReport) -> bool {
        let has = |suite| report.passed.iter().any(|passed| &passed.suite == suite);
        self.accepted.passed.iter().all(|passed| has(&passed.suite))
    }
}

impl Trials for Workers<'_> {
    type Stop = ShorteningError;

    fn places(&self) -> usize {
        self.workers.len()
    }

    fn pass(&mut self, texts: &[&[u8]]) -> Result<Vec<bool>, ShorteningError> {
        self.state.trials += texts.len();
        let workers = self.workers.iter_mut().zip(texts);
        let passes = std::thread::scope(|scope| {
            let tried: Vec<_> =
                workers.map(|(worker, text)| scope.spawn(move || worker.passes(text))).collect();
            let lost = |_| Err(RunError::Interrupted.into());
            tried.into_iter().map(|tried| tried.join().unwrap_or_else(lost)).collect()
        });
        (self.progress)(self.state);
        passes
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

    fn report(&mut self, bytes: usize) {
        self.state.bytes = bytes;
        (self.progress)(self.state);
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
    let settings = Settings { keep_going: false, reports_facts: true, ..settings.clone() };
    let stoppable = interrupt.or_by_hand().map_err(|why| RunError::System("make a pipe", why))?;
    let (stop, mut hand) = (stoppable.0, Some(stoppable.1));
    let (mut failed, mut judged) = (None, None);
    run(&settings, &[candidate], plan, &stop, |event| match event {
        Event::CaseFinished { facts: Some(facts), .. } if !facts.result().is_accepted() => {
            failed.get_or_insert_with(|| facts.case.clone());
            hand = None;
        }
        Event::CandidateJudged { report, .. } => judged = Some(Box::new(report.clone())),
        _ => {}
    })?;
    match (judged, failed) {
        (Some(report), _) if report.conforms() == Some(true) && !report.is_flaky() => {
            Ok(TrialOutcome::Accepted(report))
        }
        (None, None) => Err(RunError::Interrupted),
        (_, failed) => Ok(TrialOutcome::Refused(failed)),
    }
}
