//! The limits of a run.

use std::time::Duration;

use clap::Args;

use super::options::{duration, size};
use crate::execution::Limits;

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

    /// Output of one run, in bytes on each stream [default: 1048576]
    #[arg(long, value_name = "BYTES")]
    output: Option<usize>,

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
    /// The limits, with the usual ones for those that were not given.
    pub(super) fn over(&self, usual: Limits) -> Limits {
        // If a time was given, no run is stopped earlier for lack of progress.
        let patience = usual.patience.filter(|_| self.cpu.is_none() && self.wall.is_none());
        // If only the wall time was given, it alone decides on a program that keeps one processor busy.
        let cpu = self.cpu.or(self.wall.map(|wall| 2 * wall)).unwrap_or(usual.cpu);
        Limits {
            wall: self.wall.unwrap_or(if self.cpu.is_some() { Limits::wall_for(cpu) } else { usual.wall }),
            cpu,
            patience,
            memory: self.memory.unwrap_or(usual.memory),
            output: self.output.unwrap_or(usual.output),
            processes: self.processes.unwrap_or(usual.processes),
            files: self.files.unwrap_or(usual.files),
            stack: self.stack.unwrap_or(usual.stack),
        }
    }
}
