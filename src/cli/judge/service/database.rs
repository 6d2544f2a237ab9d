//! The options for the database of a service.

use std::path::PathBuf;

use clap::Args;

use super::super::super::{Failure, at, failure};
use crate::files;
use crate::process::Interrupt;
use crate::service::{Database, Store, UnknownDatabase};

/// What `--database` is for.
const HELP: &str = "A PostgreSQL server, postgres://USER@HOST/NAME, or a file, also as sqlite:FILE [default: judge/service.sqlite in the \
                    user's data folder]";

/// `--database`.
#[derive(Debug, Args)]
#[command(next_help_heading = "Database")]
pub(super) struct Options {
    #[arg(long, value_name = "URL|FILE", help = HELP)]
    database: Option<String>,

    /// A file whose first line is the password for the server [default: the variable PGPASSWORD]
    #[arg(long, value_name = "FILE", requires = "database")]
    password_file: Option<PathBuf>,
}

impl Options {
    /// The database that is named, or the usual one.
    fn database(&self) -> Result<Database, Failure> {
        let Some(named) = self.database.as_deref() else {
            let folder = files::data_folder()
                .map_err(|why| failure(format!("no home folder: {why}; give a file with --database")))?;
            return Ok(Database::File(folder.join("judge").join("service.sqlite")));
        };
        let mut database = named.parse().map_err(|why: UnknownDatabase| match why {
            UnknownDatabase::NoFile => failure(format!("--database {named}: {why}")),
            UnknownDatabase::Scheme(_) => failure(format!("--database: {why}")),
        })?;
        if let Database::Server { password, .. } = &mut database {
            *password = self.password()?;
        }
        Ok(database)
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

    /// The database for a command that puts something into it.
    pub(super) fn open(&self) -> Result<Store, Failure> {
        Ok(self.database()?.open()?)
    }

    /// The same for a command that needs what is in it: a file is not created.
    pub(super) fn existing(&self) -> Result<Store, Failure> {
        let database = self.database()?;
        match &database {
            Database::File(file) if !file.try_exists().map_err(at(file))? => {
                Err(failure(format!("{}: there is no such database; name it by --database", file.display())))
            }
            _ => Ok(database.open()?),
        }
    }

    /// The database of the service itself, for workers with these roles, too.
    pub(super) fn for_server(&self, roles: &[String], stop: &Interrupt) -> Result<Store, Failure> {
        let database = self.database()?;
        match &database {
            Database::File(_) if !roles.is_empty() => {
                Err(failure("--worker-role needs --database postgres://…"))
            }
            _ => Ok(database.open_patiently(roles, stop)?),
        }
    }

    /// The database of a worker.
    pub(super) fn for_worker(&self, stop: &Interrupt) -> Result<Store, Failure> {
        Ok(self.database()?.join(stop)?)
    }
}
