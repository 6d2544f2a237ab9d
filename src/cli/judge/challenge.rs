//! `judge challenge`: tells whether a challenge is sound.

use std::path::{Path, PathBuf};

use clap::Args;

use super::super::busy::Busy;
use super::super::challenge::open;
use super::super::{Failure, GOOD, INTERRUPTED, failure, print, save, try_out};
use crate::catalogue::{KEPT, written};
use crate::challenge::schema;
use crate::dialect::Dialect;
use crate::process::{Interrupt, Isolation, RunError};
use crate::report::soundness;
use crate::soundness::{Unsound, check, check_rules};
use crate::suite::{COMPLETE, Suite, counted, searched};

/// Check whether a challenge is sound: rules, examples, move lists, reference, validator
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The folder with its `challenge.toml`
    #[arg(value_name = "FOLDER", required_unless_present = "schema")]
    folder: Option<PathBuf>,

    /// Print the JSON schema of `challenge.toml`
    #[arg(long, conflicts_with = "folder")]
    schema: bool,

    /// Print the runs of `complete` and a proof that fewer are not enough, as JSON
    #[arg(long)]
    certificate: bool,

    /// Write the runs of `explored` into the folder, so that a later search does not change them
    #[arg(long, conflicts_with_all = ["schema", "certificate"])]
    keep: bool,
}

const EXAMPLES: &str = "\
Examples:
  judge challenge fixtures/vending                 counts, and whether it is sound
  judge challenge tests/references/library --keep  its searched runs as a file
  judge challenge --schema > challenge.schema.json for editors that complete and check TOML";

pub(super) fn challenge(arguments: Arguments) -> Result<u8, Failure> {
    let Some(folder) = arguments.folder else {
        print(&(serde_json::to_string_pretty(&schema())? + "\n"))?;
        return Ok(GOOD);
    };
    let dialect = open(&folder)?;
    if let Dialect::Declared(declared) = &dialect
        && arguments.certificate
    {
        check_rules(declared, &folder).map_err(told)?;
        super::suite::print_evidence(&dialect, COMPLETE)?;
        return Ok(GOOD);
    }
    if !arguments.keep {
        print_soundness(&dialect, &folder)?;
        return Ok(GOOD);
    }
    let file = folder.join(KEPT);
    let offer = searched(&dialect).ok_or_else(|| {
        let why = "nothing is searched here: that needs a reference, or rules without hidden choices";
        failure(format!("{}: {why}", folder.display()))
    })?;
    try_out(&file)?;
    print_soundness(&dialect, &folder)?;
    let found = {
        let _busy = Busy::with("searching for runs");
        offer.make()?
    };
    keep(&found, &file)?;
    Ok(GOOD)
}

/// Writes the runs of a suite into a file.
fn keep(suite: &Suite, file: &Path) -> Result<(), Failure> {
    let (text, count) = written(suite.cases().map(|case| case.inputs));
    save(file, text.as_bytes())?;
    let left = match suite.len() - count {
        0 => String::new(),
        left => format!("; {left} more have lines that the file cannot hold"),
    };
    let runs = counted(count, "run");
    print(&format!("  kept {runs} in {}: `explored` plays these from now on{left}\n", file.display()))
}

/// Checks a challenge, and prints what there is in it.
fn print_soundness(dialect: &Dialect, folder: &Path) -> Result<(), Failure> {
    let interrupt = Interrupt::on_signals_or_end(INTERRUPTED)?;
    let isolation = Isolation::best(&std::env::current_exe()?);
    let busy = dialect.observed().map(|_| Busy::with("asking the reference"));
    let sound = check(dialect, folder, &isolation, &interrupt);
    drop(busy);
    print(&soundness(&sound.map_err(told)?))
}

/// Why a challenge is not sound, as the command tells it.
fn told(why: Unsound) -> Failure {
    match why {
        Unsound::Rules(faults) => failure(faults.join("\njudge: ")),
        Unsound::NothingKnown => {
            let how = "record some with `judge record --challenge FOLDER --inputs FILE -- COMMAND`";
            failure(format!("{why}; {how}"))
        }
        Unsound::Run(RunError::Interrupted) => Failure { code: INTERRUPTED, ..why.into() },
        why => why.into(),
    }
}
