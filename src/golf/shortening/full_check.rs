//! Whether the whole plan accepts a program.

use crate::process::{Interrupt, RunError};
use crate::runner::{Candidate, CandidateReport, Event, Plan, Settings, run};
use crate::suite::Case;

/// The outcome of a full check.
pub(super) enum Outcome {
    /// It is accepted, with this report.
    Accepted(Box<CandidateReport>),
    /// It is not; the case that shows it, if one does.
    Refused(Option<Case>),
}

/// Plays the whole plan, up to the first failure. It is not explained, since nobody reads that.
pub(super) fn full_check(
    settings: &Settings,
    plan: &Plan,
    candidate: Candidate,
    interrupt: &Interrupt,
) -> Result<Outcome, RunError> {
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
            Ok(Outcome::Accepted(report))
        }
        (None, None) => Err(RunError::Interrupted),
        (_, failed) => Ok(Outcome::Refused(failed)),
    }
}
