//! The options for the database of a service.

use std::path::PathBuf;

use clap::Args;

use super::super::super::{Failure, at, failure};
use crate::service::{Database, UnknownDatabase};

/// What `--database` is for.
const HELP: &str = "A PostgreSQL server, postgres://USER@HOST/NAME, or a file, also as sqlite:FILE [default: judge/service.sqlite in the \
                    user's data folder]";

/// `--database`.
#[derive(Debug, Args)]
#[command(next_help_heading = "Database")]
#[group(id = "database-options")]
pub(super) struct Options {
    #[arg(long, value_name = "URL|FILE", help = HELP)]
    database: Option<String>,

    /// A file whose first line is the password for the server [default: the variable PGPASSWORD]
    #[arg(long, value_name = "FILE", requires = "database")]
    password_file: Option<PathBuf>,
}

impl Options {
    /// The database that is named, or the usual one.
    pub(super) fn named(&self) -> Result<Database, Failure> {
        let Some(named) = self.database.as_deref() else {
            let why = |why| failure(format!("no home folder: {why}; give a file with --database"));
            return Database::usual().map_err(why);
        };
        let mut database = named.parse().map_err(|why: UnknownDatabase| match why {
            UnknownDatabase::NoFile => failure(format!("--database {named}: {why}")),
            UnknownDatabase::Scheme(_) => failure(format!("--database: {why}")),
        })?;
        match (&self.password_file, &mut database) {
            (Some(file), _) => return database.with_password_in(file).map_err(at(file)),
            (None, Database::Server { password, .. }) => *password = std::env::var("PGPASSWORD").ok(),
            (None, Database::File(_)) => {}
        }
        Ok(database)
    }
}
