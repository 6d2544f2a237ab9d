//! Judging programs: what the command line, and users of the library in one expression, do.
//!
//! [`Check`] judges some programs with the defaults. Inside the crate, `Judging` judges with any settings, `Rerun` judges programs
//! of a saved run again, `Shorten` makes an accepted program shorter, and `Watch` judges programs again whenever they change.

mod judging;
mod kept;
mod rerun;
mod shorten;
mod watch;

pub use judging::{CheckError, Judging, judge};
pub use rerun::Rerun;
pub use shorten::Shorten;
pub use watch::{News, Watch, Watcher};

use crate::dialect::Dialect;
use crate::golf::{Gathered, Languages, Toolchain};
use crate::process::{Command, Interrupt, Isolation, RunError};
use crate::runner::{Candidate, CandidateReport, Plan, Program, Settings};
use crate::suite::Suite;

/// Programs to be judged, and how: with the defaults of `judge check`.
///
/// Programs run without isolation, so they must be programs that you trust; see [`Check::isolated`]. Faults of programs that
/// are compared with a reference are only named where they are isolated.
pub struct Check {
    dialect: Dialect,
    isolation: Isolation,
    /// How many runs there may be at once. `None` for the usual number.
    jobs: Option<usize>,
    plan: Plan,
    candidates: Vec<Candidate>,
}

impl Check {
    /// No programs and no suites yet, for this game.
    pub fn new(dialect: &Dialect) -> Check {
        Check {
            dialect: dialect.clone(),
            isolation: Isolation::none(),
            jobs: None,
            plan: Plan::new([]),
            candidates: Vec::new(),
        }
    }

    /// Adds a command to be judged, under this name.
    pub fn command(mut self, name: &str, command: Command) -> Check {
        self.candidates.push(Candidate::new(name, Program::Ready(command)));
        self
    }

    /// Adds suites, such as `Suite::of(dialect, "smoke")?`.
    pub fn suites(mut self, suites: impl IntoIterator<Item = Suite>) -> Check {
        self.plan.add(suites);
        self
    }

    /// Takes this plan in place of the suites named so far, such as `catalogue::plan(challenge)?`.
    pub fn plan(self, plan: Plan) -> Check {
        Check { plan, ..self }
    }

    /// Isolates programs from the machine and from each other. [`Isolation::at`] says what the caller's `main` must do
    /// first for that.
    pub fn isolated(self, isolation: Isolation) -> Check {
        Check { isolation, ..self }
    }

    /// Judges the programs, and gives their reports in the order in which they were named.
    /// A program that cannot be run is no error but has a verdict.
    pub fn run(self) -> Result<Vec<CandidateReport>, CheckError> {
        self.reports_on(&self.candidates)
    }

    /// The names of the programs, in the order in which they were named.
    #[cfg(feature = "harness")]
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.candidates.iter().map(|candidate| candidate.name.as_str())
    }

    /// The word for a run of the game.
    #[cfg(feature = "harness")]
    pub(crate) fn noun(&self) -> &'static str {
        self.dialect.noun()
    }

    /// Makes one run of each program at once.
    #[cfg(feature = "harness")]
    pub(crate) fn one_run_at_once(self) -> Check {
        Check { jobs: Some(1), ..self }
    }

    #[cfg(feature = "harness")]
    pub(crate) fn run_one(&self, place: usize) -> Result<CandidateReport, CheckError> {
        let mut reports = self.reports_on(std::slice::from_ref(&self.candidates[place]))?;
        Ok(reports.remove(0))
    }

    fn reports_on(&self, candidates: &[Candidate]) -> Result<Vec<CandidateReport>, CheckError> {
        let (interrupt, _keeper) =
            Interrupt::by_hand().map_err(|why| RunError::System("make a pipe", why))?;
        let Check { dialect, isolation, .. } = self;
        let languages = Languages::built_in();
        let toolchain = Toolchain::new(&interrupt).isolated(isolation);
        let mut settings = Settings::new(dialect, isolation.clone());
        settings.conditions.jobs = self.jobs.unwrap_or(settings.conditions.jobs);
        let settings = judging::ready(settings, &languages, &toolchain)?;
        let programs: Vec<_> = candidates.iter().cloned().map(Gathered::from).collect();
        judging::judge(&settings, &self.plan, &programs, &languages, &toolchain, &interrupt, &mut [])
    }
}
