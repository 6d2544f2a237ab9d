//! What a run may use up.

use std::time::Duration;

use clap::Args;

use super::options::{duration, size};
use crate::execution::{Limits, Patience};

#[derive(Debug, Args)]
#[group(id = "limits-arguments")]
pub(super) struct Arguments {
    /// How much processor time one run may take [default: as --wall; without that, 10s,
    /// and less for a program that gets nowhere]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    cpu: Option<Duration>,

    /// How long one run may take in all [default: three times --cpu; without that, 5m, and
    /// less for a program that sleeps]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    wall: Option<Duration>,

    /// How much memory one run may use at once [default: 512M]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,

    /// How much one run may print on each of its streams, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().output)]
    output: usize,

    /// How many processes and threads one run may have at once [default: 64]
    #[arg(long, value_name = "N")]
    processes: Option<u64>,

    /// How much one run may write into files [default: 64M]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    files: Option<u64>,

    /// How large the stack may grow [default: 8M]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    stack: Option<u64>,
}

impl Arguments {
    /// The limits, with the usual ones where none was given.
    pub(super) fn given(&self) -> Limits {
        let usual = match (self.cpu, self.wall) {
            (None, None) => Limits::patient(Patience::default()),
            // What is asked for is what holds, and nothing else.
            _ => Limits::default(),
        };
        // Whoever names the wall time alone wants it to be what stops a program that works, too.
        let cpu = self.cpu.or(self.wall).unwrap_or(usual.cpu);
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
