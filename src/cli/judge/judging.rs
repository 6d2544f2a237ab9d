//! How programs are judged, by commands that judge one again and again.

use std::path::Path;

use clap::Args;

use super::super::busy::Busy;
use super::super::{Failure, failure};
use super::check::{Played, planned};
use crate::dialect::Dialect;
use crate::golf::{Languages, Toolchain};
use crate::process::{Interrupt, Isolation};
use crate::report::{Conditions, Heading, Origin, Record};
use crate::runner::{self, Plan, Settings};
use crate::suite::SuiteKind;

#[derive(Debug, Args)]
#[group(id = "judging-arguments")]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) which: super::super::which::Which,

    #[command(flatten)]
    io_options: super::io_options::Arguments,

    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = super::options::suites(),
          hide_possible_values = true, help = super::check::suites(), help_heading = "Suites")]
    suite: Vec<SuiteKind>,

    #[command(flatten)]
    running: super::running::Arguments,
}

/// What is needed to judge programs again and again.
pub(super) struct Judging {
    pub(super) plan: Plan,
    pub(super) settings: Settings,
    pub(super) languages: Languages,
}

impl Arguments {
    /// The challenge, the plan and the settings.
    pub(super) fn prepare(&self, interrupt: &Interrupt) -> Result<Judging, Failure> {
        let dialect = self.which.challenge()?;
        self.io_options.check(&dialect)?;
        let isolation = self.running.isolation()?;
        let languages = self.running.languages()?;
        let plan = {
            let _busy = Busy::with("making the suites");
            self.plan(&dialect)?
        };
        let settings = self.settings(&dialect, isolation, &languages, interrupt)?;
        runner::check_reference(&dialect, []).map_err(failure)?;
        Ok(Judging { plan, settings, languages })
    }

    fn plan(&self, dialect: &Dialect) -> Result<Plan, Failure> {
        let is_robust = dialect.domain().is_robust();
        planned(
            &Played { fixtures: self.which.folder(), kinds: &self.suite, budget: None, is_robust },
            dialect,
        )
    }

    fn settings(
        &self,
        dialect: &Dialect,
        isolation: Isolation,
        languages: &Languages,
        interrupt: &Interrupt,
    ) -> Result<Settings, Failure> {
        let validator = Toolchain::new(interrupt).isolated(&isolation).validator(dialect, languages)?;
        let usual = Settings::new(dialect, isolation);
        Ok(Settings {
            profile: self.io_options.profile(),
            formats: self.io_options.formats(dialect),
            feed: self.io_options.feed(),
            limits: self.running.limits(usual.limits),
            validator,
            jobs: self.running.jobs(usual.jobs),
            ..usual
        })
    }

    /// An empty record of a run.
    pub(super) fn record(&self, settings: &Settings) -> Record {
        let heading: Heading = super::check::heading(settings, &self.suite);
        Record::new(heading, Conditions::of(settings, Some(Origin::now())))
    }
}

/// Refuses a folder where one program is wanted.
pub(super) fn one_program(path: &Path, command: &str) -> Result<(), Failure> {
    match path.is_dir() {
        true => Err(failure(format!("{}: `{command}` takes one program, not a folder", path.display()))),
        false => Ok(()),
    }
}
