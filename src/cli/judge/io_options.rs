//! How programs are judged: the profile, the input format and the feed mode.

use clap::{Args, ValueEnum};

use super::names::{OrAuto, name, name_or_auto};
use crate::dialect::Dialect;
use crate::execution::FeedMode;
use crate::suite::InputFormat;
use crate::transcript::Profile;

#[derive(Debug, Args)]
#[group(id = "io-options-arguments")]
pub(super) struct Arguments {
    /// What counts as right: what the challenge allows (golf), or only the bytes of the reference (exact)
    #[arg(long, value_name = "PROFILE", value_parser = name::<Profile>(), default_value = "golf")]
    profile: Profile,

    /// The input format (auto: found by playing one game in each)
    #[arg(long, value_name = "WAY", default_value = "auto")]
    input: InputArg,

    /// When input is given: all at the start (ahead), a line when the program waits for it (turn), or
    /// so on a terminal (auto: ahead; turn where programs may drop input that comes early)
    #[arg(long, value_name = "HOW", value_parser = name_or_auto::<FeedMode>(), default_value = "auto")]
    feed: OrAuto<FeedMode>,
}

impl Arguments {
    /// Whether nothing was asked for.
    pub(super) fn is_usual(&self) -> bool {
        self.profile == Profile::default() && self.input == InputArg::Auto && self.feed.0.is_none()
    }

    pub(super) fn profile(&self) -> Profile {
        self.profile
    }

    /// The input formats to try.
    pub(super) fn formats(&self, dialect: Dialect) -> &'static [InputFormat] {
        self.input.formats(dialect)
    }

    /// The feed mode; none for `auto`.
    pub(super) fn feed(&self) -> Option<FeedMode> {
        self.feed.0
    }
}

/// `--input`.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub(super) enum InputArg {
    Auto,
    Lines,
    Words,
    Commas,
    Args,
    Arg,
}

impl InputArg {
    /// The formats of this name: for `auto` all that the dialect allows, two where a space may
    /// follow the comma.
    pub(super) fn formats(self, dialect: Dialect) -> &'static [InputFormat] {
        match self {
            InputArg::Auto => InputFormat::of(dialect),
            InputArg::Lines => &[InputFormat::Lines],
            InputArg::Words => &[InputFormat::Words],
            InputArg::Commas => &[InputFormat::CommasAndSpaces, InputFormat::Commas],
            InputArg::Args => &[InputFormat::Args],
            InputArg::Arg => &[InputFormat::ArgAndSpaces, InputFormat::Arg],
        }
    }
}
