//! `judge replay`: one game, the program side by side with the reference.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Args;

use super::super::help::{MORE, brief};
use super::super::{BAD, FAILED, Failure, GOOD, failure, print};
use super::candidates::prepare;
use super::check::command;
use judging::golf::Toolchain;
use judging::process::Interrupt;
use judging::report;
use judging::runner::{self, NotReplayed, ReplayCase, RunConditions, Settings, Status};
use judging::verdict::Verdict;

/// Show one run side by side with the reference
#[derive(Debug, Args)]
#[command(mut_args = brief(&BRIEF), after_help = MORE, after_long_help = EXAMPLES)]
pub(super) struct ReplayArguments {
    /// A file of inputs, a list separated by commas, a JSON array of strings, or the name of a whole case, of a recording, or of
    /// an adaptive run, whose lines follow from the answers: adaptive-bisect-1
    #[arg(value_name = "INPUTS", allow_hyphen_values = true)]
    moves: OsString,

    /// A submission or an executable
    #[arg(value_name = "PATH", conflicts_with = "command", required_unless_present = "command")]
    path: Option<PathBuf>,

    /// A command
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,

    #[command(flatten)]
    which: super::super::which::Which,

    #[command(flatten)]
    io_options: super::io_options::IoArguments,

    #[command(flatten)]
    running: super::running::RunningArguments,
}

/// The options that `-h` shows.
const BRIEF: [&str; 4] = ["dialect", "challenge", "input", "cpu"];

const EXAMPLES: &str = "\
Examples:
  judge replay 2,0,4,1,6 my.py                     a game from its moves
  judge replay 2,0,4,1,6 -- ./my --flag            any command
  judge replay fixtures/tictactoe/win-for-o.moves my.py

Exit status: 0 the program agrees with the reference, 1 it does not, 2 it could not be run.";

impl ReplayArguments {
    /// Notices a program that was named before the moves.
    fn check_order(&self) -> Result<(), Failure> {
        let Some(path) = self.path.as_deref().filter(|path| path.symlink_metadata().is_err()) else {
            return Ok(());
        };
        let moves = path.as_os_str().as_encoded_bytes();
        let are_moves =
            moves.contains(&b',') || moves.iter().all(u8::is_ascii_digit) || moves.starts_with(b"[");
        if !(are_moves && Path::new(&self.moves).is_file()) {
            return Ok(());
        }
        let (moves, program) = (path.display(), self.moves.display());
        Err(failure(format!("the moves come first: judge replay {moves} {program}")))
    }
}

pub(super) fn replay(arguments: &ReplayArguments, interrupt: &Interrupt) -> Result<u8, Failure> {
    let dialect = arguments.which.challenge()?;
    arguments.io_options.check(&dialect)?;
    arguments.check_order()?;
    let case = ReplayCase::named(&arguments.moves, &dialect)?;
    let tools = &arguments.running.tools;
    let (languages, isolation) = (tools.languages()?, tools.isolation()?);
    let toolchain = Toolchain::new(interrupt).isolated(&isolation);
    let validators = toolchain.validators(&dialect, &languages)?;
    let candidate = match &arguments.path {
        None => command(&arguments.command[0], &arguments.command[1..], &languages, &isolation)?,
        Some(path) => prepare(&languages, &toolchain, |all| all.at_path(path, &dialect))?,
    };
    let mut settings = arguments.io_options.applied_to(Settings::new(&dialect, isolation));
    settings.conditions =
        RunConditions { is_warm: false, ..arguments.running.applied_to(settings.conditions) };
    settings.criteria.validators = validators;
    let game = match runner::replay(&settings, &candidate, &case, interrupt) {
        Err(NotReplayed::Unready(report)) => {
            print(&report::unready(&report))?;
            let could_run = !matches!(report.status, Status::Skipped(_) | Status::Judged(Verdict::CannotRun));
            return Ok(if could_run { BAD } else { FAILED });
        }
        other => other?,
    };
    print(&report::replay(&game))?;
    Ok(if game.failure.is_none() { GOOD } else { BAD })
}
