//! The database inside the program.

use std::collections::HashMap;
use std::fs::{OpenOptions, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::time::Duration;

use parking_lot::Mutex;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, Transaction, TransactionBehavior};
use rustix::fs::OFlags;
use sha2::{Digest, Sha256};

use super::engine::{Engine, StoreError};
use super::operation::{MIGRATIONS, Operation, VERSION, in_full};
use super::value::Value;

/// How long another process on this machine may lock the file.
const PATIENCE: Duration = Duration::from_secs(10);

/// The file holds what its owner's users submitted: nobody else may read it. SQLite gives the files beside it the same
/// mode.
const MODE: u32 = 0o600;

pub(super) struct Sqlite {
    open: Mutex<Open>,
    name: String,
}

struct Open {
    connection: Connection,
    /// Statements in the words of this database.
    words: HashMap<&'static str, String>,
}

impl Sqlite {
    /// Opens a file, which is created if necessary, and migrates its tables.
    pub(super) fn open(path: &Path) -> Result<Sqlite, StoreError> {
        let name = path.display().to_string();
        make_private(path).map_err(|why| StoreError::File(name.clone(), why))?;
        let failed = |why| StoreError::Sqlite(name.clone(), why);
        let mut connection = Connection::open(path).map_err(failed)?;
        connection.busy_timeout(PATIENCE).map_err(failed)?;
        let modes = "pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on;
            pragma secure_delete = on;";
        connection.execute_batch(modes).map_err(failed)?;
        let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
        let digest = |context: &Context<'_>| Ok(digest_of(&context.get::<String>(0)?));
        connection.create_scalar_function("digest_of", 1, flags, digest).map_err(failed)?;
        migrate(&mut connection).map_err(failed)??;
        Ok(Sqlite { open: Mutex::new(Open { connection, words: HashMap::new() }), name })
    }
}

/// The first bytes of a file of SQLite.
const HEAD: &[u8] = b"SQLite format 3\0";

/// Creates a file that only its owner may read, and makes an existing one so, with the files beside it. A file that is no
/// database is left as it is.
fn make_private(path: &Path) -> io::Result<()> {
    let wait_for_nobody = OFlags::NONBLOCK.bits().cast_signed();
    let mut options = OpenOptions::new();
    options.read(true).append(true).mode(MODE).custom_flags(wait_for_nobody);
    let mut file = options.create(true).open(path)?;
    let other = |what: &str| Err(io::Error::other(what.to_owned()));
    if !file.metadata()?.is_file() {
        return other("it is no file");
    }
    let mut head = Vec::new();
    (&mut file).take(HEAD.len() as u64).read_to_end(&mut head)?;
    if !head.is_empty() && head != HEAD {
        return other("it is no database of SQLite");
    }
    file.set_permissions(Permissions::from_mode(MODE))?;
    options.create(false).custom_flags(wait_for_nobody | OFlags::NOFOLLOW.bits().cast_signed());
    for ending in ["-wal", "-shm"] {
        let mut beside = path.as_os_str().to_owned();
        beside.push(ending);
        match options.open(&beside).and_then(|file| file.set_permissions(Permissions::from_mode(MODE))) {
            Err(why) if why.kind() == io::ErrorKind::NotFound => {}
            other => other?,
        }
    }
    Ok(())
}

impl Engine for Sqlite {
    fn run(&self, operation: &Operation, values: &[Value]) -> Result<Vec<Vec<Value>>, StoreError> {
        let mut open = self.open.lock();
        let Open { connection, words } = &mut *open;
        let mut work = || {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let mut rows = Vec::new();
            for statement in operation.statements {
                let own = words.entry(statement).or_insert_with(|| in_own_words(statement));
                rows = all(&transaction, own, values)?;
            }
            transaction.commit()?;
            Ok(rows)
        };
        work().map_err(|why| StoreError::Sqlite(self.name.clone(), why))
    }

    fn shrink(&self) -> Result<(), StoreError> {
        let shrunk = self.open.lock().connection.execute_batch("vacuum; pragma wal_checkpoint(truncate)");
        shrunk.map_err(|why| StoreError::Sqlite(self.name.clone(), why))
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
    in_full(statement)
        .replace('$', "?")
        .replace("{now}", now)
        .replace("{skip}", "")
        .replace("{nothing}", "x''")
        .replace("{int}", "integer")
}

/// The function that PostgreSQL calls `digest_of`.
fn digest_of(text: &str) -> String {
    judging::execution::hex(&Sha256::digest(text))
}

fn migrate(connection: &mut Connection) -> rusqlite::Result<Result<(), StoreError>> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version: i64 = transaction.query_row("pragma user_version", [], |row| row.get(0))?;
    if version > VERSION {
        return Ok(Err(StoreError::Newer(version, VERSION)));
    }
    for migration in MIGRATIONS.iter().skip(version.unsigned_abs() as usize) {
        let own = migration.replace("{id}", "integer primary key autoincrement").replace("{int}", "integer");
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
