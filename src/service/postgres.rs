//! A database server, for many machines.
//!
//! The tables and a function for each operation are in a schema of their own. Functions run with the rights
//! of the role that created them, so that a worker's role needs no rights on the tables.

use std::sync::{Mutex, PoisonError};

use postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use postgres::{Client, Row};

use super::engine::{Engine, StoreError};
use super::operation::{LEASE, MIGRATIONS, OF_SERVERS, OF_WORKERS, Operation, VERSION};
use super::target::Target;
use super::value::{Kind, Value};

/// How many idle connections are kept: as many operations as usually run at once.
const KEPT: usize = 8;

/// The lock for migrations, which only one judge may make at a time. The number is arbitrary, but must be
/// unique in the database.
const LOCK: i64 = 0x006A_7564_6765;

/// A server.
pub(super) struct Postgres {
    target: Target,
    idle: Mutex<Vec<Client>>,
}

impl Postgres {
    /// A server at this address, with a password if the address has none.
    ///
    /// # Errors
    /// [`StoreError`].
    pub(super) fn at(address: &str, password: Option<&str>) -> Result<Postgres, StoreError> {
        Ok(Postgres { target: Target::at(address, password)?, idle: Mutex::default() })
    }

    /// Brings the tables up to date.
    ///
    /// # Errors
    /// [`StoreError`].
    pub(super) fn migrate(&self) -> Result<(), StoreError> {
        let mut client = self.client()?;
        migrate(&mut client)?;
        self.keep(client);
        Ok(())
    }

    /// Allows a role to call the operations of workers, and nothing else.
    ///
    /// # Errors
    /// [`StoreError`].
    pub(super) fn let_work(&self, role: &str) -> Result<(), StoreError> {
        let mut client = self.client()?;
        let role = format!("\"{}\"", role.replace('"', "\"\""));
        let mut transaction = client.transaction()?;
        transaction.batch_execute(&format!("grant usage on schema judge to {role}"))?;
        for operation in OF_WORKERS {
            let grant = format!("grant execute on function judge.{} to {role}", operation.name);
            transaction.batch_execute(&grant)?;
        }
        Ok(transaction.commit()?)
    }

    fn client(&self) -> Result<Client, StoreError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match idle.filter(|client| !client.is_closed()) {
            Some(client) => Ok(client),
            None => self.target.connect(),
        }
    }

    fn keep(&self, client: Client) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
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
    transaction.execute("select pg_advisory_xact_lock($1)", &[&LOCK])?;
    let exists = transaction.query_one("select to_regclass('judge.version') is not null", &[])?.get(0);
    let version: i64 =
        if exists { transaction.query_one("select version from judge.version", &[])?.get(0) } else { 0 };
    if version > VERSION {
        return Err(StoreError::Newer(version, VERSION));
    }
    if version == VERSION {
        return Ok(());
    }
    if !exists {
        transaction.batch_execute(
            "create schema if not exists judge; create table judge.version (version bigint not null);
            insert into judge.version values (0)",
        )?;
    }
    transaction.batch_execute("set local search_path = judge, pg_temp")?;
    for migration in MIGRATIONS.iter().skip(version.unsigned_abs() as usize) {
        let id = "bigint generated always as identity primary key";
        let own = migration.replace("{id}", id).replace("{int}", "bigint").replace("{bytes}", "bytea");
        transaction.batch_execute(&own)?;
    }
    // A function of an earlier version may have other parameters under the same name.
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
    for operation in OF_WORKERS.iter().chain(&OF_SERVERS) {
        transaction.batch_execute(&function(operation))?;
    }
    transaction.execute("update judge.version set version = $1", &[&VERSION])?;
    Ok(transaction.commit()?)
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
    let body =
        body.replace("{lease}", LEASE).replace("{now}", now).replace("{skip}", "for update skip locked");
    format!(
        "create or replace function judge.{name}({}) returns table ({}) language plpgsql security definer
        set search_path = judge, pg_temp as $body$ {} $body$;
        revoke execute on function judge.{name} from public;",
        takes.join(", "),
        gives.join(", "),
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
