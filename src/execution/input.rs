//! The input of a program: standard input, arguments, and how it is given.

use serde::{Deserialize, Serialize};

use crate::challenge::FeedMode;

/// The input of a program for one run, and how it is given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ProgramInput {
    /// Its standard input.
    #[serde(with = "serde_bytes")]
    pub stdin: Vec<u8>,
    /// Further arguments.
    pub args: Vec<Vec<u8>>,
    /// When its standard input is given.
    pub feed: FeedMode,
    /// Whether its standard input never ends: a program that asks for a line after the last is ended there. Only line by
    /// line; otherwise the input ends.
    pub is_open: bool,
    /// Whether its lines are unknown beforehand: the judge chooses each when the program asks for it.
    pub is_guided: bool,
    /// The prompts with which it may ask for a line.
    pub prompts: Vec<Vec<u8>>,
    /// The words without which its output is not complete, if it plays a game; empty if the game does not
    /// end, so that its output is never complete.
    #[serde(with = "serde_bytes")]
    pub last_words: Option<Vec<u8>>,
}
