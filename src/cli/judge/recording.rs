//! The recorder of a program, for `judge new` and `judge record`.

use std::ffi::OsString;

use super::super::Failure;
use super::check::command;
use super::running::RunningArguments;
use judging::process::Interrupt;
use judging::runner::Recorder;

/// A recorder for the program of a command. `None` without a command.
pub(super) fn recorder(
    running: &RunningArguments,
    words: &[OsString],
    interrupt: &Interrupt,
) -> Result<Option<Recorder>, Failure> {
    let [program, args @ ..] = words else { return Ok(None) };
    let (conditions, languages) = (running.conditions()?, running.tools.languages()?);
    let candidate = command(program, args, &languages, &conditions.isolation)?;
    Ok(Some(Recorder::new(candidate, conditions, interrupt.clone())?))
}
