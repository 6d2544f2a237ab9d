//! The programs to judge: submissions, compiled if necessary, or a command.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::super::busy::Busy;
use super::super::{Failure, failure};
use crate::dialect::Dialect;
use crate::files::{Pinned, Root};
use crate::golf::{
    self, EXPECTED, Expectations, Languages, RIGHT, Submission, Toolchain, ToolchainError, WRONG, gather,
};
use crate::process::{Isolation, is_of_system};
use crate::runner::{Candidate, Program, Shard};

/// How deep folders of programs may be nested.
const DEEPEST: usize = 8;

/// The submissions at these paths, or in `golf` if there are none, ready to run or with the reason why not. Those of other
/// shards are not prepared.
pub(super) fn gathered(
    paths: &[PathBuf],
    dialect: &Dialect,
    languages: &Languages,
    jobs: usize,
    toolchain: &Toolchain<'_>,
    shard: Option<Shard>,
) -> Result<Vec<Candidate>, Failure> {
    let golf = [PathBuf::from("golf")];
    if paths.is_empty() && !golf[0].exists() {
        return Err(failure(
            "name a program: `judge check my.py`, or a command: `judge check -- ./my --flag`",
        ));
    }
    if let Some(tip) = of_command(paths, languages) {
        return Err(failure(tip));
    }
    let paths = if paths.is_empty() { &golf[..] } else { paths };
    let mut submissions = Vec::new();
    for path in paths {
        submissions.extend(gather(path, dialect, languages)?);
    }
    Ok(prepare(toolchain, &submissions, languages, jobs, shard)?)
}

/// The tip if these paths look like a command: the first is no file, but a tool on the path.
fn of_command(paths: &[PathBuf], languages: &Languages) -> Option<String> {
    let [tool, source, ..] = paths else { return None };
    let name = tool.to_str().filter(|name| !tool.exists() && which::which(name).is_ok())?;
    let is_tool = languages.is_tool(name) || source.exists();
    let words: Vec<_> = paths.iter().map(|path| path.to_string_lossy()).collect();
    is_tool.then(|| {
        format!("{name}: no such file; a command goes after `--`: judge check -- {}", words.join(" "))
    })
}

/// A command, adapted to the folder that it runs in: its program is looked up now, and an argument that names
/// a file or folder here names the same one there.
pub(in crate::cli) fn bare(
    program: &OsString,
    args: &[OsString],
    languages: &Languages,
    isolation: &Isolation,
) -> Result<Candidate, Failure> {
    let words = [program].into_iter().chain(args).map(|word| word.to_string_lossy());
    let name = words.collect::<Vec<_>>().join(" ");
    if let Some(why) = golf::obstacle(program, args, languages) {
        return Ok(Candidate::new(name, Program::CannotRun(why)));
    }
    let mut command = golf::command(program, languages, isolation);
    for arg in args {
        let pinned = named(Path::new(arg))?;
        command.args.push(pinned.as_ref().map_or_else(|| arg.clone(), |pinned| pinned.at.clone()));
        command.files.extend(pinned);
    }
    Ok(Candidate::new(name, Program::Ready(command)))
}

/// The file or folder that an argument names. None if it is an option, names nothing, or names something that
/// each candidate has its own version of, such as a device.
fn named(arg: &Path) -> Result<Option<Pinned>, Failure> {
    let is_option = arg.as_os_str().as_encoded_bytes().starts_with(b"-");
    let Some(metadata) = arg.metadata().ok().filter(|_| !is_option) else { return Ok(None) };
    if !(metadata.is_file() || metadata.is_dir()) || is_of_system(arg) {
        return Ok(None);
    }
    if arg.starts_with("/proc") || arg.starts_with("/dev") {
        return Ok(None);
    }
    let refused = |why| failure(format!("{}: {why}", arg.display()));
    let pinned = match arg.file_name() {
        Some(_) => Root::around(arg).and_then(|(root, name)| root.pin(name, &root.path_of(name))),
        None => Pinned::of_person(arg),
    };
    pinned.map(Some).map_err(refused)
}

/// The programs in the challenge's own folder, each with the verdicts that are expected of it.
pub(super) fn own(
    folder: &Path,
    languages: &Languages,
    jobs: usize,
    toolchain: &Toolchain<'_>,
    shard: Option<Shard>,
) -> Result<Vec<Candidate>, Failure> {
    let root = Root::named(folder).map_err(|why| failure(format!("{}: {why}", folder.display())))?;
    let expectations = Expectations::read(&root).map_err(failure)?;
    let mut candidates = in_folders(&root, folder, languages, toolchain, jobs, shard)?;
    if candidates.is_empty() {
        let folder = folder.display();
        return Err(failure(format!("{folder} has no programs in {RIGHT}/ and {WRONG}/; name some")));
    }
    for candidate in &mut candidates {
        let path = candidate.path.as_deref().unwrap_or(Path::new(""));
        candidate.expected = Some(expectations.of(path.strip_prefix(folder).unwrap_or(path)));
    }
    Ok(candidates)
}

/// The programs in `right` and `wrong`, ready to run; for files in no known language, the reason why not.
fn in_folders(
    root: &Root,
    folder: &Path,
    languages: &Languages,
    toolchain: &Toolchain<'_>,
    jobs: usize,
    shard: Option<Shard>,
) -> Result<Vec<Candidate>, Failure> {
    let mut files = Vec::new();
    for name in [RIGHT, WRONG] {
        if root.is_folder(Path::new(name)).unwrap_or(false) {
            walk(root, Path::new(name), 0, &mut files)?;
        }
    }
    let ending = |file: &Path| file.extension().and_then(|ending| ending.to_str()).map(str::to_owned);
    let is_known = |file: &PathBuf| ending(file).is_some_and(|ending| languages.by_ending(&ending).is_some());
    let (known, unknown): (Vec<_>, Vec<_>) = files.into_iter().partition(is_known);
    let known: Vec<_> = known.iter().map(|file| folder.join(file)).collect();
    let mut candidates = match known.is_empty() {
        true => Vec::new(),
        false => gathered(&known, &Dialect::default(), languages, jobs, toolchain, shard)?,
    };
    candidates.extend(unknown.iter().map(|file| {
        let path = folder.join(file);
        let ending = ending(file).map_or_else(String::new, |ending| format!(" for .{ending}"));
        let why = format!("no language is known{ending}");
        Candidate {
            path: Some(path.clone()),
            ..Candidate::new(path.display().to_string(), Program::Skipped(why))
        }
    }));
    Ok(candidates)
}

fn walk(root: &Root, folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let of = |path: &Path, why| failure(format!("{}: {why}", root.path_of(path).display()));
    for name in root.names(folder).map_err(|why| of(folder, why))? {
        let path = folder.join(&name);
        match root.is_folder(&path).map_err(|why| of(&path, why))? {
            true if depth >= DEEPEST => {
                return Err(failure("folders of programs lie too deep in each other"));
            }
            true => walk(root, &path, depth + 1, files)?,
            false if name.as_encoded_bytes() == EXPECTED.as_bytes() => {}
            false => files.push(path),
        }
    }
    Ok(())
}

/// Prepares the submissions, several at once, keeping their order.
fn prepare(
    toolchain: &Toolchain<'_>,
    submissions: &[Submission<'_>],
    languages: &Languages,
    jobs: usize,
    shard: Option<Shard>,
) -> Result<Vec<Candidate>, ToolchainError> {
    let next = AtomicUsize::new(0);
    let busy = Busy::of(submissions.len(), "compiling");
    let work = || {
        let mut ready = Vec::new();
        while let Some((index, submission)) = take(&next, submissions) {
            let name = submission.path.display().to_string();
            let candidate = match shard {
                Some(shard) if !shard.has(&name) => Ok(elsewhere(name, submission)),
                _ => toolchain.prepare(submission, languages),
            };
            ready.push((index, candidate));
            busy.advance(1);
        }
        ready
    };
    let mut ready = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("preparing does not panic"))
            .collect::<Vec<_>>()
    });
    ready.sort_by_key(|(index, _)| *index);
    ready.into_iter().map(|(_, candidate)| candidate).collect()
}

/// A submission that another shard judges.
fn elsewhere(name: String, submission: &Submission<'_>) -> Candidate {
    let program = Program::Skipped("it is in another shard".to_owned());
    Candidate { path: Some(submission.path.clone()), ..Candidate::new(name, program) }
}

fn take<'a, T>(next: &AtomicUsize, items: &'a [T]) -> Option<(usize, &'a T)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    items.get(index).map(|item| (index, item))
}
