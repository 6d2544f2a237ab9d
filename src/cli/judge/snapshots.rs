//! `judge record` and `judge accept`: propose snapshots, and accept the proposals.
//!
//! A snapshot is never overwritten silently: a missing or wrong one is proposed as `NAME.snap.new`, and a
//! person accepts it, here or with `cargo insta review`. In CI (`CI` is set) nothing is written, and a
//! snapshot that would be proposed is a failure.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Args;

use super::super::help::{MORE, brief};
use super::super::{BAD, Failure, GOOD, at, failure, print};
use super::options::is_ci;
use crate::catalogue::{self, Proposals};
use crate::dialect::Dialect;
use crate::runner::given_files;

/// Where the move lists lie.
#[derive(Debug, Args)]
#[group(id = "place-arguments")]
pub(super) struct Arguments {
    /// The folder of move lists [default: fixtures/DIALECT]
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,

    #[command(flatten)]
    which: super::super::which::Which,
}

impl Arguments {
    fn folder(&self, dialect: &Dialect) -> PathBuf {
        let usual = || Path::new("fixtures").join(dialect.name());
        self.folder.clone().or_else(|| self.which.folder()).unwrap_or_else(usual)
    }
}

/// What to record.
#[derive(Debug, Args)]
#[command(mut_args = brief(&["dialect", "challenge", "inputs", "languages"]), after_help = MORE, after_long_help = EXAMPLES)]
pub(super) struct RecordArguments {
    #[command(flatten)]
    place: Arguments,

    /// A file of inputs, one per line, for a new recording; may be repeated
    #[arg(long, value_name = "FILE", requires = "command", help_heading = None)]
    inputs: Vec<PathBuf>,

    /// The program to record, if the challenge is one of recordings
    #[arg(last = true, value_name = "COMMAND", help_heading = None)]
    command: Vec<OsString>,

    #[command(flatten)]
    recorder: super::recording::Arguments,
}

const EXAMPLES: &str = "\
Examples:
  judge record                                           the move lists of fixtures/tictactoe
  judge record --challenge bank -- python3 bank.py       the recordings that have changed
  judge record --challenge bank --inputs more.txt -- python3 bank.py";

pub(super) fn record(arguments: RecordArguments) -> Result<u8, Failure> {
    let dialect = arguments.place.which.dialect()?;
    let folder = arguments.place.folder(&dialect);
    let recordings = dialect.observed().filter(|observed| !observed.has_reference());
    let proposals = match (recordings, &arguments.command[..]) {
        (None, []) => Proposals::of_move_lists(&dialect, &folder)?,
        (None, _) => {
            let why =
                "the rules say what is right; only challenges of recordings are recorded from a command";
            return Err(failure(format!("{}: {why}", dialect.name())));
        }
        (Some(_), []) => return Err(at(&folder)("name the program to record after `--`")),
        (Some(observed), command) => {
            let files = given_files(observed).map_err(at(&folder))?;
            let recorder = arguments.recorder.recorder(command, &files)?;
            Proposals::of_recordings(observed, &folder, &recorder, &arguments.inputs)?
        }
    };
    propose(&dialect, &proposals)
}

/// Writes proposals beside the files, but not in CI, where one that is needed is a failure.
fn propose(dialect: &Dialect, proposals: &Proposals) -> Result<u8, Failure> {
    proposals.withdraw();
    let paths = proposals.paths();
    if paths.is_empty() {
        print(match dialect.observed() {
            Some(_) => "every recording is right\n",
            None => "every move list has its expected transcript\n",
        })?;
        return Ok(GOOD);
    }
    if !is_ci() {
        proposals.write()?;
    }
    print(&paths.iter().map(|path| format!("{}\n", path.display())).collect::<String>())?;
    if is_ci() {
        let what = "expected transcripts are missing or wrong; run `judge record` outside CI".to_owned();
        return Err(Failure { what, code: BAD });
    }
    let has_snapshots = paths.iter().any(|path| path.to_string_lossy().ends_with(".snap.new"));
    let other = if has_snapshots { " or `cargo insta review`" } else { "" };
    print(&format!("proposed; review them, then run `judge accept`{other}\n"))?;
    Ok(GOOD)
}

pub(super) fn accept(arguments: Arguments) -> Result<u8, Failure> {
    let folder = arguments.folder(&arguments.which.dialect()?);
    let proposed = catalogue::proposed(&folder)?;
    for path in &proposed {
        print(&format!("{}\n", catalogue::accept(path)?.display()))?;
    }
    if proposed.is_empty() {
        print("there are no proposals\n")?;
    }
    Ok(GOOD)
}
