//! Judging programs of a saved run again.

use std::path::{Path, PathBuf};

use crate::dialect::Dialect;
use crate::files::FileError;
use crate::golf::{GatherError, Gathered, Preparation, PreparationError, command_candidate};
use crate::report::{Conditions, Heading, Log, USUAL};
use crate::runner::{Candidate, Settings};
use crate::suite::SuiteKind;

/// The programs of a saved run that failed, were flaky, or were not judged.
pub struct Rerun {
    /// The file of the run.
    pub file: PathBuf,
    heading: Heading,
    conditions: Conditions,
    candidates: Vec<Candidate>,
}

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RerunError {
    #[error(transparent)]
    Preparation(#[from] PreparationError),
    #[error(transparent)]
    Command(#[from] GatherError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error("the run is of the challenge {0}, not {1}")]
    OtherChallenge(String, String),
    #[error("the run is of the challenge {0}: name it again, by --challenge FOLDER or --dialect NAME")]
    NoChallenge(String),
    #[error("there are: {}", SuiteKind::names())]
    NoSuite,
    #[error("it does not have the command of {0}")]
    NoCommand(String),
    #[error("a program of the run is gone")]
    Gone,
}

impl Rerun {
    /// The programs to judge again from a saved run.
    pub fn open(file: &Path) -> Result<Rerun, FileError> {
        let log = Log::open(file)?;
        let candidates = log.record().to_rerun();
        let Log { heading, conditions, .. } = log;
        Ok(Rerun { file: file.to_owned(), heading, conditions, candidates })
    }

    fn refused(&self, why: RerunError) -> RerunError {
        FileError::at(&self.file)(why).into()
    }

    /// Whether every program has passed.
    pub fn is_empty(&self) -> bool {
        self.candidates.is_empty()
    }

    /// The challenge of the run: the one that is named, which must have its name, or else a built-in one.
    /// Fails with [`RerunError::OtherChallenge`], or [`RerunError::NoChallenge`] if one must be named.
    pub fn challenge(&self, named: Option<Dialect>) -> Result<Dialect, RerunError> {
        let own = &self.heading.dialect;
        match named {
            None if own.text().is_none() => Ok(own.clone()),
            None => Err(self.refused(RerunError::NoChallenge(self.heading.game()))),
            Some(named) if named.name() == own.name() => Ok(named),
            Some(named) => {
                let why = RerunError::OtherChallenge(self.heading.game(), named.name().to_owned());
                Err(self.refused(why))
            }
        }
    }

    /// Usual settings, with those of the run.
    pub fn applied_to(&self, mut usual: Settings) -> Settings {
        usual.conditions.limits = self.conditions.limits;
        usual.criteria.profile = self.heading.profile;
        Settings { keep_going: self.conditions.keep_going, ..usual }
    }

    /// The suites of the run. Empty if they were the usual ones.
    pub fn suites(&self) -> Result<Vec<SuiteKind>, RerunError> {
        let suites = &self.heading.suite;
        let names = suites.split(',').filter(|_| suites != USUAL);
        names.map(|name| SuiteKind::named(name).ok_or_else(|| self.refused(RerunError::NoSuite))).collect()
    }

    /// The programs, under their names in the run.
    /// Fails if one is not there any more.
    pub fn programs<'a>(
        &self,
        preparation: &Preparation<'a>,
        dialect: &Dialect,
    ) -> Result<Vec<Gathered<'a>>, RerunError> {
        let paths: Vec<_> = self.candidates.iter().filter_map(|candidate| candidate.path.clone()).collect();
        let mut files = preparation.at_paths(&paths, dialect)?.programs.into_iter();
        let again = |was: &Candidate| -> Result<Gathered<'a>, RerunError> {
            let mut now = match was.path {
                Some(_) => files.next().ok_or_else(|| self.refused(RerunError::Gone))?,
                None => self.command(was, preparation)?.into(),
            };
            now.candidate.name.clone_from(&was.name);
            now.candidate.expected.clone_from(&was.expected);
            Ok(now)
        };
        self.candidates.iter().map(again).collect()
    }

    /// The command of a candidate that is none of a file.
    fn command(&self, candidate: &Candidate, preparation: &Preparation<'_>) -> Result<Candidate, RerunError> {
        let unknown = || self.refused(RerunError::NoCommand(candidate.name.clone()));
        let command = candidate.command().ok_or_else(unknown)?;
        let Preparation { toolchain, languages, .. } = preparation;
        Ok(command_candidate(command.program.as_os_str(), &command.args, languages, toolchain.isolation())?)
    }
}
