//! What a database must be able to do: run an operation.

use super::operation::Operation;
use super::value::Value;

/// A database.
pub(super) trait Engine: Send + Sync {
    /// Runs an operation, all of it or nothing, and returns the rows of its last statement.
    fn run(&self, operation: &Operation, values: &[Value]) -> Result<Vec<Vec<Value>>, StoreError>;
}

/// Why the database could not do it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file cannot be opened, read or written.
    #[error("{0}: {1}")]
    Sqlite(String, #[source] rusqlite::Error),
    /// The file cannot be created, or belongs to somebody else.
    #[error("{0}: {1}")]
    File(String, #[source] std::io::Error),
    /// There is no such file.
    #[error("{0}: there is no such database; name it by --database")]
    NoFile(String),
    /// A file has no roles of workers.
    #[error("--worker-role needs --database postgres://…")]
    NoRoles,
    /// The server cannot be reached, or refuses.
    #[error("the database: {}", in_full(.0))]
    Postgres(#[from] ::postgres::Error),
    /// The address asks for an unknown kind of TLS.
    #[error("sslmode={0} is unknown; there are disable, require and verify-full")]
    SslMode(String),
    /// The certificates of authorities cannot be used.
    #[error("the certificates of authorities: {0}")]
    Certificates(String),
    /// Other sessions use the tables.
    #[error(
        "the tables must be changed, and {0} in the way for more than {1:?}; end them, with `select pg_terminate_backend(PID)`, \
         and start again"
    )]
    Busy(String, std::time::Duration),
    /// It was made by a later version of the judge.
    #[error("the database has version {0} of the tables, this judge knows {1}; use a newer judge")]
    Newer(i64, i64),
    /// Another submission has this idempotency key.
    #[error("this idempotency key belongs to another submission")]
    OtherSubmission,
    /// Too many of the owner's submissions wait.
    #[error("too many of your submissions are waiting; try again later")]
    TooMany,
    /// There are no tables.
    #[error("no server has used this database yet; start `judge serve` with it first")]
    NoServer,
    /// A row has unexpected content.
    #[error("the database has {0}")]
    Malformed(&'static str),
    /// A system error.
    #[error(transparent)]
    System(std::io::Error),
}

impl StoreError {
    /// The same, if it says that there are no tables.
    pub(super) fn without_tables(self) -> StoreError {
        let StoreError::Postgres(why) = &self else { return self };
        let missing = [
            &::postgres::error::SqlState::INVALID_SCHEMA_NAME,
            &::postgres::error::SqlState::UNDEFINED_FUNCTION,
        ];
        if why.code().is_some_and(|code| missing.contains(&code)) { StoreError::NoServer } else { self }
    }

    /// Whether the server cannot be reached now, but may be soon: it is starting, or has no connection left, or has no
    /// tables yet.
    pub fn is_temporary(&self) -> bool {
        if matches!(self, StoreError::NoServer) {
            return true;
        }
        let StoreError::Postgres(why) = self else { return false };
        let coming = [
            &::postgres::error::SqlState::CANNOT_CONNECT_NOW,
            &::postgres::error::SqlState::TOO_MANY_CONNECTIONS,
            &::postgres::error::SqlState::ADMIN_SHUTDOWN,
        ];
        match why.code() {
            Some(code) => coming.contains(&code),
            // A driver's error with a cause of the system: nobody listens, or the connection was cut.
            None => {
                let cause = std::error::Error::source(why);
                cause.is_some_and(<dyn std::error::Error>::is::<std::io::Error>) || why.is_closed()
            }
        }
    }
}

/// An error of the driver with its cause: alone it only names the kind of error.
fn in_full(error: &::postgres::Error) -> String {
    std::error::Error::source(error).map_or_else(|| error.to_string(), |cause| format!("{error}: {cause}"))
}
