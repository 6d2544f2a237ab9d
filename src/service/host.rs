//! What administrators do and see: tokens, rejudgings, and figures.

use super::engine::StoreError;
use super::operation::{
    APPLY, DEPTH, DISCARD, END_TOKENS, NEW_REJUDGING, NEW_TOKEN, REINSTATE, REJUDGE, REJUDGED, REJUDGINGS,
    RULINGS, STALE, TOKEN, TOKENS, WORKERS,
};
use super::row::{Row, taken};
use super::store::{Class, Store, digest, random};
use crate::http::new_key;

/// What a token allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[derive(strum::Display, strum::EnumString, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum Scope {
    /// Submit, and see the rulings.
    Submit,
    /// See leaderboards, and your own submissions.
    Read,
    /// Everything: rejudge, and see everybody's submissions.
    Admin,
}

/// The owner of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Holder {
    /// The name.
    pub owner: String,
    /// What they may do.
    pub scopes: Vec<Scope>,
}

/// Submissions to be judged again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRejudging<'a> {
    /// Why.
    pub why: &'a str,
    /// Its author.
    pub author: &'a str,
    /// The challenge.
    pub challenge: &'a str,
    /// The present key of the challenge.
    pub challenge_key: &'a str,
    /// Only those in this language.
    pub language: Option<&'a str>,
    /// Only those with this verdict.
    pub verdict: Option<&'a str>,
    /// Only this one.
    pub submission: Option<&'a str>,
}

/// A rejudging.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rejudging {
    /// Its identifier.
    pub id: String,
    /// Why.
    pub why: String,
    /// Its author.
    pub author: String,
    /// When it began, in milliseconds since 1970.
    pub made: i64,
    /// `open`, `applied` or `discarded`.
    pub state: String,
    /// How many submissions it has.
    pub count: i64,
    /// How many of them were judged again.
    pub done: i64,
    /// For how many the verdict changes.
    pub changed: i64,
}

/// A submission in a rejudging.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rejudged {
    /// Its identifier.
    pub id: String,
    /// Whose it is.
    pub owner: String,
    /// The name of its file.
    pub name: String,
    /// The verdict that counts.
    pub before: Option<String>,
    /// The new verdict.
    pub again: Option<String>,
}

/// The number of jobs for a language and a class.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Depth {
    /// The language.
    pub language: String,
    /// The class.
    pub class: Class,
    /// How many jobs wait.
    pub queued: i64,
    /// How many are in progress.
    pub leased: i64,
    /// The age of the oldest, in milliseconds.
    pub oldest: i64,
}

/// A worker as the database knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WorkerState {
    /// Its identifier.
    pub id: String,
    /// The name of its machine.
    pub machine: String,
    /// The build of its judge.
    pub build: String,
    /// Its isolation level.
    pub isolation: String,
    /// How long its machine takes for the benchmark, in microseconds.
    pub pace: i64,
    /// How long ago it began, in milliseconds.
    pub began: i64,
    /// How long ago it last reported, in milliseconds.
    pub heard: i64,
    /// How many jobs it holds.
    pub held: i64,
    /// How many workers in a row died on its machine.
    pub deaths: i64,
}

/// Counts of events that should be rare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mishaps {
    /// Rulings that came too late.
    pub stale: i64,
    /// How many of these differ from the ruling that counts.
    pub disagreements: i64,
    /// Leases that ran out.
    pub lost: i64,
}

impl Holder {
    /// Whether a holder may do this.
    pub fn may(&self, scope: Scope) -> bool {
        self.scopes.iter().any(|own| *own == scope || *own == Scope::Admin)
    }
}

impl Store {
    /// A new token for an owner. Only its digest is stored, so it cannot be shown again.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn new_token(&self, owner: &str, scopes: &[Scope]) -> Result<String, StoreError> {
        let token = new_key().map_err(StoreError::System)?;
        let names: Vec<&str> = scopes.iter().map(|&scope| scope.into()).collect();
        let hash = digest(&[token.as_bytes()]);
        self.run(&NEW_TOKEN, &[hash.as_str().into(), owner.into(), names.join(",").as_str().into()])?;
        Ok(token)
    }

    /// Whether there is any token.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn has_tokens(&self) -> Result<bool, StoreError> {
        Ok(Row::only(self.run(&TOKENS, &[])?).take::<i64>()? > 0)
    }

    /// The holder of a token; none if the token is not valid.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn holder(&self, token: &str) -> Result<Option<Holder>, StoreError> {
        let rows = self.run(&TOKEN, &[digest(&[token.as_bytes()]).as_str().into()])?;
        let holder = |row: &mut Row| {
            let (owner, names): (String, String) = (row.take()?, row.take()?);
            Ok(Holder { owner, scopes: names.split(',').filter_map(|name| name.parse().ok()).collect() })
        };
        Ok(Row::each(rows, holder)?.pop())
    }

    /// Revokes the tokens of an owner.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn end_tokens(&self, owner: &str) -> Result<(), StoreError> {
        self.run(&END_TOKENS, &[owner.into()]).map(drop)
    }

    /// Queues submissions to be judged again, for a review. Returns the rejudging's identifier and the number
    /// of submissions.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn rejudge(&self, new: &NewRejudging<'_>) -> Result<(String, i64), StoreError> {
        let id = random()?;
        self.run(&NEW_REJUDGING, &[id.as_str().into(), new.why.into(), new.author.into()])?;
        let any = |word: Option<&str>| word.unwrap_or_default().into();
        let values = [
            id.as_str().into(),
            new.challenge.into(),
            any(new.language),
            any(new.verdict),
            any(new.submission),
            new.challenge_key.into(),
        ];
        let count = Row::only(self.run(&REJUDGE, &values)?).take()?;
        Ok((id, count))
    }

    /// The rejudgings, the newest first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn rejudgings(&self) -> Result<Vec<Rejudging>, StoreError> {
        Row::each(self.run(&REJUDGINGS, &[])?, |row| {
            taken!(row, Rejudging { id, why, author, made, state, count, done, changed })
        })
    }

    /// The submissions of a rejudging.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn rejudged(&self, rejudging: &str) -> Result<Vec<Rejudged>, StoreError> {
        Row::each(self.run(&REJUDGED, &[rejudging.into()])?, |row| {
            taken!(row, Rejudged { id, owner, name, before, again })
        })
    }

    /// Makes the rulings of a rejudging count, if all are there. Returns its state; none if it does not
    /// exist.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn apply(&self, rejudging: &str) -> Result<Option<String>, StoreError> {
        Ok(Row::each(self.run(&APPLY, &[rejudging.into()])?, Row::take)?.pop())
    }

    /// Discards a rejudging. Returns its state; none if it does not exist.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn discard(&self, rejudging: &str) -> Result<Option<String>, StoreError> {
        Ok(Row::each(self.run(&DISCARD, &[rejudging.into()])?, Row::take)?.pop())
    }

    /// The number of jobs, by class and language.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn depth(&self) -> Result<Vec<Depth>, StoreError> {
        Row::each(self.run(&DEPTH, &[])?, |row| {
            taken!(row, Depth { language, class, queued, leased, oldest })
        })
    }

    /// The number of rulings for each verdict, and their total time in milliseconds.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn rulings(&self) -> Result<Vec<(String, i64, i64)>, StoreError> {
        Row::each(self.run(&RULINGS, &[])?, |row| Ok((row.take()?, row.take()?, row.take()?)))
    }

    /// Counts of events that should be rare.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn mishaps(&self) -> Result<Mishaps, StoreError> {
        let mut row = Row::only(self.run(&STALE, &[])?);
        taken!(row, Mishaps { stale, disagreements, lost })
    }

    /// Allows a machine to have jobs again, however many workers died on it; returns whether there is such a
    /// machine.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn reinstate(&self, machine: &str) -> Result<bool, StoreError> {
        Ok(Row::only(self.run(&REINSTATE, &[machine.into()])?).take::<i64>()? == 1)
    }

    /// The workers that have not ended.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn workers(&self) -> Result<Vec<WorkerState>, StoreError> {
        Row::each(self.run(&WORKERS, &[])?, |row| {
            taken!(row, WorkerState { id, machine, build, isolation, pace, began, heard, held, deaths })
        })
    }
}
