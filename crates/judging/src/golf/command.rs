//! The program of a command that the person at the command line gave: a tool on their path, or a candidate's
//! own file.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::interpreter::{interpreter, is_known};
use super::obstacle::obstacle;
use super::{GatherError, Languages, tools};
use crate::files::{Opened, Pinned, Root};
use crate::process::{Command, Isolation, is_of_system, tree_of};
use crate::runner::{Candidate, Program};

/// How much of a program is read to find its first line, in bytes: as much as Linux reads
/// (`BINPRM_BUF_SIZE`).
const START: u64 = 256;

/// A command of a program without arguments.
///
/// A name without a slash is a tool: the first on the path that candidates may use, by its real path. A path names a
/// candidate's own file, unless that is a tool, too. A link to it may lead anywhere, since what is shown
/// there is an executable, to itself.
pub fn command(program: &OsStr, languages: &Languages, isolation: &Isolation) -> Command {
    let name = Path::new(program).file_name().unwrap_or_default().to_string_lossy();
    let likely = languages.by_interpreter(&name);
    languages.unsure(found(program, languages, isolation), likely)
}

/// The candidate that a command with its arguments is, adapted to the folder that it runs in: its program is looked up now,
/// and an argument that names a file or folder here names the same one there.
/// Fails with [`GatherError::Unreadable`] if candidates cannot have such a file.
pub fn command_candidate(
    program: &OsStr,
    args: &[OsString],
    languages: &Languages,
    isolation: &Isolation,
) -> Result<Candidate, GatherError> {
    let words = [program].into_iter().chain(args.iter().map(OsString::as_os_str));
    let name = words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ");
    if let Some(why) = obstacle(program, args, languages) {
        return Ok(Candidate::new(name, Program::CannotRun(why)));
    }
    let mut command = command(program, languages, isolation);
    for arg in args {
        let pinned = named(Path::new(arg))?;
        command.args.push(pinned.as_ref().map_or_else(|| arg.clone(), |pinned| pinned.at.clone()));
        command.files.extend(pinned);
    }
    Ok(Candidate::new(name, Program::Ready(command)))
}

/// The file or folder that an argument names. None if it is an option, names nothing, or names something that
/// each candidate has its own version of, such as a device.
fn named(arg: &Path) -> Result<Option<Pinned>, GatherError> {
    let is_option = arg.as_os_str().as_encoded_bytes().starts_with(b"-");
    let Some(metadata) = arg.metadata().ok().filter(|_| !is_option) else { return Ok(None) };
    let is_own = is_of_system(arg) || arg.starts_with("/proc") || arg.starts_with("/dev");
    if is_own || !(metadata.is_file() || metadata.is_dir()) {
        return Ok(None);
    }
    let pinned = match arg.file_name() {
        Some(_) => Root::around(arg).and_then(|(root, name)| root.pin(name, &root.path_of(name))),
        None => Pinned::of_person(arg),
    };
    pinned.map(Some).map_err(|why| GatherError::Unreadable { path: arg.to_owned(), why })
}

/// The words of a command that is written as one text, as in a shell. `None` if the first is not a program.
pub(crate) fn command_words(text: &OsStr) -> Option<Vec<OsString>> {
    let words = shlex::split(text.to_str()?)?;
    let program = words.first()?;
    let is_program = Path::new(program).is_file() || which::which(program).is_ok();
    is_program.then(|| words.into_iter().map(OsString::from).collect())
}

fn found(program: &OsStr, languages: &Languages, isolation: &Isolation) -> Command {
    let path = Path::new(program);
    if path.components().count() == 1 && !program.as_encoded_bytes().contains(&b'/') {
        let mut found = which::which_all(program).into_iter().flatten();
        let first = found.next();
        let tool = first.clone().filter(|tool| isolation.allows(tool));
        if let Some(tool) = tool.or_else(|| found.find(|tool| isolation.allows(tool))).or(first) {
            let real = tools::real(&program.to_string_lossy(), &tool, languages);
            let tool = real.filter(|real| isolation.allows(real)).unwrap_or(tool);
            return Command { tools: vec![tool.clone()], ..Command::new(tool, [""; 0]) };
        }
    }
    own(path, languages).unwrap_or_else(|| Command::new(absolute(path), [""; 0]))
}

/// A command for a file. `None` if there is no such file.
fn own(path: &Path, languages: &Languages) -> Option<Command> {
    let pinned = Pinned::of_person(path).ok().filter(|pinned| !pinned.is_folder)?;
    let command = Command::new(pinned.at(), [""; 0]);
    if is_of_system(pinned.real()) || is_known(pinned.at(), languages) {
        return Some(Command { tools: vec![pinned.at().to_owned()], ..command });
    }
    let (root, name) = Root::around(pinned.real()).ok()?;
    let opened = root.file(name).ok();
    let is_executable = opened.as_ref().is_none_or(Opened::is_executable);
    let start =
        opened.filter(Opened::is_executable).and_then(|file| file.start(START).ok()).unwrap_or_default();
    let tools = interpreter(&start, languages).into_iter().collect();
    let tree = tree_of(pinned.at()).and_then(|tree| Pinned::of_person(&tree).ok());
    let files = [pinned].into_iter().filter(|_| is_executable).chain(tree).collect();
    Some(Command { tools, files, ..command })
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_in_one_text_is_cut_as_a_shell_cuts_it() {
        let words = |text: &str| command_words(OsStr::new(text));
        assert_eq!(words("sh -c 'echo 1'"), Some(vec!["sh".into(), "-c".into(), "echo 1".into()]));
        assert_eq!(["", "no-such-program 1", "sh 'open", "/tmp x"].map(words), [None, None, None, None]);
    }
}
