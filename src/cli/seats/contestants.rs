//! Prepares the players: reads scripts, finds programs and compiles them.

use std::ffi::OsString;
use std::path::Path;

use crate::cli::{Failure, failure};
use crate::game::AnyPosition;
use crate::golf::{Languages, Toolchain, command_candidate, gather};
use crate::player::{Contestant, PlayConditions, PlayerKind, contestants};
use crate::process::Command;
use crate::runner::Program;

/// The contestants for these seats.
pub(super) fn prepare(
    seats: &[PlayerKind],
    start: &AnyPosition,
    conditions: &PlayConditions,
) -> Result<Vec<Contestant>, Failure> {
    contestants(seats, start, |words| resolve(words, conditions))
}

/// The command for a program: a source file is run by its language, as in `judge check`; everything else is
/// run directly.
fn resolve(words: &[String], conditions: &PlayConditions) -> Result<Command, Failure> {
    let languages = Languages::built_in();
    let path = Path::new(&words[0]);
    let is_source =
        path.is_file() && path.extension().and_then(|ending| languages.by_ending(ending.to_str()?)).is_some();
    let args: Vec<_> = words[1..].iter().map(OsString::from).collect();
    let program = if is_source {
        let toolchain = Toolchain::new(&conditions.interrupt).isolated(&conditions.isolation);
        let submissions = gather(path, &crate::dialect::Dialect::default(), &languages)?;
        toolchain.prepare(&submissions[0], &languages)?.program
    } else {
        which::which(&words[0]).map_err(|_| failure(format!("program not found: `{}`", words[0])))?;
        command_candidate(words[0].as_ref(), &args, &languages, &conditions.isolation)?.program
    };
    match program {
        Program::Ready(mut command) => {
            if is_source {
                command.args.extend(args);
            }
            Ok(command)
        }
        Program::CompileError(why) => Err(failure(format!("{} does not compile:\n{why}", words[0]))),
        Program::CannotRun(why) | Program::Skipped(why) => Err(failure(format!("{}: {why}", words[0]))),
    }
}
