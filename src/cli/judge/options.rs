//! Options that several commands share, and how they are read.

use std::time::Duration;

use clap::ValueEnum;

use crate::suite::Way;
use crate::transcript::Tolerance;

/// `--profile`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Profile {
    Golf,
    Exact,
}

/// `--input`.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub(super) enum Input {
    Auto,
    Lines,
    Words,
    Commas,
    Args,
    Arg,
}

impl From<Profile> for Tolerance {
    fn from(profile: Profile) -> Tolerance {
        match profile {
            Profile::Golf => Tolerance::Golf,
            Profile::Exact => Tolerance::Exact,
        }
    }
}

impl Input {
    /// The ways that go by this name: all for `auto`, two where a space may follow the comma.
    pub(super) fn ways(self) -> &'static [Way] {
        match self {
            Input::Auto => &Way::ALL,
            Input::Lines => &[Way::Lines],
            Input::Words => &[Way::Words],
            Input::Commas => &[Way::CommasAndSpaces, Way::Commas],
            Input::Args => &[Way::Args],
            Input::Arg => &[Way::ArgAndSpaces, Way::Arg],
        }
    }
}

/// A length of time, from its number of seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds, such as 2.5".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) if !duration.is_zero() => Ok(duration),
        _ => Err("more than nothing, and no more than a lifetime".to_owned()),
    }
}
