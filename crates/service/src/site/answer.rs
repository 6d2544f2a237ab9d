//! The answers of the interface for programs. Their schemas are made from these types.

use std::fmt;
use std::time::{Duration, UNIX_EPOCH};

use schemars::JsonSchema;
use serde::Serialize;

use crate::host::{self, RejudgedRow, RejudgingState};
use crate::leaderboard::Place;
use crate::store::{JobState, Status};
use judging::golf::Measure;
use judging::runner::VerdictWord;

/// A moment, such as `2026-11-23T06:30:00Z`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline, extend("format" = "date-time"))]
pub(super) struct Moment(String);

impl Moment {
    /// The moment this many milliseconds after the beginning of 1970.
    pub(super) fn of(milliseconds: i64) -> Moment {
        let since = Duration::from_millis(milliseconds.max(0).unsigned_abs());
        Moment(humantime::format_rfc3339_seconds(UNIX_EPOCH + since).to_string())
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A challenge.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Challenge {
    /// Its name.
    pub name: String,
    /// The address of its leaderboard.
    pub leaderboard: String,
}

/// A submission.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Submission", deny_unknown_fields)]
pub(super) struct SubmissionAnswer {
    /// Its identifier.
    pub id: String,
    /// Whose it is.
    pub owner: String,
    /// The name of its file.
    pub name: String,
    /// Its language.
    pub language: String,
    /// The challenge.
    pub challenge: String,
    /// Its size in bytes.
    pub bytes: i64,
    /// Its size in characters, if it is UTF-8.
    pub chars: Option<i64>,
    /// When it came in.
    pub submitted: Moment,
    /// Its state.
    pub state: JobState,
    /// The verdict, once there is one.
    pub verdict: Option<VerdictWord>,
    /// When it was ruled on.
    pub ruled: Option<Moment>,
    /// False while it waits and no worker can judge its language and challenge.
    pub judgeable: bool,
    /// The public identifier of the worker that judged it.
    pub worker: Option<String>,
    /// Its address.
    pub url: String,
    /// The address of its report.
    pub report: String,
}

/// A leaderboard.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Leaderboard {
    /// The challenge.
    pub challenge: String,
    /// The measure of size: bytes or characters.
    pub by: Measure,
    /// The only language that is in it, if it is of one.
    pub language: Option<String>,
    /// How many rows there are in all.
    pub total: usize,
    /// The first of them.
    pub rows: Vec<LeaderboardRow>,
}

/// A row of a leaderboard.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct LeaderboardRow {
    /// The place, from 1; submissions of equal size share one.
    pub rank: usize,
    /// Whose the submission is.
    pub owner: String,
    /// Its language.
    pub language: String,
    /// The size that counts.
    pub size: i64,
    /// Its size in bytes.
    pub bytes: i64,
    /// Its size in characters, if it is UTF-8.
    pub chars: Option<i64>,
    /// When it came in.
    pub submitted: Moment,
    /// Its identifier.
    pub id: String,
}

/// A rejudging.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Rejudging {
    /// Its identifier.
    pub id: String,
    /// Why.
    pub why: String,
    /// Its author.
    pub author: String,
    /// When it began.
    pub made: Moment,
    /// Its state.
    pub state: RejudgingState,
    /// How many submissions it has.
    pub submissions: i64,
    /// How many of them were ruled on again.
    pub ruled: i64,
    /// For how many the verdict changes.
    pub changed: i64,
    /// Its address.
    pub url: String,
}

/// A rejudging with its rulings.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct RejudgingWithRulings {
    #[serde(flatten)]
    pub rejudging: Rejudging,
    /// Its submissions.
    pub rulings: Vec<RejudgedRow>,
}

/// A rejudging that began.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct RejudgingBegun {
    /// Its identifier.
    pub id: String,
    /// How many submissions it has.
    pub submissions: i64,
    /// Its address.
    pub url: String,
}

/// A rejudging that was decided on.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct RejudgingDecided {
    /// Its state now.
    pub state: RejudgingState,
}

/// A submission that was deleted.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Deleted {
    /// That it was.
    pub deleted: bool,
}

/// A machine that gets jobs again.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Reinstated {
    /// That it does.
    pub reinstated: bool,
}

impl From<&Status> for SubmissionAnswer {
    fn from(status: &Status) -> SubmissionAnswer {
        SubmissionAnswer {
            id: status.id.clone(),
            owner: status.owner.clone(),
            name: status.name.clone(),
            language: status.language.clone(),
            challenge: status.challenge.clone(),
            bytes: status.bytes,
            chars: status.chars,
            submitted: Moment::of(status.submitted),
            state: status.state,
            verdict: status.verdict.as_deref().map(VerdictWord::of),
            ruled: status.ruled.map(Moment::of),
            judgeable: !status.is_stuck,
            worker: status.worker.clone().filter(|worker| !worker.is_empty()),
            url: format!("/v1/submissions/{}", status.id),
            report: format!("/v1/submissions/{}/report", status.id),
        }
    }
}

impl From<&Place<'_>> for LeaderboardRow {
    fn from(place: &Place<'_>) -> LeaderboardRow {
        let accepted = place.accepted;
        LeaderboardRow {
            rank: place.rank,
            owner: accepted.owner.clone(),
            language: accepted.language.clone(),
            size: place.size,
            bytes: accepted.bytes,
            chars: accepted.chars,
            submitted: Moment::of(accepted.submitted),
            id: accepted.id.clone(),
        }
    }
}

impl From<host::RejudgingRow> for Rejudging {
    fn from(rejudging: host::RejudgingRow) -> Rejudging {
        let host::RejudgingRow { id, why, author, made, state, count, done, changed } = rejudging;
        let (made, url) = (Moment::of(made), format!("/v1/rejudgings/{id}"));
        Rejudging { id, why, author, made, state, submissions: count, ruled: done, changed, url }
    }
}
