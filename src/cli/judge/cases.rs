//! `judge check` of challenges of whole cases.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::super::{BAD, FAILED, Failure, GOOD, failure, print};
use super::candidates::gathered;
use crate::contest::{ContestError, EXPECTED, Expectations, Expected, RIGHT, Ruling, Umpire, WRONG};
use crate::dialect::Dialect;
use crate::files::Root;
use crate::golf::{Languages, Toolchain};
use crate::runner::{Candidate, Program};
use crate::transcript::visible_line;
use crate::verdict::Verdict;

/// As many runs at once as there are cores.
pub(super) fn usual_jobs() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// How deep folders of programs may lie in each other.
const DEEPEST: usize = 8;

/// Several umpires of one challenge.
pub(super) struct Court<'a> {
    pub(super) umpire: Umpire<'a>,
    pub(super) jobs: usize,
}

impl Court<'_> {
    /// Judges the programs in the challenge's own folder: each must get the verdict that is expected of it.
    pub(super) fn check_own(
        &self,
        folder: &Path,
        languages: &Languages,
        toolchain: &Toolchain<'_>,
    ) -> Result<u8, Failure> {
        let root = Root::named(folder).map_err(|why| failure(format!("{}: {why}", folder.display())))?;
        let expectations = Expectations::read(&root).map_err(failure)?;
        let candidates = own(&root, folder, languages, toolchain, self.jobs)?;
        if candidates.is_empty() {
            let folder = folder.display();
            return Err(failure(format!("{folder} has no programs in {RIGHT}/ and {WRONG}/; name some")));
        }
        let rulings = self.judge(&candidates)?;
        let expected = candidates.iter().map(|candidate| {
            let path = candidate.path.as_deref().unwrap_or(Path::new(""));
            Some(expectations.of(path.strip_prefix(folder).unwrap_or(path)))
        });
        self.conclude(candidates.iter().zip(rulings).zip(expected).map(|((c, r), e)| (c, r, e)))
    }

    /// Judges programs: all must be right.
    pub(super) fn check(&self, candidates: &[Candidate]) -> Result<u8, Failure> {
        let rulings = self.judge(candidates)?;
        self.conclude(candidates.iter().zip(rulings).map(|(candidate, ruling)| (candidate, ruling, None)))
    }

    /// Judges programs, several at once.
    pub(super) fn judge(&self, candidates: &[Candidate]) -> Result<Vec<Ruling>, ContestError> {
        let (next, failed) = (AtomicUsize::new(0), Mutex::new(None));
        let rulings: Vec<_> = candidates.iter().map(|_| Mutex::new(None)).collect();
        let work = || -> Result<(), ContestError> {
            let mut seat = self.umpire.seat()?;
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(candidate) = candidates.get(place) else { return Ok(()) };
                let ruling = self.umpire.judge(candidate, &mut seat)?;
                *lock(&rulings[place]) = Some(ruling);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.min(candidates.len()) {
                scope.spawn(|| {
                    if let Err(why) = work() {
                        // The others need not go on.
                        next.store(candidates.len(), Ordering::Relaxed);
                        lock(&failed).get_or_insert(why);
                    }
                });
            }
        });
        match lock(&failed).take() {
            Some(why) => Err(why),
            None => Ok(rulings.iter().map(|ruling| lock(ruling).take().expect("all were judged")).collect()),
        }
    }

    fn conclude<'c>(
        &self,
        judged: impl Iterator<Item = (&'c Candidate, Ruling, Option<Expected<'c>>)>,
    ) -> Result<u8, Failure> {
        let total = self.umpire.contest.list().len();
        let (mut text, mut good, mut bad, mut skipped) = (String::new(), 0, 0, 0);
        let mut has_expectations = false;
        for (candidate, ruling, expected) in judged {
            has_expectations |= expected.is_some();
            let row = Row { candidate, ruling: &ruling, expected, total };
            text += &row.text();
            match row.is_good() {
                None => skipped += 1,
                Some(true) => good += 1,
                Some(false) => bad += 1,
            }
        }
        let fit = if has_expectations { "got the verdict that is expected" } else { "conform" };
        text += &format!("\n{good} of {} {fit}", good + bad);
        text += &if skipped == 0 { ".\n".to_owned() } else { format!("; {skipped} skipped.\n") };
        print(&text)?;
        match (good, bad) {
            (0, 0) => Err(Failure { what: "nothing could be judged".to_owned(), code: FAILED }),
            (_, 0) => Ok(GOOD),
            _ => Ok(BAD),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// What is told of one program.
struct Row<'a> {
    candidate: &'a Candidate,
    ruling: &'a Ruling,
    expected: Option<Expected<'a>>,
    total: usize,
}

impl Row<'_> {
    /// Whether it is as it should be; none if it was not judged.
    fn is_good(&self) -> Option<bool> {
        let verdict = *self.ruling.verdict.as_ref().ok()?;
        Some(self.expected.map_or(verdict == Verdict::Accepted, |expected| expected.fits(verdict)))
    }

    fn text(&self) -> String {
        let name = visible_line(self.candidate.name.as_bytes());
        let Ruling { verdict, failed, right, slowest } = self.ruling;
        let verdict = match verdict {
            Err(why) => return format!("- {name}: skipped: {}\n", visible_line(why.as_bytes())),
            Ok(verdict) => verdict,
        };
        let sign = if self.is_good() == Some(true) { "✓" } else { "✗" };
        let mut text = format!("{sign} {name}: {}", verdict.name());
        match failed {
            None => text += &format!(", {right} of {} cases, slowest {}", self.total, seconds(*slowest)),
            Some(failed) => {
                text += &failed
                    .case
                    .as_ref()
                    .map_or_else(String::new, |case| format!(" in {}", visible_line(case.as_bytes())));
            }
        }
        let expected = self.expected.filter(|_| self.is_good() == Some(false));
        text += &expected.map_or_else(String::new, |expected| format!("; expected: {}", expected.words()));
        let why = failed.as_ref().filter(|_| self.expected.is_none() || self.is_good() == Some(false));
        let why = why.map_or("", |failed| &failed.why);
        text.push('\n');
        text += &why.lines().map(|line| format!("    {line}\n")).collect::<String>();
        text
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.2}s", time.as_secs_f64())
}

/// The programs in `right` and `wrong`, ready to run; of files in no known language, why they are not.
pub(super) fn own(
    root: &Root,
    folder: &Path,
    languages: &Languages,
    toolchain: &Toolchain<'_>,
    jobs: usize,
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
        false => gathered(&known, Dialect::default(), languages, jobs, toolchain)?,
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
