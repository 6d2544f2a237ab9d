//! How a program gets its inputs: the input format, and when each input is given.

use std::fmt;

use super::case::Case;
use super::input_format::InputFormat;
use crate::execution::{FeedMode, ProgramInput};
use crate::transcript::Profile;

/// An input format and a feed mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct IoMode {
    /// The format of inputs.
    pub format: InputFormat,
    /// When they are given.
    pub feed: FeedMode,
}

/// The character that ends the input of a terminal: `VEOF` as termios(3) sets it, Ctrl-D.
const END_OF_INPUT: u8 = 4;

/// How long a line on a terminal may be, in bytes: Linux drops what goes beyond 4,095 (termios(3)).
const LONGEST_ON_TERMINAL: usize = 4000;

impl IoMode {
    /// Whether an input fits. On a terminal a line must not be long, or contain the character that ends the
    /// input.
    pub fn carries(self, input: &[u8]) -> bool {
        let is_typed = self.feed == FeedMode::Terminal;
        let can_be_typed = input.len() <= LONGEST_ON_TERMINAL && !input.contains(&END_OF_INPUT);
        self.format.carries(input) && (!is_typed || can_be_typed)
    }

    /// A case without the inputs that do not fit.
    pub fn fit(self, mut case: Case) -> Case {
        case.inputs.retain(|input| self.carries(input));
        case
    }

    /// The input of a program that plays a case, with its prompt and its last words.
    pub fn program_input(self, case: &Case, profile: Profile) -> ProgramInput {
        ProgramInput {
            feed: self.feed,
            prompts: case.dialect.prompts(),
            last_words: Some(case.last_words(profile)),
            ..self.format.program_input(&case.inputs)
        }
    }
}

/// As in reports: the input format, and the feed mode unless that is `ahead`.
impl fmt::Display for IoMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.format.name())?;
        f.write_str(match self.feed {
            FeedMode::Ahead => "",
            FeedMode::Turn => " by turns",
            FeedMode::Terminal => " on a terminal",
        })
    }
}
