//! What happened to a process: plain facts, recorded by `process` and judged by `verdict`.

use std::fmt;
use std::time::Duration;

/// The record of one run of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Execution {
    /// What it wrote on standard output, up to the limit.
    pub stdout: Vec<u8>,
    /// What it wrote on standard error, up to the limit.
    pub stderr: Vec<u8>,
    /// How it ended.
    pub ending: Ending,
    /// What it used.
    pub usage: Usage,
}

/// How a process ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It left with this status.
    Exited(i32),
    /// A signal that was not the judge's ended it.
    Signaled(i32),
    /// The judge ended it, since it went beyond a limit.
    Stopped(Limit),
    /// It could not be started, for this reason.
    NotStarted(String),
}

/// A limit that a program went beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Time since it was started.
    Wall,
    /// Bytes on one of its streams.
    Output(Stream),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Wall => "its time was over",
            Limit::Output(Stream::Stdout) => "too much on standard output",
            Limit::Output(Stream::Stderr) => "too much on standard error",
        })
    }
}

/// A stream that a program writes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

/// What a process used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Time from its start to its end.
    pub wall: Duration,
    /// Processor time of the process and of the children it waited for.
    pub cpu: Duration,
    /// The largest resident set of any of them, in bytes.
    pub memory: u64,
}

/// What a process may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time from its start to its end.
    pub wall: Duration,
    /// Bytes on each of its streams.
    pub output: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { wall: Duration::from_secs(10), output: 1 << 20 }
    }
}
