//! The limit of time of a package that names none: it follows from the slowest of its programs that must not be too slow, as
//! measured here, once a machine.

use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use sha2::{Digest, Sha256};

use super::error::{PackageError, shown};
use super::read::ReadPackage;
use crate::challenge::Challenge;
use crate::dialect::{Dialect, Package, WholeCases};
use crate::execution::hex;
use crate::files::{Bundle, Root, name_of};
use crate::golf::{Cache, Languages, OUT, Preparation, PreparationError, Sources, Toolchain, ValidatorError};
use crate::process::{Interrupt, Isolation, RunError};
use crate::runner::{self, Candidate, CandidateReport, Event, Expectation, Plan, Settings};
use crate::suite::{FIXTURES, NoSuite, Suite};

/// The limit of processor time while the slowest program is measured.
const PATIENCE: Duration = Duration::from_secs(60);

/// The most bytes of a program whose content is part of a key.
const LARGEST: u64 = 16 << 20;

/// How programs are run to be measured.
#[derive(Clone, Copy)]
pub struct Measuring<'a> {
    pub languages: &'a Languages,
    pub isolation: &'a Isolation,
    pub interrupt: &'a Interrupt,
    /// Gets how many of how many runs are done at most.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MeasureError {
    #[error(transparent)]
    Package(#[from] PackageError),
    #[error(transparent)]
    Programs(#[from] PreparationError),
    #[error(transparent)]
    Validator(#[from] ValidatorError),
    #[error(transparent)]
    Suite(#[from] NoSuite),
    #[error(transparent)]
    Run(#[from] RunError),
    /// Of an interrupted run the time of some programs is not known.
    #[error(
        "interrupted while the accepted programs were run to measure the time limit; `limits: {{time_limit: SECONDS}}` in \
         problem.yaml makes that needless"
    )]
    Interrupted,
}

impl Measuring<'_> {
    /// A package with its limit of time, if that follows from its programs and can be measured; what was measured before is known.
    pub fn timed(&self, root: &Root, folder: &Path, read: ReadPackage) -> Result<ReadPackage, MeasureError> {
        let Some(timing) = read.package.timing.filter(|_| read.time().is_none()) else { return Ok(read) };
        let (limits, key) = (Cache::named("limits"), key(root, &read));
        let kept = limits
            .load(&key)
            .and_then(|kept| str::from_utf8(kept.content(Path::new(OUT))?).ok()?.parse().ok());
        let (limit, notes) = match kept.filter(|limit: &f64| *limit > 0.0) {
            Some(limit) => (Some(limit), Vec::new()),
            None => {
                let (slowest, notes) = self.slowest(folder, &read)?;
                (slowest.map(|slowest| timing.limit(slowest)), notes)
            }
        };
        let Some(limit) = limit else {
            return Ok(read.noting("no accepted program can be run here, so the time limit is the usual one"));
        };
        // Where nothing can be kept it is measured again.
        let _ = limits.save(&key, &Bundle::of_file(OUT, limit.to_string().into_bytes()));
        let read = notes.iter().fold(read, |read, note| read.noting(note));
        Ok(read
            .within(limit)
            .noting(&format!("time limit {limit} s, by the accepted programs as measured here")))
    }

    /// The longest time that any of the programs took that must not be too slow, and which of them are not right. None if there
    /// is none that can be run.
    pub fn slowest(
        &self,
        folder: &Path,
        read: &ReadPackage,
    ) -> Result<(Option<Duration>, Vec<String>), MeasureError> {
        let Measuring { languages, isolation, interrupt, progress } = *self;
        let whole = opened(folder, read)?;
        let programs = read.package.programs.iter().filter(|program| program.bounds_time).cloned().collect();
        let package = Package { programs, ..read.package.clone() };
        let dialect = Dialect::Whole(whole.of_package(package).within(PATIENCE));
        let toolchain = Toolchain::new(interrupt).isolated(isolation);
        let preparation = Preparation { toolchain: &toolchain, languages, shard: None };
        let found = match preparation.of_challenge(folder, &dialect) {
            Err(PreparationError::NoPrograms(_)) => return Ok((None, Vec::new())),
            found => found?.programs,
        };
        // The slowest case counts, and nothing that comes after the first failure.
        let usual = Settings::new(&dialect, isolation.clone());
        let mut settings = Settings { keep_going: false, further_checks: false, ..usual };
        settings.criteria.validators = toolchain.validators(&dialect, languages)?;
        let candidates: Vec<_> = found.iter().map(|one| one.candidate.clone()).collect();
        let sources = Sources::new(&found, &toolchain, languages);
        let plan = Plan::new([Suite::of(&dialect, FIXTURES.name)?]);
        let (mut done, mut slowest, mut notes) = (0, None, Vec::new());
        let all = candidates.len() * read.cases.len();
        progress(done, all);
        let outcome =
            runner::run_sources(&settings, &candidates, &sources, &plan, interrupt, |event| match event {
                Event::CaseFinished { .. } => {
                    done += 1;
                    progress(done, all);
                }
                Event::CandidateJudged { candidate, report } => match report.is_as_expected() {
                    Some(true) if report.input.is_some() => slowest = slowest.max(Some(report.most.cpu)),
                    Some(false) => notes.push(unaccepted(folder, &candidates[candidate], report)),
                    _ => {}
                },
                _ => {}
            });
        sources.refused().map_err(PreparationError::from)?;
        outcome?;
        if interrupt.is_raised() {
            return Err(MeasureError::Interrupted);
        }
        Ok((slowest, notes))
    }
}

/// The challenge that a package in this folder is.
pub fn opened(folder: &Path, read: &ReadPackage) -> Result<WholeCases, PackageError> {
    let (name, text) = (name_of(folder), read.text());
    match Challenge::read(&text) {
        Ok(Challenge::Cases(cases)) => {
            let whole = WholeCases::new(&name, &text, Some(folder.to_owned()), cases, read.cases.clone());
            Ok(whole.of_package(read.package.clone()))
        }
        Ok(_) => Err(PackageError::new(folder, "it has no whole cases")),
        Err(why) => Err(PackageError::new(folder, why)),
    }
}

/// What a limit follows from: what the package says, its programs, and the sizes and times of the files of its cases.
fn key(root: &Root, read: &ReadPackage) -> String {
    let mut hash = Sha256::new();
    hash.update(read.text());
    hash.update(format!("{:?}", read.package));
    for program in read.package.programs.iter().filter(|program| program.bounds_time) {
        let content = Bundle::of_author(root, &program.path, LARGEST);
        hash.update(content.map_or_else(|why| why.to_string(), |content| content.digest()));
    }
    let files = read.cases.iter().flat_map(|case| [&case.input, &case.answer]).flatten();
    let validators = read.validators().map(|source| source.map(PathBuf::from));
    for file in files.chain(validators.iter().flatten()) {
        let metadata = root.path_of(file).metadata();
        let time =
            metadata.as_ref().ok().and_then(|one| one.modified().ok()?.duration_since(UNIX_EPOCH).ok());
        hash.update(format!("{file:?} {:?} {time:?}", metadata.map(|one| one.len()).ok()));
    }
    hex(&hash.finalize())
}

fn unaccepted(folder: &Path, candidate: &Candidate, report: &CandidateReport) -> String {
    let path = candidate.path.as_deref().unwrap_or(folder);
    let name = shown(path.strip_prefix(folder).unwrap_or(path));
    let why =
        report.failure.as_ref().map_or_else(String::new, |failure| format!(": {}", failure.session().actual));
    let expected = report.expected.as_ref().map_or_else(String::new, Expectation::words);
    format!("{name} is to be {expected}, but is {}{why}", report.verdict())
}
