//! How old what a service keeps may be.

use std::time::Duration;

use super::super::options::within;

/// An age: a length of time with a unit. A bare number would be seconds, and nobody means that.
pub(super) fn age(text: &str) -> Result<Duration, String> {
    let age = text.parse::<f64>().is_err().then(|| humantime::parse_duration(text).ok()).flatten();
    let age = age.ok_or_else(|| "it takes a time with a unit, such as 180d or 12h".to_owned())?;
    within(age, OLDEST, "a hundred years")
}

/// The greatest age that is accepted.
const OLDEST: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);
