//! The answers of the interface for programs, as JSON.

use std::time::{Duration, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::service::host::{Rejudged, Rejudging};
use crate::service::leaderboard::Place;
use crate::service::store::Status;

/// A submission.
pub(super) fn submission(status: &Status) -> Value {
    json!({
        "id": status.id,
        "owner": status.owner,
        "name": status.name,
        "language": status.language,
        "challenge": status.challenge,
        "bytes": status.bytes,
        "chars": status.chars,
        "submitted": time(status.submitted),
        "state": state(status),
        "verdict": status.verdict,
        "ruled": status.ruled.map(time),
        "judgeable": !status.is_stuck,
        "worker": status.worker.as_deref().filter(|worker| !worker.is_empty()),
        "url": format!("/v1/submissions/{}", status.id),
        "report": format!("/v1/submissions/{}/report", status.id),
    })
}

/// The state of a submission: `waiting`, `judging` or `done`.
pub(super) fn state(status: &Status) -> &'static str {
    match status.state.as_str() {
        "queued" => "waiting",
        "leased" => "judging",
        _ => "done",
    }
}

/// A line of a leaderboard.
pub(super) fn place(place: &Place<'_>) -> Value {
    json!({
        "rank": place.rank,
        "owner": place.accepted.owner,
        "language": place.accepted.language,
        "size": place.size,
        "bytes": place.accepted.bytes,
        "chars": place.accepted.chars,
        "submitted": time(place.accepted.submitted),
        "id": place.accepted.id,
    })
}

/// A rejudging.
pub(super) fn rejudging(rejudging: &Rejudging) -> Value {
    json!({
        "id": rejudging.id,
        "why": rejudging.why,
        "author": rejudging.author,
        "made": time(rejudging.made),
        "state": rejudging.state,
        "submissions": rejudging.count,
        "ruled": rejudging.done,
        "changed": rejudging.changed,
        "url": format!("/v1/rejudgings/{}", rejudging.id),
    })
}

/// A submission in a rejudging.
pub(super) fn rejudged(rejudged: &Rejudged) -> Value {
    json!({
        "id": rejudged.id,
        "owner": rejudged.owner,
        "name": rejudged.name,
        "before": rejudged.before,
        "after": rejudged.again,
    })
}

/// A time such as `2026-11-23T06:30:00Z`.
pub(super) fn time(milliseconds: i64) -> String {
    let since = Duration::from_millis(milliseconds.max(0).unsigned_abs());
    humantime::format_rfc3339_seconds(UNIX_EPOCH + since).to_string()
}
