//! The input formats: how a list of inputs reaches a program. "You may get your input via any way you want", says
//! the challenge; these are the formats that golfers use.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dialect::Dialect;
use crate::execution::ProgramInput;

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
    pub(crate) fn by_name() -> impl Iterator<Item = (&'static str, &'static [InputFormat])> {
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
