//! The limits of a run.

use std::time::Duration;

use clap::Args;
use humantime::format_duration;

use super::options::{duration, size};
use judging::execution::{Limits, Patience};

#[derive(Debug, Args)]
#[command(next_help_heading = "Limits of a run")]
pub(super) struct LimitsArguments {
    #[arg(long, value_name = "TIME", value_parser = duration, help = time("Processor time", "wall", Limits::cpu_for, Limits::default().cpu))]
    cpu: Option<Duration>,

    #[arg(long, value_name = "TIME", value_parser = duration, help = time("Elapsed time", "cpu", Limits::wall_for, Limits::patient(Patience::default()).wall))]
    wall: Option<Duration>,

    #[arg(long, value_name = "SIZE", value_parser = size, help = usual("Memory", |limits| limits.memory))]
    memory: Option<u64>,

    #[arg(long, value_name = "BYTES", help = format!(
        "Bytes that it may write to each of standard output and standard error [default: {}]", Limits::default().output
    ))]
    output: Option<usize>,

    #[arg(long, value_name = "N", help = format!("Processes and threads at once [default: {}]", Limits::default().processes))]
    processes: Option<u64>,

    #[arg(long, value_name = "SIZE", value_parser = size, help = usual("All files that it writes", |limits| limits.files))]
    files: Option<u64>,

    #[arg(long, value_name = "SIZE", value_parser = size, help = usual("Stack", |limits| limits.stack))]
    stack: Option<u64>,
}

/// The help of a limit of time, which follows from the other one if that is given.
fn time(what: &str, other: &str, follows: fn(Duration) -> Duration, usual: Duration) -> String {
    let (times, usual) = (follows(Duration::from_secs(1)).as_secs(), format_duration(usual));
    format!("{what} [default: {times} times --{other}, else {usual}, or sooner without progress]")
}

/// The help of a size, which is a whole number of megabytes.
fn usual(what: &str, of: fn(&Limits) -> u64) -> String {
    format!("{what} [default: {}M]", of(&Limits::default()) >> 20)
}

impl LimitsArguments {
    /// The limits, with the usual ones for those that were not given.
    pub(super) fn applied_to(&self, usual: Limits) -> Limits {
        Limits {
            memory: self.memory.unwrap_or(usual.memory),
            output: self.output.unwrap_or(usual.output),
            processes: self.processes.unwrap_or(usual.processes),
            files: self.files.unwrap_or(usual.files),
            stack: self.stack.unwrap_or(usual.stack),
            ..usual.timed(self.cpu, self.wall)
        }
    }
}
