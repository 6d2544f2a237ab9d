//! `judge suite`: prints suites, what they cover, and proofs of their claims.

use std::path::{Path, PathBuf};

use clap::Args;

use super::super::help::{MORE, brief};
use super::super::{BAD, Failure, GOOD, at, print, tell};
use super::options::suites;
use judging::catalogue::{FixtureSource, KeptRuns, keep_as_cases, offers_with};
use judging::files;
use judging::suite::{Evidence, Suite, SuiteKind, evidence, grouped, kills, moves, offer_of};

/// Print the runs of a suite, or a proof of what it covers
#[derive(Debug, Args)]
#[command(mut_args = brief(&BRIEF), after_help = MORE, after_long_help = EXAMPLES)]
pub(super) struct SuiteArguments {
    #[arg(value_name = "NAME", value_parser = suites(), hide_possible_values = true, help = names(),
          required_unless_present_any = ["verify", "kill_matrix"])]
    name: Option<SuiteKind>,

    /// Print a proof, as JSON, of what the suite covers and that fewer runs cannot cover it
    #[arg(long, requires = "name")]
    certificate: bool,

    /// Print which suite finds which faulty referee or table, up to this suite or `complete`
    #[arg(long, conflicts_with = "certificate")]
    kill_matrix: bool,

    /// Write the runs as whole cases into this folder, each with its input and its right output
    #[arg(long, value_name = "FOLDER", requires = "name", conflicts_with_all = ["certificate", "kill_matrix"])]
    cases: Option<PathBuf>,

    /// Check a proof made by --certificate, from the rules of the game or the table alone
    #[arg(long, value_name = "FILE", conflicts_with_all = ["name", "cases", "certificate", "kill_matrix", "dialect", "board"])]
    verify: Option<PathBuf>,

    #[command(flatten)]
    which: super::super::which::Which,
}

/// The options that `-h` shows.
const BRIEF: [&str; 6] = ["certificate", "kill_matrix", "cases", "verify", "dialect", "challenge"];

/// The help of the suite.
fn names() -> String {
    format!("The suite: {}", SuiteKind::names())
}

const EXAMPLES: &str = "\
Examples:
  judge suite complete                 its runs, one JSON array of lines each
  judge suite complete --certificate > complete.json
  judge suite explored --challenge tests/references/library --cases library
                                       a challenge of whole cases
  judge suite --kill-matrix            which suite finds which faulty referee
  judge suite --verify complete.json   exit status 1 if the proof is wrong";

pub(super) fn suite(arguments: &SuiteArguments) -> Result<u8, Failure> {
    if let Some(file) = &arguments.verify {
        return verify(file);
    }
    let dialect = arguments.which.dialect()?;
    let offers = offers_with(&dialect, &FixtureSource::choose(arguments.which.folder(), &dialect));
    match arguments.name.filter(|_| !arguments.kill_matrix) {
        None => print(&kills(&dialect, &offers, arguments.name)?)?,
        Some(kind) if arguments.certificate => print(&evidence(&dialect, kind)?.json()?)?,
        Some(kind) if arguments.cases.is_some() => {
            let folder = arguments.cases.as_deref().unwrap_or(Path::new(""));
            let suite = offer_of(&offers, &dialect, kind.name)?.make()?;
            let KeptRuns { file, count, skipped, .. } = keep_as_cases(&suite, &dialect, folder)?;
            let skipped = if skipped > 0 {
                format!("; of {skipped} more it is open what comes at the end")
            } else {
                String::new()
            };
            print(&format!("{}: {} cases{skipped}\n", file.display(), grouped(count)))?;
        }
        Some(kind) => print_runs(&offer_of(&offers, &dialect, kind.name)?.make()?)?,
    }
    Ok(GOOD)
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
    let proved = evidence.check().map_err(|flaw| Failure { code: BAD, ..at(file)(flaw) })?;
    print(&proved)?;
    Ok(GOOD)
}
