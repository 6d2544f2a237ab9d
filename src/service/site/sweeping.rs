//! Deleting what is out of date, every hour.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

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
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            match host.settings.keep {
                Some(keep) => Ok(host.store.forget(None, now.saturating_sub(keep).as_millis() as i64)?),
                None => Ok(()),
            }
        });
        if let Err(why) = swept.await {
            tracing::warn!(%why, "nothing was swept");
        }
        sleep(PERIOD).await;
    }
}
