//! Options that several commands share, and how they are read.

use std::num::NonZeroUsize;
use std::time::Duration;

use super::super::suggested::{Suggested, suggested};
use judging::suite::SuiteKind;

/// A length of time: a number of seconds, or with units (`500ms`, `2m 30s`).
pub(in crate::cli) fn duration(text: &str) -> Result<Duration, String> {
    let duration = match text.parse() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds).map_err(|why| why.to_string()),
        Err(_) => humantime::parse_duration(text)
            .map_err(|_| "it takes a time such as 10s, 500ms or 2m 30s".to_owned()),
    };
    within(duration?, LONGEST, "a year")
}

/// A length of time that is neither zero nor longer than this: later calculations with times need not check for overflow.
pub(super) fn within(duration: Duration, longest: Duration, words: &str) -> Result<Duration, String> {
    match (duration.is_zero(), duration > longest) {
        (true, _) => Err("it must be more than zero".to_owned()),
        (_, true) => Err(format!("it must be no more than {words}")),
        _ => Ok(duration),
    }
}

const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// More runs than any machine can make at once.
const MOST_JOBS: usize = 1024;

/// How many tasks run at once.
pub(in crate::cli) fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|number: &NonZeroUsize| number.get() <= MOST_JOBS);
    number.ok_or_else(|| format!("a number from 1 to {MOST_JOBS}"))
}

pub(super) fn suites() -> Suggested<SuiteKind> {
    let read =
        |name: &str| SuiteKind::named(name).ok_or_else(|| format!("there are: {}", SuiteKind::names()));
    suggested(read, || SuiteKind::ALL.iter().map(|kind| kind.name.to_owned()).collect())
}

/// A number of bytes, with a letter for a unit: powers of 1024.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let letters = ["K", "M", "G"];
    let letter = letters.iter().position(|letter| text.to_uppercase().ends_with(letter));
    let digits = letter.map_or(text, |_| &text[..text.len() - 1]);
    let shift = letter.map_or(0, |place| 10 * (place as u32 + 1));
    let number: Option<u64> = digits.parse().ok();
    let size = number.filter(|number| *number > 0).and_then(|number| number.checked_mul(1 << shift));
    size.ok_or_else(|| "a number of bytes, such as 65536, 64K, 512M or 2G".to_owned())
}

/// Whether this is a CI machine, where files must not be changed.
pub(super) fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false" && value != "0")
}
