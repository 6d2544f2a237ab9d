//! `judge record` and `judge accept`: propose snapshots, and accept the proposals.
//!
//! A snapshot is never overwritten silently: a missing or wrong one is proposed as `NAME.snap.new`, and a
//! person accepts it, here or with `cargo insta review`. In CI (`CI` is set) nothing is written, and a
//! snapshot that would be proposed is a failure.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use clap::Args;

use super::super::help::{MORE, brief};
use super::super::{BAD, Failure, GOOD, print};
use super::options::is_ci;
use super::recording::recorder;
use judging::catalogue::{self, Proposals, usual_folder};
use judging::dialect::Dialect;
use judging::process::Interrupt;
use judging::report;
use judging::runner::quoted;

/// Where the move lists lie.
#[derive(Debug, Args)]
pub(super) struct SnapshotsArguments {
    /// The folder of move lists [default: fixtures/DIALECT]
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,

    #[command(flatten)]
    which: super::super::which::Which,
}

impl SnapshotsArguments {
    fn folder(&self, dialect: &Dialect) -> PathBuf {
        self.folder.clone().or(self.which.folder()).unwrap_or_else(|| usual_folder(dialect))
    }

    /// The command that accepts what is proposed there.
    fn accept_command(&self) -> String {
        let folder = self.folder.iter().map(|folder| format!(" {}", quoted(folder.as_os_str().as_bytes())));
        format!("judge accept{}{}", self.which.typed(), folder.collect::<String>())
    }
}

/// The recordings to make.
#[derive(Debug, Args)]
#[command(mut_args = brief(&["dialect", "challenge", "inputs", "languages"]), after_help = MORE, after_long_help = EXAMPLES)]
pub(super) struct RecordArguments {
    #[command(flatten)]
    place: SnapshotsArguments,

    /// A file of inputs, one per line, for a new recording; may be repeated
    #[arg(long, value_name = "FILE", requires = "command", help_heading = None)]
    inputs: Vec<PathBuf>,

    /// The program to record, if the challenge is one of recordings
    #[arg(last = true, value_name = "COMMAND", help_heading = None)]
    command: Vec<OsString>,

    #[command(flatten)]
    running: super::running::RunningArguments,
}

const EXAMPLES: &str = "\
Examples:
  judge record                                           the move lists of fixtures/tictactoe
  judge record --challenge bank -- python3 bank.py       the recordings that have changed
  judge record --challenge bank --inputs more.txt -- python3 bank.py";

pub(super) fn record(arguments: &RecordArguments, interrupt: &Interrupt) -> Result<u8, Failure> {
    let dialect = arguments.place.which.dialect()?;
    let folder = arguments.place.folder(&dialect);
    let program = recorder(&arguments.running, &arguments.command, interrupt)?;
    let proposals = Proposals::of(&dialect, &folder, program, &arguments.inputs)?;
    proposals.withdraw();
    if !is_ci() {
        proposals.write()?;
    }
    let accept = (!is_ci()).then(|| arguments.place.accept_command());
    print(&report::proposals(&dialect, &proposals, accept.as_deref()))?;
    if is_ci() && !proposals.paths().is_empty() {
        let what = "expected transcripts are missing or wrong; run `judge record` outside CI".to_owned();
        return Err(Failure { what, code: BAD });
    }
    Ok(GOOD)
}

pub(super) fn accept(arguments: SnapshotsArguments) -> Result<u8, Failure> {
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
