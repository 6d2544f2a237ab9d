//! The result of a candidate in a saved run.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::conversion::{Form, form_of_fields, form_of_variants};
use super::execution::UsageDto;
use super::failure::FailureDto;
use crate::execution::FeedMode;
use crate::runner::{CandidateReport, Expectation, Fallback, LatencyStats, Passed, Runs, Status};
use crate::suite::InputFormat;
use crate::verdict::Verdict;

/// The result of a candidate, with its first failure as shown in reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CandidateReport", deny_unknown_fields)]
pub(in crate::report) struct CandidateReportDto {
    /// Whether it conforms.
    status: StatusDto,
    /// The input format, if it was run.
    input: Option<InputFormat>,
    /// When inputs are given, if it was run.
    feed: Option<FeedMode>,
    /// How many cases it played.
    cases: usize,
    /// How many of them it failed.
    failed: usize,
    /// How many inputs of these cases were left out because they do not fit its input format.
    left_out: usize,
    /// The suites that it passed, in order.
    passed: Vec<PassedDto>,
    /// The suite that it should have played as well, if it was too slow for that.
    fallback: Option<FallbackDto>,
    /// The total time of its runs.
    time: Duration,
    /// How quickly it answered, if it was fed line by line.
    latency: Option<LatencyStatsDto>,
    /// Notes for the author of a program that conforms, in sentences.
    advice: Vec<String>,
    /// The most that one run used, of each.
    most: UsageDto,
    /// How its runs were made.
    runs: RunsDto,
    /// Its first failure, in the suite's order.
    failure: Option<FailureDto>,
    /// The verdicts that the challenge expects of its own program; null of any other program.
    expected: Option<ExpectationDto>,
}

/// The status of a candidate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Status")]
enum StatusDto {
    /// It was judged: the verdict on its first failure, or `accepted`.
    Judged(Verdict),
    /// It was not judged, for this reason.
    Skipped(String),
}

/// A suite that a candidate passed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Passed", deny_unknown_fields)]
struct PassedDto {
    /// The suite's name.
    suite: String,
    /// What passing it proves, and under which assumption.
    claim: String,
}

/// A suite that a candidate should have played, and was too slow for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Fallback", deny_unknown_fields)]
struct FallbackDto {
    /// The name of the suite.
    suite: String,
    /// How much processor time it would need, by what the runs so far took.
    work: Duration,
}

/// How quickly a candidate answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Latency", deny_unknown_fields)]
struct LatencyStatsDto {
    /// How many lines it answered before it asked for the next.
    moves: usize,
    /// Half of the answers took no longer than this, approximately.
    median: Duration,
    /// The time of the slowest answer.
    longest: Duration,
}

/// How the games were played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Runs", deny_unknown_fields)]
pub(in crate::report) struct RunsDto {
    /// Games played by held programs, which are restored after each game.
    warm: usize,
    /// How many of those were also played by clean runs, with equal results.
    checked: usize,
    /// How many of the games of held programs were ended when the cleanup at exit began.
    dismissed: usize,
    /// Games played by clean runs only.
    clean: usize,
    /// How often the program was started in all.
    starts: usize,
    /// Why not all games were played by held programs, to be read after "it".
    why_clean: Option<String>,
}

/// The verdicts that fit a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Expectation")]
enum ExpectationDto {
    /// One of these.
    OneOf(Vec<Verdict>),
    /// Any but `accepted`.
    AnyFault,
}

form_of_fields!(
    CandidateReportDto,
    CandidateReport {
        status,
        input,
        feed,
        cases,
        failed,
        left_out,
        passed,
        fallback,
        time,
        latency,
        advice,
        most,
        runs,
        failure,
        expected,
    }
);
form_of_variants!(StatusDto, Status { Judged(verdict), Skipped(why) });
form_of_fields!(PassedDto, Passed { suite, claim });
form_of_fields!(FallbackDto, Fallback { suite, work });
form_of_fields!(LatencyStatsDto, LatencyStats { moves, median, longest });
form_of_fields!(RunsDto, Runs { warm, checked, dismissed, clean, starts, why_clean });
form_of_variants!(ExpectationDto, Expectation { OneOf(verdicts), AnyFault });
