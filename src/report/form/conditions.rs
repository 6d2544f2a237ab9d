//! How a saved run was judged.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::conversion::{Form, form_of_fields};
use crate::execution::{Level, Limits, Patience};
use crate::report::origin::Origin;
use crate::report::record::Conditions;

/// How a run was judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Conditions", deny_unknown_fields)]
pub(in crate::report) struct ConditionsDto {
    /// The limits of each run.
    limits: LimitsDto,
    /// The isolation of candidates.
    isolation: Level,
    /// How many runs at once.
    #[schemars(range(min = 1))]
    jobs: usize,
    /// Whether candidates played the whole suite after a failure.
    keep_going: bool,
    /// The origin of the run; null for a run of the service.
    origin: Option<OriginDto>,
}

/// The limits of a process, together with all that it starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Limits", deny_unknown_fields)]
struct LimitsDto {
    /// Time from its start to its end.
    wall: Duration,
    /// Processor time.
    cpu: Duration,
    /// Memory in use at once, in bytes.
    memory: u64,
    /// Bytes on each of its streams.
    output: usize,
    /// Processes and threads at once.
    processes: u64,
    /// Bytes in files that it writes.
    files: u64,
    /// Bytes of its stack.
    stack: u64,
    /// How long it may go on without progress; null if only the other time limits apply.
    patience: Option<PatienceDto>,
}

/// How long a program may go on without progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Patience", deny_unknown_fields)]
struct PatienceDto {
    /// Processor time in which it neither reads nor writes a byte, takes no memory, and starts no process.
    spinning: Duration,
    /// Time in which all its threads sleep, in total.
    asleep: Duration,
    /// Time in which no thread wakes, and none will before `asleep` is used up.
    stalled: Duration,
}

/// When, by which command, by which judge and on what machine a run was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Origin", deny_unknown_fields)]
struct OriginDto {
    /// When the run began.
    #[schemars(extend("format" = "date-time"))]
    date: String,
    /// The version of the judge.
    version: String,
    /// The command, quoted for a shell; every character of it is visible.
    command: String,
    /// The system, the number of processors and their name.
    machine: String,
}

form_of_fields!(ConditionsDto, Conditions { limits, isolation, jobs, keep_going, origin });
form_of_fields!(LimitsDto, Limits { wall, cpu, memory, output, processes, files, stack, patience });
form_of_fields!(PatienceDto, Patience { spinning, asleep, stalled });
form_of_fields!(OriginDto, Origin { date, version, command, machine });
