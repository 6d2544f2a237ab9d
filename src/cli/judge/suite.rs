//! `judge suite`: prints suites, what they cover, and proofs of their claims.

use std::path::{Path, PathBuf};

use clap::Args;

use super::super::help::{MORE, brief};
use super::super::{BAD, Failure, GOOD, failure, print};
use crate::catalogue::{FixtureSource, offers_with};
use crate::dialect::{Declared, Dialect};
use crate::files;
use crate::suite::mutant::kill_matrix;
use crate::suite::{
    Certificate, Goal, NoSuite, Offer, PAIRS, Proof, Suite, SuiteKind, TableCertificate, TableProof,
    fault_matrix, grouped, moves, offer_of, usual,
};

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
    let offers = offered(arguments.which.folder(), &dialect);
    if let Dialect::Observed(observed) = &dialect
        && arguments.kill_matrix
    {
        return super::mutants::kills(observed, &offers, arguments.name, &arguments.trials);
    }
    let Some(kind) = arguments.name.filter(|_| !arguments.kill_matrix) else {
        print(&kills(&offers, &dialect, arguments.name.unwrap_or_else(|| usual(&offers)))?)?;
        return Ok(GOOD);
    };
    if arguments.certificate {
        print(&certificate(&dialect, kind)?)?;
        return Ok(GOOD);
    }
    let suite = offer_of(&offers, &dialect, kind.name)?.make()?;
    print(&runs(&suite))?;
    note_adaptive(&suite);
    Ok(GOOD)
}

/// The suites of a challenge; `folder` is that of the challenge, if one was given.
fn offered(folder: Option<PathBuf>, dialect: &Dialect) -> Vec<Offer> {
    offers_with(dialect, &FixtureSource::choose(folder, dialect))
}

/// The kill matrix of every suite up to the last.
fn kills(offers: &[Offer], dialect: &Dialect, last: SuiteKind) -> Result<String, Failure> {
    let declared = match dialect {
        Dialect::Declared(declared) => Some(declared),
        _ => {
            only_tictactoe(dialect, "faulty referees are known for")?;
            None
        }
    };
    offer_of(offers, dialect, last.name)?;
    let after = offers.iter().position(|offer| offer.kind() == last).map_or(0, |place| place + 1);
    let there = offers[..after].iter().filter(|offer| !offer.is_refused());
    let suites: Result<Vec<_>, NoSuite> = there.map(Offer::make).collect();
    Ok(match declared {
        Some(declared) => fault_matrix(declared, &suites?).to_string(),
        None => kill_matrix(&suites?).to_string(),
    })
}

fn runs(suite: &Suite) -> String {
    suite.cases().map(|case| moves::written(&case.inputs) + "\n").collect()
}

/// Prints a note that some runs differ with the answers of a program.
fn note_adaptive(suite: &Suite) {
    if suite.adaptive() > 0 {
        let count = grouped(suite.adaptive());
        anstream::eprintln!(
            "judge: the lines of {count} of these runs follow from the answers; printed are the likeliest"
        );
    }
}

/// Refuses a dialect that lacks something.
fn only_tictactoe(dialect: &Dialect, what: &str) -> Result<(), Failure> {
    match dialect {
        Dialect::Tictactoe => Ok(()),
        _ => Err(failure(format!("{what} tictactoe only, not for {}", dialect.name()))),
    }
}

fn certificate(dialect: &Dialect, kind: SuiteKind) -> Result<String, Failure> {
    if let Dialect::Declared(declared) = dialect {
        return table_certificate(declared, kind);
    }
    only_tictactoe(dialect, "there are proofs for")?;
    let certificate = Certificate::of(dialect, kind).ok_or_else(|| {
        let proved = SuiteKind::ALL.iter().filter(|kind| Goal::of(**kind).is_some());
        let names = proved.map(|kind| kind.name).collect::<Vec<_>>().join(", ");
        failure(format!("there is no proof for {}; there are proofs for {names}", kind.name))
    })?;
    Ok(serde_json::to_string(&certificate)? + "\n")
}

/// The proof of a suite of a table.
pub(super) fn table_certificate(declared: &Declared, kind: SuiteKind) -> Result<String, Failure> {
    if declared.table().has_hidden() {
        return Err(failure("no runs are complete where the program chooses, so there is no certificate"));
    }
    let certificate = TableCertificate::of(declared, kind).map_err(failure)?;
    Ok(serde_json::to_string(&certificate)? + "\n")
}

fn verify(file: &Path) -> Result<u8, Failure> {
    let of_file = |why: &dyn std::fmt::Display| format!("{}: {why}", file.display());
    let text = files::take(file, files::RECORD).map_err(|why| failure(of_file(&why)))?;
    let json: serde_json::Value = serde_json::from_slice(&text).map_err(|why| failure(of_file(&why)))?;
    let bad = |flaw: &dyn std::fmt::Display| Failure { what: of_file(flaw), code: BAD };
    let told = if json.get("challenge").is_some() {
        let certificate: TableCertificate =
            serde_json::from_slice(&text).map_err(|why| failure(of_file(&why)))?;
        let proof = certificate.check().map_err(|flaw| bad(&flaw))?;
        described_of_table(&certificate, &proof)
    } else {
        let certificate: Certificate = serde_json::from_slice(&text).map_err(|why| failure(of_file(&why)))?;
        let proof = Proof::check(&certificate).map_err(|flaw| bad(&flaw))?;
        described(&certificate, &proof)
    };
    print(&told)?;
    Ok(GOOD)
}

/// What was proved of a table, in words.
fn described_of_table(certificate: &TableCertificate, proof: &TableProof) -> String {
    let what = if certificate.suite == PAIRS.name { "pairs of transitions" } else { "transitions" };
    let least = match (proof.least, proof.told_apart) {
        (Some(least), _) if least == proof.runs => format!("Fewer than {} runs cannot do.\n", grouped(least)),
        (Some(least), _) => format!("There must be at least {} runs.\n", grouped(least)),
        (None, told_apart) => format!(
            "After each, the state is identified: {} states are told apart, and others answer as one of these does. A \
             program with no more states that passes is right.\n",
            grouped(told_apart.unwrap_or(proof.states))
        ),
    };
    format!(
        "A proof of the suite `{}` of the table that it holds, for the lines that are tried.\n\
         {} states, {} runs, {} inputs.\n\
         All {} {what} are taken in some run.\n{least}",
        certificate.suite,
        grouped(proof.states),
        grouped(proof.runs),
        grouped(proof.inputs),
        grouped(proof.transitions),
    )
}

/// What was proved, in words.
fn described(certificate: &Certificate, proof: &Proof) -> String {
    let sequences = match (proof.moves_in_a_row, proof.up_to_symmetry) {
        (1, false) => "moves in a position".to_owned(),
        (1, true) => "moves in a position, up to symmetry,".to_owned(),
        (count, _) => format!("sequences of {count} moves"),
    };
    let lines =
        certificate.refused_lines.iter().map(|line| format!("{line:?}")).collect::<Vec<_>>().join(" ");
    let antichain = proof.antichain.iter().map(|&(ply, all, ending)| {
        format!("  {} begin after {ply} moves, {} of them end the game\n", grouped(all), grouped(ending))
    });
    format!(
        "A proof of the suite `{}`.\n\
         {} runs, {} inputs: each is a whole game by the rules, and a line after its end.\n\
         All {} {sequences} are made in some run.\n\
         All {} bad lines in a position are fed in some run: occupied cells, and {lines}.\n\
         No game holds two of these {}:\n{}\
         Each of them must be made in some run, so fewer than {} runs cannot do.\n",
        certificate.suite,
        grouped(proof.runs),
        grouped(proof.inputs),
        grouped(proof.sequences),
        grouped(proof.refusals),
        grouped(certificate.antichain.len()),
        antichain.collect::<String>(),
        grouped(proof.runs),
    )
}
