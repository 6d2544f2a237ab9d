//! Telling waiting clients that a submission is being judged, or has a ruling. One task asks the database for all of them.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout_at};

use super::error::{Code, Refusal, blocking};
use super::state::Shared;
use crate::store::{JobState, Status};

/// How often the database is asked while a client waits.
const PERIOD: Duration = Duration::from_millis(100);

/// How far back each query looks, in milliseconds, since a ruling becomes visible a little after its time.
const OVERLAP: i64 = 5_000;

/// Sends the news, without end.
pub(super) async fn spread(state: Shared) {
    let (mut since, mut before) = (i64::MAX, HashSet::new());
    loop {
        sleep(PERIOD).await;
        if !state.news.is_wanted() {
            since = i64::MAX;
            continue;
        }
        let host = Arc::clone(&state);
        let look = move || Ok((host.store.done_since(since)?, host.store.judged()?));
        let Ok(((now, done), judged)) = blocking(look).await else { continue };
        since = now - OVERLAP;
        let judged: HashSet<_> = judged.into_iter().collect();
        done.iter().chain(judged.symmetric_difference(&before)).for_each(|id| state.news.announce(id));
        before = judged;
    }
}

/// The state of a submission after its ruling, or after this long.
pub(super) async fn ruled(state: &Shared, id: &str, most: Duration) -> Result<Status, Refusal> {
    changed(state, id, most, |status| status.state == JobState::Done).await
}

/// The state of a submission once it is what is waited for, or after this long.
pub(super) async fn changed(
    state: &Shared,
    id: &str,
    most: Duration,
    is_wanted: impl Fn(&Status) -> bool,
) -> Result<Status, Refusal> {
    let (mut news, until) = (state.news.listen(), Instant::now() + most);
    loop {
        let status = status(state, id).await?;
        if is_wanted(&status) || Instant::now() >= until {
            return Ok(status);
        }
        // A listener that has missed news queries the database again.
        while let Ok(Ok(news_id)) = timeout_at(until, news.recv()).await {
            if &*news_id == id {
                break;
            }
        }
    }
}

async fn status(state: &Shared, id: &str) -> Result<Status, Refusal> {
    let (host, id) = (Arc::clone(state), id.to_owned());
    blocking(move || host.store.status(&id)?.ok_or(Refusal::Unknown(Code::UnknownSubmission))).await
}
