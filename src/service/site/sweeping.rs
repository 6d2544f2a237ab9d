//! Deleting what is out of date, every hour.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use super::error::blocking;
use super::state::Shared;

/// How often.
const PERIOD: Duration = Duration::from_secs(60 * 60);

/// Deletes what is out of date, without end.
pub(super) async fn sweep(state: Shared) {
    loop {
        let host = Arc::clone(&state);
        let swept = blocking(move || {
            host.store.sweep()?;
            host.settings.keep.map_or(Ok(()), |keep| Ok(host.store.forget(None, keep.ago())?))
        });
        if let Err(why) = swept.await {
            tracing::warn!(%why, "nothing was swept");
        }
        sleep(PERIOD).await;
    }
}
