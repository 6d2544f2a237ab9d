//! `judge suite --kill-matrix` for a challenge with a reference: which suite finds which change of the reference.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use clap::Args;

use super::super::busy::Busy;
use super::super::{Failure, GOOD, INTERRUPTED, failure, print};
use super::options::{duration, jobs};
use crate::catalogue::{ReferenceMutant, ReferenceSources};
use crate::dialect::{Dialect, Observed};
use crate::execution::Level;
use crate::process::{Interrupt, Isolation};
use crate::runner::{MutantFates, MutantTrials, Settings, check_reference};
use crate::suite::explore::literals;
use crate::suite::{Offer, ReferenceMatrix, ReferenceRow, Suite, SuiteKind, further_sessions, offer_of};

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

/// How many changes of a reference are tried at most.
const MOST: usize = 200;

pub(super) fn kills(
    observed: &Observed,
    offers: &[Offer],
    last: Option<SuiteKind>,
    arguments: &Arguments,
) -> Result<u8, Failure> {
    let until = Instant::now() + arguments.budget;
    let interrupt = Interrupt::on_signals_or_end(INTERRUPTED)?;
    let dialect = Dialect::Observed(observed.clone());
    let isolation = isolation()?;
    let sources = ReferenceSources::of(observed, &isolation, &interrupt)?;
    let mutants = sources.mutants(MOST);
    if mutants.is_empty() {
        let names = sources.names().collect::<Vec<_>>().join(", ");
        return Err(failure(format!(
            "no change of {names} is known: there are no operators, numbers, texts or statements"
        )));
    }
    check_reference(&dialect, []).map_err(failure)?;
    let suites = suites(offers, &dialect, last)?;
    let usual = Settings::new(&dialect, isolation);
    let settings = Settings { jobs: arguments.jobs.map_or(usual.jobs, usize::from), ..usual };
    let make = |number: usize| sources.changed(&mutants[number]).map_err(|why| why.to_string());
    let literals =
        sources.texts().flat_map(|text| literals(&String::from_utf8_lossy(text))).collect::<Vec<_>>();
    let unchanged = sources.unchanged()?;
    let reference = unchanged.command.as_ref().ok_or_else(|| failure("the reference does not compile"))?;
    let trials = MutantTrials {
        observed,
        reference,
        settings: &settings,
        suites: &suites,
        mutants: mutants.len(),
        make: &make,
        further: &|| further_sessions(observed, literals.clone()),
        until,
    };
    let busy = Busy::of(mutants.len(), "playing changes of the reference");
    let played = trials.run(&interrupt, &|| busy.advance(1)).map_err(|why| failure(why.to_string()))?;
    drop(busy);
    if let Some(why) = &played.trouble {
        anstream::eprintln!("judge: there are no further sessions: {why}");
    }
    print(&matrix(&suites, &mutants, played).to_string())?;
    Ok(if interrupt.is_raised() { INTERRUPTED } else { GOOD })
}

/// The isolation of programs that nobody has written: they must not reach the files of this machine.
fn isolation() -> Result<Isolation, Failure> {
    let isolation = Isolation::best(&std::env::current_exe()?);
    match isolation.level() >= Level::Filters {
        true => Ok(isolation),
        false => Err(failure(format!(
            "a changed reference may do anything, so it is run only at isolation {} or better; `judge doctor` says what this \
             machine lacks",
            Level::Filters.name()
        ))),
    }
}

/// Every suite up to the last that a candidate gets.
fn suites(offers: &[Offer], dialect: &Dialect, last: Option<SuiteKind>) -> Result<Vec<Suite>, Failure> {
    let after = match last {
        Some(last) => {
            offer_of(offers, dialect, last.name)?;
            offers.iter().position(|offer| offer.kind() == last).map_or(0, |place| place + 1)
        }
        None => offers.len(),
    };
    let _busy = Busy::with("asking the reference");
    let made: Vec<_> = offers[..after].iter().filter(|offer| !offer.is_refused()).map(Offer::make).collect();
    for why in made.iter().filter_map(|made| made.as_ref().err()) {
        anstream::eprintln!("judge: {why}");
    }
    let made: Vec<_> = made.into_iter().flatten().collect();
    if made.is_empty() { Err(failure("the challenge has no suite")) } else { Ok(made) }
}

fn matrix(suites: &[Suite], mutants: &[ReferenceMutant], played: MutantFates) -> ReferenceMatrix {
    let row = |(mutant, fate): (&ReferenceMutant, _)| ReferenceRow {
        place: mutant.place.clone(),
        change: mutant.change.clone(),
        fate,
    };
    let further = played.further;
    ReferenceMatrix {
        suites: suites.iter().map(|suite| suite.name().to_owned()).collect(),
        rows: mutants.iter().zip(played.fates).map(row).collect(),
        further,
    }
}
