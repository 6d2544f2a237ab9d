//! The input of a program: standard input, arguments, and when it is given.

use serde::{Deserialize, Serialize};

/// The input of a program for one run, and how it is given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ProgramInput {
    /// Its standard input.
    pub stdin: Vec<u8>,
    /// Further arguments.
    pub args: Vec<Vec<u8>>,
    /// When its standard input is given.
    pub feed: FeedMode,
    /// Whether its lines are unknown beforehand: the judge chooses each when the program asks for it.
    pub is_guided: bool,
    /// The prompts with which it may ask for a line.
    pub prompts: Vec<Vec<u8>>,
    /// The words without which its output is not complete, if it plays a game; empty if the game does not
    /// end, so that its output is never complete.
    pub last_words: Option<Vec<u8>>,
}

/// When a program gets its standard input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[derive(strum::Display, strum::EnumString, strum::IntoStaticStr, strum::VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum FeedMode {
    /// All at once, and then the end of input.
    #[default]
    Ahead,
    /// One line for each request; the end of input when there are no more.
    Turn,
    /// The same on a terminal of its own for all its streams.
    Terminal,
}

impl FeedMode {
    /// Every feed mode.
    pub const ALL: [FeedMode; 3] = [FeedMode::Ahead, FeedMode::Turn, FeedMode::Terminal];

    /// Its name on the command line and in reports.
    pub fn name(self) -> &'static str {
        self.into()
    }
}
