//! What a program is given: standard input, arguments, and when.

use serde::{Deserialize, Serialize};

/// What a program is given on one run, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ProgramInput {
    /// What it finds on standard input, before the end of input.
    pub stdin: Vec<u8>,
    /// What is added to its arguments.
    pub args: Vec<Vec<u8>>,
    /// When it is given what it finds on standard input.
    pub feed: FeedMode,
    /// Whether its lines are not known yet, and each is asked of the judge when the program asks for it.
    pub is_guided: bool,
    /// The words by which it may ask for a line.
    pub prompts: Vec<Vec<u8>>,
    /// The words without which its output is not complete, if it plays a game; empty if the game does
    /// not come to its end, and its output is never complete.
    pub last_words: Option<Vec<u8>>,
}

/// When a program is given what it finds on standard input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[derive(strum::Display, strum::EnumString, strum::IntoStaticStr, strum::VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum FeedMode {
    /// All at once, and then the end of input.
    #[default]
    Ahead,
    /// One line each time that it asks; the end of input when it asks for more than there is.
    Turn,
    /// The same on a terminal of its own, which all of its streams are.
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
