//! The submissions, and their state.

use std::io;
use std::path::Path;
use std::time::Duration;

use super::digest::digest;
use super::engine::{Engine, StoreError};
use super::operation::{Operation, admin, queue, submission};
use super::packing::unpack;
use super::postgres::Postgres;
use super::row::{FromValue, Row, taken};
use super::sqlite::Sqlite;
use super::value::Value;
use http::new_name;

/// So many submissions are deleted at once whatever share of all they are.
const FEW: u64 = 100;

pub struct Store {
    engine: Box<dyn Engine>,
}

/// The priority of a job: all jobs of one class come before any of the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[derive(strum::Display, strum::EnumString, strum::FromRepr, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[repr(i64)]
pub enum Class {
    /// Live: a person waits for it.
    Live,
    /// It had a ruling before.
    Rejudge,
    /// One of many for which no person waits.
    Batch,
}

impl FromValue for Class {
    fn of(value: Value) -> Option<Class> {
        i64::of(value).and_then(Class::from_repr)
    }
}

/// The state of a submission.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    strum::EnumString,
    strum::IntoStaticStr,
    serde::Serialize,
    schemars::JsonSchema
)]
#[schemars(rename = "SubmissionState")]
pub enum JobState {
    /// It waits for a worker.
    #[serde(rename = "waiting")]
    #[strum(serialize = "queued", to_string = "waiting")]
    Queued,
    /// A worker judges it.
    #[serde(rename = "judging")]
    #[strum(serialize = "leased", to_string = "judging")]
    Leased,
    /// It was ruled on.
    #[serde(rename = "done")]
    #[strum(to_string = "done")]
    Done,
}

impl FromValue for JobState {
    fn of(value: Value) -> Option<JobState> {
        String::of(value)?.parse().ok()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSubmission<'a> {
    pub owner: &'a str,
    /// The owner's key for this request, so that it can be repeated.
    pub idempotency_key: Option<&'a str>,
    /// The name of its file.
    pub name: &'a str,
    /// Its source, or the words of its command as a shell reads them.
    pub source: &'a [u8],
    /// Whether it is a command. Commands are not ranked.
    pub is_command: bool,
    /// Its language; a worker must have the tools for it.
    pub language: &'a str,
    pub challenge: &'a str,
    /// The challenge's key: its name and a digest of its content.
    pub challenge_key: &'a str,
    /// Its priority.
    pub class: Class,
    /// How many of the owner's submissions may wait.
    pub most: usize,
    /// The address to send the ruling to.
    pub webhook: Option<&'a str>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    pub id: String,
    pub owner: String,
    /// The name of its file.
    pub name: String,
    pub language: String,
    pub challenge: String,
    pub bytes: i64,
    /// Its size in characters, if it is UTF-8.
    pub chars: Option<i64>,
    /// When it came in, in milliseconds since 1970.
    pub submitted: i64,
    pub state: JobState,
    /// How many attempts were begun.
    pub attempt: i64,
    /// The verdict, once there is one.
    pub verdict: Option<String>,
    /// When it was ruled on, in milliseconds since 1970.
    pub ruled: Option<i64>,
    /// Whether it waits although no worker can judge it at the moment.
    pub is_stuck: bool,
    /// The worker that judged it; empty if none could.
    pub worker: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    pub id: String,
    pub owner: String,
    pub language: String,
    pub bytes: i64,
    /// Its size in characters, if it is UTF-8.
    pub chars: Option<i64>,
    /// When it came in, in milliseconds since 1970.
    pub submitted: i64,
}

/// Which submissions are listed. An empty text is any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection<'a> {
    pub owner: &'a str,
    pub challenge: &'a str,
    pub verdict: &'a str,
    /// Only those that came in since then, in milliseconds since 1970.
    pub since: i64,
    /// Only those that came in before then.
    pub until: i64,
    /// Only those that follow the one with this identifier.
    pub after: &'a str,
    /// How many at most.
    pub count: usize,
}

/// Submissions that are to be deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unwanted<'a> {
    /// Only those of this owner.
    pub owner: Option<&'a str>,
    /// Only those that came in before this time, in milliseconds since 1970.
    pub before: i64,
    /// Only the one with this identifier.
    pub submission: Option<&'a str>,
}

impl Unwanted<'_> {
    /// All that came in before this time.
    pub fn before(before: i64) -> Unwanted<'static> {
        Unwanted { owner: None, before, submission: None }
    }

    fn values(&self) -> [Value; 3] {
        let any = |word: Option<&str>| word.unwrap_or_default().into();
        [any(self.owner), self.before.into(), any(self.submission)]
    }
}

impl Store {
    /// The store in a file, which is created if necessary.
    pub fn file(path: &Path) -> Result<Store, StoreError> {
        Ok(Store { engine: Box::new(Sqlite::open(path)?) })
    }

    /// The store on a PostgreSQL server, by its URL, with a password if the URL has none. It creates and
    /// changes no tables, so that a worker's role needs no right to do so.
    pub fn on_server(url: &str, password: Option<&str>) -> Result<Store, StoreError> {
        Ok(Store { engine: Box::new(Postgres::at(url, password)?) })
    }

    /// The store on a PostgreSQL server, with tables created or migrated. These roles are allowed to call the
    /// operations of workers, and nothing else.
    pub fn server(url: &str, password: Option<&str>, workers: &[String]) -> Result<Store, StoreError> {
        let server = Postgres::at(url, password)?;
        server.migrate()?;
        workers.iter().try_for_each(|role| server.let_work(role))?;
        Ok(Store { engine: Box::new(server) })
    }

    /// Stores a submission, and returns its identifier; that of the earlier one if the request is repeated.
    /// Fails with [`StoreError::OtherSubmission`] if the owner has used the idempotency key for something else,
    /// [`StoreError::TooMany`] if too many of the owner's submissions wait.
    pub fn submit(&self, new: &NewSubmission<'_>) -> Result<String, StoreError> {
        let id = random()?;
        let kind = if new.is_command { "command" } else { "source" };
        let parts = [
            new.name.as_bytes(),
            new.source,
            new.language.as_bytes(),
            new.challenge.as_bytes(),
            kind.as_bytes(),
        ];
        let digest = digest(&parts);
        let chars = std::str::from_utf8(new.source).ok().map(|text| text.chars().count() as i64);
        let rows = self.run(
            &submission::SUBMIT,
            &[
                id.as_str().into(),
                new.owner.into(),
                new.idempotency_key.into(),
                new.name.into(),
                new.source.into(),
                digest.as_str().into(),
                (new.source.len() as i64).into(),
                chars.into(),
                new.language.into(),
                new.challenge.into(),
                (new.class as i64).into(),
                new.challenge_key.into(),
                (new.most as i64).into(),
                new.webhook.into(),
                kind.into(),
            ],
        )?;
        if rows.is_empty() {
            return Err(StoreError::TooMany);
        }
        let mut row = Row::only(rows);
        let (found, known): (String, String) = (row.take()?, row.take()?);
        if known == digest { Ok(found) } else { Err(StoreError::OtherSubmission) }
    }

    /// The state of a submission. `None` if it does not exist.
    pub fn status(&self, submission: &str) -> Result<Option<Status>, StoreError> {
        let rows = self.run(&submission::STATUS, &[submission.into()])?;
        Ok(Row::each(rows, status)?.pop())
    }

    /// The name of the saved run of a submission that was ruled on, which other submissions may have, too; empty if the judge
    /// failed at it. A name never has another run.
    pub fn run_of(&self, submission: &str) -> Result<Option<String>, StoreError> {
        Ok(Row::each(self.run(&submission::RUN, &[submission.into()])?, Row::take)?.pop())
    }

    pub fn run_named(&self, run: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let stored: Option<Vec<u8>> = Row::each(self.run(&submission::LOG, &[run.into()])?, Row::take)?.pop();
        let damaged = StoreError::Malformed("a saved run that is damaged");
        stored.map(|stored| unpack(stored).ok_or(damaged)).transpose()
    }

    /// How many submissions those are.
    pub fn forgettable(&self, unwanted: Unwanted<'_>) -> Result<u64, StoreError> {
        let rows = self.run(&submission::FORGETTABLE, &unwanted.values())?;
        Ok(Row::only(rows).take::<i64>()?.unsigned_abs())
    }

    /// Deletes these submissions, with their sources, rulings and saved runs.
    pub fn forget(&self, unwanted: Unwanted<'_>) -> Result<(), StoreError> {
        self.run(&submission::FORGET, &unwanted.values()).map(drop)
    }

    /// Deletes the submissions from before this time, in milliseconds since 1970. Fails if these are most of many: then the
    /// clock is more likely wrong than the submissions old.
    pub fn forget_older(&self, before: i64) -> Result<(), StoreError> {
        let old = self.forgettable(Unwanted::before(before))?;
        if old > FEW && 2 * old > self.forgettable(Unwanted::before(i64::MAX))? {
            return Err(StoreError::MostAreOld(old));
        }
        self.forget(Unwanted::before(before))
    }

    /// Gives the room of what was deleted back to the disk.
    pub fn shrink(&self) -> Result<(), StoreError> {
        self.engine.shrink()
    }

    /// The submissions with a ruling since this time, in milliseconds since 1970, and the present time.
    pub fn done_since(&self, time: i64) -> Result<(i64, Vec<String>), StoreError> {
        let rows = self.run(&submission::DONE_SINCE, &[time.into()])?;
        let rows = Row::each(rows, |row| Ok((row.take::<i64>()?, row.take::<String>()?)))?;
        let (now, ids): (Vec<_>, Vec<_>) = rows.into_iter().partition(|(_, id)| id.is_empty());
        Ok((now.first().map_or(time, |row| row.0), ids.into_iter().map(|(_, id)| id).collect()))
    }

    /// The submissions that are being judged.
    pub fn judged(&self) -> Result<Vec<String>, StoreError> {
        Row::each(self.run(&submission::JUDGED, &[])?, Row::take)
    }

    /// Submissions with a ruling whose webhooks are due, at most this many: the identifier, the address, and
    /// the number of attempts.
    pub fn webhooks(&self, most: usize) -> Result<Vec<(String, String, i64)>, StoreError> {
        let rows = self.run(&submission::HOOKS, &[(most as i64).into()])?;
        Row::each(rows, |row| Ok((row.take()?, row.take()?, row.take()?)))
    }

    /// Records that a webhook was delivered or given up, or is to be tried again after this time.
    pub fn hooked(&self, submission: &str, again: Option<Duration>) -> Result<(), StoreError> {
        let time = again.map_or(0, |again| again.as_millis() as i64);
        self.run(&submission::HOOKED, &[submission.into(), i64::from(again.is_none()).into(), time.into()])
            .map(drop)
    }

    pub fn source(&self, submission: &str) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(Row::each(self.run(&submission::SOURCE, &[submission.into()])?, Row::take)?.pop())
    }

    /// An owner's last submissions, at most this many, the newest first.
    pub fn by_owner(&self, owner: &str, count: usize) -> Result<Vec<Status>, StoreError> {
        Row::each(self.run(&submission::BY_OWNER, &[owner.into(), (count as i64).into()])?, status)
    }

    /// These submissions, the newest first.
    pub fn list(&self, selected: &Selection<'_>) -> Result<Vec<Status>, StoreError> {
        let Selection { owner, challenge, verdict, since, until, after, count } = *selected;
        let values = [
            owner.into(),
            challenge.into(),
            verdict.into(),
            since.into(),
            until.into(),
            after.into(),
            (count as i64).into(),
        ];
        Row::each(self.run(&submission::LIST, &values)?, status)
    }

    /// The accepted submissions of a challenge, the shortest first, and of equal ones the earliest.
    pub fn accepted(&self, challenge: &str) -> Result<Vec<Accepted>, StoreError> {
        Row::each(self.run(&submission::ACCEPTED, &[challenge.into()])?, |row| {
            taken!(row, Accepted { id, owner, language, bytes, chars, submitted })
        })
    }

    /// Sets the requirements for workers: the build of their judge, their least isolation by its name (any if
    /// it is empty), and how long a lease lasts without a beat.
    pub fn set(&self, build: &str, isolation: &str, lease: Duration) -> Result<(), StoreError> {
        let lease = lease.as_millis().to_string();
        // The build comes last: workers wait for it.
        let settings = [("isolation", isolation), ("lease", lease.as_str()), ("build", build)];
        let set = |(name, value): (&str, &str)| self.run(&admin::SET, &[name.into(), value.into()]).map(drop);
        settings.into_iter().try_for_each(set)
    }

    /// Whether the database can be reached and has tables; an operation without an effect, which workers may call, too.
    pub fn reach(&self) -> Result<(), StoreError> {
        self.run(&queue::BEAT, &["".into(), "".into()]).map(drop).map_err(StoreError::without_tables)
    }

    /// Sets the time of the server's machine for the benchmark, with which those of workers are compared. No worker's own
    /// figure is used for that, since a false one would keep others out.
    pub fn set_pace(&self, pace: Duration) -> Result<(), StoreError> {
        self.run(&admin::SET, &["pace".into(), pace.as_micros().to_string().into()]).map(drop)
    }

    pub(super) fn run(&self, operation: &Operation, values: &[Value]) -> Result<Vec<Vec<Value>>, StoreError> {
        debug_assert_eq!(operation.takes.len(), values.len(), "{}", operation.name);
        self.engine.run(operation, values)
    }
}

/// A unique random name.
pub(super) fn random() -> Result<String, StoreError> {
    new_name().map_err(|why: io::Error| StoreError::System(why))
}

fn status(row: &mut Row) -> Result<Status, StoreError> {
    taken!(
        row,
        Status {
            id,
            owner,
            name,
            language,
            challenge,
            bytes,
            chars,
            submitted,
            state,
            attempt,
            verdict,
            ruled,
            is_stuck,
            worker
        }
    )
}
