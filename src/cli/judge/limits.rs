//! The limits of a run.

use std::time::Duration;

use clap::Args;

use super::options::{duration, size};
use crate::execution::{Limits, Patience};

#[derive(Debug, Args)]
#[group(id = "limits-arguments")]
pub(super) struct Arguments {
    /// Processor time of one run [default: --wall, else 10s, or sooner without progress]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    cpu: Option<Duration>,

    /// Duration of one run [default: 3 times --cpu, else 5m, or sooner without progress]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    wall: Option<Duration>,

    /// Memory of one run [default: 512M]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,

    /// Output of one run, in bytes on each stream
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().output)]
    output: usize,

    /// Processes and threads of one run at once [default: 64]
    #[arg(long, value_name = "N")]
    processes: Option<u64>,

    /// Size of all files that one run writes [default: 64M]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    files: Option<u64>,

    /// Size of the stack [default: 8M]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    stack: Option<u64>,
}

impl Arguments {
    /// Whether any limit was given.
    pub(super) fn is_given(&self) -> bool {
        let times = [self.cpu, self.wall].iter().any(Option::is_some);
        let sizes = [self.memory, self.processes, self.files, self.stack].iter().any(Option::is_some);
        times || sizes || self.output != Limits::default().output
    }

    /// The limits, with defaults for those that were not given.
    pub(super) fn given(&self) -> Limits {
        let usual = match (self.cpu, self.wall) {
            (None, None) => Limits::patient(Patience::default()),
            // If one was given, no run is stopped earlier for lack of progress.
            _ => Limits::default(),
        };
        // If only the wall time was given, it alone decides on a program that keeps one processor busy.
        let cpu = self.cpu.or(self.wall.map(|wall| 2 * wall)).unwrap_or(usual.cpu);
        Limits {
            wall: self.wall.unwrap_or(if self.cpu.is_some() { Limits::wall_for(cpu) } else { usual.wall }),
            cpu,
            patience: usual.patience,
            memory: self.memory.unwrap_or(usual.memory),
            output: self.output,
            processes: self.processes.unwrap_or(usual.processes),
            files: self.files.unwrap_or(usual.files),
            stack: self.stack.unwrap_or(usual.stack),
        }
    }
}
