//! Judging some programs in one expression, for users of the library.

use super::{Candidate, CandidateReport, Event, Plan, Program, Settings, run};
use crate::dialect::Dialect;
use crate::process::{Command, Interrupt, Isolation, RunError};
use crate::suite::Suite;

/// Programs to be judged, and how: with the defaults of `judge check`.
///
/// Programs run without isolation, so they must be programs that you trust; see [`Check::isolated`].
pub struct Check {
    settings: Settings,
    plan: Plan,
    candidates: Vec<Candidate>,
}

impl Check {
    /// No programs and no suites yet, for this game.
    pub fn new(dialect: &Dialect) -> Check {
        let settings = Settings::new(dialect, Isolation::none());
        Check { settings, plan: Plan::new([]), candidates: Vec::new() }
    }

    /// The same with a command to be judged, under this name.
    pub fn command(mut self, name: &str, command: Command) -> Check {
        self.candidates.push(Candidate::new(name, Program::Ready(command)));
        self
    }

    /// The same with further suites, such as `Suite::of(dialect, "smoke")?`.
    pub fn suites(mut self, suites: impl IntoIterator<Item = Suite>) -> Check {
        self.plan.add(suites);
        self
    }

    /// The same with this plan in place of the suites named so far, such as `catalogue::plan(challenge)?`.
    pub fn plan(self, plan: Plan) -> Check {
        Check { plan, ..self }
    }

    /// The same with programs isolated from the machine and from each other. [`Isolation::at`] says what the
    /// caller's `main` must do first for that.
    pub fn isolated(self, isolation: Isolation) -> Check {
        Check { settings: Settings { isolation, ..self.settings }, ..self }
    }

    /// Judges the programs, and gives their reports in the order in which they were named.
    ///
    /// # Errors
    /// [`RunError`] if the judge cannot do its work. A program that cannot be run is no error but has a verdict.
    pub fn run(self) -> Result<Vec<CandidateReport>, RunError> {
        self.reports_on(&self.candidates)
    }

    /// The names of the programs, in the order in which they were named.
    #[cfg(feature = "harness")]
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.candidates.iter().map(|candidate| candidate.name.as_str())
    }

    /// What a run of the game is called.
    #[cfg(feature = "harness")]
    pub(crate) fn noun(&self) -> &'static str {
        self.settings.dialect.noun()
    }

    /// The same with one run of each program at once.
    #[cfg(feature = "harness")]
    pub(crate) fn one_run_at_once(self) -> Check {
        Check { settings: Settings { jobs: 1, ..self.settings }, ..self }
    }

    /// Judges one of the programs, by its place.
    ///
    /// # Errors
    /// As of [`Check::run`].
    #[cfg(feature = "harness")]
    pub(crate) fn run_one(&self, place: usize) -> Result<CandidateReport, RunError> {
        let mut reports = self.reports_on(std::slice::from_ref(&self.candidates[place]))?;
        Ok(reports.remove(0))
    }

    fn reports_on(&self, candidates: &[Candidate]) -> Result<Vec<CandidateReport>, RunError> {
        let (interrupt, _keeper) =
            Interrupt::by_hand().map_err(|why| RunError::System("make a pipe", why))?;
        let mut reports = Vec::new();
        run(&self.settings, candidates, &self.plan, &interrupt, |event| {
            if let Event::CandidateJudged { report, .. } = event {
                reports.push(report.clone());
            }
        })?;
        Ok(reports)
    }
}
