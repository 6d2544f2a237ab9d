//! Programs made ready to be judged, several at once: those at given paths, or those in a challenge's own folder.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::command::{command_candidate, command_words};
use super::expected::{EXPECTED, Expectations, RIGHT, WRONG};
use super::{GatherError, Languages, Submission, Toolchain, ToolchainError, gather};
use crate::dialect::{Dialect, WholeCases};
use crate::files::{FileError, Root, folder_of};
use crate::runner::{Candidate, Program, Shard};

/// The folder of submissions that is looked into if no program is named.
const USUAL: &str = "golf";

/// How deep folders of a challenge's own programs may be nested.
const DEEPEST: usize = 8;

/// How programs are made ready to be judged.
#[derive(Clone, Copy)]
pub(crate) struct Preparation<'a> {
    /// Finds the tools and compiles.
    pub toolchain: &'a Toolchain<'a>,
    /// The languages that programs may have.
    pub languages: &'a Languages,
    /// How many are prepared at once.
    pub jobs: usize,
    /// If there are shards, programs of others are not prepared, only named.
    pub shard: Option<Shard>,
    /// Is told how many of how many programs are ready.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

/// Why there are no programs to judge.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum PreparationError {
    /// No program is named, and there is no folder to look into.
    #[error("no program is named, and there is no folder `{USUAL}`")]
    Nothing,
    /// The paths are the words of a command, whose first one is no file but a tool.
    #[error("{}: no such file", .0[0])]
    Command(Vec<String>),
    /// There is nothing at a path.
    #[error(transparent)]
    Gather(#[from] GatherError),
    /// A compiler could not be run.
    #[error(transparent)]
    Toolchain(#[from] ToolchainError),
    /// The challenge's folder, or one in it, cannot be read.
    #[error(transparent)]
    Folder(#[from] FileError),
    /// Its folders are nested too deep.
    #[error("folders of programs lie too deep in each other")]
    TooDeep,
    /// It does not say what is expected of its programs in a form that can be read.
    #[error("{0}")]
    Expectations(String),
    /// A word names no program.
    #[error("{}: no such file, and no command (one with arguments is quoted: 'python3 my.py --flag')", .0.display())]
    NoCommand(PathBuf),
    /// There is no program at a path.
    #[error("{}: there is no program", .0.display())]
    NoProgram(PathBuf),
    /// The challenge has no programs of its own.
    #[error("{} has no programs in {RIGHT}/ and {WRONG}/; name some", .0.display())]
    NoPrograms(PathBuf),
}

impl Preparation<'_> {
    /// The programs at these paths, each once, however it is named. If there are no paths: those in the challenge's own folder,
    /// or else the submissions in the folder `golf`.
    ///
    /// # Errors
    /// [`PreparationError`] if there are none, or a compiler cannot be run.
    pub(crate) fn programs(
        &self,
        paths: &[PathBuf],
        dialect: &Dialect,
    ) -> Result<Vec<Candidate>, PreparationError> {
        if let Some(words) = self.command_words(paths) {
            return Err(PreparationError::Command(words));
        }
        let own_folder = dialect.whole().and_then(WholeCases::folder);
        let candidates = match own_folder {
            _ if !paths.is_empty() => self.at_paths(paths, dialect),
            Some(folder) => self.of_challenge(folder),
            None if !Path::new(USUAL).exists() => Err(PreparationError::Nothing),
            None => self.at_paths(&[PathBuf::from(USUAL)], dialect),
        };
        Ok(distinct(candidates?))
    }

    /// The words of the command that these paths probably are, if the first is a tool.
    fn command_words(&self, paths: &[PathBuf]) -> Option<Vec<String>> {
        let [tool, source, ..] = paths else { return None };
        let name = tool.to_str().filter(|name| !tool.exists() && which::which(name).is_ok())?;
        let is_command = self.languages.is_tool(name) || source.exists();
        is_command.then(|| paths.iter().map(|path| path.to_string_lossy().into_owned()).collect())
    }

    /// The submissions at these paths, ready to run or with the reason why not.
    ///
    /// # Errors
    /// [`PreparationError`] if a path has none, or a compiler cannot be run.
    pub(crate) fn at_paths(
        &self,
        paths: &[PathBuf],
        dialect: &Dialect,
    ) -> Result<Vec<Candidate>, PreparationError> {
        let mut submissions = Vec::new();
        for path in paths {
            submissions.extend(gather(path, dialect, self.languages)?);
        }
        Ok(self.prepared(&submissions)?)
    }

    /// The only program at a path.
    ///
    /// # Errors
    /// [`PreparationError`] if there is none, or a compiler cannot be run.
    pub(crate) fn at_path(&self, path: &Path, dialect: &Dialect) -> Result<Candidate, PreparationError> {
        let found = self.at_paths(&[path.to_owned()], dialect)?.pop();
        found.ok_or_else(|| PreparationError::NoProgram(path.to_owned()))
    }

    /// The program that a text names: its path, or a command with its arguments.
    ///
    /// # Errors
    /// [`PreparationError`] if it is neither, or a compiler cannot be run.
    pub(crate) fn named(&self, text: &OsStr, dialect: &Dialect) -> Result<Candidate, PreparationError> {
        let path = Path::new(text);
        if path.symlink_metadata().is_ok() {
            return self.at_path(path, dialect);
        }
        match command_words(text).as_deref() {
            Some([program, args @ ..]) => {
                Ok(command_candidate(program, args, self.languages, self.toolchain.isolation())?)
            }
            _ => Err(PreparationError::NoCommand(path.to_owned())),
        }
    }

    /// The programs in a challenge's own folder, in `right` and `wrong`, each with the verdicts that are expected of it. Files
    /// in no known language are skipped.
    ///
    /// # Errors
    /// [`PreparationError`] if there are none, a folder cannot be read, or a compiler cannot be run.
    pub(crate) fn of_challenge(&self, folder: &Path) -> Result<Vec<Candidate>, PreparationError> {
        let root = Root::named(folder).map_err(FileError::at(folder))?;
        let expectations = Expectations::read(&root).map_err(PreparationError::Expectations)?;
        let mut files = Vec::new();
        for name in [RIGHT, WRONG] {
            if root.is_folder(Path::new(name)).unwrap_or(false) {
                walk(&root, Path::new(name), 0, &mut files)?;
            }
        }
        if files.is_empty() {
            return Err(PreparationError::NoPrograms(folder.to_owned()));
        }
        let is_known = |file: &PathBuf| self.languages.by_ending(ending(file).unwrap_or_default()).is_some();
        let (known, unknown): (Vec<_>, Vec<_>) = files.into_iter().partition(is_known);
        let known: Vec<_> = known.iter().map(|file| folder.join(file)).collect();
        let mut candidates = self.at_paths(&known, &Dialect::default())?;
        candidates.extend(unknown.iter().map(|file| of_no_language(folder.join(file))));
        for candidate in &mut candidates {
            let path = candidate.path.as_deref().unwrap_or(Path::new(""));
            candidate.expected = Some(expectations.of(path.strip_prefix(folder).unwrap_or(path)));
        }
        Ok(candidates)
    }

    /// Prepares the submissions, keeping their order.
    fn prepared(&self, submissions: &[Submission<'_>]) -> Result<Vec<Candidate>, ToolchainError> {
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        (self.progress)(0, submissions.len());
        let work = || {
            let mut ready = Vec::new();
            while let Some((index, submission)) = take(&next, submissions) {
                ready.push((index, self.candidate(submission)));
                (self.progress)(done.fetch_add(1, Ordering::Relaxed) + 1, submissions.len());
            }
            ready
        };
        let mut ready = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.jobs).map(|_| scope.spawn(work)).collect();
            let ready = workers.into_iter().map(|worker| worker.join().expect("preparing does not panic"));
            ready.flatten().collect::<Vec<_>>()
        });
        ready.sort_by_key(|(index, _)| *index);
        ready.into_iter().map(|(_, candidate)| candidate).collect()
    }

    fn candidate(&self, submission: &Submission<'_>) -> Result<Candidate, ToolchainError> {
        let name = submission.path.display().to_string();
        match self.shard {
            Some(shard) if !shard.has(&name) => Ok(skipped(&submission.path, "it is in another shard")),
            _ => self.toolchain.prepare(submission, self.languages),
        }
    }
}

/// The same programs, each file once, however it was named.
fn distinct(mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    let mut met = HashSet::new();
    candidates.retain(|candidate| candidate.path.as_deref().is_none_or(|path| met.insert(place(path))));
    candidates
}

/// A file's real path.
fn place(path: &Path) -> PathBuf {
    let folder = folder_of(path);
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    folder.join(path.file_name().unwrap_or_default())
}

/// All files in a folder and those below, but the one that says what is expected of them.
fn walk(root: &Root, folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), PreparationError> {
    let of = |path: &Path, why: io::Error| FileError::at(&root.path_of(path))(why);
    for name in root.names(folder).map_err(|why| of(folder, why))? {
        let path = folder.join(&name);
        match root.is_folder(&path).map_err(|why| of(&path, why))? {
            true if depth >= DEEPEST => return Err(PreparationError::TooDeep),
            true => walk(root, &path, depth + 1, files)?,
            false if name.as_encoded_bytes() == EXPECTED.as_bytes() => {}
            false => files.push(path),
        }
    }
    Ok(())
}

fn ending(file: &Path) -> Option<&str> {
    file.extension().and_then(|ending| ending.to_str())
}

fn of_no_language(path: PathBuf) -> Candidate {
    let ending = ending(&path).map_or_else(String::new, |ending| format!(" for .{ending}"));
    skipped(&path, &format!("no language is known{ending}"))
}

fn skipped(path: &Path, why: &str) -> Candidate {
    let candidate = Candidate::new(path.display().to_string(), Program::Skipped(why.to_owned()));
    Candidate { path: Some(path.to_owned()), ..candidate }
}

fn take<'a, T>(next: &AtomicUsize, items: &'a [T]) -> Option<(usize, &'a T)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    items.get(index).map(|item| (index, item))
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::process::Interrupt;
    use crate::runner::Expectation;
    use crate::verdict::Verdict;

    /// Does something with a preparation of two at once, and tells how it went on.
    fn prepare<T>(shard: Option<Shard>, job: impl FnOnce(&Preparation<'_>) -> T) -> (T, Vec<(usize, usize)>) {
        let (interrupt, _hand) = Interrupt::by_hand().unwrap();
        let (toolchain, languages) = (Toolchain::new(&interrupt), Languages::built_in());
        let told = Mutex::new(Vec::new());
        let progress = |done, all| told.lock().unwrap().push((done, all));
        let prepared = job(&Preparation {
            toolchain: &toolchain,
            languages: &languages,
            jobs: 2,
            shard,
            progress: &progress,
        });
        (prepared, told.into_inner().unwrap())
    }

    fn file(folder: &Path, name: &str) -> PathBuf {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, "text").unwrap();
        path
    }

    #[test]
    fn programs_keep_their_order_and_those_of_other_shards_are_only_named() {
        let folder = tempfile::tempdir().unwrap();
        let files: Vec<_> = ["b.sh", "a.sh", "c.sh"].iter().map(|name| file(folder.path(), name)).collect();
        let (candidates, told) = prepare(None, |all| all.at_paths(&files, &Dialect::default()).unwrap());
        assert!(candidates.iter().map(|one| one.path.as_ref().unwrap()).eq(&files));
        assert_eq!((told.first(), told.len()), (Some(&(0, 3)), 4));
        let shard = Shard::new(1, 10_000).ok();
        let (candidates, _) = prepare(shard, |all| all.at_paths(&files, &Dialect::default()).unwrap());
        let skipped = Program::Skipped("it is in another shard".to_owned());
        assert!(candidates.iter().all(|one| one.program == skipped));
        let twice = [&candidates[..], &candidates[1..]].concat();
        assert_eq!(distinct(twice), candidates);
    }

    #[test]
    fn a_text_names_a_file_or_a_command_or_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = file(folder.path(), "a b.sh");
        let named = |text: &OsStr| prepare(None, |all| all.named(text, &Dialect::default())).0;
        assert_eq!(named(path.as_os_str()).unwrap().path, Some(path));
        assert_eq!(named(OsStr::new("sh -c 'echo 1'")).unwrap().name, "sh -c echo 1");
        let why = named(OsStr::new("no-such-program 1")).unwrap_err().to_string();
        assert!(why.starts_with("no-such-program 1: no such file, and no command"), "{why}");
    }

    #[test]
    fn the_programs_of_a_challenge_have_the_verdicts_that_are_expected_of_them() {
        let folder = tempfile::tempdir().unwrap();
        let of = |all: &Preparation<'_>| all.of_challenge(folder.path());
        assert!(matches!(prepare(None, of).0, Err(PreparationError::NoPrograms(_))));
        ["right/a.sh", "wrong/far/b.sh", "wrong/c.what"]
            .iter()
            .for_each(|name| drop(file(folder.path(), name)));
        std::fs::write(folder.path().join("wrong/expected.toml"), "['far/b.sh']\nverdict = 'early'").unwrap();
        let candidates = prepare(None, of).0.unwrap();
        let expected: Vec<_> = candidates.iter().map(|one| one.expected.clone().unwrap()).collect();
        let one = |verdict| Expectation::OneOf(vec![verdict]);
        assert_eq!(expected, [one(Verdict::Accepted), one(Verdict::Early), Expectation::AnyFault]);
        assert_eq!(candidates[2].program, Program::Skipped("no language is known for .what".to_owned()));
    }

    #[test]
    fn the_words_of_a_command_are_no_programs() {
        let folder = tempfile::tempdir().unwrap();
        let source = file(folder.path(), "a.sh");
        let of = |paths: &[PathBuf]| prepare(None, |all| all.programs(paths, &Dialect::default())).0;
        let Err(PreparationError::Command(words)) = of(&["sh".into(), source.clone()]) else {
            panic!("it is a command")
        };
        assert_eq!(words, ["sh".to_owned(), source.display().to_string()]);
        assert!(of(&[source.clone(), source]).is_ok());
    }
}
