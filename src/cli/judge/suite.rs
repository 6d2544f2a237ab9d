//! `judge suite`: prints suites, what they cover, and proofs of their claims.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;

use super::super::busy::Busy;
use super::super::help::{MORE, brief};
use super::super::{BAD, Failure, GOOD, INTERRUPTED, at, print, tell};
use super::options::{duration, jobs, suites};
use crate::catalogue::{FixtureSource, ReferenceMutants, offers_with};
use crate::files;
use crate::process::{Interrupt, Isolation};
use crate::suite::{
    Evidence, Faults, Suite, SuiteKind, evidence, faults, grouped, kills, made_up_to, moves, offer_of,
};

/// Print the runs of a suite, or a proof of what it covers
#[derive(Debug, Args)]
#[command(mut_args = brief(&BRIEF), after_help = MORE, after_long_help = EXAMPLES)]
pub(super) struct Arguments {
    #[arg(value_name = "NAME", value_parser = suites(), hide_possible_values = true, help = names(),
          required_unless_present_any = ["verify", "kill_matrix"])]
    name: Option<SuiteKind>,

    /// Print a proof, as JSON, of what the suite covers and that fewer runs cannot cover it
    #[arg(long, requires = "name")]
    certificate: bool,

    /// Print which suite finds which faulty referee, table or reference, up to this suite or `complete`
    #[arg(long, conflicts_with = "certificate")]
    kill_matrix: bool,

    /// With --kill-matrix, for a reference: stop after this long
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "5m", requires = "kill_matrix")]
    budget: Duration,

    /// With --kill-matrix, for a reference: how many runs at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = jobs, requires = "kill_matrix")]
    jobs: Option<NonZeroUsize>,

    /// Check a proof made by --certificate, from the rules of the game or the table alone
    #[arg(long, value_name = "FILE", conflicts_with_all = ["name", "certificate", "kill_matrix", "dialect", "board"])]
    verify: Option<PathBuf>,

    #[command(flatten)]
    which: super::super::which::Which,
}

/// The options that `-h` shows.
const BRIEF: [&str; 6] = ["certificate", "kill_matrix", "budget", "verify", "dialect", "challenge"];

/// The help of the suite.
fn names() -> String {
    format!("The suite: {}", SuiteKind::names())
}

const EXAMPLES: &str = "\
Examples:
  judge suite complete                 its runs, one JSON array of lines each
  judge suite complete --certificate > complete.json
  judge suite --kill-matrix            which suite finds which faulty referee
  judge suite --kill-matrix --challenge bank
                                       the same for changes of the reference in bank
  judge suite --verify complete.json   exit status 1 if the proof is wrong";

pub(super) fn suite(arguments: &Arguments, interrupt: &Interrupt) -> Result<u8, Failure> {
    if let Some(file) = &arguments.verify {
        return verify(file);
    }
    let dialect = arguments.which.dialect()?;
    let offers = offers_with(&dialect, &FixtureSource::choose(arguments.which.folder(), &dialect));
    match (arguments.name.filter(|_| !arguments.kill_matrix), faults(&dialect)) {
        (None, Some(Faults::Changes(observed))) => {
            let until = Instant::now() + arguments.budget;
            let judge = std::env::current_exe()?;
            let mutants = ReferenceMutants::of(observed, Isolation::best(&judge), interrupt)?;
            let (suites, refused) = {
                let _busy = Busy::with("asking the reference");
                made_up_to(&offers, &dialect, arguments.name)?
            };
            refused.iter().for_each(|why| tell("judge", &why.to_string()));
            print_mutants(&mutants.with_jobs(arguments.jobs), &suites, until)?;
            return Ok(if interrupt.is_raised() { INTERRUPTED } else { GOOD });
        }
        (None, _) => print(&kills(&dialect, &offers, arguments.name)?)?,
        (Some(kind), _) if arguments.certificate => print(&evidence(&dialect, kind)?.json()?)?,
        (Some(kind), _) => print_runs(&offer_of(&offers, &dialect, kind.name)?.make()?)?,
    }
    Ok(GOOD)
}

/// Plays changes of a reference on these suites until this time, and prints which finds which.
fn print_mutants(mutants: &ReferenceMutants<'_>, suites: &[Suite], until: Instant) -> Result<(), Failure> {
    let busy = Busy::of(mutants.count(), "playing changes of the reference");
    let matrix = mutants.play(suites, until, &|| busy.advance(1))?;
    drop(busy);
    if let Some(why) = &matrix.trouble {
        tell("judge", &format!("there are no further sessions: {why}"));
    }
    print(&matrix.to_string())
}

fn print_runs(suite: &Suite) -> Result<(), Failure> {
    print(&suite.cases().map(|case| moves::written(&case.inputs) + "\n").collect::<String>())?;
    if suite.adaptive() > 0 {
        let what = "of these runs follow from the answers; printed are the likeliest";
        tell("judge", &format!("the lines of {} {what}", grouped(suite.adaptive())));
    }
    Ok(())
}

fn verify(file: &Path) -> Result<u8, Failure> {
    let text = files::take(file, files::RECORD).map_err(at(file))?;
    let evidence = Evidence::read(&text).map_err(at(file))?;
    let told = evidence.check().map_err(|flaw| Failure { code: BAD, ..at(file)(flaw) })?;
    print(&told)?;
    Ok(GOOD)
}
