//! `judge suite`: prints suites, what they cover, and proofs of their claims.

use std::path::{Path, PathBuf};

use clap::Args;

use super::super::help::{MORE, brief};
use super::super::{BAD, Failure, GOOD, at, print};
use crate::catalogue::{FixtureSource, offers_with};
use crate::dialect::Dialect;
use crate::files;
use crate::suite::{Evidence, SuiteKind, grouped, kills, moves, offer_of};

/// Print the runs of a suite, or a proof of what it covers
#[derive(Debug, Args)]
#[command(mut_args = brief(&BRIEF), after_help = MORE, after_long_help = EXAMPLES)]
pub(super) struct Arguments {
    #[arg(value_name = "NAME", value_parser = super::options::suites(), hide_possible_values = true, help = names(),
          required_unless_present_any = ["verify", "kill_matrix"])]
    name: Option<SuiteKind>,

    /// Print a proof, as JSON, of what the suite covers and that fewer runs cannot cover it
    #[arg(long, requires = "name")]
    certificate: bool,

    /// Print which suite finds which faulty referee, table or reference, up to this suite or `complete`
    #[arg(long, conflicts_with = "certificate")]
    kill_matrix: bool,

    #[command(flatten)]
    trials: super::mutants::Arguments,

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

pub(super) fn suite(arguments: Arguments) -> Result<u8, Failure> {
    if let Some(file) = &arguments.verify {
        return verify(file);
    }
    let dialect = arguments.which.dialect()?;
    let offers = offers_with(&dialect, &FixtureSource::choose(arguments.which.folder(), &dialect));
    let Some(kind) = arguments.name.filter(|_| !arguments.kill_matrix) else {
        if let Dialect::Observed(observed) = &dialect {
            return super::mutants::kills(observed, &offers, arguments.name, &arguments.trials);
        }
        print(&kills(&dialect, &offers, arguments.name)?)?;
        return Ok(GOOD);
    };
    if arguments.certificate {
        print_evidence(&dialect, kind)?;
        return Ok(GOOD);
    }
    let suite = offer_of(&offers, &dialect, kind.name)?.make()?;
    print(&suite.cases().map(|case| moves::written(&case.inputs) + "\n").collect::<String>())?;
    if suite.adaptive() > 0 {
        let count = grouped(suite.adaptive());
        anstream::eprintln!(
            "judge: the lines of {count} of these runs follow from the answers; printed are the likeliest"
        );
    }
    Ok(GOOD)
}

/// Prints the proof of a suite.
pub(super) fn print_evidence(dialect: &Dialect, kind: SuiteKind) -> Result<(), Failure> {
    print(&(serde_json::to_string(&Evidence::of(dialect, kind)?)? + "\n"))
}

fn verify(file: &Path) -> Result<u8, Failure> {
    let text = files::take(file, files::RECORD).map_err(at(file))?;
    let evidence = Evidence::read(&text).map_err(at(file))?;
    let told = evidence.check().map_err(|flaw| Failure { code: BAD, ..at(file)(flaw) })?;
    print(&told)?;
    Ok(GOOD)
}
