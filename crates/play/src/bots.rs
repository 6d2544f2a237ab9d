//! Players among which are programs, by the words of their commands.

use std::ffi::OsString;
use std::path::Path;

use crate::player::{self, Contestant, PlayConditions, PlayerKind, UnfitPlayers};
use judging::dialect::Dialect;
use judging::golf::Languages;
use judging::golf::Toolchain;
use judging::golf::ToolchainError;
use judging::golf::command_candidate;
use judging::golf::{GatherError, of_file};
use judging::process::{Command, Interrupt, Isolation};
use judging::runner::Program;

/// Why players cannot play a game, or a program among them cannot be run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BotError {
    #[error(transparent)]
    Unfit(#[from] UnfitPlayers),
    #[error(transparent)]
    Toolchain(#[from] ToolchainError),
    #[error(transparent)]
    Gather(#[from] GatherError),
    #[error("program not found: `{0}`")]
    NotFound(String),
    #[error("{0} does not compile:\n{1}")]
    NotCompiled(String, String),
    #[error("{0}: {1}")]
    CannotRun(String, String),
}

/// The players of a dialect's game: scripts are read, programs found and compiled.
pub fn contestants(
    kinds: &[PlayerKind],
    dialect: &Dialect,
    conditions: &PlayConditions,
) -> Result<Vec<Contestant>, BotError> {
    player::contestants(kinds, dialect, |words| bot(words, &conditions.isolation, &conditions.interrupt))
}

/// The command for these words, of which there is at least one: a source is run by its language, everything else directly.
fn bot(words: &[String], isolation: &Isolation, interrupt: &Interrupt) -> Result<Command, BotError> {
    let languages = Languages::built_in();
    let (name, path) = (&words[0], Path::new(&words[0]));
    let args: Vec<_> = words[1..].iter().map(OsString::from).collect();
    let ending = path.extension().and_then(|ending| ending.to_str());
    let is_source = path.is_file() && ending.is_some_and(|ending| languages.by_ending(ending).is_some());
    let program = if is_source {
        let toolchain = Toolchain::new(interrupt).isolated(isolation);
        toolchain.prepare(&of_file(path, &languages)?, &languages)?.program
    } else {
        which::which(name).map_err(|_| BotError::NotFound(name.clone()))?;
        command_candidate(name.as_ref(), &args, &languages, isolation)?.program
    };
    match program {
        Program::Ready(mut command) => {
            command.args.extend(args.into_iter().filter(|_| is_source));
            Ok(command)
        }
        Program::CompileError(why) => Err(BotError::NotCompiled(name.clone(), why)),
        Program::CannotRun(why) | Program::Skipped(why) => Err(BotError::CannotRun(name.clone(), why)),
    }
}
