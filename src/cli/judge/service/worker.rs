//! `judge worker`: judges the waiting submissions of a service.

use std::num::NonZeroUsize;
use std::sync::Arc;

use clap::Args;

use super::super::super::help::{MORE, brief};
use super::super::super::{Failure, GOOD};
use super::super::options::jobs;
use judging::process::{Interrupt, core_count};
use service::{Worker, WorkerSettings};

/// Judge a service's waiting submissions on this machine
#[derive(Debug, Args)]
#[command(mut_args = brief(&["database", "jobs", "drain", "challenges", "suite", "language"]), after_help = MORE, after_long_help = EXAMPLES)]
pub(in super::super) struct WorkerArguments {
    /// The name of this machine [default: its host name]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// How many submissions at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = jobs)]
    jobs: Option<NonZeroUsize>,

    /// Exit when nothing is waiting
    #[arg(long)]
    drain: bool,

    #[command(flatten)]
    database: super::database::DatabaseOptions,

    #[command(flatten)]
    work: super::work::WorkOptions,

    #[command(flatten)]
    logs: super::logs::Logs,
}

const EXAMPLES: &str = "\
Examples:
  judge worker --database postgres://judge@db/judge           until it is stopped
  judge worker --database postgres://judge@db/judge --drain   until nothing is waiting, as a batch job

SIGTERM stops a worker; it gives back its jobs.";

pub(in super::super) fn run(arguments: &WorkerArguments) -> Result<u8, Failure> {
    arguments.logs.begin();
    let stop = Interrupt::on_signals()?;
    let judging = arguments.work.judging()?;
    let catalogue = Arc::new(arguments.work.catalogue(&[])?);
    let store = Arc::new(arguments.database.named()?.join(&stop)?);
    let jobs = arguments.jobs.unwrap_or_else(core_count);
    let settings = WorkerSettings::on_its_own(arguments.name.clone(), jobs, arguments.drain)?;
    tracing::info!(isolation = judging.isolation.level().name(), "judges");
    Worker { store, catalogue, judging, settings }.run(&stop)?;
    Ok(GOOD)
}
