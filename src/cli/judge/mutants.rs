//! `judge suite --kill-matrix` for a challenge with a reference: which suite finds which change of the reference.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use clap::Args;

use super::super::busy::Busy;
use super::super::{Failure, GOOD, INTERRUPTED, print};
use super::options::{duration, jobs};
use crate::catalogue::ReferenceMutants;
use crate::dialect::{Dialect, Observed};
use crate::process::{Interrupt, Isolation};
use crate::suite::{Offer, Suite, SuiteKind, up_to};

/// How long references with a change are played, and how.
#[derive(Debug, Args)]
#[group(id = "mutant-arguments")]
pub(super) struct Arguments {
    /// With --kill-matrix, for a reference: stop after this long
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "5m", requires = "kill_matrix")]
    budget: Duration,

    /// With --kill-matrix, for a reference: how many runs at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = jobs, requires = "kill_matrix")]
    jobs: Option<NonZeroUsize>,
}

pub(super) fn kills(
    observed: &Observed,
    offers: &[Offer],
    last: Option<SuiteKind>,
    arguments: &Arguments,
) -> Result<u8, Failure> {
    let until = Instant::now() + arguments.budget;
    let interrupt = Interrupt::on_signals_or_end(INTERRUPTED)?;
    let mutants = ReferenceMutants::of(observed, Isolation::best(&std::env::current_exe()?), &interrupt)?;
    let mutants = match arguments.jobs {
        Some(jobs) => mutants.with_jobs(jobs.into()),
        None => mutants,
    };
    let suites = suites(offers, &Dialect::Observed(observed.clone()), last)?;
    let busy = Busy::of(mutants.count(), "playing changes of the reference");
    let matrix = mutants.play(&suites, until, &|| busy.advance(1))?;
    drop(busy);
    if let Some(why) = &matrix.trouble {
        anstream::eprintln!("judge: there are no further sessions: {why}");
    }
    print(&matrix.to_string())?;
    Ok(if interrupt.is_raised() { INTERRUPTED } else { GOOD })
}

/// The suites up to the last, or all. Why others cannot be made is told.
fn suites(offers: &[Offer], dialect: &Dialect, last: Option<SuiteKind>) -> Result<Vec<Suite>, Failure> {
    let _busy = Busy::with("asking the reference");
    let made: Vec<_> = up_to(offers, dialect, last)?.map(Offer::make).collect();
    for why in made.iter().filter_map(|made| made.as_ref().err()) {
        anstream::eprintln!("judge: {why}");
    }
    Ok(made.into_iter().flatten().collect())
}
