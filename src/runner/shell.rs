//! A candidate's command as a person types it, to see a failure again.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::{Candidate, Program};
use crate::dialect::Dialect;
use crate::dialect::reversi::Table;
use crate::execution::Feeding;
use crate::suite::{Case, Channel, Way};

impl Candidate {
    /// A shell command that gives inputs to the candidate, if it can be run at all, and not by the judge
    /// alone, which also knows how to compile it; a shell can only feed ahead.
    pub(super) fn shell_command(&self, channel: Channel, inputs: &[Vec<u8>]) -> Option<String> {
        let Channel { way, feeding: Feeding::Ahead } = channel else { return None };
        if self.is_compiled() || matches!(&self.program, Program::Ready(command) if command.is_module()) {
            return None;
        }
        let fed = way.feed(inputs);
        let args = fed.args.iter().map(|arg| format!(" {}", quoted(arg)));
        let line = format!("{}{}", self.typed()?, args.collect::<String>());
        Some(match way {
            Way::Lines if inputs.is_empty() => format!("{line} < /dev/null"),
            Way::Lines => {
                let inputs: Vec<_> = inputs.iter().map(|input| quoted(input)).collect();
                format!("printf '%s\\n' {} | {line}", inputs.join(" "))
            }
            Way::Words | Way::Commas | Way::CommasAndSpaces => {
                let stdin = fed.stdin.strip_suffix(b"\n").unwrap_or(&fed.stdin);
                format!("printf '%s\\n' {} | {line}", quoted(stdin))
            }
            Way::Args | Way::Arg | Way::ArgAndSpaces => format!("{line} < /dev/null"),
        })
    }
}

impl Candidate {
    /// A shell command that shows a game of the candidate beside the right one.
    pub(super) fn replay_command(&self, channel: Channel, case: &Case) -> Option<String> {
        let Channel { way, feeding } = channel;
        let moves = moves(&case.inputs)?;
        let input = if way == Way::Lines { String::new() } else { format!(" --input {}", way.name()) };
        let feed =
            if feeding == Feeding::Ahead { String::new() } else { format!(" --feed {}", feeding.name()) };
        let game = match case.dialect {
            Dialect::Tictactoe => String::new(),
            other => format!(" --dialect {}", other.name()),
        };
        let board = case.dialect.board().and_then(Table::name);
        let board = board.map(|name| format!(" --board {}", quoted(name.as_bytes()))).unwrap_or_default();
        let program = match &self.path {
            Some(source) if self.is_compiled() => quoted(from_here(source.as_os_str()).as_encoded_bytes()),
            _ => format!("-- {}", self.typed()?),
        };
        Some(format!("judge replay{game}{board}{input}{feed} {} {program}", quoted(moves.as_bytes())))
    }

    /// Whether what is run was made of the source, and lies where only the judge looks.
    fn is_compiled(&self) -> bool {
        let (Program::Ready(command), Some(source)) = (&self.program, &self.path) else { return false };
        let is_source = |word: &OsStr| Path::new(word).file_name() == source.file_name();
        let words = [command.program.as_os_str()].into_iter().chain(command.args.iter().map(AsRef::as_ref));
        !words.into_iter().any(is_source)
    }

    /// Its command as a person types it in the current folder.
    fn typed(&self) -> Option<String> {
        let Program::Ready(command) = &self.program else { return None };
        let program = installed(&command.program);
        let words = [program.as_os_str()].into_iter().chain(command.args.iter().map(AsRef::as_ref));
        let words = words.map(|word| quoted(from_here(word).as_encoded_bytes()));
        Some(words.collect::<Vec<_>>().join(" "))
    }
}

/// A tool where it is installed, if this is a link to it that the judge made for itself.
fn installed(program: &Path) -> PathBuf {
    let is_made = program.ancestors().nth(3).is_some_and(|folder| folder.ends_with("judge/alone"));
    program.read_link().ok().filter(|_| is_made).unwrap_or_else(|| program.to_owned())
}

/// A command of `judge replay` that shows the program these files, too.
pub(super) fn showing(replay: &str, shown: &[&Path]) -> String {
    let options = shown
        .iter()
        .map(|path| format!(" --show {}", quoted(from_here(path.as_os_str()).as_encoded_bytes())));
    replay.replacen("judge replay", &format!("judge replay{}", options.collect::<String>()), 1)
}

/// A list of moves as `judge replay` takes it: with commas, or as a JSON array where an input would
/// not survive that.
fn moves(inputs: &[Vec<u8>]) -> Option<String> {
    let inputs: Option<Vec<_>> = inputs.iter().map(|input| std::str::from_utf8(input).ok()).collect();
    let inputs = inputs?;
    let is_plain = |input: &&str| !input.is_empty() && !input.contains([',', ' ', '\r', '\n', '[']);
    if inputs.len() > 1 && inputs.iter().all(is_plain) {
        return Some(inputs.join(","));
    }
    serde_json::to_string(&inputs).ok()
}

/// A path as it is written from the current folder, if it lies below; any other word as it is.
fn from_here(word: &OsStr) -> OsString {
    let here = std::env::current_dir().unwrap_or_default();
    match Path::new(word).strip_prefix(here) {
        Ok(below) if below.components().count() > 1 => below.into(),
        Ok(below) if !below.as_os_str().is_empty() => Path::new(".").join(below).into(),
        _ => word.to_owned(),
    }
}

/// A word of a shell command, in quotes where it needs them.
fn quoted(word: &[u8]) -> String {
    let quoted = shlex::bytes::try_quote(word).unwrap_or_default();
    crate::transcript::visible_line(&quoted)
}
