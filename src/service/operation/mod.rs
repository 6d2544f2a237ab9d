//! The tables, and all accesses to them, in SQL that SQLite and PostgreSQL both understand.
//!
//! Differences are in braces: `{now}` is the time in milliseconds since 1970 by the clock of the database;
//! `{skip}` skips rows that are locked; `{nothing}` is an empty byte string; `{lease}` is the duration of
//! leases, in milliseconds.

mod admin;
mod queue;
mod shape;
mod submission;

pub(super) use admin::{
    APPLY, DEPTH, DISCARD, END_TOKENS, NEW_REJUDGING, NEW_TOKEN, REINSTATE, REJUDGE, REJUDGED, REJUDGINGS,
    RULINGS, SET, STALE, TOKEN, TOKENS, WORKERS,
};
pub(super) use queue::{ABLE, BEAT, CLAIM, FINISH, GIVE_BACK, LEAVE, RECALL, REGISTER, UNABLE};
pub(super) use shape::Operation;
pub(super) use submission::{ACCEPTED, BY_OWNER, DONE_SINCE, HOOKED, HOOKS, LOG, SOURCE, STATUS, SUBMIT};

/// The duration of leases, as an expression.
pub(super) const LEASE: &str = "(select cast(value as {int}) from setting where name = 'lease')";

/// The version of the tables.
pub(super) const VERSION: i64 = 2;

/// The migration to each version of the tables from the one before. `{id}` is the type of an automatic
/// number, `{int}` of a number, `{bytes}` of bytes.
pub(super) const MIGRATIONS: [&str; VERSION as usize] =
    [include_str!("../schema/1.sql"), include_str!("../schema/2.sql")];

/// Operations of workers: their role on PostgreSQL may call these only.
pub(super) const OF_WORKERS: [&Operation; 9] =
    [&REGISTER, &ABLE, &UNABLE, &CLAIM, &BEAT, &FINISH, &GIVE_BACK, &LEAVE, &RECALL];

/// Operations of the server.
pub(super) const OF_SERVERS: [&Operation; 25] = [
    &SUBMIT,
    &STATUS,
    &LOG,
    &SOURCE,
    &HOOKS,
    &HOOKED,
    &DONE_SINCE,
    &BY_OWNER,
    &ACCEPTED,
    &NEW_TOKEN,
    &TOKEN,
    &TOKENS,
    &END_TOKENS,
    &SET,
    &NEW_REJUDGING,
    &REJUDGE,
    &REJUDGINGS,
    &REJUDGED,
    &APPLY,
    &DISCARD,
    &DEPTH,
    &RULINGS,
    &STALE,
    &WORKERS,
    &REINSTATE,
];
