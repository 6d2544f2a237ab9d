//! `judge replay`: one game, and what a program and the reference make of it, side by side.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Args;

use super::super::{BAD, Failure, GOOD, INTERRUPTED, failure, moves, print, save, try_out};
use super::candidates::bare;
use crate::dialect::Dialect;
use crate::files;
use crate::golf::Languages;
use crate::process::{Interrupt, RunError};
use crate::report;
use crate::runner::{self, Settings};
use crate::suite::Case;

/// Play one game to a program and show its transcript beside the right one
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A file of moves, a list with commas, or a JSON array of strings
    #[arg(value_name = "MOVES", allow_hyphen_values = true)]
    moves: OsString,

    /// The command that runs the program
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,

    #[command(flatten)]
    which: super::super::which::Which,

    #[command(flatten)]
    manner: super::manner::Arguments,

    #[command(flatten)]
    limits: super::limits::Arguments,

    /// Record the program's game as an asciicast, for players of terminal recordings
    #[arg(long, value_name = "FILE")]
    cast: Option<PathBuf>,

    #[command(flatten)]
    isolation: super::isolation::Arguments,
}

pub(super) fn replay(arguments: Arguments) -> Result<u8, Failure> {
    let interrupt = Interrupt::on_signals()?;
    arguments.cast.as_deref().map_or(Ok(()), try_out)?;
    let dialect = arguments.which.dialect()?;
    let inputs = inputs(&arguments.moves, dialect)?;
    let case = Case { name: "replay".to_owned(), dialect, inputs };
    let isolation = arguments.isolation.choose()?;
    let (program, args) = (&arguments.command[0], &arguments.command[1..]);
    let candidate = bare(program, args, &Languages::built_in(), &isolation)?;
    let settings = Settings {
        dialect,
        tolerance: arguments.manner.tolerance(),
        ways: arguments.manner.ways(dialect),
        feeding: arguments.manner.feeding(),
        limits: arguments.limits.given(),
        isolation,
        jobs: 1,
        is_warm: false,
        forking: None,
        skips_tidying: false,
        keep_going: false,
        cross_check: false,
        tells_facts: false,
    };
    let game = match runner::replay(&settings, &candidate, &case, &interrupt) {
        Err(RunError::Interrupted) => return Ok(INTERRUPTED),
        other => other?,
    };
    print(&report::replay(&game))?;
    if let Some(file) = &arguments.cast {
        save(file, report::recorded(&game, dialect).render().as_bytes())?;
    }
    Ok(if game.failure.is_none() { GOOD } else { BAD })
}

fn inputs(moves: &OsString, dialect: Dialect) -> Result<Vec<Vec<u8>>, Failure> {
    let path = Path::new(moves);
    if path.is_file() {
        let text =
            files::read(path, files::TEXT).map_err(|why| failure(format!("{}: {why}", path.display())))?;
        return Ok(dialect.split(&text));
    }
    moves::read(moves.as_encoded_bytes()).map_err(|why| failure(format!("{}: {why}", path.display())))
}
