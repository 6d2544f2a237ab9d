//! The run of a program in a saved run.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bytes::BytesDto;
use super::conversion::{Form, form_of_fields, form_of_variants};
use crate::execution::{Assessment, Dialogue, Ending, Execution, Limit, Stream, TurnTiming, Usage};

/// The record of one run of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Execution", deny_unknown_fields)]
pub(in crate::report) struct ExecutionDto {
    /// What it wrote on standard output, up to the limit.
    stdout: BytesDto,
    /// What it wrote on standard error, up to the limit.
    stderr: BytesDto,
    /// How it ended.
    ending: EndingDto,
    /// What it used.
    usage: UsageDto,
    /// How it asked for its input, if it was given line by line.
    dialogue: Option<DialogueDto>,
    /// What the comparison with the answer or the validator said of the output of a whole case; null if it ended too badly for
    /// that, and elsewhere.
    assessment: Option<AssessmentDto>,
    /// The message of its interpreter, if that rejected the source: line and message come first.
    refusal: Option<String>,
}

/// How a process ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Ending")]
enum EndingDto {
    /// It exited with this status.
    Exited(i32),
    /// It was ended by a signal that was not the judge's.
    Signaled(i32),
    /// A module for WebAssembly trapped, for this reason.
    Trapped(String),
    /// It exceeded a limit.
    Stopped(LimitDto),
    /// It closed its standard output before the game was over, and was ended.
    Closed,
    /// Its cleanup at exit had begun after its last output, and it was ended then, as requested.
    Dismissed,
    /// The sandbox ended it at a forbidden system call.
    Forbidden,
    /// It could not be started, for this reason.
    NotStarted(String),
    /// The judge lost track of it, for this reason; nothing is known about the candidate.
    Lost(String),
}

/// A limit that a program exceeded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Limit")]
enum LimitDto {
    /// Memory in use at once.
    Memory,
    /// Bytes on one of its streams.
    Output(Stream),
    /// Processes and threads at once.
    Processes,
    /// Bytes or number of its files.
    Files,
    /// Processor time.
    Cpu,
    /// Processor time in which it neither read nor wrote anything, took no memory and started no process.
    Spinning {
        /// Whether it had read any of its input, if that is known.
        has_read: Option<bool>,
    },
    /// It waits for input that will not come.
    Idle,
    /// Time in which all threads slept, and none would have woken in time.
    Stalled {
        /// Whether it had read any of its input, if that is known.
        has_read: Option<bool>,
    },
    /// Time in which all threads slept, in total.
    Asleep {
        /// Whether it had read any of its input, if that is known.
        has_read: Option<bool>,
    },
    /// Time since it was started.
    Wall,
}

/// What a process and all that it started used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Usage", deny_unknown_fields)]
pub(super) struct UsageDto {
    /// Time from its start to its end.
    wall: Duration,
    /// Processor time of all of them together.
    cpu: Duration,
    /// The most memory that one of them had, or that all of them had at once when they were sampled, in bytes.
    memory: u64,
}

/// The exchange between the judge and a program that was given its input line by line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Dialogue", deny_unknown_fields)]
struct DialogueDto {
    /// How many lines there were to give.
    lines: usize,
    /// Each request for a line, in order, and one more if it asked for more than there were.
    turns: Vec<TurnTimingDto>,
}

/// A moment at which a program asked for a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TurnTiming", deny_unknown_fields)]
struct TurnTimingDto {
    /// Time since the line before was given, or since the start of the program.
    latency: Duration,
    /// How much it had written on standard output by then, in bytes.
    output: usize,
    /// Whether it was seen to wait for its input; otherwise only its prompt showed that it asked.
    was_waiting: bool,
}

/// What a comparison with the answer, or a validator, said of an output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Assessment", deny_unknown_fields)]
struct AssessmentDto {
    /// What is wrong; null if it is right.
    objection: Option<String>,
    /// Whether the validator objected before the program had ended.
    came_first: bool,
    /// What both said, if they talked.
    conversation: Option<String>,
}

form_of_fields!(ExecutionDto, Execution { stdout, stderr, ending, usage, dialogue, assessment, refusal });
form_of_variants!(EndingDto, Ending {
    Exited(status), Signaled(signal), Trapped(why), Stopped(limit), Closed, Dismissed, Forbidden, NotStarted(why), Lost(why),
});
form_of_variants!(LimitDto, Limit {
    Memory, Output(stream), Processes, Files, Cpu, Spinning { has_read }, Idle, Stalled { has_read }, Asleep { has_read }, Wall,
});
form_of_fields!(UsageDto, Usage { wall, cpu, memory });
form_of_fields!(DialogueDto, Dialogue { lines, turns });
form_of_fields!(TurnTimingDto, TurnTiming { latency, output, was_waiting });
form_of_fields!(AssessmentDto, Assessment { objection, came_first, conversation });
