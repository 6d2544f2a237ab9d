//! A run in the form of the JSON report.

use schemars::JsonSchema;
use serde::Serialize;

use crate::execution::FeedMode;
use crate::golf::Points;
use crate::report::form::{CrashDto, RunsDto};
use crate::report::verdict_word::VerdictWord;
use crate::suite::InputFormat;
use crate::transcript::Profile;
use crate::verdict::Verdict;

/// The number of the format.
pub(super) const NUMBER: u32 = 1;

/// A run of judge check.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "A run of judge check --format json", deny_unknown_fields)]
pub(super) struct RunDto<'a> {
    /// The version of this format.
    #[schemars(extend("const" = NUMBER))]
    pub(super) schema: u32,
    /// The dialect, or the name of the challenge.
    pub(super) dialect: &'a str,
    /// The reversi board, if it is not the standard one.
    pub(super) board: Option<String>,
    /// The profile.
    pub(super) profile: Profile,
    /// The suites, separated by commas, or auto; cases of whole cases.
    pub(super) suite: &'a str,
    /// Whether the run was interrupted; candidates not judged by then are missing.
    pub(super) interrupted: bool,
    /// The candidates, in the order in which they were given.
    pub(super) candidates: Vec<CandidateDto<'a>>,
}

/// A candidate, and what became of it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Candidate", deny_unknown_fields)]
pub(super) struct CandidateDto<'a> {
    /// Its name.
    pub(super) name: &'a str,
    /// The submission's file; null for a command.
    pub(super) path: Option<String>,
    /// Its language.
    pub(super) language: Option<&'a str>,
    /// The score: the raw bytes of the file.
    pub(super) bytes: Option<u64>,
    /// The same in characters, if it is UTF-8.
    pub(super) chars: Option<u64>,
    /// Its points as code.golf counts them, for each of these sizes.
    pub(super) points: ScoresDto,
    /// The input format; null if nothing was run.
    pub(super) input: Option<InputWord>,
    /// The feed mode; null if nothing was run.
    pub(super) feed: Option<FeedMode>,
    /// How quickly it answered, if it was fed line by line.
    pub(super) latency: Option<LatencyDto>,
    /// Notes for the author of a program that conforms.
    pub(super) advice: &'a [String],
    /// The verdict.
    pub(super) verdict: VerdictWord,
    /// The verdicts that the challenge expects of its own program; null of any other program.
    pub(super) expected: Option<Vec<Verdict>>,
    /// Whether the verdict is one of these; null if none are expected, or if it was skipped.
    pub(super) as_expected: Option<bool>,
    /// Why it was skipped.
    pub(super) reason: Option<&'a str>,
    /// How many games or cases it was tried on, up to and including the first failed one.
    pub(super) cases: usize,
    /// How many of them it failed.
    pub(super) failed: usize,
    /// How many inputs of these games were left out because they do not fit its input format.
    pub(super) left_out: usize,
    /// The suites that it passed, in order.
    pub(super) passed: Vec<&'a str>,
    /// Whether it was accepted on less than the suite that every program should play.
    pub(super) fallback: Option<FallbackDto<'a>>,
    /// What passing the last of them proves, and under which assumption.
    pub(super) claim: Option<&'a str>,
    /// The total time of its runs.
    #[schemars(range(min = 0))]
    pub(super) seconds: f64,
    /// How the games were played.
    pub(super) runs: RunsDto,
    /// Its first failure.
    pub(super) failure: Option<FailureDto<'a>>,
}

/// The points of a candidate, as code.golf counts them. Only candidates that were accepted and whose language and size are
/// known have any, and count for the others.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Scores", deny_unknown_fields)]
pub(super) struct ScoresDto {
    /// For its bytes.
    bytes: Option<PointsDto>,
    /// For its characters.
    chars: Option<PointsDto>,
}

/// Points for a size.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Points", deny_unknown_fields)]
struct PointsDto {
    /// Among the candidates in all languages.
    #[schemars(range(max = 1000))]
    overall: u32,
    /// Among those in its language.
    #[schemars(range(max = 1000))]
    in_language: u32,
}

impl ScoresDto {
    pub(super) fn of(bytes: Option<Points>, chars: Option<Points>) -> ScoresDto {
        let [bytes, chars] = [bytes, chars].map(|points| points.map(PointsDto::from));
        ScoresDto { bytes, chars }
    }
}

impl From<Points> for PointsDto {
    fn from(Points { overall, in_language }: Points) -> PointsDto {
        PointsDto { overall, in_language }
    }
}

/// An input format, where the space after a comma does not count.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "InputFormat")]
pub(super) enum InputWord {
    /// On standard input, one per line.
    Lines,
    /// On standard input, in one line, separated by spaces.
    Words,
    /// On standard input, in one line, separated by commas.
    Commas,
    /// As arguments, one each.
    Args,
    /// As one argument, separated by commas.
    Arg,
}

/// The suite that a candidate was too slow for.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Fallback", deny_unknown_fields)]
pub(super) struct FallbackDto<'a> {
    /// The suite that it was too slow for.
    pub(super) suite: &'a str,
    /// The processor time that the suite would need.
    pub(super) seconds: f64,
    /// The seconds to give to --budget.
    pub(super) budget: u64,
}

/// How quickly a candidate answered.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Latency", deny_unknown_fields)]
pub(super) struct LatencyDto {
    /// How many lines it answered and then asked for the next.
    #[schemars(range(min = 1))]
    pub(super) moves: usize,
    /// In seconds.
    #[schemars(range(min = 0))]
    pub(super) median: f64,
    /// In seconds.
    #[schemars(range(min = 0))]
    pub(super) longest: f64,
}

/// A failed game or case.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Failure", deny_unknown_fields)]
pub(super) struct FailureDto<'a> {
    /// The name of the game or case; empty if it did not come to that.
    pub(super) case: &'a str,
    /// The inputs up to the one that was answered wrongly.
    pub(super) moves: &'a [String],
    /// The verdict on it.
    pub(super) kind: Verdict,
    /// The game up to there, as on a terminal.
    pub(super) game: &'a str,
    /// What should have come; empty of a whole case.
    pub(super) expected: &'a str,
    /// What came; of a whole case what is wrong.
    pub(super) actual: &'a str,
    /// The offset in standard output, in bytes.
    pub(super) at: Option<usize>,
    /// The fault, if it is a known one.
    pub(super) diagnosis: Option<&'a str>,
    /// Whether it answers differently from run to run.
    pub(super) is_flaky: bool,
    /// The error that ended it.
    pub(super) crash: Option<CrashDto>,
    /// Notes: how the process ended, what it wrote on standard error, and so on.
    pub(super) notes: &'a [String],
    /// A shell command that shows it again.
    pub(super) command: Option<&'a str>,
    /// A shell command that shows the game side by side with the reference.
    pub(super) replay: Option<&'a str>,
}

impl From<InputFormat> for InputWord {
    fn from(format: InputFormat) -> InputWord {
        match format {
            InputFormat::Lines => InputWord::Lines,
            InputFormat::Words => InputWord::Words,
            InputFormat::CommasAndSpaces | InputFormat::Commas => InputWord::Commas,
            InputFormat::Args => InputWord::Args,
            InputFormat::ArgAndSpaces | InputFormat::Arg => InputWord::Arg,
        }
    }
}
