//! The database of a service.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use etcetera::BaseStrategy;

use super::super::super::{Failure, at, failure};
use crate::files;
use crate::process::Interrupt;
use crate::service::{Store, StoreError};

/// How long a server may take to start, as a machine does with all its services.
const PATIENCE: Duration = Duration::from_secs(60);

/// The time between two attempts.
const AGAIN: Duration = Duration::from_secs(1);

/// What `--database` is for.
const HELP: &str = "A PostgreSQL server, postgres://USER@HOST/NAME, or a file, also as sqlite:FILE [default: judge/service.sqlite in the \
                    user's data folder]";

/// `--database`.
#[derive(Debug, Args)]
#[command(next_help_heading = "Database")]
pub(super) struct Database {
    #[arg(long, value_name = "URL|FILE", help = HELP)]
    database: Option<String>,

    /// A file whose first line is the password for the server [default: the variable PGPASSWORD]
    #[arg(long, value_name = "FILE", requires = "database")]
    password_file: Option<PathBuf>,
}

impl Database {
    /// What the option names.
    fn place(&self) -> Result<Place<'_>, Failure> {
        let Some(named) = self.database.as_deref() else { return usual().map(Place::File) };
        let Some((scheme, rest)) = named.split_once(':').filter(|(scheme, _)| is_scheme(scheme)) else {
            return Ok(Place::File(named.into()));
        };
        match scheme {
            "postgres" | "postgresql" => Ok(Place::Server(named)),
            "sqlite" if !rest.trim_start_matches('/').is_empty() => {
                Ok(Place::File(rest.strip_prefix("//").unwrap_or(rest).into()))
            }
            "sqlite" => Err(failure(format!("--database {named}: name the file, as in sqlite:judge.sqlite"))),
            _ => Err(failure(format!(
                "--database: there is no database {scheme:?}; use postgres://USER@HOST/NAME, or a file (./{scheme}:… if it is \
                 the name of one)"
            ))),
        }
    }

    /// The database with its tables migrated. On a server, these roles are allowed to call the operations of
    /// workers, and nothing else.
    pub(super) fn open(&self, workers: &[String]) -> Result<Store, Failure> {
        match self.place()? {
            Place::Server(url) => Ok(Store::server(url, self.password()?.as_deref(), workers)?),
            Place::File(file) => in_file(&file, workers),
        }
    }

    /// The same for a command that needs what is in it: a file is not created.
    pub(super) fn existing(&self) -> Result<Store, Failure> {
        match self.place()? {
            Place::File(file) if !file.try_exists().map_err(at(&file))? => {
                Err(failure(format!("{}: there is no such database; name it by --database", file.display())))
            }
            _ => self.open(&[]),
        }
    }

    /// The database with its tables migrated. While a server is starting, it is waited for.
    pub(super) fn open_patiently(&self, workers: &[String], stop: &Interrupt) -> Result<Store, Failure> {
        match self.place()? {
            Place::Server(url) => {
                let password = self.password()?;
                patiently(stop, || Store::server(url, password.as_deref(), workers))
            }
            Place::File(file) => in_file(&file, workers),
        }
    }

    /// The database as a worker uses it. While a server is starting, it is waited for.
    pub(super) fn for_worker(&self, stop: &Interrupt) -> Result<Store, Failure> {
        match self.place()? {
            Place::Server(url) => {
                let password = self.password()?;
                patiently(stop, || {
                    let store = Store::on_server(url, password.as_deref())?;
                    store.reach().map(|()| store)
                })
            }
            Place::File(file) => in_file(&file, &[]),
        }
    }

    /// The password, if it is not in the address.
    fn password(&self) -> Result<Option<String>, Failure> {
        let Some(file) = &self.password_file else { return Ok(std::env::var("PGPASSWORD").ok()) };
        let text = files::read(file, files::TEXT).and_then(files::text).map_err(at(file))?;
        match text.lines().next().filter(|line| !line.is_empty()) {
            Some(password) => Ok(Some(password.to_owned())),
            None => Err(failure(format!("{}: its first line has no password", file.display()))),
        }
    }
}

/// What `--database` names.
enum Place<'a> {
    /// A server, by its URL.
    Server(&'a str),
    /// A file.
    File(PathBuf),
}

/// Whether this can be the scheme of a URL (RFC 3986).
fn is_scheme(text: &str) -> bool {
    text.starts_with(|sign: char| sign.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

fn in_file(file: &Path, workers: &[String]) -> Result<Store, Failure> {
    if !workers.is_empty() {
        return Err(failure("--worker-role needs --database postgres://…"));
    }
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        // What is submitted is nobody else's business.
        DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(at(folder))?;
    }
    Ok(Store::file(file)?)
}

/// Opens a database on a server, and waits while that is starting.
fn patiently(stop: &Interrupt, open: impl Fn() -> Result<Store, StoreError>) -> Result<Store, Failure> {
    let began = Instant::now();
    loop {
        match open() {
            Err(why) if why.is_temporary() && began.elapsed() < PATIENCE && !stop.is_raised() => {
                tracing::warn!(%why, "waiting for the database");
                stop.wait(AGAIN);
            }
            other => return Ok(other?),
        }
    }
}

fn usual() -> Result<PathBuf, Failure> {
    let base = etcetera::choose_base_strategy()
        .map_err(|why| failure(format!("no home folder: {why}; give a file with --database")))?;
    Ok(base.data_dir().join("judge").join("service.sqlite"))
}
