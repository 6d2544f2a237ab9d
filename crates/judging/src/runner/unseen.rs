//! Files that a program could not open because the sandbox does not show them. A program that fails for this
//! reason before its first output is not wrong: it cannot be run in this way.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::execution::{Ending, Execution, Level};
use crate::process::{Command, Isolation, is_of_system, is_scratch, tree_of};

/// The system's own words about files that do not exist or cannot be read (`strerror`). Those of languages are in
/// `golf/languages.toml`.
const OF_SYSTEM: [&str; 2] = ["No such file", "Permission denied"];

/// Whether the message of a run of this command is about a file.
pub(super) fn misses_a_file(execution: &Execution, command: &Command) -> bool {
    is_complaint(&String::from_utf8_lossy(&execution.stderr), command)
}

fn is_complaint(line: &str, command: &Command) -> bool {
    let of_languages = command.messages.missing_file.iter().map(String::as_str);
    OF_SYSTEM.into_iter().chain(of_languages).any(|words| line.contains(words))
}

/// Why a program cannot be run, if it only reported that a file is missing which exists outside the sandbox.
/// Only files that every user on this machine may read count: a stranger must learn nothing of others.
pub(super) fn reason(execution: &Execution, command: &Command, isolation: &Isolation) -> Option<String> {
    // A run that exceeded a limit, or that the judge lost, keeps its own verdict.
    let has_failed = matches!(execution.ending, Ending::Exited(1..) | Ending::Signaled(_));
    if !has_failed || !execution.stdout.is_empty() || isolation.level() < Level::Filters {
        return None;
    }
    let complaint = execution.complaint();
    let words =
        complaint.lines().filter(|line| is_complaint(line, command)).flat_map(|line| line.split(is_no_path));
    let path = words.map(|word| PathBuf::from(word.trim_end_matches(['.', ':'])));
    let path = path
        .filter(|path| path.is_absolute())
        .find(|path| is_public(path) && !is_of_system(path) && !is_shown(path, command, isolation))?;
    let path = path.display();
    Some(format!("{path} is there, but hidden in the sandbox; if the program may read it, add --show {path}"))
}

/// Whether this character never belongs to a path in a message.
fn is_no_path(character: char) -> bool {
    character.is_whitespace() || "'\"`‘’“”(),;<>".contains(character)
}

/// Whether every user on this machine may read a file or folder.
fn is_public(path: &Path) -> bool {
    let may = |path: &Path, right: u32| {
        path.metadata().is_ok_and(|file| file.permissions().mode() & right == right)
    };
    may(path, 0o004) && path.ancestors().skip(1).all(|folder| may(folder, 0o001))
}

fn is_shown(path: &Path, command: &Command, isolation: &Isolation) -> bool {
    if is_scratch(path) {
        return true;
    }
    let trees = command.tools.iter().filter_map(|tool| tree_of(tool));
    let mut shown = command.files.iter().map(|file| PathBuf::from(&file.at)).chain(trees);
    shown.any(|shown| path.starts_with(shown))
        || isolation.shown().iter().any(|shown| path.starts_with(shown))
}
