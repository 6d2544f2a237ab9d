//! The options for the database of a service.

use std::path::PathBuf;

use clap::Args;

use super::super::super::Failure;
use service::Database;

const HELP: &str = "A PostgreSQL server, postgres://USER@HOST/NAME, or a file, also as sqlite:FILE [default: judge/service.sqlite in the \
                    user's data folder]";

/// `--database`.
#[derive(Debug, Args)]
#[command(next_help_heading = "Database")]
pub(super) struct DatabaseOptions {
    #[arg(long, value_name = "URL|FILE", help = HELP)]
    database: Option<String>,

    /// A file whose first line is the password for the server [default: the variable PGPASSWORD]
    #[arg(long, value_name = "FILE", requires = "database")]
    password_file: Option<PathBuf>,
}

impl DatabaseOptions {
    /// The database that is named, or the usual one.
    pub(super) fn named(&self) -> Result<Database, Failure> {
        let named = self.database.as_deref().map_or_else(Database::usual, str::parse)?;
        Ok(named.with_password(self.password_file.as_deref())?)
    }
}
