//! `judge challenge`: tells whether a challenge is sound.

use std::path::PathBuf;

use clap::Args;

use super::super::busy::Busy;
use super::super::challenge::open;
use super::super::which::unpacked;
use super::super::{Failure, GOOD, INTERRUPTED, at, failure, print, try_out};
use judging::catalogue::{KEPT, keep};
use judging::challenge::schema;
use judging::process::{Interrupt, Isolation};
use judging::report;
use judging::soundness::{Unsound, check};
use judging::suite::searched;

/// Check whether a challenge is sound: rules, examples, move lists, reference, validator
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ChallengeArguments {
    /// The folder with its `challenge.toml`, or of a problem package; or an archive (.zip, .kpp)
    #[arg(value_name = "FOLDER", value_parser = unpacked(), required_unless_present = "schema")]
    folder: Option<PathBuf>,

    /// Print the JSON schema of `challenge.toml`
    #[arg(long, conflicts_with = "folder")]
    schema: bool,

    /// Write the runs of `explored` into the folder, so that a later search does not change them
    #[arg(long, conflicts_with = "schema")]
    keep: bool,
}

const EXAMPLES: &str = "\
Examples:
  judge challenge fixtures/vending                 counts, and whether it is sound
  judge challenge tests/references/library --keep  its searched runs as a file
  judge challenge --schema > challenge.schema.json for editors that complete and check TOML";

pub(super) fn challenge(arguments: &ChallengeArguments, interrupt: &Interrupt) -> Result<u8, Failure> {
    let Some(folder) = &arguments.folder else {
        print(&(serde_json::to_string_pretty(&schema())? + "\n"))?;
        return Ok(GOOD);
    };
    let dialect = open(folder)?;
    let search = arguments.keep.then(|| searched(&dialect).map_err(at(folder))).transpose()?;
    search.as_ref().map_or(Ok(()), |_| try_out(&folder.join(KEPT)))?;
    let isolation = Isolation::best(&std::env::current_exe()?);
    let checked = {
        let _busy = Busy::with("checking the challenge");
        check(&dialect, folder, &isolation, interrupt)
    };
    // What a reference would have answered is not known then.
    if interrupt.is_raised() {
        return Ok(INTERRUPTED);
    }
    let sound = checked.map_err(failure_of)?;
    print(&report::soundness(&sound))?;
    if let Some(search) = search {
        let busy = Busy::with("searching for runs");
        let kept = keep(&search.make()?, folder)?;
        drop(busy);
        print(&report::kept(&kept))?;
    }
    Ok(GOOD)
}

/// Why a challenge is not sound, as the command tells it.
fn failure_of(why: Unsound) -> Failure {
    match why {
        Unsound::Rules(faults) => failure(faults.join("\njudge: ")),
        Unsound::NothingKnown => {
            let how = "record some with `judge record --challenge FOLDER --inputs FILE -- COMMAND`";
            failure(format!("{why}; {how}"))
        }
        why => why.into(),
    }
}
