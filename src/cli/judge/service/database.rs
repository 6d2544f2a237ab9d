//! The database of a service.

use std::path::PathBuf;

use clap::Args;
use etcetera::BaseStrategy;

use super::super::super::{Failure, at, failure};
use crate::files;
use crate::service::Store;

/// The prefixes of addresses of PostgreSQL servers.
const SERVERS: [&str; 2] = ["postgres://", "postgresql://"];

/// What `--database` is for.
const HELP: &str = "A PostgreSQL server, postgres://USER@HOST/NAME, or a file [default: judge/service.sqlite in the \
                    user's data folder]";

/// `--database`.
#[derive(Debug, Args)]
pub(super) struct Database {
    #[arg(long, value_name = "URL|FILE", help = HELP)]
    database: Option<String>,

    /// A file whose first line is the password for the server [default: the variable PGPASSWORD]
    #[arg(long, value_name = "FILE", requires = "database")]
    password_file: Option<PathBuf>,
}

impl Database {
    /// The address of the server; none if the database is a file.
    fn server(&self) -> Option<&str> {
        self.database.as_deref().filter(|database| SERVERS.iter().any(|begin| database.starts_with(begin)))
    }

    /// The database with its tables migrated. On a server, this role is allowed to call the operations of
    /// workers, and nothing else.
    pub(super) fn open(&self, workers: Option<&str>) -> Result<Store, Failure> {
        match (self.server(), workers) {
            (Some(url), _) => Ok(Store::server(url, self.password()?.as_deref(), workers)?),
            (None, Some(_)) => Err(failure("--worker-role needs --database postgres://…")),
            (None, None) => self.file(),
        }
    }

    /// The database as a worker uses it.
    pub(super) fn for_worker(&self) -> Result<Store, Failure> {
        match self.server() {
            Some(url) => Ok(Store::on_server(url, self.password()?.as_deref())?),
            None => self.file(),
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

    fn file(&self) -> Result<Store, Failure> {
        let file = self.database.as_ref().map_or_else(usual, |file| Ok(PathBuf::from(file)))?;
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder).map_err(at(folder))?;
        }
        Ok(Store::file(&file)?)
    }
}

fn usual() -> Result<PathBuf, Failure> {
    let base = etcetera::choose_base_strategy()
        .map_err(|why| failure(format!("no home folder: {why}; give a file with --database")))?;
    Ok(base.data_dir().join("judge").join("service.sqlite"))
}
