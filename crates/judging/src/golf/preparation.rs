//! Programs that are found at given paths, or in a challenge's own folder, and made ready when their turn comes.
//!
//! Finding its tools and compiling is the first task of a program in the pool, beside the runs of others. What
//! needs no compiler goes first, so the first ruling does not wait for the slowest compiler.

use std::collections::{BTreeMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use serde::Deserialize;

use super::answers::{gather_answers, of_answers};
use super::command::{command_candidate, command_words};
use super::submission::{gather_all, of_file_below, of_folder};
use super::{GatherError, Harness, Languages, Submission, Toolchain, ToolchainError, of_file};
use crate::dialect::{CaseRule, Dialect, Package, WholeCases};
use crate::files::{self, FileError, Root, folder_of};
use crate::process::RunError;
use crate::runner::{Candidate, Expectation, Prepare, Program, Shard};
use crate::verdict::Verdict;

/// The folder of submissions that is looked into if no program is named.
const USUAL: &str = "golf";

/// A program that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Gathered<'a> {
    /// What is known of it.
    pub candidate: Candidate,
    /// The source or executable, if it is not ready yet.
    submission: Option<Submission<'a>>,
}

/// The programs at some paths.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct FoundPrograms<'a> {
    /// Those that are judged.
    pub programs: Vec<Gathered<'a>>,
    /// The files in folders of submissions that are not, though they may have been meant.
    pub left_out: Vec<PathBuf>,
}

impl From<Candidate> for Gathered<'_> {
    /// One that is ready, or never will be.
    fn from(candidate: Candidate) -> Self {
        Gathered { candidate, submission: None }
    }
}

impl Gathered<'_> {
    /// If it is not ready: whether it is to be compiled.
    pub(crate) fn is_compiled(&self) -> Option<bool> {
        let language = self.submission.as_ref()?.language;
        Some(language.is_some_and(|language| !language.compile.is_empty()))
    }

    pub(crate) fn submission(&self) -> Option<&Submission<'_>> {
        self.submission.as_ref()
    }

    /// How it is run: its tools are looked up, and it is compiled if necessary.
    pub(crate) fn program(
        &self,
        toolchain: &Toolchain<'_>,
        languages: &Languages,
    ) -> Result<Program, ToolchainError> {
        match &self.submission {
            Some(submission) => Ok(toolchain.prepare(submission, languages)?.program),
            None => Ok(self.candidate.program.clone()),
        }
    }
}

/// Programs that are prepared when their turn comes.
pub(crate) struct Sources<'a> {
    programs: &'a [Gathered<'a>],
    languages: &'a Languages,
    toolchain: &'a Toolchain<'a>,
    /// The first reason why one could not be prepared.
    refused: Mutex<Option<ToolchainError>>,
}

impl<'a> Sources<'a> {
    pub(crate) fn new(
        programs: &'a [Gathered<'a>],
        toolchain: &'a Toolchain<'a>,
        languages: &'a Languages,
    ) -> Sources<'a> {
        Sources { programs, languages, toolchain, refused: Mutex::default() }
    }

    /// What kept the toolchain from preparing one, which has ended the run.
    /// The error is the first reason.
    pub(crate) fn refused(self) -> Result<(), ToolchainError> {
        self.refused.into_inner().map_or(Ok(()), Err)
    }
}

impl Prepare for Sources<'_> {
    fn is_compiled(&self, place: usize) -> Option<bool> {
        self.programs[place].is_compiled()
    }

    fn program(&self, place: usize) -> Result<Program, RunError> {
        self.programs[place].program(self.toolchain, self.languages).map_err(|why| match why {
            ToolchainError::Run(why) => why,
            why => {
                self.refused.lock().get_or_insert(why);
                RunError::Interrupted
            }
        })
    }
}

/// How programs are found and made ready to be judged.
#[derive(Clone, Copy)]
pub struct Preparation<'a> {
    /// Finds the tools and compiles.
    pub toolchain: &'a Toolchain<'a>,
    /// The languages that programs may have.
    pub languages: &'a Languages,
    /// If there are shards, programs of others are only named.
    pub shard: Option<Shard>,
}

/// Why there are no programs to judge.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PreparationError {
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
    /// It does not say what is expected of its programs in a form that can be read.
    #[error("{0}")]
    Expectations(String),
    /// A word names no program.
    #[error("{}: no such file, and no command (one with arguments is quoted: 'python3 my.py --flag')", .0.display())]
    NoCommand(PathBuf),
    /// The challenge has no programs of its own.
    #[error("{} has no programs of its own (in {RIGHT}/ and {WRONG}/, or submissions/ of a package); name some", .0.display())]
    NoPrograms(PathBuf),
}

impl<'a> Preparation<'a> {
    /// The programs at these paths, each once, however it is named. If there are no paths: those in the challenge's own folder,
    /// or else the submissions in the folder `golf`.
    pub fn programs(
        &self,
        paths: &[PathBuf],
        dialect: &Dialect,
    ) -> Result<FoundPrograms<'a>, PreparationError> {
        if let Some(words) = self.command_words(paths) {
            return Err(PreparationError::Command(words));
        }
        let has_own = |folder: &&Path| [RIGHT, WRONG].iter().any(|name| folder.join(name).is_dir());
        let found = match dialect.folder().filter(|folder| dialect.whole().is_some() || has_own(folder)) {
            _ if !paths.is_empty() => self.at_paths(paths, dialect),
            Some(folder) => self.of_challenge(folder, dialect),
            None if !Path::new(USUAL).exists() => Err(PreparationError::Nothing),
            None => self.at_paths(&[PathBuf::from(USUAL)], dialect),
        };
        let FoundPrograms { programs, left_out } = found?;
        Ok(FoundPrograms { programs: distinct(programs), left_out })
    }

    /// The words of the command that these paths probably are, if the first is a tool.
    fn command_words(&self, paths: &[PathBuf]) -> Option<Vec<String>> {
        let [tool, source, ..] = paths else { return None };
        let name = tool.to_str().filter(|name| !tool.exists() && which::which(name).is_ok())?;
        let is_command = self.languages.is_tool(name) || source.exists();
        is_command.then(|| paths.iter().map(|path| path.to_string_lossy().into_owned()).collect())
    }

    /// The submissions at these paths.
    pub(crate) fn at_paths(
        &self,
        paths: &[PathBuf],
        dialect: &Dialect,
    ) -> Result<FoundPrograms<'a>, PreparationError> {
        let harness = Harness::of(dialect, self.languages)?;
        let mut found = FoundPrograms::default();
        for path in paths {
            let (all, left_out) = submissions(path, dialect, self.languages)?;
            found.programs.extend(all.into_iter().map(|one| self.gathered(one.within(&harness))));
            found.left_out.extend(left_out);
        }
        Ok(found)
    }

    /// The program in a file, or a folder that is one program, ready to run or with the reason why not.
    /// Fails if there is no such program, or a compiler cannot be run.
    pub fn at_path(&self, path: &Path, dialect: &Dialect) -> Result<Candidate, PreparationError> {
        let harness = Harness::of(dialect, self.languages)?;
        let one = match answered(dialect) {
            Some(whole) => of_answers(path, whole),
            None => of_file(path, self.languages)?,
        };
        self.prepared(self.gathered(one.within(&harness)))
    }

    /// The program that a text names: its path, or a command with its arguments.
    /// Fails if it is neither, or a compiler cannot be run.
    pub fn named(&self, text: &OsStr) -> Result<Candidate, PreparationError> {
        let path = Path::new(text);
        if path.symlink_metadata().is_ok() {
            return self.at_path(path, &Dialect::default());
        }
        match command_words(text).as_deref() {
            Some([program, args @ ..]) => {
                Ok(command_candidate(program, args, self.languages, self.toolchain.isolation())?)
            }
            _ => Err(PreparationError::NoCommand(path.to_owned())),
        }
    }

    /// The programs in a challenge's own folder, in `right` and `wrong`, each with the verdicts that are expected of it.
    /// Fails if there are none, or a folder cannot be read.
    pub(crate) fn of_challenge(
        &self,
        folder: &Path,
        dialect: &Dialect,
    ) -> Result<FoundPrograms<'a>, PreparationError> {
        if let Some(package) = dialect.whole().and_then(WholeCases::package) {
            return self.of_package(folder, package, dialect);
        }
        let root = Root::named(folder).map_err(FileError::at(folder))?;
        let expectations = Expectations::read(&root).map_err(PreparationError::Expectations)?;
        let mut found = FoundPrograms::default();
        for name in [RIGHT, WRONG].into_iter().filter(|name| root.is_folder(Path::new(name)).unwrap_or(false))
        {
            match self.at_paths(&[folder.join(name)], dialect) {
                Ok(more) => {
                    found.programs.extend(more.programs);
                    found.left_out.extend(more.left_out);
                }
                Err(PreparationError::Gather(GatherError::Empty(_))) => {}
                Err(why) => return Err(why),
            }
        }
        if found.programs.is_empty() {
            return Err(PreparationError::NoPrograms(folder.to_owned()));
        }
        for Gathered { candidate, .. } in &mut found.programs {
            let path = candidate.path.as_deref().unwrap_or(Path::new(""));
            candidate.expected = Some(expectations.of(path.strip_prefix(folder).unwrap_or(path)));
        }
        Ok(found)
    }

    /// The programs of a problem package.
    fn of_package(
        &self,
        folder: &Path,
        package: &Package,
        dialect: &Dialect,
    ) -> Result<FoundPrograms<'a>, PreparationError> {
        let (root, harness) = (
            Root::named(folder).map_err(FileError::at(folder))?,
            Harness::of(dialect, self.languages)?.for_own(),
        );
        let mut found = FoundPrograms::default();
        for program in &package.programs {
            let path = folder.join(&program.path);
            let at = (&root, program.path.as_path());
            let one = match root.is_folder(&program.path).unwrap_or(false) {
                _ if let Some(whole) = answered(dialect) => Some(of_answers(&path, whole)),
                true => of_folder(&path, at, self.languages, Some(program)),
                false => Some(of_file_below(&path, at, self.languages)),
            };
            let Some(one) = one else {
                found.left_out.push(path);
                continue;
            };
            let one = one.written_in(program.language.as_deref(), self.languages);
            let mut one = self.gathered(one.filled(&package.constants).within(&harness));
            one.candidate.expected = Some(Expectation::of_package(program));
            found.programs.push(one);
        }
        match found.programs.is_empty() {
            true => Err(PreparationError::NoPrograms(folder.to_owned())),
            false => Ok(found),
        }
    }

    /// A program that was found, ready to run or with the reason why not.
    pub(crate) fn prepared(&self, found: Gathered<'_>) -> Result<Candidate, PreparationError> {
        let program = found.program(self.toolchain, self.languages)?;
        Ok(Candidate { program, ..found.candidate })
    }

    pub(super) fn gathered(&self, submission: Submission<'a>) -> Gathered<'a> {
        match self.shard {
            Some(shard) if !shard.has(&submission.path.display().to_string()) => {
                skipped(&submission.path, "it is in another shard").into()
            }
            _ => {
                let candidate = submission.candidate(Program::Skipped("it was not prepared".to_owned()));
                Gathered { candidate, submission: Some(submission) }
            }
        }
    }
}

/// The submissions for a challenge at a path, and the files that are left out.
pub(super) fn submissions<'a>(
    path: &Path,
    dialect: &Dialect,
    languages: &'a Languages,
) -> Result<(Vec<Submission<'a>>, Vec<PathBuf>), GatherError> {
    match answered(dialect) {
        Some(whole) => gather_answers(path, whole),
        None => gather_all(path, dialect, languages),
    }
}

/// The challenge, if answers are handed in for it.
pub(super) fn answered(dialect: &Dialect) -> Option<&WholeCases> {
    dialect.whole().filter(|whole| whole.cases().takes_answers)
}

/// Keeps the first of several programs with the same file, however it was named.
fn distinct(mut found: Vec<Gathered<'_>>) -> Vec<Gathered<'_>> {
    let mut met = HashSet::new();
    found.retain(|one| one.candidate.path.as_deref().is_none_or(|path| met.insert(place(path))));
    found
}

/// A file's real path.
fn place(path: &Path) -> PathBuf {
    let folder = folder_of(path);
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    folder.join(path.file_name().unwrap_or_default())
}

pub(super) fn skipped(path: &Path, why: &str) -> Candidate {
    let candidate = Candidate::new(path.display().to_string(), Program::Skipped(why.to_owned()));
    Candidate { path: Some(path.to_owned()), ..candidate }
}

/// The folder of programs that are right, beside `challenge.toml`.
pub(crate) const RIGHT: &str = "right";

pub(crate) const WRONG: &str = "wrong";

/// The file that says what is expected of those.
pub(crate) const EXPECTED: &str = "expected.toml";

/// What is expected of programs, by their paths below the challenge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Expectations(BTreeMap<String, Expectation>);

/// An entry of `wrong/expected.toml`.
#[derive(Deserialize)]
struct Entry {
    verdict: Option<OneOrMany>,
    #[serde(default)]
    cases: Vec<CaseRule<Verdict>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(Verdict),
    Many(Vec<Verdict>),
}

impl Expectations {
    /// Reads `wrong/expected.toml`, where it is.
    fn read(root: &Root) -> Result<Expectations, String> {
        let path = Path::new(WRONG).join(EXPECTED);
        let Ok(file) = root.file(&path) else { return Ok(Expectations::default()) };
        let at = root.path_of(&path).display().to_string();
        let text = file.read(files::TEXT).and_then(files::text).map_err(|why| format!("{at}: {why}"))?;
        let entries: BTreeMap<String, Entry> =
            toml::from_str(&text).map_err(|why| format!("{at}: {}", why.to_string().trim_end()))?;
        let entry = |entry: Entry| match entry.verdict {
            Some(OneOrMany::One(verdict)) => Expectation::OneOf(vec![verdict]),
            Some(OneOrMany::Many(verdicts)) => Expectation::OneOf(verdicts),
            None if entry.cases.is_empty() => Expectation::AnyFault,
            None => Expectation::Cases(entry.cases),
        };
        Ok(Expectations(entries.into_iter().map(|(name, one)| (name, entry(one))).collect()))
    }

    /// The verdicts that fit a program at this path below the challenge's folder. A wrong program without an entry may
    /// have any but `accepted`.
    fn of(&self, path: &Path) -> Expectation {
        match path.strip_prefix(WRONG) {
            Ok(below) => match self.0.get(&*below.to_string_lossy()) {
                Some(expected) => expected.clone(),
                None => Expectation::AnyFault,
            },
            Err(_) => Expectation::OneOf(vec![Verdict::Accepted]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::Interrupt;
    use crate::runner::Expectation;
    use crate::verdict::Verdict;

    fn prepare<T>(shard: Option<Shard>, job: impl FnOnce(&Preparation<'_>) -> T) -> T {
        let (interrupt, _hand) = Interrupt::by_hand().unwrap();
        let (toolchain, languages) = (Toolchain::new(&interrupt), Languages::built_in());
        job(&Preparation { toolchain: &toolchain, languages: &languages, shard })
    }

    fn file(folder: &Path, name: &str) -> PathBuf {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, "text").unwrap();
        path
    }

    #[test]
    fn programs_keep_their_order_in_shards() {
        let folder = tempfile::tempdir().unwrap();
        let files: Vec<_> = ["b.sh", "a.sh", "c.sh"].iter().map(|name| file(folder.path(), name)).collect();
        prepare(None, |all| {
            let found = all.at_paths(&files, &Dialect::default()).unwrap().programs;
            assert!(found.iter().map(|one| one.candidate.path.as_ref().unwrap()).eq(&files));
            assert!(found.iter().all(|one| one.is_compiled() == Some(false)));
            let twice = [&found[..], &found[1..]].concat();
            assert_eq!(distinct(twice), found);
            assert!(matches!(all.prepared(found[0].clone()).unwrap().program, Program::Ready(_)));
        });
        prepare(Shard::new(1, 10_000).ok(), |all| {
            let skipped = Program::Skipped("it is in another shard".to_owned());
            let found = all.at_paths(&files, &Dialect::default()).unwrap().programs;
            assert!(found.iter().all(|one| one.candidate.program == skipped));
        });
    }

    #[test]
    fn a_text_names_a_file_or_a_command_or_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = file(folder.path(), "a b.sh");
        let named = |text: &OsStr| prepare(None, |all| all.named(text));
        assert_eq!(named(path.as_os_str()).unwrap().path, Some(path));
        assert_eq!(named(OsStr::new("sh -c 'echo 1'")).unwrap().name, "sh -c echo 1");
        let why = named(OsStr::new("no-such-program 1")).unwrap_err().to_string();
        assert!(why.starts_with("no-such-program 1: no such file, and no command"), "{why}");
    }

    #[test]
    fn programs_of_a_challenge_have_expected_verdicts() {
        let folder = tempfile::tempdir().unwrap();
        let of = |all: &Preparation<'_>| {
            let found = all.of_challenge(folder.path(), &Dialect::default())?;
            let candidates = found.programs.into_iter().map(|one| one.candidate).collect();
            Ok::<(Vec<_>, _), PreparationError>((candidates, found.left_out))
        };
        assert!(matches!(prepare(None, of), Err(PreparationError::NoPrograms(_))));
        ["right/a.sh", "wrong/c.sh", "wrong/d.what", "wrong/far/b.sh"]
            .iter()
            .for_each(|name| drop(file(folder.path(), name)));
        std::fs::write(folder.path().join("wrong/expected.toml"), "['far/b.sh']\nverdict = 'early'").unwrap();
        let (candidates, left_out) = prepare(None, of).unwrap();
        assert_eq!(left_out, [folder.path().join("wrong/d.what")]);
        let expected: Vec<_> = candidates.iter().map(|one| one.expected.clone().unwrap()).collect();
        let one = |verdict| Expectation::OneOf(vec![verdict]);
        assert_eq!(expected, [one(Verdict::Accepted), Expectation::AnyFault, one(Verdict::Early)]);
    }

    #[test]
    fn the_words_of_a_command_are_no_programs() {
        let folder = tempfile::tempdir().unwrap();
        let source = file(folder.path(), "a.sh");
        let of = |paths: &[PathBuf]| prepare(None, |all| all.programs(paths, &Dialect::default()).map(drop));
        let Err(PreparationError::Command(words)) = of(&["sh".into(), source.clone()]) else {
            panic!("it is a command")
        };
        assert_eq!(words, ["sh".to_owned(), source.display().to_string()]);
        assert!(of(&[source.clone(), source]).is_ok());
    }
}
