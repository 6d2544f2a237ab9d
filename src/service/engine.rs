//! What a database must be able to do: run an operation.

use super::operation::Operation;
use super::value::Value;

/// A database.
pub(super) trait Engine: Send + Sync {
    /// Runs an operation, all of it or nothing, and returns the rows of its last statement.
    ///
    /// # Errors
    /// [`StoreError`].
    fn run(&self, operation: &Operation, values: &[Value]) -> Result<Vec<Vec<Value>>, StoreError>;
}

/// Why the database could not do it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file cannot be opened, read or written.
    #[error("{0}: {1}")]
    Sqlite(String, #[source] rusqlite::Error),
    /// The server cannot be reached, or refuses.
    #[error("the database: {}", in_full(.0))]
    Postgres(#[from] ::postgres::Error),
    /// The address asks for an unknown kind of TLS.
    #[error("sslmode={0} is unknown; there are disable, require and verify-full")]
    SslMode(String),
    /// The certificates of authorities cannot be used.
    #[error("the certificates of authorities: {0}")]
    Certificates(String),
    /// It was made by a later version of the judge.
    #[error("the database has version {0} of the tables, this judge knows {1}; use a newer judge")]
    Newer(i64, i64),
    /// Another submission has this idempotency key.
    #[error("this idempotency key belongs to another submission")]
    OtherSubmission,
    /// Too many of the owner's submissions wait.
    #[error("too many of your submissions are waiting; try again later")]
    TooMany,
    /// A row has unexpected content.
    #[error("the database has {0}")]
    Malformed(&'static str),
    /// A system error.
    #[error(transparent)]
    System(std::io::Error),
}

/// An error of the driver with its cause: alone it only names the kind of error.
fn in_full(error: &::postgres::Error) -> String {
    std::error::Error::source(error).map_or_else(|| error.to_string(), |cause| format!("{error}: {cause}"))
}
