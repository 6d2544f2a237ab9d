//! `judge record` and `judge accept`: propose snapshots, and accept the proposals.
//!
//! A snapshot is never overwritten silently: a missing or wrong one is proposed as `NAME.snap.new`, and a person
//! accepts it, here or with `cargo insta review`. In CI (`CI` is set) nothing is written, and a snapshot that would
//! have to be proposed is a failure.

use std::path::{Path, PathBuf};

use clap::Args;

use super::super::fixtures::FixtureSource;
use super::super::{BAD, Failure, GOOD, failure, print, replace};
use crate::dialect::{Declared, Dialect};

/// Where the move lists lie.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The folder of move lists [default: fixtures/DIALECT]
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,

    #[command(flatten)]
    which: super::super::which::Which,
}

impl Arguments {
    fn folder(&self, dialect: Dialect) -> PathBuf {
        let own = || dialect.declared().and_then(Declared::folder).map(Path::to_owned);
        let usual = || Path::new("fixtures").join(dialect.name());
        self.folder.clone().or_else(own).unwrap_or_else(usual)
    }
}

/// Whether this is a machine that tests changes, and must make none.
pub(super) fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false" && value != "0")
}

pub(super) fn record(arguments: Arguments) -> Result<u8, Failure> {
    let dialect = arguments.which.dialect()?;
    let folder = arguments.folder(dialect);
    let mut proposed = Vec::new();
    for fixture in FixtureSource::Folder(folder.clone()).load(dialect)? {
        let pending = folder.join(format!("{}.snap.new", fixture.name));
        let is_right = fixture.snapshot.is_some() && fixture.verify(dialect).is_ok();
        if is_right {
            // A proposal that is no longer needed must not be taken over by accident.
            let _ = std::fs::remove_file(&pending);
            continue;
        }
        if !is_ci() {
            let text = fixture.expected_snapshot(dialect).to_string();
            // Whatever lies there is replaced, and no link is followed.
            replace(&pending, text.as_bytes())
                .map_err(|why| failure(format!("{}: {why}", pending.display())))?;
        }
        proposed.push(format!("{}\n", pending.display()));
    }
    if proposed.is_empty() {
        print("every move list has its expected transcript\n")?;
        return Ok(GOOD);
    }
    print(&proposed.concat())?;
    if is_ci() {
        return Err(Failure {
            what: "expected transcripts are missing or wrong; run `judge record` outside CI".to_owned(),
            code: BAD,
        });
    }
    print("proposed; review them, then run `judge accept` or `cargo insta review`\n")?;
    Ok(GOOD)
}

pub(super) fn accept(arguments: Arguments) -> Result<u8, Failure> {
    let folder = arguments.folder(arguments.which.dialect()?);
    let of_folder = |why| failure(format!("{}: {why}", folder.display()));
    let entries: Result<Vec<_>, _> = std::fs::read_dir(&folder).map_err(of_folder)?.collect();
    let mut pending: Vec<_> = entries.map_err(of_folder)?.into_iter().map(|entry| entry.path()).collect();
    pending.retain(|path| path.to_string_lossy().ends_with(".snap.new"));
    pending.sort();
    for path in &pending {
        let accepted = path.with_extension("");
        std::fs::rename(path, &accepted).map_err(|why| failure(format!("{}: {why}", path.display())))?;
        print(&format!("{}\n", accepted.display()))?;
    }
    if pending.is_empty() {
        print("there are no proposals\n")?;
    }
    Ok(GOOD)
}
