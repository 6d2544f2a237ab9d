//! How a program gets its inputs: the input format, and when each input is given. "You may get your input via any way
//! you want", says the challenge; these are the formats that golfers use.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::case::Case;
use crate::dialect::Dialect;
use crate::execution::{FeedMode, ProgramInput};
use crate::transcript::Profile;

/// An input format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(strum::Display, strum::EnumString, strum::IntoStaticStr, strum::VariantArray)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum InputFormat {
    /// On standard input, one per line.
    #[default]
    Lines,
    /// On standard input, in one line, separated by spaces.
    Words,
    /// On standard input, in one line, separated by `, `.
    CommasAndSpaces,
    /// On standard input, in one line, separated by `,`.
    Commas,
    /// As arguments, one each.
    Args,
    /// As one argument, separated by `, `.
    ArgAndSpaces,
    /// As one argument, separated by `,`.
    Arg,
}

/// How long an input may be that is an argument or a part of one, in bytes. Linux accepts no argument of 128
/// KiB or more (`MAX_ARG_STRLEN`), and all of them are in a program's memory at once.
const LONGEST_ARG: usize = 1 << 14;

impl InputFormat {
    /// The input formats that a program may choose from.
    pub fn of(dialect: &Dialect) -> &'static [InputFormat] {
        if dialect.allowed_deviations().any_input_format { InputFormat::ALL } else { &[InputFormat::Lines] }
    }

    /// Every format, in the order in which the judge tries them.
    pub const ALL: &[InputFormat] = <InputFormat as strum::VariantArray>::VARIANTS;

    /// Every format by its name on the command line: those that differ only in the space after a comma share one.
    pub fn by_name() -> impl Iterator<Item = (&'static str, &'static [InputFormat])> {
        let named = InputFormat::ALL.chunk_by(|format, next| format.name() == next.name());
        named.map(|formats| (formats[0].name(), formats))
    }

    /// Its name on the command line and in reports, where the space after a comma does not count.
    pub fn name(self) -> &'static str {
        match self {
            InputFormat::CommasAndSpaces => InputFormat::Commas.into(),
            InputFormat::ArgAndSpaces => InputFormat::Arg.into(),
            other => other.into(),
        }
    }

    /// Whether the inputs come on standard input.
    pub fn is_on_stdin(self) -> bool {
        matches!(
            self,
            InputFormat::Lines | InputFormat::Words | InputFormat::CommasAndSpaces | InputFormat::Commas
        )
    }

    /// Whether an input fits: not every format can express an empty line, a space or a comma, and the system
    /// limits the length of an argument. An argument must be text, because many languages can read their
    /// arguments only as text.
    pub fn carries(self, input: &[u8]) -> bool {
        if !self.is_on_stdin() && std::str::from_utf8(input).is_err() {
            return false;
        }
        let is_free_of = |bytes: &[u8]| !input.iter().any(|byte| bytes.contains(byte));
        match self {
            InputFormat::Lines => is_free_of(b"\n"),
            InputFormat::Words => !input.is_empty() && is_free_of(b" \t\r\n"),
            InputFormat::CommasAndSpaces | InputFormat::Commas => {
                !input.is_empty() && is_free_of(b", \t\r\n")
            }
            InputFormat::Args => is_free_of(b"\0") && input.len() <= LONGEST_ARG,
            InputFormat::ArgAndSpaces | InputFormat::Arg => {
                !input.is_empty() && is_free_of(b", \0") && input.len() <= LONGEST_ARG
            }
        }
    }

    /// The inputs as a program is given them.
    pub fn program_input(self, inputs: &[Vec<u8>]) -> ProgramInput {
        match self {
            InputFormat::Lines => {
                on_stdin(inputs.iter().flat_map(|input| [input, &b"\n"[..]]).flatten().copied().collect())
            }
            InputFormat::Words => on_stdin(one_line(inputs, b" ")),
            InputFormat::CommasAndSpaces => on_stdin(one_line(inputs, b", ")),
            InputFormat::Commas => on_stdin(one_line(inputs, b",")),
            InputFormat::Args => as_args(inputs.to_vec()),
            InputFormat::ArgAndSpaces => as_args(vec![inputs.join(&b", "[..])]),
            InputFormat::Arg => as_args(vec![inputs.join(&b","[..])]),
        }
    }
}

fn on_stdin(stdin: Vec<u8>) -> ProgramInput {
    ProgramInput { stdin, ..ProgramInput::default() }
}

fn as_args(args: Vec<Vec<u8>>) -> ProgramInput {
    ProgramInput { args, ..ProgramInput::default() }
}

fn one_line(inputs: &[Vec<u8>], between: &[u8]) -> Vec<u8> {
    let mut line = inputs.join(between);
    line.push(b'\n');
    line
}

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

    /// Whether a program that gets its inputs so may be held.
    pub fn may_be_held(self) -> bool {
        self.format.is_on_stdin() && self.feed != FeedMode::Terminal
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
