//! Games in other surroundings: another locale, no HOME, input from a file or a terminal, another folder,
//! another name. No challenge specifies the surroundings of a program, and a good program does not depend on
//! them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::difference::Difference;
use super::player::{Player, Target};
use crate::execution::{Ending, Execution, FeedMode};
use crate::process::{Command, RunError};
use crate::suite::{Case, InputFormat, IoMode};

/// How long these checks may take if no cross-check was asked for.
const PATIENCE: Duration = Duration::from_secs(3);

/// What a shell does before it executes the program.
const SHELL: [(&str, &str); 4] = [
    ("in the locale C", r#"export LANG=C LC_ALL=C; exec "$@""#),
    ("without HOME", r#"unset HOME; exec "$@""#),
    ("in another folder", r#"mkdir other && cd other && exec "$@""#),
    ("with standard input from a file", r#"cat >input && exec "$@" <input"#),
];

/// The same for a program by another name: the file and its other name come first.
const RENAME: &str = r#"ln -s "$1" "$2" && shift 2 && exec "$@""#;

/// The exit statuses of a shell that could not execute the program.
const CANNOT: [i32; 2] = [126, 127];

/// Plays a case in each of the other surroundings; returns those in which it fails.
///
/// # Errors
/// [`RunError`] if the judge cannot run the candidate.
pub(super) fn differences(
    player: &mut Player<'_>,
    target: Target<'_>,
    case: &Case,
) -> Result<Vec<(&'static str, Difference)>, RunError> {
    let Target { command, mode } = target;
    if command.is_module() || !command.pipes.is_empty() {
        return Ok(Vec::new());
    }
    let began = Instant::now();
    let (usual, _) = player.play(target, &mode.fit(case.clone()))?;
    let mut found = Vec::new();
    for (words, command, mode) in others(command, mode, usual.stderr.is_empty()) {
        if began.elapsed() > PATIENCE && !player.settings.cross_check {
            break;
        }
        let difference = difference(player, Target { command: &command, mode }, case)?;
        found.extend(difference.map(|difference| (words, difference)));
    }
    Ok(found)
}

/// The same program in all other surroundings. On a terminal, standard error appears within the output, so a
/// program that writes there is not tried on one.
fn others(command: &Command, mode: IoMode, is_quiet: bool) -> Vec<(&'static str, Command, IoMode)> {
    let is_piped = mode.format.is_on_stdin() && mode.feed == FeedMode::Ahead;
    let by_shell = SHELL.iter().filter(|(_, script)| is_piped || !script.ends_with("<input"));
    let by_shell = by_shell.map(|(words, script)| (*words, through_shell(command, script, &[]), mode));
    let renamed = renamed(command).map(|command| ("under another name", command, mode));
    let typed = IoMode { feed: FeedMode::Terminal, ..mode };
    let on_terminal = (is_piped && mode.format == InputFormat::Lines && is_quiet)
        .then(|| ("on a terminal", command.clone(), typed));
    by_shell.chain(renamed).chain(on_terminal).collect()
}

/// A program that a shell executes. `first` comes before its words.
fn through_shell(command: &Command, script: &str, first: &[OsString]) -> Command {
    let mut args: Vec<OsString> = ["-c", script, "sh"].map(OsString::from).into();
    args.extend_from_slice(first);
    args.push(command.program.clone().into());
    args.extend_from_slice(&command.args);
    Command { program: "/bin/sh".into(), args, ..command.clone() }
}

/// A copy of a program under another file name, if it is one of the files that are shown.
fn renamed(command: &Command) -> Option<Command> {
    let is_file =
        |word: &Path| command.files.iter().any(|file| !file.is_folder && Path::new(&file.at) == word);
    let mut words = command.args.iter().map(PathBuf::from).chain([command.program.clone()]);
    let file = words.find(|word| is_file(word))?;
    let mut command = command.clone();
    let mut other = PathBuf::from("./other");
    other.set_extension(file.extension().unwrap_or_default());
    if command.program == file {
        command.program.clone_from(&other);
    }
    for word in command.args.iter_mut().filter(|word| Path::new(word) == file) {
        *word = other.clone().into();
    }
    Some(through_shell(&command, RENAME, &[file.into(), other.into()]))
}

/// The game, if it fails.
fn difference(
    player: &mut Player<'_>,
    target: Target<'_>,
    case: &Case,
) -> Result<Option<Difference>, RunError> {
    let case = target.mode.fit(case.clone());
    let (other, result) = player.play(target, &case)?;
    let is_right = result.is_accepted() || is_no_program(&other);
    Ok((!is_right).then_some(Difference { place: 0, case, other, result }))
}

/// Whether the shell could not execute the program.
fn is_no_program(execution: &Execution) -> bool {
    let could_not = matches!(&execution.ending, Ending::Exited(code) if CANNOT.contains(code));
    could_not && execution.stdout.is_empty()
}
