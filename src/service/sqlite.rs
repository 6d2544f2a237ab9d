//! The database inside the program.

use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::engine::{Engine, StoreError};
use super::operation::{LEASE, MIGRATIONS, Operation, VERSION};
use super::value::Value;

/// How long another process on this machine may lock the file.
const PATIENCE: Duration = Duration::from_secs(10);

/// A file.
pub(super) struct Sqlite {
    connection: Mutex<Connection>,
    name: String,
}

impl Sqlite {
    /// Opens a file, which is created if necessary, and migrates its tables.
    ///
    /// # Errors
    /// [`StoreError`].
    pub(super) fn open(path: &Path) -> Result<Sqlite, StoreError> {
        let name = path.display().to_string();
        let failed = |why| StoreError::Sqlite(name.clone(), why);
        let mut connection = Connection::open(path).map_err(failed)?;
        connection.busy_timeout(PATIENCE).map_err(failed)?;
        let modes = "pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on;";
        connection.execute_batch(modes).map_err(failed)?;
        migrate(&mut connection).map_err(failed)??;
        Ok(Sqlite { connection: Mutex::new(connection), name })
    }
}

impl Engine for Sqlite {
    fn run(&self, operation: &Operation, values: &[Value]) -> Result<Vec<Vec<Value>>, StoreError> {
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let work = |connection: &mut Connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let mut rows = Vec::new();
            for statement in operation.statements {
                rows = all(&transaction, &in_own_words(statement), values)?;
            }
            transaction.commit()?;
            Ok(rows)
        };
        work(&mut connection).map_err(|why| StoreError::Sqlite(self.name.clone(), why))
    }
}

fn all(
    transaction: &Transaction<'_>,
    statement: &str,
    values: &[Value],
) -> rusqlite::Result<Vec<Vec<Value>>> {
    let mut statement = transaction.prepare_cached(statement)?;
    let count = statement.parameter_count();
    for (place, value) in (1..=count).zip(values) {
        statement.raw_bind_parameter(place, value)?;
    }
    let columns = statement.column_count();
    let mut rows = statement.raw_query();
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        all.push(
            (0..columns).map(|column| Ok(value(row.get_ref(column)?))).collect::<rusqlite::Result<_>>()?,
        );
    }
    Ok(all)
}

fn in_own_words(statement: &str) -> String {
    let now = "cast(unixepoch('subsec') * 1000 as integer)";
    statement
        .replace("{lease}", LEASE)
        .replace('$', "?")
        .replace("{now}", now)
        .replace("{skip}", "")
        .replace("{nothing}", "x''")
        .replace("{int}", "integer")
}

fn migrate(connection: &mut Connection) -> rusqlite::Result<Result<(), StoreError>> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version: i64 = transaction.query_row("pragma user_version", [], |row| row.get(0))?;
    if version > VERSION {
        return Ok(Err(StoreError::Newer(version, VERSION)));
    }
    for migration in MIGRATIONS.iter().skip(version.unsigned_abs() as usize) {
        let own = migration.replace("{id}", "integer primary key").replace("{int}", "integer");
        transaction.execute_batch(&own.replace("{bytes}", "blob"))?;
    }
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()?;
    Ok(Ok(()))
}

impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Int(number) => ValueRef::Integer(*number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

fn value(found: ValueRef<'_>) -> Value {
    match found {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Int(number),
        ValueRef::Real(number) => Value::Int(number as i64),
        ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => Value::Bytes(bytes.to_vec()),
    }
}
