//! A database server, for many machines.
//!
//! The tables and a function for each operation are in their own schema. Functions run with the rights
//! of the role that created them, so that a worker's role needs no rights on the tables.
//!
//! Functions are in PL/pgSQL, because a connection then plans each statement once and not at each call. They are
//! dropped and created again when a digest of all of them differs from that beside the version of the tables.

use std::time::Duration;

use parking_lot::Mutex;
use postgres::error::SqlState;
use postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use postgres::{Client, Row, Transaction};

use super::digest::digest;
use super::engine::{Engine, StoreError};
use super::operation::{MIGRATIONS, OF_SERVERS, OF_WORKERS, Operation, VERSION, in_full};
use super::target::Target;
use super::value::{Kind, Value};

/// How many idle connections are kept: as many operations as usually run at once.
const KEPT: usize = 8;

/// How long an operation waits for rows that another session has locked, and a migration for the tables. No honest session
/// holds a lock for longer than an operation takes.
const PATIENCE: Duration = Duration::from_secs(10);

/// The functions that the operations need beside the tables.
const DIGEST_OF: &str = "create function judge.digest_of(text) returns text language sql immutable as
    $body$ select encode(sha256(convert_to($1, 'UTF8')), 'hex') $body$;
    revoke execute on function judge.digest_of from public;";

pub(super) struct Postgres {
    target: Target,
    idle: Mutex<Vec<Client>>,
}

impl Postgres {
    /// A server at this address, with a password if the address has none.
    pub(super) fn at(address: &str, password: Option<&str>) -> Result<Postgres, StoreError> {
        Ok(Postgres { target: Target::at(address, password)?, idle: Mutex::default() })
    }

    pub(super) fn migrate(&self) -> Result<(), StoreError> {
        let mut client = self.client()?;
        match migrate(&mut client) {
            Err(StoreError::Postgres(why)) if why.code() == Some(&SqlState::LOCK_NOT_AVAILABLE) => {
                return Err(StoreError::Busy(sessions(&mut client)?, PATIENCE));
            }
            other => other?,
        }
        self.keep(client);
        Ok(())
    }

    /// Allows a role to call the operations of workers, and nothing else.
    pub(super) fn let_work(&self, role: &str) -> Result<(), StoreError> {
        let mut client = self.client()?;
        let mut transaction = client.transaction()?;
        let role = format!("\"{}\"", role.replace('"', "\"\""));
        transaction.batch_execute(&format!("grant usage on schema judge to {role}"))?;
        grant(&mut transaction, &role)?;
        Ok(transaction.commit()?)
    }

    fn client(&self) -> Result<Client, StoreError> {
        let idle = self.idle.lock().pop();
        match idle.filter(|client| !client.is_closed()) {
            Some(client) => Ok(client),
            None => self.target.connect(),
        }
    }

    fn keep(&self, client: Client) {
        let mut idle = self.idle.lock();
        if idle.len() < KEPT {
            idle.push(client);
        }
    }
}

impl Engine for Postgres {
    fn run(&self, operation: &Operation, values: &[Value]) -> Result<Vec<Vec<Value>>, StoreError> {
        let mut client = self.client()?;
        let places: Vec<_> = (1..=operation.takes.len()).map(|place| format!("${place}")).collect();
        let call = format!("select * from judge.{}({})", operation.name, places.join(", "));
        let values: Vec<_> = values.iter().map(|value| value as &(dyn ToSql + Sync)).collect();
        let rows = client.query(&call, &values)?;
        self.keep(client);
        rows.iter()
            .map(|row| operation.gives.iter().enumerate().map(|(at, kind)| value(row, at, *kind)).collect())
            .collect()
    }
}

fn migrate(client: &mut Client) -> Result<(), StoreError> {
    let mut transaction = client.transaction()?;
    transaction.batch_execute(&format!("set local lock_timeout = {}", PATIENCE.as_millis()))?;
    let version = lock(&mut transaction)?;
    if version > VERSION {
        return Err(StoreError::Newer(version, VERSION));
    }
    transaction.batch_execute("set local search_path = judge, pg_temp")?;
    for migration in MIGRATIONS.iter().skip(version.unsigned_abs() as usize) {
        let id = "bigint generated always as identity primary key";
        let own = migration.replace("{id}", id).replace("{int}", "bigint").replace("{bytes}", "bytea");
        transaction.batch_execute(&own)?;
    }
    let all = OF_WORKERS.iter().chain(OF_SERVERS.into_iter().flatten());
    let functions: Vec<_> = all.map(|operation| function(operation)).collect();
    let texts: Vec<_> = functions.iter().map(String::as_str).chain([DIGEST_OF]).map(str::as_bytes).collect();
    let digest = digest(&texts);
    let known: String = transaction.query_one("select operations from version", &[])?.get(0);
    if known != digest {
        replace_functions(&mut transaction, &functions)?;
    }
    transaction.execute("update version set version = $1, operations = $2", &[&VERSION, &digest])?;
    Ok(transaction.commit()?)
}

/// Locks the tables for other migrations, and returns their version. Only their owner can lock this table; an advisory lock
/// could be held by anybody.
fn lock(transaction: &mut Transaction<'_>) -> Result<i64, StoreError> {
    if !transaction.query_one("select to_regclass('judge.version') is not null", &[])?.get::<_, bool>(0) {
        transaction.batch_execute(
            "create schema if not exists judge; create table judge.version (version bigint not null);
            insert into judge.version values (0)",
        )?;
    }
    transaction.batch_execute("lock table judge.version in share row exclusive mode")?;
    let has = "select count(*) from pg_attribute where attrelid = 'judge.version'::regclass and attname = 'operations'";
    if transaction.query_one(has, &[])?.get::<_, i64>(0) == 0 {
        transaction
            .batch_execute("alter table judge.version add column operations text not null default ''")?;
    }
    Ok(transaction.query_one("select version from judge.version", &[])?.get(0))
}

/// Drops all functions and creates them again: a function may have other parameters under the same name. The roles that
/// could call them before can call them again.
fn replace_functions(transaction: &mut Transaction<'_>, functions: &[String]) -> Result<(), StoreError> {
    let roles = "select distinct quote_ident(rolname) from pg_proc, aclexplode(proacl) as right_of
        join pg_roles on pg_roles.oid = right_of.grantee
        where pronamespace = 'judge'::regnamespace and proname = 'register' and right_of.grantee <> proowner";
    let roles: Vec<String> = transaction.query(roles, &[])?.iter().map(|row| row.get(0)).collect();
    transaction.batch_execute(
        "do $$ declare own regprocedure; begin
            for own in select oid::regprocedure from pg_proc where pronamespace = 'judge'::regnamespace loop
                execute 'drop function ' || own;
            end loop;
        end $$",
    )?;
    // Rows of the queue change often and are soon deleted.
    transaction
        .batch_execute("alter table job set (autovacuum_vacuum_scale_factor = 0.01, fillfactor = 70)")?;
    transaction.batch_execute(DIGEST_OF)?;
    functions.iter().try_for_each(|function| transaction.batch_execute(function))?;
    roles.iter().try_for_each(|role| grant(transaction, role))
}

/// Allows a role, as it is written in SQL, to call the operations of workers.
fn grant(transaction: &mut Transaction<'_>, role: &str) -> Result<(), StoreError> {
    for operation in OF_WORKERS {
        let grant = format!("grant execute on function judge.{} to {role}", operation.name);
        transaction.batch_execute(&grant)?;
    }
    Ok(())
}

/// The sessions that hold locks on the tables, in words.
fn sessions(client: &mut Client) -> Result<String, StoreError> {
    let holders =
        "select distinct pid, coalesce(usename, '') from pg_locks join pg_class on pg_class.oid = relation
        join pg_stat_activity using (pid)
        where relnamespace = 'judge'::regnamespace and pid <> pg_backend_pid() order by pid";
    let rows = client.query(holders, &[])?;
    let shown: Vec<_> = rows
        .iter()
        .map(|row| format!("process {} of {}", row.get::<_, i32>(0), row.get::<_, &str>(1)))
        .collect();
    Ok(if shown.is_empty() { "another session is".to_owned() } else { format!("{} are", shown.join(", ")) })
}

/// Creates the function of an operation. In this language a connection plans each statement once.
fn function(operation: &Operation) -> String {
    let name = operation.name;
    let takes: Vec<_> = operation.takes.iter().map(|kind| kind.name()).collect();
    let gives: Vec<_> =
        operation.gives.iter().enumerate().map(|(at, kind)| format!("column_{at} {}", kind.name())).collect();
    let now = "(extract(epoch from clock_timestamp()) * 1000)::bigint";
    let (last, before) = operation.statements.split_last().expect("an operation does something");
    let columns: Vec<_> = (0..operation.gives.len()).map(|at| format!("given_{at}")).collect();
    let typed = |(column, kind): (&String, &Kind)| format!("{column}::{}", kind.name());
    let result: Vec<_> = columns.iter().zip(operation.gives).map(typed).collect();
    let body = format!(
        "begin {} return query select {} from ({last}) as given ({}); end",
        before.iter().map(|statement| format!("{statement};\n")).collect::<String>(),
        result.join(", "),
        columns.join(", ")
    );
    let body = in_full(&body).replace("{now}", now).replace("{skip}", "for update skip locked");
    format!(
        "create or replace function judge.{name}({}) returns table ({}) language plpgsql security definer
        set search_path = judge, pg_temp set lock_timeout = '{}ms' as $body$ {} $body$;
        revoke execute on function judge.{name} from public;",
        takes.join(", "),
        gives.join(", "),
        PATIENCE.as_millis(),
        body.replace("{nothing}", "''::bytea").replace("{int}", "bigint"),
    )
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Int => "bigint",
            Kind::Text => "text",
            Kind::Bytes => "bytea",
        }
    }
}

fn value(row: &Row, at: usize, kind: Kind) -> Result<Value, StoreError> {
    Ok(match kind {
        Kind::Int => row.try_get::<_, Option<i64>>(at)?.into(),
        Kind::Text => row.try_get::<_, Option<&str>>(at)?.into(),
        Kind::Bytes => row.try_get::<_, Option<&[u8]>>(at)?.into(),
    })
}

impl ToSql for Value {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut bytes::BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Value::Null => Ok(IsNull::Yes),
            Value::Int(number) => number.to_sql(kind, out),
            Value::Text(text) => text.to_sql(kind, out),
            Value::Bytes(bytes) => bytes.to_sql(kind, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}
