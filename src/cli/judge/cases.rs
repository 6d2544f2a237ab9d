//! `judge check` for challenges of whole cases.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::super::{Failure, failure};
use super::candidates::gathered;
use crate::contest::{ContestError, EXPECTED, Expectations, RIGHT, Ruling, Seat, Umpire, WRONG};
use crate::dialect::Dialect;
use crate::files::Root;
use crate::golf::{Languages, Toolchain};
use crate::process::RunError;
use crate::report::Report;
use crate::runner::{Candidate, Event, Expectation, Program};

/// By default as many runs at once as there are cores.
pub(super) fn usual_jobs() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// How deep folders of programs may be nested.
const DEEPEST: usize = 8;

/// Several umpires of one challenge.
pub(super) struct Court<'a> {
    pub(super) umpire: Umpire<'a>,
    pub(super) jobs: usize,
}

/// A program, and the verdicts that are expected for it.
pub(super) type Awaited = (Candidate, Option<Expectation>);

impl Court<'_> {
    /// Judges programs, and reports the events.
    pub(super) fn report(
        &self,
        candidates: &[Awaited],
        sink: &mut (impl Report + Send),
    ) -> Result<(), ContestError> {
        let (candidates, expected): (Vec<_>, Vec<_>) = candidates.iter().cloned().unzip();
        sink.on_event(&Event::RunStarted { candidates: &candidates });
        let sink = Mutex::new(sink);
        let tell = |event: &Event<'_>| lock(&sink).on_event(event);
        let reports = self.all(&candidates, |place, seat| {
            let cases = self.umpire.contest.list().len();
            tell(&Event::CandidateStarted { candidate: place });
            tell(&Event::CasesPlanned { candidate: place, cases });
            let tried = || tell(&Event::CaseFinished { candidate: place, facts: None });
            let ruling = self.umpire.judge(&candidates[place], seat, tried)?;
            let report = ruling.report(expected[place].clone());
            tell(&Event::CandidateFinished { candidate: place, report: &report });
            Ok(report)
        })?;
        for (candidate, report) in reports.iter().enumerate() {
            if let Some(report) = report {
                tell(&Event::CandidateJudged { candidate, report });
            }
        }
        tell(&Event::RunFinished { interrupted: reports.iter().any(Option::is_none) });
        Ok(())
    }

    /// Judges programs.
    pub(super) fn judge(&self, candidates: &[Candidate]) -> Result<Vec<Ruling>, ContestError> {
        let rulings =
            self.all(candidates, |place, seat| self.umpire.judge(&candidates[place], seat, || ()))?;
        let all: Option<Vec<_>> = rulings.into_iter().collect();
        all.ok_or(ContestError::Run(RunError::Interrupted))
    }

    /// Runs a task for each program, several at once; none for programs that were left after an interrupt.
    fn all<T: Send>(
        &self,
        candidates: &[Candidate],
        work: impl Fn(usize, &mut Seat) -> Result<T, ContestError> + Sync,
    ) -> Result<Vec<Option<T>>, ContestError> {
        let (next, failed) = (AtomicUsize::new(0), Mutex::new(None));
        let done: Vec<_> = candidates.iter().map(|_| Mutex::new(None)).collect();
        let go_on = || -> Result<(), ContestError> {
            let mut seat = self.umpire.seat()?;
            while let Some(place) =
                Some(next.fetch_add(1, Ordering::Relaxed)).filter(|place| *place < done.len())
            {
                *lock(&done[place]) = Some(work(place, &mut seat)?);
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.min(candidates.len()) {
                scope.spawn(|| {
                    if let Err(why) = go_on() {
                        // The other workers stop, too.
                        next.store(candidates.len(), Ordering::Relaxed);
                        lock(&failed).get_or_insert(why);
                    }
                });
            }
        });
        match lock(&failed).take() {
            None | Some(ContestError::Run(RunError::Interrupted)) => {}
            Some(why) => return Err(why),
        }
        Ok(done.iter().map(|done| lock(done).take()).collect())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The programs in the challenge's own folder, with their expected verdicts.
pub(super) fn own_as_expected(
    folder: &Path,
    languages: &Languages,
    toolchain: &Toolchain<'_>,
    jobs: usize,
) -> Result<Vec<Awaited>, Failure> {
    let root = Root::named(folder).map_err(|why| failure(format!("{}: {why}", folder.display())))?;
    let expectations = Expectations::read(&root).map_err(failure)?;
    let candidates = own(&root, folder, languages, toolchain, jobs)?;
    if candidates.is_empty() {
        let folder = folder.display();
        return Err(failure(format!("{folder} has no programs in {RIGHT}/ and {WRONG}/; name some")));
    }
    let expected = |candidate: &Candidate| {
        let path = candidate.path.as_deref().unwrap_or(Path::new(""));
        expectations.of(path.strip_prefix(folder).unwrap_or(path))
    };
    let with_expected = |candidate: Candidate| {
        let expected = expected(&candidate);
        (candidate, Some(expected))
    };
    Ok(candidates.into_iter().map(with_expected).collect())
}

/// The programs in `right` and `wrong`, ready to run; for files in no known language, the reason why not.
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
        false => gathered(&known, &Dialect::default(), languages, jobs, toolchain)?,
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
