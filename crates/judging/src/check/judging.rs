//! Judging programs so that the verdicts count: the reference is asked before and after, and compiled programs are looked at
//! again if they failed.

use crate::catalogue::{NoPlan, SuiteChoice};
use crate::golf::{Gathered, Languages, Sources, Toolchain, ToolchainError, ValidatorError};
use crate::process::{Interrupt, RunError};
use crate::report::{Conditions, Heading, Origin, Record, Report};
use crate::runner::{self, CandidateReport, Event, Plan, Settings};

/// How programs are judged.
pub struct Judging {
    /// With which settings.
    pub settings: Settings,
    /// The suites that they play.
    pub plan: Plan,
    /// The languages that they may have.
    pub languages: Languages,
    pub(super) heading: Heading,
}

impl Judging {
    /// A judging with these settings and suites, as far as the challenge lets it.
    /// Fails if a suite cannot be made, the validator not be run, or the reference not be asked.
    pub fn new(
        settings: Settings,
        suites: &SuiteChoice<'_>,
        languages: Languages,
        toolchain: &Toolchain<'_>,
    ) -> Result<Judging, CheckError> {
        let plan = suites.plan(settings.dialect())?;
        let heading = Heading::of(&settings, suites.kinds);
        Ok(Judging { settings: ready(settings, &languages, toolchain)?, plan, languages, heading })
    }

    /// The record of a run that begins now.
    pub fn record(&self) -> Record {
        Record::new(self.heading.clone(), Conditions::of(&self.settings, Some(Origin::now())))
    }

    /// Judges programs, which this toolchain prepares, until the toolchain is interrupted: see [`judge`].
    pub fn run(
        &self,
        programs: &[Gathered<'_>],
        toolchain: &Toolchain<'_>,
        receivers: &mut [&mut dyn Report],
    ) -> Result<Vec<CandidateReport>, CheckError> {
        judge(
            &self.settings,
            &self.plan,
            programs,
            &self.languages,
            toolchain,
            toolchain.interrupt,
            receivers,
        )
    }
}

/// Settings with the validator of the challenge, whose reference can be asked.
/// Fails if the validator cannot be run, or the reference not be asked.
pub(super) fn ready(
    mut settings: Settings,
    languages: &Languages,
    toolchain: &Toolchain<'_>,
) -> Result<Settings, CheckError> {
    settings.criteria.validators = toolchain.validators(settings.dialect(), languages)?;
    runner::check_reference(settings.dialect(), []).map_err(CheckError::Reference)?;
    Ok(settings)
}

/// Judges programs, which this toolchain prepares, and gives their reports in this order. If the run is interrupted, the last ones
/// have none.
/// Fails if the judge cannot do its work, or the verdicts do not count: the reference could not be asked or contradicts
/// itself, or a compiled program was changed. A program that cannot be run is no error but has a verdict.
pub fn judge(
    settings: &Settings,
    plan: &Plan,
    programs: &[Gathered<'_>],
    languages: &Languages,
    toolchain: &Toolchain<'_>,
    interrupt: &Interrupt,
    receivers: &mut [&mut dyn Report],
) -> Result<Vec<CandidateReport>, CheckError> {
    let candidates: Vec<_> = programs.iter().map(|one| one.candidate.clone()).collect();
    let sources = Sources::new(programs, toolchain, languages);
    let mut ready: Vec<_> = candidates.iter().map(|candidate| candidate.program.clone()).collect();
    let mut reports = Vec::new();
    let mut failed = Vec::new();
    let outcome = runner::run_sources(settings, &candidates, &sources, plan, interrupt, |event| {
        match &event {
            Event::CandidatePrepared { candidate, program } => ready[*candidate] = (*program).clone(),
            Event::CandidateJudged { candidate, report } => {
                failed.extend((report.conforms() == Some(false)).then_some(*candidate));
                reports.push((*report).clone());
            }
            _ => {}
        }
        receivers.iter_mut().for_each(|receiver| receiver.on_event(&event));
    });
    sources.refused()?;
    outcome?;
    runner::check_reference(settings.dialect(), &reports).map_err(CheckError::Reference)?;
    failed.iter().try_for_each(|place| toolchain.confirm(&ready[*place]))?;
    Ok(reports)
}

/// Why there are no verdicts.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// There are no suites to play.
    #[error(transparent)]
    Plan(#[from] NoPlan),
    /// The judge cannot do its work.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The validator of the challenge cannot be run.
    #[error("{0}")]
    Validator(String),
    /// The reference of the challenge cannot be asked, or does not repeat its answers.
    #[error("{0}")]
    Reference(String),
    /// A compiler could not be run, or what it made was changed.
    #[error(transparent)]
    Toolchain(#[from] ToolchainError),
}

impl From<ValidatorError> for CheckError {
    fn from(why: ValidatorError) -> CheckError {
        CheckError::Validator(why.to_string())
    }
}
