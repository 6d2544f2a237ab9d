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
use super::recording::Recorder;
use crate::catalogue::{FixtureSource, RECORDING};
use crate::dialect::{Dialect, Observed};
use crate::runner::given_files;
use crate::suite::Fixture;

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
        (None, []) => of_move_lists(&dialect, &folder)?,
        (None, _) => {
            let why =
                "the rules say what is right; only challenges of recordings are recorded from a command";
            return Err(failure(format!("{}: {why}", dialect.name())));
        }
        (Some(_), []) => {
            let why = "name the program to record after `--`";
            return Err(failure(format!("{}: {why}", folder.display())));
        }
        (Some(observed), command) => {
            let files = given_files(observed).map_err(at(&folder))?;
            let recorder = arguments.recorder.recorder(command, &files)?;
            of_recordings(observed, &recorder, &arguments.inputs)?
        }
    };
    propose(&dialect, &folder, &proposals)
}

/// A file, and its right content if it is missing or wrong.
type Proposal = (String, Option<String>);

fn of_move_lists(dialect: &Dialect, folder: &Path) -> Result<Vec<Proposal>, Failure> {
    if !folder.exists() {
        let why = "no such folder; name the one with the move lists: `judge record games`";
        return Err(failure(format!("{}: {why}", folder.display())));
    }
    let fixtures = FixtureSource::Folder(folder.to_owned()).load(dialect)?;
    let proposal = |fixture: Fixture| {
        let is_right = fixture.snapshot.is_some() && fixture.verify(dialect).is_ok();
        let right = (!is_right).then(|| fixture.expected_snapshot(dialect).to_string());
        (format!("{}.snap", fixture.name), right)
    };
    let proposals = fixtures.into_iter().map(proposal).collect();
    dialect.observed().and_then(Observed::trouble).map_or(Ok(proposals), |why| Err(failure(why)))
}

fn of_recordings(
    observed: &Observed,
    recorder: &Recorder,
    inputs: &[PathBuf],
) -> Result<Vec<Proposal>, Failure> {
    let mut proposals = Vec::new();
    let mut all = Vec::new();
    for (name, old) in observed.recordings() {
        let new = recorder.record(&old.inputs())?;
        proposals.push((format!("{name}{RECORDING}"), (new.output() != old.output()).then(|| new.text())));
        all.push(new);
    }
    for (name, new) in recorder.of_files(inputs)? {
        proposals.retain(|(file, _)| *file != format!("{name}{RECORDING}"));
        proposals.push((format!("{name}{RECORDING}"), Some(new.text())));
        all.push(new);
    }
    recorder.confirm(&all)?;
    Ok(proposals)
}

/// Writes proposals beside the files.
fn propose(dialect: &Dialect, folder: &Path, proposals: &[Proposal]) -> Result<u8, Failure> {
    let mut proposed = Vec::new();
    for (file, right) in proposals {
        let pending = folder.join(format!("{file}.new"));
        let Some(text) = right else {
            // A proposal that is no longer needed must not be accepted by accident.
            let _ = std::fs::remove_file(&pending);
            continue;
        };
        if !is_ci() {
            // An existing file is replaced, and no link is followed.
            crate::files::replace(&pending, text.as_bytes()).map_err(at(&pending))?;
        }
        proposed.push(format!("{}\n", pending.display()));
    }
    if proposed.is_empty() {
        let all = if dialect.observed().is_some() {
            "every recording is right"
        } else {
            "every move list has its expected transcript"
        };
        print(&format!("{all}\n"))?;
        return Ok(GOOD);
    }
    print(&proposed.concat())?;
    if is_ci() {
        return Err(Failure {
            what: "expected transcripts are missing or wrong; run `judge record` outside CI".to_owned(),
            code: BAD,
        });
    }
    let other = if proposed.iter().any(|file| file.ends_with(".snap.new\n")) {
        " or `cargo insta review`"
    } else {
        ""
    };
    print(&format!("proposed; review them, then run `judge accept`{other}\n"))?;
    Ok(GOOD)
}

pub(super) fn accept(arguments: Arguments) -> Result<u8, Failure> {
    let folder = arguments.folder(&arguments.which.dialect()?);
    let of_folder = |why| failure(format!("{}: {why}", folder.display()));
    let entries: Result<Vec<_>, _> = std::fs::read_dir(&folder).map_err(of_folder)?.collect();
    let mut pending: Vec<_> = entries.map_err(of_folder)?.into_iter().map(|entry| entry.path()).collect();
    let endings = [".snap.new".to_owned(), format!("{RECORDING}.new")];
    pending.retain(|path| endings.iter().any(|ending| path.to_string_lossy().ends_with(ending)));
    pending.sort();
    for path in &pending {
        let accepted = path.with_extension("");
        std::fs::rename(path, &accepted).map_err(at(path))?;
        print(&format!("{}\n", accepted.display()))?;
    }
    if pending.is_empty() {
        print("there are no proposals\n")?;
    }
    Ok(GOOD)
}
