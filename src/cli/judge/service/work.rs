//! How submissions are judged, by a worker inside a server or on another machine.

use std::fs::DirBuilder;
use std::io::{self, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use super::super::super::suggested::text;
use super::super::super::{Failure, failure};
use super::super::languages::load;
use super::super::languages::names as languages;
use super::super::options::suites;
use super::catalogue::catalogue;
use crate::execution;
use crate::files;
use crate::golf::{self, Languages};
use crate::http::new_key;
use crate::process::Isolation;
use crate::service::{Catalogue, Judging, Store, Wakeup, Worker, WorkerSettings};
use crate::suite::SuiteKind;
use crate::transcript::Profile;

/// How submissions are judged. A worker gets only jobs of challenges and suites that it is given alike.
#[derive(Debug, Args)]
#[command(next_help_heading = "Judging")]
pub(super) struct Work {
    /// A folder with your own challenge, offered beside the built-in ones; may be repeated
    #[arg(long, value_name = "FOLDER")]
    challenges: Vec<PathBuf>,

    /// The suites that every submission plays, if the challenge has them
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = suites(), hide_possible_values = true,
          default_value = "fixtures,smoke,complete")]
    suite: Vec<SuiteKind>,

    /// The languages of submissions [default: all that are installed]
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = text(languages), hide_possible_values = true)]
    language: Vec<String>,

    /// A file with more languages, which override the built-in ones
    #[arg(long, value_name = "FILE")]
    languages: Option<PathBuf>,

    #[command(flatten)]
    isolation: super::super::isolation::Arguments,
}

/// What candidates of a service are isolated at, unless `--require-isolation` says less: they reach neither the service
/// nor its database.
const USUAL: execution::Level = execution::Level::Filters;

/// The settings of a worker.
pub(super) struct Terms {
    pub(super) machine: String,
    pub(super) slots: usize,
    pub(super) pause: Duration,
    pub(super) drains: bool,
    pub(super) wakeup: Wakeup,
}

impl Work {
    /// The challenges.
    pub(super) fn catalogue(&self) -> Result<Catalogue, Failure> {
        catalogue(&self.challenges, &self.suite)
    }

    /// The languages of submissions.
    pub(super) fn languages(&self) -> Result<Languages, Failure> {
        let known = load(self.languages.as_deref())?;
        let is_known = |name: &&String| known.iter().any(|language| language.name == **name);
        match self.language.iter().find(|name| !is_known(name)) {
            Some(unknown) => Err(failure(format!("no language {unknown:?}; `judge languages` lists them"))),
            None if self.language.is_empty() => Ok(known),
            None => Ok(known.only(&self.language)),
        }
    }

    /// The least isolation of all workers.
    pub(super) fn least(&self) -> execution::Level {
        self.isolation.at_least(USUAL).least().unwrap_or(USUAL)
    }

    /// The isolation of candidates.
    pub(super) fn isolation(&self) -> Result<Isolation, Failure> {
        let explained = |why: Failure| match self.isolation.least() {
            Some(_) => why,
            None => {
                let hint = "candidates could use the service, its database and the network; to allow that, name the level";
                failure(format!("{}\n  hint: {hint}", why.what))
            }
        };
        self.isolation.at_least(USUAL).choose().map_err(explained)
    }

    /// A worker.
    pub(super) fn worker(
        &self,
        store: Arc<Store>,
        catalogue: Arc<Catalogue>,
        isolation: Isolation,
        terms: Terms,
    ) -> Result<Worker, Failure> {
        let judging = Judging {
            languages: self.languages()?,
            validator_languages: load(self.languages.as_deref())?,
            isolation,
            profile: Profile::Golf,
        };
        let Terms { machine, slots, pause, drains, wakeup } = terms;
        let machine_key = machine_key(&machine);
        let settings = WorkerSettings { machine, machine_key, slots, pause, drains, wakeup };
        Ok(Worker { store, catalogue, judging, settings })
    }
}

/// The name of this machine.
pub(super) fn machine() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// What only this user on this machine knows, and so nobody else can have suspended: a random key in a private file, made
/// when it is first needed. `/etc/machine-id` would not do, which every program here can read. Where no file can be
/// kept, each worker is a machine of its own.
fn machine_key(name: &str) -> String {
    let kept = golf::cache_folder().and_then(|folder| {
        let told = |why: &io::Error| tracing::warn!(%why, folder = %folder.display(), "no key of this machine can be kept");
        kept_key(&folder).inspect_err(told).ok()
    });
    let key = kept.or_else(|| new_key().ok()).unwrap_or_default();
    format!("judge {key} {name}")
}

/// The key in a folder. Of several that make one at once, the first wins.
fn kept_key(folder: &Path) -> io::Result<String> {
    let file = folder.join("machine-key");
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    if !file.try_exists()? {
        let mut new = tempfile::NamedTempFile::new_in(folder)?;
        new.write_all(new_key()?.as_bytes())?;
        match new.persist_noclobber(&file) {
            Err(why) if why.error.kind() != io::ErrorKind::AlreadyExists => return Err(why.error),
            _ => {}
        }
    }
    files::text(files::read(&file, files::TEXT)?)
}
