//! The tables, and all accesses to them, in SQL that SQLite and PostgreSQL both understand.
//!
//! SQLite runs an operation as a transaction. On PostgreSQL each is a function: that is one round trip, and the role of a worker
//! may be granted nine functions and no table. One contract test runs on both (`tests/service/queue.rs`).
//!
//! Parts that several statements share are in braces (`words`). Differences are in braces, too: `{now}` is the time in
//! milliseconds since 1970 by the clock of the database; `{skip}` skips rows that are locked; `{nothing}` is an empty byte string;
//! `{int}` is the type of a number. The function `digest_of` is the SHA-256 of a text in hexadecimal digits.

pub(super) mod admin;
pub(super) mod queue;
pub(super) mod submission;
mod words;

pub(super) use words::{Operation, in_full};

/// The version of the tables.
pub(super) const VERSION: i64 = 3;

/// The migration to each version of the tables from the one before. `{id}` is the type of an automatic
/// number, `{int}` of a number, `{bytes}` of bytes.
pub(super) const MIGRATIONS: [&str; VERSION as usize] =
    [include_str!("../schema/1.sql"), include_str!("../schema/2.sql"), include_str!("../schema/3.sql")];

/// Operations of workers: their role on PostgreSQL may call these only.
pub(super) const OF_WORKERS: &[&Operation] = queue::ALL;

pub(super) const OF_SERVERS: [&[&Operation]; 2] = [submission::ALL, admin::ALL];
