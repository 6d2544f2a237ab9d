//! How programs are judged, by commands that judge some.

use clap::Args;

use super::super::Failure;
use super::super::busy::Busy;
use super::{io_options, options, running};
use judging::catalogue::SuiteChoice;
use judging::check::Judging;
use judging::golf::Toolchain;
use judging::process::Interrupt;
use judging::runner::Settings;
use judging::suite::SuiteKind;

#[derive(Debug, Args)]
pub(super) struct JudgingArguments {
    #[command(flatten)]
    pub(super) played: Played,

    #[command(flatten)]
    parallel: Parallel,
}

/// How many programs run.
#[derive(Debug, Args)]
pub(super) struct Parallel {
    #[command(flatten)]
    jobs: running::Jobs,

    #[command(flatten)]
    pub(super) running: running::RunningArguments,
}

/// The challenge, suites and input formats that programs play.
#[derive(Debug, Args)]
pub(super) struct Played {
    #[command(flatten)]
    pub(super) which: super::super::which::Which,

    #[command(flatten)]
    pub(super) io_options: io_options::IoArguments,

    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = options::suites(),
          hide_possible_values = true, help = suites(), help_heading = SUITES)]
    pub(super) suite: Vec<SuiteKind>,
}

pub(super) const SUITES: &str = "Suites";

/// The help of `--suite`.
fn suites() -> String {
    let all = SuiteKind::names();
    format!(
        "The suites to play, separated by commas: {all} [default: fixtures, smoke, and the strongest in time]"
    )
}

impl JudgingArguments {
    /// The challenge, the plan and the settings.
    pub(super) fn prepare(&self, interrupt: &Interrupt) -> Result<Judging, Failure> {
        let JudgingArguments { played, parallel } = self;
        let usual = Settings::new(&played.which.challenge()?, parallel.running.tools.isolation()?);
        let settings = played.applied_to(parallel, usual)?;
        let toolchain = Toolchain::new(interrupt).isolated(&settings.conditions.isolation);
        judging(settings.clone(), &played.suites(&settings), &parallel.running, &toolchain)
    }
}

impl Played {
    /// Usual settings, with those that were given, if they mean something for the challenge.
    pub(super) fn applied_to(&self, parallel: &Parallel, usual: Settings) -> Result<Settings, Failure> {
        self.io_options.check(usual.dialect())?;
        let usual = self.io_options.applied_to(usual);
        let conditions = parallel.jobs.applied_to(parallel.running.applied_to(usual.conditions));
        Ok(Settings { conditions, ..usual })
    }

    pub(super) fn suites(&self, settings: &Settings) -> SuiteChoice<'_> {
        SuiteChoice {
            fixtures: self.which.folder(),
            kinds: &self.suite,
            budget: None,
            is_robust: settings.criteria.is_robust,
            is_strict: options::is_ci(),
        }
    }
}

pub(super) fn judging(
    settings: Settings,
    suites: &SuiteChoice<'_>,
    running: &running::RunningArguments,
    toolchain: &Toolchain<'_>,
) -> Result<Judging, Failure> {
    let languages = running.tools.languages()?;
    let _busy = Busy::with("making the suites");
    Ok(Judging::new(settings, suites, languages, toolchain)?)
}
