//! A failed case in a saved run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bytes::BytesDto;
use super::conversion::{Form, form_of_fields};
use crate::runner::{Crash, FailedRun, Failure, NamedFault};
use crate::verdict::Verdict;

/// One failed case, ready to be shown. All text in it is safe to print: every character is visible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Failure", deny_unknown_fields)]
pub(super) struct FailureDto {
    /// The case's name, if it was run.
    case: String,
    /// The verdict.
    verdict: Verdict,
    /// The inputs of the game, up to and including the one that the failure answers.
    moves: Vec<String>,
    /// The game up to the failure, as on a terminal, without its last newline.
    game: String,
    /// What was expected there, on one line.
    expected: String,
    /// What the program printed instead, on one line.
    actual: String,
    /// Where that is in the output, in bytes.
    at: Option<usize>,
    /// The fault, if it is a known one.
    diagnosis: Option<NamedFaultDto>,
    /// Whether it answers differently from run to run.
    is_flaky: bool,
    /// The error that ended the program, if it is known how its language reports it.
    crash: Option<CrashDto>,
    /// Notes: how the process ended, what it wrote on standard error, and so on.
    notes: Vec<String>,
    /// A shell command that reproduces it, if it was run.
    command: Option<String>,
    /// A shell command that shows the game side by side with the reference.
    replay: Option<String>,
    /// The run that showed it, if it was run.
    run: Option<FailedRunDto>,
}

/// A fault in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "NamedFault", deny_unknown_fields)]
struct NamedFaultDto {
    /// What the program does wrongly; completes a sentence that begins with "it".
    fault: String,
    /// What that depends on, in a sentence.
    cause: String,
}

/// The error that ended a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Crash", deny_unknown_fields)]
pub(in crate::report) struct CrashDto {
    /// What kind of error, in the words of its language, or the signal.
    kind: Option<String>,
    /// Its message; may be empty.
    message: String,
    /// The file, if that is not the program's own source.
    file: Option<String>,
    /// The number of the line.
    line: Option<u32>,
    /// That line of the source.
    source: Option<String>,
}

/// The run in which a failure was seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FailedRun", deny_unknown_fields)]
struct FailedRunDto {
    /// The inputs, line by line.
    inputs: Vec<BytesDto>,
    /// The output, up to somewhat after the failure.
    output: BytesDto,
    /// The length of the whole output, in bytes.
    length: usize,
}

form_of_fields!(
    FailureDto,
    Failure {
        case,
        verdict,
        moves,
        game,
        expected,
        actual,
        at,
        diagnosis,
        is_flaky,
        crash,
        notes,
        command,
        replay,
        run,
    }
);
form_of_fields!(NamedFaultDto, NamedFault { fault, cause });
form_of_fields!(CrashDto, Crash { kind, message, file, line, source });
form_of_fields!(FailedRunDto, FailedRun { inputs, output, length });
