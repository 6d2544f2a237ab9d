//! How programs are judged, by commands that judge some.

use std::path::Path;

use clap::Args;

use super::super::busy::Busy;
use super::super::{Failure, failure, unless_interrupted};
use super::{io_options, options, running};
use crate::catalogue::SuiteChoice;
use crate::check::Judging;
use crate::golf::Toolchain;
use crate::process::Interrupt;
use crate::report::{Conditions, Heading, Origin, Record};
use crate::runner::Settings;
use crate::suite::SuiteKind;

#[derive(Debug, Args)]
#[group(id = "judging-arguments")]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) which: super::super::which::Which,

    #[command(flatten)]
    io_options: io_options::Arguments,

    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = options::suites(),
          hide_possible_values = true, help = suites(), help_heading = "Suites")]
    suite: Vec<SuiteKind>,

    #[command(flatten)]
    running: running::Arguments,
}

impl Arguments {
    /// The challenge, the plan and the settings.
    pub(super) fn prepare(&self, interrupt: &Interrupt) -> Result<Judging, Failure> {
        let dialect = self.which.challenge()?;
        let choice = SuiteChoice {
            fixtures: self.which.folder(),
            kinds: &self.suite,
            budget: None,
            is_robust: dialect.domain().is_robust(),
            is_strict: options::is_ci(),
        };
        let usual = Settings::new(&dialect, self.running.isolation()?);
        let toolchain = Toolchain::new(interrupt).isolated(&usual.isolation);
        let judging = judging(usual, &choice, &self.io_options, &self.running, &toolchain);
        unless_interrupted(interrupt, judging)
    }

    /// An empty record of a run.
    pub(super) fn record(&self, settings: &Settings) -> Record {
        Record::new(Heading::of(settings, &self.suite), Conditions::of(settings, Some(Origin::now())))
    }
}

/// The help of `--suite`.
pub(super) fn suites() -> String {
    let all = SuiteKind::names();
    format!(
        "The suites to play, separated by commas: {all} [default: fixtures, smoke, and the strongest in time]"
    )
}

/// How programs are judged with these options, and usual settings for what they leave open.
pub(super) fn judging(
    usual: Settings,
    choice: &SuiteChoice<'_>,
    io_options: &io_options::Arguments,
    running: &running::Arguments,
    toolchain: &Toolchain<'_>,
) -> Result<Judging, Failure> {
    io_options.check(&usual.dialect)?;
    let languages = running.languages()?;
    let plan = {
        let _busy = Busy::with("making the suites");
        choice.plan(&usual.dialect)?
    };
    let settings = running.over(io_options.over(usual));
    Ok(Judging::new(settings, plan, languages, toolchain)?)
}

/// Refuses a folder where one program is wanted.
pub(super) fn one_program(path: &Path, command: &str) -> Result<(), Failure> {
    match path.is_dir() {
        true => Err(failure(format!("{}: `{command}` takes one program, not a folder", path.display()))),
        false => Ok(()),
    }
}
