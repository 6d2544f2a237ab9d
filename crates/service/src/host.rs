//! The actions and views of administrators: tokens, rejudgings, and figures.

use std::time::Duration;

use super::digest::digest;
use super::engine::StoreError;
use super::operation::admin;
use super::row::{FromValue, Row, taken};
use super::store::{Class, Store, random};
use super::value::Value;
use http::new_key;
use judging::runner::VerdictWord;
use judging::transcript::is_visible;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[derive(strum::Display, strum::EnumString, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Scope {
    /// Submit, and see the rulings.
    Submit,
    /// See leaderboards, and your own submissions.
    Read,
    /// Everything: rejudge, and see everybody's submissions.
    Admin,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    pub owner: String,
    pub scopes: Vec<Scope>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an owner's name has 1 to {LONGEST} characters that can be printed")]
pub struct UnfitOwner;

/// The longest name of an owner, in characters.
const LONGEST: usize = 40;

/// How long a link to sign in is valid.
const LINK_LASTS: Duration = Duration::from_secs(15 * 60);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRejudging<'a> {
    pub why: &'a str,
    pub author: &'a str,
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

/// The state of a rejudging.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[derive(strum::Display, strum::EnumString)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum RejudgingState {
    /// Its rulings are awaited, or reviewed.
    Open,
    /// Its rulings count.
    Applied,
    /// Its rulings do not count.
    Discarded,
}

impl FromValue for RejudgingState {
    fn of(value: Value) -> Option<RejudgingState> {
        String::of(value)?.parse().ok()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejudgingRow {
    pub id: String,
    pub why: String,
    pub author: String,
    /// When it began, in milliseconds since 1970.
    pub made: i64,
    pub state: RejudgingState,
    /// How many submissions it has.
    pub count: i64,
    /// How many of them were judged again.
    pub done: i64,
    /// For how many the verdict changes.
    pub changed: i64,
}

/// A submission in a rejudging.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "Rejudged", deny_unknown_fields)]
pub struct RejudgedRow {
    /// Its identifier.
    pub id: String,
    /// Whose it is.
    pub owner: String,
    /// The name of its file.
    pub name: String,
    /// The verdict that counts.
    pub before: Option<VerdictWord>,
    /// The new verdict.
    pub after: Option<VerdictWord>,
}

impl FromValue for VerdictWord {
    fn of(value: Value) -> Option<VerdictWord> {
        String::of(value).map(|word| VerdictWord::of(&word))
    }
}

/// The number of jobs for a language and a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Depth {
    pub language: String,
    pub class: Class,
    pub queued: i64,
    pub leased: i64,
    /// How many of those that are judged have a lease that has run out.
    pub overdue: i64,
    /// The age of the oldest, in milliseconds.
    pub oldest: i64,
    /// How many of those that wait no worker can judge at the moment.
    pub stuck: i64,
}

/// A submission at which the judge failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedJob {
    pub id: String,
    pub owner: String,
    /// The name of its file.
    pub name: String,
    pub language: String,
    /// When it was given up, in milliseconds since 1970.
    pub ruled: i64,
    /// How many workers were lost with it.
    pub deaths: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerState {
    /// Its public identifier.
    pub id: String,
    pub machine: String,
    pub build: String,
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
    /// Whether it has reported which languages it can judge, which takes a while at its start.
    pub is_ready: bool,
}

/// Counts of events that should be rare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RareEvents {
    /// Rulings that came too late.
    pub stale: i64,
    /// How many of these differ from the ruling that counts.
    pub disagreements: i64,
    /// Leases that ran out.
    pub lost: i64,
}

impl Holder {
    pub fn may(&self, scope: Scope) -> bool {
        self.scopes.iter().any(|own| *own == scope || *own == Scope::Admin)
    }
}

/// The name of an owner in a text, without the spaces around it.
pub fn owner(text: &str) -> Result<&str, UnfitOwner> {
    let owner = text.trim();
    let is_fit = (1..=LONGEST).contains(&owner.chars().count()) && owner.chars().all(is_visible);
    is_fit.then_some(owner).ok_or(UnfitOwner)
}

/// The stored form of a token or a link.
fn hash(secret: &str) -> Value {
    digest(&[secret.as_bytes()]).into()
}

fn names(scopes: &[Scope]) -> Value {
    scopes.iter().map(|&scope| scope.into()).collect::<Vec<&str>>().join(",").into()
}

impl Store {
    /// A new token for an owner. Only its digest is stored, so it cannot be shown again.
    pub fn new_token(&self, owner: &str, scopes: &[Scope]) -> Result<String, StoreError> {
        let token = new_key().map_err(StoreError::System)?;
        self.run(&admin::NEW_TOKEN, &[hash(&token), owner.into(), names(scopes)])?;
        Ok(token)
    }

    pub fn has_tokens(&self) -> Result<bool, StoreError> {
        Ok(Row::only(self.run(&admin::TOKENS, &[])?).take::<i64>()? > 0)
    }

    /// The holder of a token. `None` if the token is not valid.
    pub fn holder(&self, token: &str) -> Result<Option<Holder>, StoreError> {
        let rows = self.run(&admin::TOKEN, &[hash(token)])?;
        let holder = |row: &mut Row| {
            let (owner, names): (String, String) = (row.take()?, row.take()?);
            Ok(Holder { owner, scopes: names.split(',').filter_map(|name| name.parse().ok()).collect() })
        };
        Ok(Row::each(rows, holder)?.pop())
    }

    /// A new link: a text with which its owner can sign in once, for this long. Only its digest is stored.
    pub fn new_link(&self, owner: &str, scopes: &[Scope], valid: Duration) -> Result<String, StoreError> {
        let link = new_key().map_err(StoreError::System)?;
        let valid = (valid.as_millis() as i64).into();
        self.run(&admin::NEW_LINK, &[hash(&link), owner.into(), names(scopes), valid])?;
        Ok(link)
    }

    /// The address at which an owner can sign in to a server once, within a quarter of an hour.
    pub fn sign_in(&self, server: &str, owner: &str, scopes: &[Scope]) -> Result<String, StoreError> {
        let link = self.new_link(owner, scopes, LINK_LASTS)?;
        Ok(format!("{}/sign-in?link={link}", server.trim_end_matches('/')))
    }

    /// The owner of a link that can still be used.
    pub fn link(&self, link: &str) -> Result<Option<String>, StoreError> {
        let rows = self.run(&admin::LINK, &[hash(link)])?;
        Ok(Row::each(rows, Row::take)?.pop())
    }

    /// Uses a link: returns a token of its owner, which is valid for this long. None if it was used before, or is out of
    /// date.
    pub fn use_link(&self, link: &str, valid: Duration) -> Result<Option<String>, StoreError> {
        let token = new_key().map_err(StoreError::System)?;
        let values = [hash(link), random()?.into(), hash(&token), (valid.as_millis() as i64).into()];
        let owner: Option<String> = Row::each(self.run(&admin::USE_LINK, &values)?, Row::take)?.pop();
        Ok(owner.map(|_| token))
    }

    /// Revokes the token of a session in a browser; any other token stays.
    pub fn end_session(&self, token: &str) -> Result<(), StoreError> {
        self.run(&admin::END_SESSION, &[hash(token)]).map(drop)
    }

    /// Revokes the tokens of an owner, and the links that would make new ones.
    pub fn end_tokens(&self, owner: &str) -> Result<(), StoreError> {
        self.run(&admin::END_TOKENS, &[owner.into()]).map(drop)
    }

    /// Records under which key a challenge is offered. Its jobs that wait are judged under that key.
    pub fn offer(&self, challenge: &str, key: &str) -> Result<(), StoreError> {
        self.run(&admin::OFFER, &[challenge.into(), key.into()]).map(drop)
    }

    /// Queues submissions to be judged again, for a review. Returns the rejudging's identifier and the number
    /// of submissions; if that is 0, there is no rejudging.
    pub fn rejudge(&self, new: &NewRejudging<'_>) -> Result<(String, i64), StoreError> {
        let id = random()?;
        let any = |word: Option<&str>| word.unwrap_or_default().into();
        let values = [
            id.as_str().into(),
            new.challenge.into(),
            any(new.language),
            any(new.verdict),
            any(new.submission),
            new.challenge_key.into(),
            new.why.into(),
            new.author.into(),
        ];
        let count = Row::only(self.run(&admin::REJUDGE, &values)?).take()?;
        Ok((id, count))
    }

    /// The rejudgings, the newest first.
    pub fn rejudgings(&self) -> Result<Vec<RejudgingRow>, StoreError> {
        Row::each(self.run(&admin::REJUDGINGS, &[])?, |row| {
            taken!(row, RejudgingRow { id, why, author, made, state, count, done, changed })
        })
    }

    pub fn rejudged(&self, rejudging: &str) -> Result<Vec<RejudgedRow>, StoreError> {
        Row::each(self.run(&admin::REJUDGED, &[rejudging.into()])?, |row| {
            taken!(row, RejudgedRow { id, owner, name, before, after })
        })
    }

    /// Makes the rulings of a rejudging count, if all are there. Returns its state. `None` if it does not
    /// exist.
    pub fn apply(&self, rejudging: &str) -> Result<Option<RejudgingState>, StoreError> {
        Ok(Row::each(self.run(&admin::APPLY, &[rejudging.into()])?, Row::take)?.pop())
    }

    /// Discards a rejudging. Returns its state. `None` if it does not exist.
    pub fn discard(&self, rejudging: &str) -> Result<Option<RejudgingState>, StoreError> {
        Ok(Row::each(self.run(&admin::DISCARD, &[rejudging.into()])?, Row::take)?.pop())
    }

    /// The number of jobs, by class and language.
    pub fn depth(&self) -> Result<Vec<Depth>, StoreError> {
        Row::each(self.run(&admin::DEPTH, &[])?, |row| {
            taken!(row, Depth { language, class, queued, leased, overdue, oldest, stuck })
        })
    }

    /// The number of rulings for each verdict, and their total time in milliseconds.
    pub fn rulings(&self) -> Result<Vec<(String, i64, i64)>, StoreError> {
        Row::each(self.run(&admin::RULINGS, &[])?, |row| Ok((row.take()?, row.take()?, row.take()?)))
    }

    /// The last submissions at which the judge failed, at most this many.
    pub fn failed(&self, most: usize) -> Result<Vec<FailedJob>, StoreError> {
        Row::each(self.run(&admin::FAILED, &[(most as i64).into()])?, |row| {
            taken!(row, FailedJob { id, owner, name, language, ruled, deaths })
        })
    }

    /// Deletes tokens, links and workers that are out of date.
    pub fn sweep(&self) -> Result<(), StoreError> {
        self.run(&admin::SWEEP, &[]).map(drop)
    }

    pub fn rare_events(&self) -> Result<RareEvents, StoreError> {
        let mut row = Row::only(self.run(&admin::STALE, &[])?);
        taken!(row, RareEvents { stale, disagreements, lost })
    }

    /// Allows a machine to have jobs again, however many workers died on it; returns whether there is such a
    /// machine.
    pub fn reinstate(&self, machine: &str) -> Result<bool, StoreError> {
        Ok(Row::only(self.run(&admin::REINSTATE, &[machine.into()])?).take::<i64>()? > 0)
    }

    /// The workers that have not ended.
    pub fn workers(&self) -> Result<Vec<WorkerState>, StoreError> {
        Row::each(self.run(&admin::WORKERS, &[])?, |row| {
            taken!(
                row,
                WorkerState { id, machine, build, isolation, pace, began, heard, held, deaths, is_ready }
            )
        })
    }
}
