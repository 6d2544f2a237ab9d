//! `judge check --rerun`: what to judge again of a saved run, and how.

use std::path::{Path, PathBuf};

use super::super::{Failure, at, failure};
use super::candidates::{bare, gathered};
use super::options::suite;
use super::report::saved;
use crate::dialect::Dialect;
use crate::execution::Limits;
use crate::golf::{Languages, Toolchain};
use crate::process::Isolation;
use crate::report::{Log, USUAL};
use crate::runner::{Candidate, Shard};
use crate::suite::SuiteKind;
use crate::transcript::Profile;

/// What to judge again.
pub(super) struct Rerun {
    file: PathBuf,
    log: Log,
    candidates: Vec<Candidate>,
}

impl Rerun {
    /// The programs of a saved run that failed, were flaky, or were not judged.
    pub(super) fn of(file: &Path) -> Result<Rerun, Failure> {
        let log = saved(file)?;
        let candidates = log.record().to_rerun();
        Ok(Rerun { file: file.to_owned(), log, candidates })
    }

    /// Says so if there is nothing to judge again.
    pub(super) fn nothing(&self) -> Option<String> {
        let file = self.file.display();
        self.candidates
            .is_empty()
            .then(|| format!("nothing to judge again: in {file} every program passed\n"))
    }

    /// The challenge of the run: the one that is named, which must have its name, or else a built-in one.
    pub(super) fn challenge(&self, named: Option<Dialect>) -> Result<Dialect, Failure> {
        let heading = &self.log.heading;
        match named {
            None if heading.dialect.text().is_none() => Ok(heading.dialect.clone()),
            Some(named) if named.name() == heading.dialect.name() => Ok(named),
            Some(named) => {
                let what = format!("the run is of the challenge {}, not {}", heading.game(), named.name());
                Err(at(&self.file)(what))
            }
            None => {
                let name = heading.game();
                let what = format!(
                    "the run is of the challenge {name}: name it again, by --challenge FOLDER or --dialect NAME"
                );
                Err(at(&self.file)(what))
            }
        }
    }

    /// The suites of the run; none if they were the usual ones.
    pub(super) fn suites(&self) -> Result<Vec<SuiteKind>, Failure> {
        let suites = &self.log.heading.suite;
        let names = suites.split(',').filter(|_| suites != USUAL);
        names.map(|name| suite(name).map_err(at(&self.file))).collect()
    }

    pub(super) fn profile(&self) -> Profile {
        self.log.heading.profile
    }

    pub(super) fn limits(&self) -> Limits {
        self.log.conditions.limits
    }

    pub(super) fn keep_going(&self) -> bool {
        self.log.conditions.keep_going
    }

    /// The programs, ready to run, under their names in the run.
    pub(super) fn candidates(
        &self,
        dialect: &Dialect,
        languages: &Languages,
        jobs: usize,
        toolchain: &Toolchain<'_>,
        isolation: &Isolation,
        shard: Option<Shard>,
    ) -> Result<Vec<Candidate>, Failure> {
        let paths: Vec<_> = self.candidates.iter().filter_map(|candidate| candidate.path.clone()).collect();
        let mut files = match paths.is_empty() {
            true => Vec::new(),
            false => gathered(&paths, dialect, languages, jobs, toolchain, shard)?,
        }
        .into_iter();
        let again = |was: &Candidate| -> Result<Candidate, Failure> {
            let now = match was.path {
                Some(_) => files.next().ok_or_else(|| failure("a program of the run is gone"))?,
                None => self.command(was, languages, isolation)?,
            };
            Ok(Candidate { name: was.name.clone(), expected: was.expected.clone(), ..now })
        };
        self.candidates.iter().map(again).collect()
    }

    /// The command of a candidate that is none of a file.
    fn command(
        &self,
        candidate: &Candidate,
        languages: &Languages,
        isolation: &Isolation,
    ) -> Result<Candidate, Failure> {
        let Some(command) = candidate.command() else {
            return Err(at(&self.file)(format!("it does not have the command of {}", candidate.name)));
        };
        bare(&command.program.clone().into(), &command.args, languages, isolation)
    }
}
