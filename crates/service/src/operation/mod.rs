//! The tables, and all accesses to them, in SQL that SQLite and PostgreSQL both understand.
//!
//! Parts that several statements share are in braces (`words`). Differences are in braces, too: `{now}` is the time in milliseconds since 1970 by the clock of the database;
//! `{skip}` skips rows that are locked; `{nothing}` is an empty byte string; `{int}` is the type of a number. The
//! function `digest_of` is the SHA-256 of a text in hexadecimal digits.

mod admin;
mod queue;
mod submission;
mod words;

pub(super) use admin::{
    APPLY, DEPTH, DISCARD, END_SESSION, END_TOKENS, FAILED, LINK, NEW_LINK, NEW_REJUDGING, NEW_TOKEN,
    REINSTATE, REJUDGE, REJUDGED, REJUDGINGS, RULINGS, SET, STALE, SWEEP, TOKEN, TOKENS, USE_LINK, WORKERS,
};
pub(super) use queue::{ABLE, BEAT, CLAIM, FINISH, GIVE_BACK, LEAVE, REGISTER, REUSE, UNABLE};
pub(super) use submission::{
    ACCEPTED, BY_OWNER, DONE_SINCE, FORGET, FORGETTABLE, HOOKED, HOOKS, JUDGED, LOG, RUN, SOURCE, STATUS,
    SUBMIT,
};
pub(super) use words::{Operation, in_full};

/// The version of the tables.
pub(super) const VERSION: i64 = 3;

/// The migration to each version of the tables from the one before. `{id}` is the type of an automatic
/// number, `{int}` of a number, `{bytes}` of bytes.
pub(super) const MIGRATIONS: [&str; VERSION as usize] =
    [include_str!("../schema/1.sql"), include_str!("../schema/2.sql"), include_str!("../schema/3.sql")];

/// Operations of workers: their role on PostgreSQL may call these only.
pub(super) const OF_WORKERS: [&Operation; 9] =
    [&REGISTER, &ABLE, &UNABLE, &CLAIM, &BEAT, &FINISH, &GIVE_BACK, &LEAVE, &REUSE];

pub(super) const OF_SERVERS: [&Operation; 35] = [
    &SUBMIT,
    &STATUS,
    &RUN,
    &LOG,
    &SOURCE,
    &HOOKS,
    &HOOKED,
    &DONE_SINCE,
    &JUDGED,
    &BY_OWNER,
    &ACCEPTED,
    &FORGETTABLE,
    &FORGET,
    &NEW_TOKEN,
    &TOKEN,
    &TOKENS,
    &END_SESSION,
    &END_TOKENS,
    &NEW_LINK,
    &LINK,
    &USE_LINK,
    &SET,
    &NEW_REJUDGING,
    &REJUDGE,
    &REJUDGINGS,
    &REJUDGED,
    &APPLY,
    &DISCARD,
    &DEPTH,
    &RULINGS,
    &FAILED,
    &STALE,
    &WORKERS,
    &REINSTATE,
    &SWEEP,
];
