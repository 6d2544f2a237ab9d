//! A candidate's command as a person would type it, to see a failure again.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::{Candidate, Program};
use crate::dialect::Dialect;
use crate::dialect::reversi::Table;
use crate::execution::FeedMode;
use crate::suite::{Case, InputFormat, IoMode, moves, tactic_of};
use crate::transcript::is_visible;

impl Candidate {
    /// A shell command that gives inputs to the candidate. None if it cannot be run, or only by the judge,
    /// which also compiles it. A shell can only feed ahead, and its words contain no NUL.
    pub(super) fn shell_command(&self, mode: IoMode, inputs: &[Vec<u8>]) -> Option<String> {
        let IoMode { format, feed: FeedMode::Ahead } = mode else { return None };
        let holds_nul = inputs.iter().any(|input| input.contains(&0));
        if holds_nul
            || self.is_compiled()
            || matches!(&self.program, Program::Ready(command) if command.is_module())
        {
            return None;
        }
        let given = format.program_input(inputs);
        let args = given.args.iter().map(|arg| format!(" {}", quoted(arg)));
        let line = format!("{}{}", self.typed()?, args.collect::<String>());
        Some(match format {
            InputFormat::Lines if inputs.is_empty() => format!("{line} < /dev/null"),
            InputFormat::Lines => {
                let inputs: Vec<_> = inputs.iter().map(|input| quoted(input)).collect();
                format!("printf '%s\\n' {} | {line}", inputs.join(" "))
            }
            InputFormat::Words | InputFormat::Commas | InputFormat::CommasAndSpaces => {
                let stdin = given.stdin.strip_suffix(b"\n").unwrap_or(&given.stdin);
                format!("printf '%s\\n' {} | {line}", quoted(stdin))
            }
            InputFormat::Args | InputFormat::Arg | InputFormat::ArgAndSpaces => format!("{line} < /dev/null"),
        })
    }
}

impl Candidate {
    /// A shell command that gives a file in the folder of a challenge to the candidate. `None` if it cannot be run, or only by the
    /// judge.
    pub(super) fn command_on(&self, folder: &Path, file: &Path) -> Option<String> {
        if self.is_compiled() || matches!(&self.program, Program::Ready(command) if command.is_module()) {
            return None;
        }
        let file = self.as_given(folder).join(file);
        let file = from_here(file.as_os_str());
        Some(format!("{} < {}", self.typed()?, quoted(file.as_encoded_bytes())))
    }

    /// A shell command that shows a game of the candidate beside the right one.
    pub(super) fn replay_command(&self, mode: IoMode, case: &Case) -> Option<String> {
        let played = if case.is_whole() { case.name.clone() } else { moves(&case.inputs) };
        self.replay_of(mode, &case.dialect, &played)
    }

    /// A shell command that replays a named game whose inputs follow from the answers.
    pub(super) fn adaptive_replay_command(&self, mode: IoMode, case: &Case) -> Option<String> {
        tactic_of(case.dialect.declared()?, &case.name)?;
        self.replay_of(mode, &case.dialect, &case.name)
    }

    fn replay_of(&self, mode: IoMode, dialect: &Dialect, moves: &str) -> Option<String> {
        let IoMode { format, feed } = mode;
        let input =
            if format == InputFormat::Lines { String::new() } else { format!(" --input {}", format.name()) };
        let feed = if feed == FeedMode::Ahead { String::new() } else { format!(" --feed {}", feed.name()) };
        let game = match dialect {
            Dialect::Tictactoe => String::new(),
            other => match other.folder() {
                Some(folder) => {
                    format!(" --challenge {}", quoted(self.as_given(folder).as_os_str().as_encoded_bytes()))
                }
                None => format!(" --dialect {}", other.name()),
            },
        };
        let board = dialect.board().and_then(Table::name);
        let board = board.map(|name| format!(" --board {}", quoted(name.as_bytes()))).unwrap_or_default();
        // Of a command no sources are known.
        let judges_sources = dialect.whole().is_some_and(|whole| whole.cases().is_static(moves));
        let program = match &self.path {
            Some(source) if self.is_compiled() || self.as_typed.is_some() || judges_sources => {
                quoted(from_here(source.as_os_str()).as_encoded_bytes())
            }
            _ => format!("-- {}", self.typed()?),
        };
        Some(format!("judge replay{game}{board}{input}{feed} {} {program}", quoted(moves.as_bytes())))
    }

    /// The folder of a challenge, as its author names it: other people have a copy, under its name.
    fn as_given<'a>(&self, folder: &'a Path) -> &'a Path {
        let name = folder.file_name().filter(|_| self.as_typed.is_some());
        name.map_or(folder, Path::new)
    }

    /// Whether its executable was compiled from the source, in a folder that only the judge uses.
    fn is_compiled(&self) -> bool {
        let (Program::Ready(command), Some(source)) = (&self.program, &self.path) else { return false };
        let is_source = |word: &OsStr| Path::new(word).file_name() == source.file_name();
        let words = [command.program.as_os_str()].into_iter().chain(command.args.iter().map(AsRef::as_ref));
        !words.into_iter().any(is_source)
    }

    /// Its command as typed in the current folder.
    fn typed(&self) -> Option<String> {
        let Program::Ready(command) = &self.program else { return None };
        if let Some(words) = &self.as_typed {
            let words: Vec<_> = words.iter().map(|word| quoted(word.as_bytes())).collect();
            return Some(words.join(" "));
        }
        let program = installed(&command.program);
        let words = [program.as_os_str()].into_iter().chain(command.args.iter().map(AsRef::as_ref));
        let words = words.map(|word| quoted(from_here(word).as_encoded_bytes()));
        Some(words.collect::<Vec<_>>().join(" "))
    }
}

/// The path where a tool is installed, if this is a link to it that the judge made.
fn installed(program: &Path) -> PathBuf {
    let is_made = program.ancestors().nth(3).is_some_and(|folder| folder.ends_with("judge/alone"));
    program.read_link().ok().filter(|_| is_made).unwrap_or_else(|| program.to_owned())
}

/// A command of `judge replay` with an option that shows these files to the program.
pub(super) fn showing(replay: &str, shown: &[&Path]) -> String {
    let options = shown
        .iter()
        .map(|path| format!(" --show {}", quoted(from_here(path.as_os_str()).as_encoded_bytes())));
    replay.replacen("judge replay", &format!("judge replay{}", options.collect::<String>()), 1)
}

/// A list of moves as `judge replay` takes it: with commas, or as a JSON array where an input would not
/// survive that.
fn moves(inputs: &[Vec<u8>]) -> String {
    let is_plain = |input: &Vec<u8>| {
        !input.is_empty() && input.iter().all(|byte| byte.is_ascii_graphic() && !b",[".contains(byte))
    };
    if inputs.len() > 1 && inputs.iter().all(is_plain) {
        return String::from_utf8_lossy(&inputs.join(&b',')).into_owned();
    }
    moves::written(inputs)
}

/// A path relative to the current folder, if it is below it; any other word unchanged.
fn from_here(word: &OsStr) -> OsString {
    let here = std::env::current_dir().unwrap_or_default();
    match Path::new(word).strip_prefix(here) {
        Ok(below) if below.components().count() > 1 => below.into(),
        Ok(below) if !below.as_os_str().is_empty() => Path::new(".").join(below).into(),
        _ => word.to_owned(),
    }
}

/// How many equal bytes in a row are written as a loop in the command.
const ROW: usize = 64;

/// A word of a shell command, in quotes where it needs them. Every character of it is visible, and rows of
/// equal bytes are short. bash and zsh read exactly the word from it, if the word contains no NUL.
pub fn quoted(word: &[u8]) -> String {
    if word.is_empty() {
        return "''".to_owned();
    }
    let rows = word.chunk_by(|one, other| one == other);
    let mut parts: Vec<(bool, Vec<u8>)> = Vec::new();
    for row in rows {
        let is_row = row.len() >= ROW && row[0].is_ascii_graphic();
        match parts.last_mut() {
            Some((false, rest)) if !is_row => rest.extend_from_slice(row),
            _ => parts.push((is_row, row.to_vec())),
        }
    }
    let part = |(is_row, bytes): &(bool, Vec<u8>)| if *is_row { made(bytes) } else { as_it_is(bytes) };
    parts.iter().map(part).collect()
}

/// A shell expression for a row of equal bytes.
fn made(row: &[u8]) -> String {
    format!("\"$(printf %{}s | tr ' ' {})\"", row.len(), as_it_is(&row[..1]))
}

/// Some bytes of a word in quotes, if they need them.
fn as_it_is(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if text.chars().all(is_visible) => shlex::try_quote(text).unwrap_or_default().into_owned(),
        _ => format!("$'{}'", bytes.escape_ascii()),
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use proptest::prelude::*;

    use super::*;

    fn words() -> impl Strategy<Value = Vec<Vec<u8>>> {
        let row = (1..=u8::MAX, 1..200_usize).prop_map(|(byte, length)| vec![byte; length]);
        let text = "[ -~é\\\\\u{202e}]{0,8}".prop_map(String::into_bytes);
        let bytes = proptest::collection::vec(1..=u8::MAX, 0..8);
        let word = proptest::collection::vec(prop_oneof![row, text, bytes], 0..4);
        proptest::collection::vec(word.prop_map(|parts| parts.concat()), 1..4)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn a_shell_reads_what_was_quoted_and_all_of_it_can_be_seen(words in words()) {
            let line: Vec<_> = words.iter().map(|word| quoted(word)).collect();
            let line = format!("printf '%s\\0' {}", line.join(" "));
            prop_assert!(line.chars().all(is_visible), "{line}");
            let output = Command::new("bash").arg("-c").arg(&line).output().unwrap();
            let read: Vec<_> = output.stdout.split(|byte| *byte == 0).map(<[u8]>::to_vec).collect();
            prop_assert_eq!(&read[..read.len() - 1], &words[..], "{}", line);
        }
    }

    #[test]
    fn long_rows_are_short() {
        let word = [b"[\"1", &b"0".repeat(8190)[..], b"4\"]"].concat();
        assert_eq!(quoted(&word), r#"'["1'"$(printf %8190s | tr ' ' 0)"'4"]'"#);
        assert_eq!(quoted(b"plain"), "plain");
    }
}
