//! What happened to a process: plain facts, recorded by `process`. Nothing here says whether they are right.

mod refusal;
mod uncaught;
mod written;

use std::fmt;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::visible::{visible_line, whole_characters};

pub use refusal::{RefusalForm, first_words};
pub use uncaught::{ErrorForm, Messages, Uncaught};
pub use written::{Bytes, ListOfBytes, Seconds, hex};

/// The record of one run of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Execution {
    /// Its standard output, up to the limit.
    #[serde(with = "Bytes")]
    pub stdout: Vec<u8>,
    /// Its standard error, up to the limit.
    #[serde(with = "Bytes")]
    pub stderr: Vec<u8>,
    /// How it ended.
    pub ending: Ending,
    /// Its use of resources.
    pub usage: Usage,
    /// How it asked for its input, if it was given line by line.
    pub dialogue: Option<Dialogue>,
    /// The assessment of its output, if that is judged as a whole and the program ended well enough for that.
    pub assessment: Option<Assessment>,
    /// The message of its interpreter, if that rejected the source before it executed anything.
    pub refusal: Option<String>,
}

impl Execution {
    /// The record of a run in which the program did nothing.
    pub fn of_nothing(ending: Ending) -> Execution {
        let (stdout, stderr) = (Vec::new(), Vec::new());
        let usage = Usage::default();
        Execution { stdout, stderr, ending, usage, dialogue: None, assessment: None, refusal: None }
    }

    /// Whether its output is UTF-8 text. Where it was stopped, that may be within a character.
    pub fn is_text(&self) -> bool {
        let text = match self.ending {
            Ending::Exited(_) | Ending::Dismissed => &self.stdout,
            _ => whole_characters(&self.stdout),
        };
        str::from_utf8(text).is_ok()
    }

    /// Whether its output is only what was too much for a buffer of the C library, or none: such a program writes to a pipe when
    /// some KiB are full, and what it had printed since is lost if it is killed.
    pub fn keeps_output_back(&self) -> bool {
        self.stdout.len().is_multiple_of(1024)
    }

    /// Whether a signal, or the judge since it made no progress or took too much memory, ended it before it had written what it
    /// had printed: where its output ends says nothing of where it was.
    pub fn has_lost_output(&self) -> bool {
        let is_killed = match self.ending {
            Ending::Signaled(_) | Ending::Stopped(Limit::Memory) => true,
            Ending::Stopped(limit) => limit.is_explained() && limit.has_read() == Some(true),
            _ => false,
        };
        is_killed && self.keeps_output_back()
    }

    /// Whether, fed line by line, it printed without end and never waited for a line after those that it had been given.
    pub fn never_waits_again(&self) -> bool {
        let is_endless = matches!(self.ending, Ending::Stopped(Limit::Output(_)));
        is_endless && self.dialogue.as_ref().is_some_and(|dialogue| dialogue.turns.len() <= dialogue.lines)
    }
}

/// The exchange between the judge and a program that was given its input line by line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Dialogue {
    /// How many lines there were to give.
    pub lines: usize,
    /// Each request for a line, in order, and one more if it asked for more than there were.
    pub turns: Vec<TurnTiming>,
}

/// A moment at which a program asked for a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TurnTiming {
    /// Time since the line before was given, or since the start of the program.
    #[serde(with = "Seconds")]
    pub latency: Duration,
    /// How much it had written on standard output by then, in bytes.
    pub output: usize,
    /// Whether it was seen to wait for its input; otherwise only its prompt showed that it asked.
    pub was_waiting: bool,
}

impl Dialogue {
    /// The moment at which it waited for more than this many lines, or more than there were, if it did. A
    /// prompt alone does not count, since it need not be a request.
    pub fn beyond(&self, lines: usize) -> Option<&TurnTiming> {
        self.turns.get(lines.min(self.lines)).filter(|turn| turn.was_waiting)
    }

    /// The turns, counted from 0, at which it had written nothing since the line before.
    pub fn silences(&self) -> impl Iterator<Item = usize> {
        let before = [0].into_iter().chain(self.turns.iter().map(|turn| turn.output));
        let pairs = self.turns.iter().zip(before).enumerate();
        pairs.filter(|(_, (turn, before))| turn.output == *before).map(|(number, _)| number)
    }
}

/// How a process ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// It exited with this status.
    Exited(i32),
    /// It was ended by a signal that was not the judge's.
    Signaled(i32),
    /// A module for WebAssembly trapped, for this reason.
    Trapped(String),
    /// It exceeded a limit: of several, the first in the order of [`Limit`].
    Stopped(Limit),
    /// It closed its standard output before the game was over, so that no more output could come, and was
    /// ended.
    Closed,
    /// Its cleanup at exit had begun after its last output, and it was ended then, as requested; the exit
    /// status is unknown.
    Dismissed,
    /// The sandbox ended it at a forbidden system call.
    Forbidden,
    /// It could not be started, for this reason.
    NotStarted(String),
    /// The judge lost track of it, for this reason; nothing is known about the candidate.
    Lost(String),
}

/// How it ended, in words that are safe to print.
impl fmt::Display for Ending {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let safe = |why: &str| visible_line(why.as_bytes());
        match self {
            Ending::Exited(status) => write!(to, "exit status {status}"),
            Ending::Signaled(signal) => match signal_hook::low_level::signal_name(*signal) {
                Some(name) => write!(to, "ended by {name}"),
                None => write!(to, "ended by signal {signal}"),
            },
            Ending::Trapped(why) => write!(to, "ended by a trap: {}", safe(why)),
            Ending::Stopped(limit) => write!(to, "stopped: {limit}"),
            Ending::Closed => to.write_str("stopped after it closed its standard output"),
            Ending::Dismissed => to.write_str("stopped when it began to clean up at exit"),
            Ending::Forbidden => to.write_str("stopped by the sandbox at a forbidden system call"),
            Ending::NotStarted(why) => write!(to, "not started: {}", safe(why)),
            Ending::Lost(why) => write!(to, "the judge lost track of it: {}", safe(why)),
        }
    }
}

/// A limit that a program exceeded, in the order of precedence: a program that fills the memory until its
/// time is over has exceeded the limit of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
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

impl Limit {
    /// Whether its behaviour explains the delay, however busy the machine was.
    pub fn is_explained(self) -> bool {
        matches!(self, Limit::Spinning { .. } | Limit::Stalled { .. } | Limit::Asleep { .. })
    }

    /// Whether it is a limit of time.
    pub fn is_of_time(self) -> bool {
        self.is_explained() || matches!(self, Limit::Cpu | Limit::Wall)
    }

    /// Whether a program that works, but mostly sleeps, exceeds it.
    pub fn is_of_sleep(self) -> bool {
        matches!(self, Limit::Stalled { .. } | Limit::Asleep { .. } | Limit::Wall)
    }

    /// Whether it had read any of its input, if that is known.
    pub fn has_read(self) -> Option<bool> {
        match self {
            Limit::Spinning { has_read } | Limit::Stalled { has_read } | Limit::Asleep { has_read } => {
                has_read
            }
            _ => None,
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Memory => "too much memory",
            Limit::Output(Stream::Stdout) => "too much on standard output",
            Limit::Output(Stream::Stderr) => "too much on standard error",
            Limit::Processes => "too many processes",
            Limit::Files => "too much in files",
            Limit::Cpu => "it used all its processor time",
            Limit::Spinning { .. } => "endless loop: it uses processor time without reading or writing",
            Limit::Idle => "it waits for input that does not come",
            Limit::Stalled { .. } => "it sleeps, and nothing will wake it in time",
            Limit::Asleep { .. } => "it is too slow: it sleeps nearly all the time",
            Limit::Wall => "it ran too long",
        })
    }
}

/// A stream that a program writes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

/// The usage of a process and all that it started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Usage {
    /// Time from its start to its end.
    #[serde(with = "Seconds")]
    pub wall: Duration,
    /// Processor time of all of them together.
    #[serde(with = "Seconds")]
    pub cpu: Duration,
    /// How long its first thread neither had a processor nor waited for one, in a run that is given its input ahead. Zero if it
    /// was short, or the system does not say.
    #[serde(default, with = "Seconds")]
    pub asleep: Duration,
    /// The most memory that one of them had, or that all of them had at once when they were sampled, in
    /// bytes.
    pub memory: u64,
}

impl Usage {
    /// The time that a start and an end may take beside the processor time.
    pub(crate) const BRIEFLY: Duration = Duration::from_millis(10);

    /// What the run would take on an idle machine, as far as the program is to blame: its processor time, and what it slept beyond
    /// that.
    pub fn work(&self) -> Duration {
        self.cpu + self.slept()
    }

    /// How long it slept, where that is more than a start and an end take.
    pub fn slept(&self) -> Duration {
        if self.asleep > Usage::BRIEFLY { self.asleep } else { Duration::ZERO }
    }

    /// The maximum of two usages, for each quantity.
    pub fn max(&self, other: &Usage) -> Usage {
        Usage {
            wall: self.wall.max(other.wall),
            cpu: self.cpu.max(other.cpu),
            asleep: self.asleep.max(other.asleep),
            memory: self.memory.max(other.memory),
        }
    }
}

/// The limits of a process, together with all that it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Limits {
    /// Time from its start to its end.
    #[serde(with = "Seconds")]
    pub wall: Duration,
    /// Processor time.
    #[serde(with = "Seconds")]
    pub cpu: Duration,
    /// Memory in use at once, in bytes.
    pub memory: u64,
    /// Bytes on each of its streams.
    pub output: usize,
    /// Processes and threads at once.
    pub processes: u64,
    /// Bytes in files that it writes.
    pub files: u64,
    /// Bytes of its stack.
    pub stack: u64,
    /// How long it may go on without progress. Null if only the other time limits apply.
    pub patience: Option<Patience>,
}

/// The default limit of processor time, as in `docs/judging.md`.
const CPU: Duration = Duration::from_secs(10);

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            wall: Limits::wall_for(CPU),
            cpu: CPU,
            memory: 512 << 20,
            output: 1 << 20,
            processes: 64,
            files: 64 << 20,
            stack: 8 << 20,
            patience: None,
        }
    }
}

/// The time limit of a run that is stopped without progress. Only a run that has to wait for the machine
/// takes this long.
const LAST_RESORT: Duration = Duration::from_secs(300);

impl Limits {
    /// The default time limit for a run with this much processor time: three times as much, since it may have
    /// to wait for a processor.
    pub fn wall_for(cpu: Duration) -> Duration {
        3 * cpu
    }

    /// The default limit of processor time for a run that is limited to this much time: two processors may be busy, so that a
    /// program that keeps one busy is stopped by its time alone.
    pub fn cpu_for(wall: Duration) -> Duration {
        2 * wall
    }

    /// Sets the limits of time, if any are given: of one alone the other follows. Then no run is stopped earlier for
    /// lack of progress.
    pub fn timed(self, cpu: Option<Duration>, wall: Option<Duration>) -> Limits {
        let (cpu, wall) = match (cpu, wall) {
            (None, None) => return self,
            (Some(cpu), wall) => (cpu, wall.unwrap_or_else(|| Limits::wall_for(cpu))),
            (None, Some(wall)) => (Limits::cpu_for(wall), wall),
        };
        Limits { cpu, wall, patience: None, ..self }
    }

    /// The default limits, with this much patience for programs without progress. Lack of progress is better
    /// evidence than elapsed time, so the time limit is generous.
    pub fn patient(patience: Patience) -> Limits {
        Limits { wall: LAST_RESORT, patience: Some(patience), ..Limits::default() }
    }

    /// Shortens the patience, if there is any.
    pub fn with_short_patience(self) -> Limits {
        Limits { patience: self.patience.map(|_| Patience::SHORT), ..self }
    }

    /// The limits for a game of this many lines.
    pub fn for_lines(self, lines: usize) -> Limits {
        Limits { patience: self.patience.map(|patience| patience.for_lines(lines)), ..self }
    }

    /// The first, in the order of [`Limit`], that this usage alone shows to be exceeded.
    pub fn passed_by(&self, usage: &Usage) -> Option<Limit> {
        if usage.memory > self.memory {
            return Some(Limit::Memory);
        }
        (usage.cpu > self.cpu).then_some(Limit::Cpu)
    }

    /// The time limit, if any, that this usage exceeds.
    pub fn time_passed_by(&self, usage: &Usage) -> Option<Limit> {
        if usage.cpu > self.cpu {
            return Some(Limit::Cpu);
        }
        (usage.wall > self.wall).then_some(Limit::Wall)
    }

    /// Whether a time is between 0.9 and 1.1 of its limit, so that the load of the machine might have
    /// decided.
    pub fn is_near(&self, usage: &Usage) -> bool {
        let is_near = |used: Duration, limit: Duration| {
            (0.9..=1.1).contains(&(used.as_secs_f64() / limit.as_secs_f64()))
        };
        is_near(usage.cpu, self.cpu) || is_near(usage.wall, self.wall)
    }

    /// Adds a tenth to the limits of time.
    pub fn and_a_tenth(self) -> Limits {
        self.times(1.1)
    }

    /// Adds a quarter to the limits of time.
    pub fn and_a_quarter(self) -> Limits {
        self.times(1.25)
    }

    fn times(self, factor: f64) -> Limits {
        Limits { cpu: self.cpu.mul_f64(factor), wall: self.wall.mul_f64(factor), ..self }
    }
}

/// How well a candidate is isolated; each level includes the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(strum::Display, strum::EnumString, strum::IntoStaticStr, strum::VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Level {
    /// Only time and output are limited; it runs with the judge's own rights.
    None,
    /// All usage is limited, and all that it starts is found and ended.
    Rlimits,
    /// Also a filter of system calls, no network, and no access to other files (seccomp, Landlock).
    Filters,
    /// A small system of its own: others' files, processes, network and devices do not exist there.
    Namespaces,
    /// Also a control group: usage of many processes together is counted exactly and immediately.
    Cgroup,
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Level; 5] =
        [Level::None, Level::Rlimits, Level::Filters, Level::Namespaces, Level::Cgroup];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The result of comparing an output with the answer, or a validator's answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Assessment {
    /// What is wrong, in lines in which every character is visible. Null if the output is right.
    pub objection: Option<String>,
    /// Whether the validator objected before the program had ended: then it does not matter how that ended.
    pub came_first: bool,
    /// What both said, if the program talked with the validator: each line after `>` if the program wrote it, after `<` if
    /// the validator did.
    pub conversation: Option<String>,
    /// The validator's message to the author of the program, in lines in which every character is visible.
    #[serde(default)]
    pub message: Option<String>,
    /// Which part of the points of the case a right output has, from 0 to 1. Null if it has all.
    #[serde(default)]
    pub share: Option<f64>,
    /// The validator's message to those who judge; it is not kept in saved runs.
    #[serde(skip)]
    pub to_judges: Option<String>,
}

impl Eq for Assessment {}

/// The input of a program for one run, and how it is given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramInput {
    /// Its standard input.
    #[serde(with = "serde_bytes")]
    pub stdin: Vec<u8>,
    /// Further arguments.
    pub args: Vec<Vec<u8>>,
    /// Whether another program gives it what it reads.
    pub talks: bool,
    /// Whether standard error is a pipe also on a terminal, where it would be a part of the output.
    pub are_errors_apart: bool,
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

/// How long a program may go on without progress, measured by what it does and not by the clock alone. So a busy
/// machine, which slows down every program, makes none late.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Patience {
    /// Processor time in which it neither reads nor writes a byte, takes no memory, and starts no process.
    /// While it has to share its processor, the limit is half as much again.
    #[serde(with = "Seconds")]
    pub spinning: Duration,
    /// Time in which all its threads sleep, in total.
    #[serde(with = "Seconds")]
    pub asleep: Duration,
    /// Time in which no thread wakes, and none will before `asleep` is used up.
    #[serde(with = "Seconds")]
    pub stalled: Duration,
}

/// Additional time for each line of input. This and the times below are in `docs/judging.md`.
const SPINNING_A_LINE: Duration = Duration::from_millis(10);
const ASLEEP_A_LINE: Duration = Duration::from_millis(100);

impl Default for Patience {
    /// The slowest of the common runtimes needs a second or two of processor time to start, in which it reads
    /// files and takes memory; playing a game takes milliseconds.
    fn default() -> Patience {
        Patience {
            spinning: Duration::from_millis(2500),
            asleep: Duration::from_secs(4),
            stalled: Duration::from_secs(2),
        }
    }
}

impl Patience {
    /// For a program that made no progress when it got the same input in another format.
    pub const SHORT: Patience = Patience {
        spinning: Duration::from_millis(500),
        asleep: Duration::from_millis(1000),
        stalled: Duration::from_millis(400),
    };

    /// The patience for a game of this many lines.
    pub fn for_lines(self, lines: usize) -> Patience {
        let lines = u32::try_from(lines).unwrap_or(u32::MAX);
        Patience {
            spinning: self.spinning.saturating_add(SPINNING_A_LINE.saturating_mul(lines)),
            asleep: self.asleep.saturating_add(ASLEEP_A_LINE.saturating_mul(lines)),
            ..self
        }
    }
}

/// When a program gets its standard input.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema
)]
#[derive(strum::Display, strum::EnumString, strum::IntoStaticStr, strum::VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum FeedMode {
    /// All at once, and then the end of input.
    #[default]
    Ahead,
    /// One line for each request; the end of input when there are no more.
    Turn,
    /// As `turn`, with all streams on a terminal.
    Terminal,
}

impl FeedMode {
    /// Each of them.
    pub const ALL: [FeedMode; 3] = [FeedMode::Ahead, FeedMode::Turn, FeedMode::Terminal];

    /// Its name on the command line and in reports.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_one_limit_of_time_the_other_follows() {
        let usual = Limits::patient(Patience::default());
        let (short, long) = (Duration::from_secs(1), Duration::from_secs(50));
        let timed = |cpu, wall| {
            let Limits { cpu, wall, patience, .. } = usual.timed(cpu, wall);
            (cpu, wall, patience.is_some())
        };
        assert_eq!(timed(None, None), (usual.cpu, usual.wall, true));
        assert_eq!(timed(Some(short), None), (short, 3 * short, false));
        assert_eq!(timed(None, Some(short)), (2 * short, short, false));
        assert_eq!(timed(Some(short), Some(long)), (short, long, false));
    }
}
