//! Moments, as they are sent and shown.

use std::fmt;
use std::time::{Duration, UNIX_EPOCH};

use schemars::JsonSchema;
use serde::Serialize;

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
