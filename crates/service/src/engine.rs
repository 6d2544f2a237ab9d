//! The interface of a database: it runs operations.

use super::operation::Operation;
use super::value::Value;

/// A database.
pub(super) trait Engine: Send + Sync {
    /// Runs an operation, all of it or nothing, and returns the rows of its last statement.
    fn run(&self, operation: &Operation, values: &[Value]) -> Result<Vec<Vec<Value>>, StoreError>;

    /// Gives room that is no longer used back to the disk, if the database does not do so by itself.
    fn shrink(&self) -> Result<(), StoreError> {
        Ok(())
    }
}

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("{0}: {1}")]
    Sqlite(String, #[source] rusqlite::Error),
    #[error("{0}: {1}")]
    File(String, #[source] std::io::Error),
    #[error("{0}: there is no such database; name it by --database")]
    NoFile(String),
    #[error("--worker-role needs --database postgres://…")]
    NoRoles,
    #[error("the database: {}", in_full(.0))]
    Postgres(#[from] ::postgres::Error),
    #[error("sslmode={0} is unknown; there are disable, require and verify-full")]
    SslMode(String),
    #[error("the certificates of authorities: {0}")]
    Certificates(String),
    #[error(
        "the tables must be changed, and {0} in the way for more than {1:?}; end them, with `select pg_terminate_backend(PID)`, \
         and start again"
    )]
    Busy(String, std::time::Duration),
    #[error("the database has version {0} of the tables, this judge knows {1}; use a newer judge")]
    Newer(i64, i64),
    #[error(
        "{0} submissions, most of all there are, would be deleted as too old; if the clock is right, delete them with `judge \
         service forget --older-than`"
    )]
    MostAreOld(u64),
    #[error("this idempotency key belongs to another submission")]
    OtherSubmission,
    #[error("too many of your submissions are waiting; try again later")]
    TooMany,
    #[error("no server has used this database yet; start `judge serve` with it first")]
    NoServer,
    #[error("the database has {0}")]
    Malformed(&'static str),
    #[error(transparent)]
    System(std::io::Error),
}

impl StoreError {
    /// [`StoreError::NoServer`] if this error says that there are no tables.
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
            &::postgres::error::SqlState::CRASH_SHUTDOWN,
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
