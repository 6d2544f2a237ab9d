//! How programs are played to: what they are held to, in which form their inputs come, and when.

use clap::{Args, ValueEnum};

use crate::dialect::Dialect;
use crate::execution::Feeding;
use crate::suite::Way;
use crate::transcript::Tolerance;

#[derive(Debug, Args)]
#[group(id = "manner-arguments")]
pub(super) struct Arguments {
    /// What programs are held to: what the challenge allows, or the reference's bytes
    #[arg(long, value_name = "PROFILE", default_value = "golf")]
    profile: Profile,

    /// How programs are given their inputs (auto: found out by playing one game each way)
    #[arg(long, value_name = "WAY", default_value = "auto")]
    input: Input,

    /// When programs are given their inputs: all ahead, a line at each turn of theirs, or so on a
    /// terminal (auto: ahead, and by turns where programs may drop what comes before they ask)
    #[arg(long, value_name = "HOW", default_value = "auto")]
    feed: Feed,
}

impl Arguments {
    pub(super) fn tolerance(&self) -> Tolerance {
        self.profile.into()
    }

    /// The ways in that are to be tried.
    pub(super) fn ways(&self, dialect: Dialect) -> &'static [Way] {
        self.input.ways(dialect)
    }

    /// The way of feeding; none in particular for `auto`.
    pub(super) fn feeding(&self) -> Option<Feeding> {
        self.feed.feeding()
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
    /// The way of feeding; none in particular for `auto`.
    pub(super) fn feeding(self) -> Option<Feeding> {
        match self {
            Feed::Auto => None,
            Feed::Ahead => Some(Feeding::Ahead),
            Feed::Turn => Some(Feeding::Turn),
            Feed::Terminal => Some(Feeding::Terminal),
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
    /// The ways that go by this name: for `auto` all that the dialect leaves open, two where a space may
    /// follow the comma.
    pub(super) fn ways(self, dialect: Dialect) -> &'static [Way] {
        match self {
            Input::Auto => Way::of(dialect),
            Input::Lines => &[Way::Lines],
            Input::Words => &[Way::Words],
            Input::Commas => &[Way::CommasAndSpaces, Way::Commas],
            Input::Args => &[Way::Args],
            Input::Arg => &[Way::ArgAndSpaces, Way::Arg],
        }
    }
}
