//! The options for judging submissions, by a worker inside a server or on another machine.

use std::path::PathBuf;

use clap::Args;

use super::super::super::suggested::text;
use super::super::super::which::{opened, unpacked};
use super::super::super::{Failure, failure};
use super::super::options::suites;
use judging::catalogue::found_in;
use judging::execution;
use judging::files::name_of;
use judging::golf::Languages;
use judging::suite::SuiteKind;
use judging::transcript::Profile;
use service::{Catalogue, Judging};

/// How submissions are judged. A worker gets only jobs of challenges and suites that it is given alike.
#[derive(Debug, Args)]
#[command(next_help_heading = "Judging")]
pub(super) struct WorkOptions {
    /// A folder with your own challenge, or with several, offered beside the built-in ones; also an archive; may be repeated
    #[arg(long, value_name = "FOLDER", value_parser = unpacked())]
    challenges: Vec<PathBuf>,

    /// The suites that every submission plays, if the challenge has them
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = suites(), hide_possible_values = true,
          default_value = "fixtures,smoke,complete")]
    suite: Vec<SuiteKind>,

    /// The languages of submissions [default: all that are installed]
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = text(Languages::built_in_names), hide_possible_values = true)]
    language: Vec<String>,

    #[command(flatten)]
    tools: super::super::running::Tools,
}

/// What candidates of a service are isolated at, unless `--require-isolation` says less: they reach neither the service
/// nor its database.
const USUAL: execution::Level = execution::Level::Filters;

/// Why it is usual.
const HINT: &str =
    "candidates could use the service, its database and the network; to allow that, name the level";

impl WorkOptions {
    /// The challenges; if names are given, only those.
    pub(super) fn catalogue(&self, only: &[String]) -> Result<Catalogue, Failure> {
        let names_in = |folder: &PathBuf| found_in(folder, &[]).unwrap_or_default();
        let unopened = || {
            let found = self.challenges.iter().flat_map(names_in).flatten();
            found.map(|challenge| name_of(&challenge)).collect()
        };
        Ok(Catalogue::new(&opened(&self.challenges, only)?, &self.suite)?.only(only, unopened)?)
    }

    pub(super) fn languages(&self) -> Result<Languages, Failure> {
        Ok(self.tools.languages()?.only(&self.language)?)
    }

    /// The least isolation of all workers.
    pub(super) fn least(&self) -> execution::Level {
        self.tools.isolation.least().unwrap_or(USUAL)
    }

    pub(super) fn judging(&self) -> Result<Judging, Failure> {
        let isolation = self.tools.isolation.at_least(USUAL).choose().map_err(|why| {
            match self.tools.isolation.least() {
                Some(_) => why,
                None => failure(format!("{}\n  hint: {HINT}", why.what)),
            }
        })?;
        let validator_languages = self.tools.languages()?;
        Ok(Judging { isolation, languages: self.languages()?, validator_languages, profile: Profile::Golf })
    }
}
