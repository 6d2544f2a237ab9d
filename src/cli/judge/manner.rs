//! How programs are judged: the profile, the input format and the feed mode.

use clap::{Args, ValueEnum};

use crate::dialect::Dialect;
use crate::execution::FeedMode;
use crate::suite::InputFormat;
use crate::transcript::Tolerance;

#[derive(Debug, Args)]
#[group(id = "manner-arguments")]
pub(super) struct Arguments {
    /// What counts as right: what the challenge allows (golf), or only the bytes of the reference (exact)
    #[arg(long, value_name = "PROFILE", default_value = "golf")]
    profile: Profile,

    /// The input format (auto: found by playing one game in each)
    #[arg(long, value_name = "WAY", default_value = "auto")]
    input: Input,

    /// When input is given: all at the start (ahead), a line when the program waits for it (turn), or
    /// so on a terminal (auto: ahead; turn where programs may drop input that comes early)
    #[arg(long, value_name = "HOW", default_value = "auto")]
    feed: Feed,
}

impl Arguments {
    pub(super) fn tolerance(&self) -> Tolerance {
        self.profile.into()
    }

    /// The input formats to try.
    pub(super) fn formats(&self, dialect: Dialect) -> &'static [InputFormat] {
        self.input.formats(dialect)
    }

    /// The feed mode; none for `auto`.
    pub(super) fn feed(&self) -> Option<FeedMode> {
        self.feed.mode()
    }
}

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

/// `--feed`.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub(super) enum Feed {
    Auto,
    Ahead,
    Turn,
    Terminal,
}

impl Feed {
    /// The feed mode; none for `auto`.
    pub(super) fn mode(self) -> Option<FeedMode> {
        match self {
            Feed::Auto => None,
            Feed::Ahead => Some(FeedMode::Ahead),
            Feed::Turn => Some(FeedMode::Turn),
            Feed::Terminal => Some(FeedMode::Terminal),
        }
    }
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
    /// The formats of this name: for `auto` all that the dialect allows, two where a space may
    /// follow the comma.
    pub(super) fn formats(self, dialect: Dialect) -> &'static [InputFormat] {
        match self {
            Input::Auto => InputFormat::of(dialect),
            Input::Lines => &[InputFormat::Lines],
            Input::Words => &[InputFormat::Words],
            Input::Commas => &[InputFormat::CommasAndSpaces, InputFormat::Commas],
            Input::Args => &[InputFormat::Args],
            Input::Arg => &[InputFormat::ArgAndSpaces, InputFormat::Arg],
        }
    }
}
