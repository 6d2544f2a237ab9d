//! The mutants of a reference as a measure of the suites of its challenge.

use std::num::NonZeroUsize;
use std::time::Instant;

use super::error::CatalogueError;
use super::sources::{ReferenceMutant, ReferenceSources};
use crate::dialect::{Dialect, Observed};
use crate::execution::Level;
use crate::process::{Interrupt, Isolation};
use crate::runner::{MutantTrials, Settings, check_reference};
use crate::suite::explore::literals;
use crate::suite::{ReferenceMatrix, ReferenceRow, Suite, further_sessions};

/// How many mutants are tried at most.
const MOST: usize = 200;

/// The reference of a challenge, and changes of it that are played on its suites.
#[derive(Debug)]
pub(crate) struct ReferenceMutants<'a> {
    observed: &'a Observed,
    sources: ReferenceSources,
    mutants: Vec<ReferenceMutant>,
    settings: Settings,
    interrupt: &'a Interrupt,
}

impl<'a> ReferenceMutants<'a> {
    /// Those of a challenge, to be run at this isolation until the interrupt is raised.
    ///
    /// # Errors
    /// If programs would not be isolated enough, if there is no reference that can be changed and asked, or if no change of it
    /// is known.
    pub(crate) fn of(
        observed: &'a Observed,
        isolation: Isolation,
        interrupt: &'a Interrupt,
    ) -> Result<ReferenceMutants<'a>, CatalogueError> {
        if isolation.level() < Level::Filters {
            return Err(CatalogueError(format!(
                "a changed reference may do anything, so it is run only at isolation {} or better; `judge doctor` says what this \
                 machine lacks",
                Level::Filters.name()
            )));
        }
        let sources = ReferenceSources::of(observed, &isolation, interrupt)?;
        let mutants = sources.mutants(MOST);
        if mutants.is_empty() {
            let names = sources.names().collect::<Vec<_>>().join(", ");
            return Err(CatalogueError(format!(
                "no change of {names} is known: there are no operators, numbers, texts or statements"
            )));
        }
        let dialect = Dialect::Observed(observed.clone());
        check_reference(&dialect, []).map_err(CatalogueError)?;
        let settings = Settings::new(&dialect, isolation);
        Ok(ReferenceMutants { observed, sources, mutants, settings, interrupt })
    }

    /// The same with so many runs at once, or as many as is usual.
    pub(crate) fn with_jobs(mut self, jobs: Option<NonZeroUsize>) -> ReferenceMutants<'a> {
        self.settings.jobs = jobs.map_or(self.settings.jobs, usize::from);
        self
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.mutants.len()
    }

    /// Plays them on these suites until this time, or until they are interrupted. `progress` is told when one is done.
    ///
    /// # Errors
    /// If they cannot be run, or if the reference itself is not right.
    pub(crate) fn play(
        &self,
        suites: &[Suite],
        until: Instant,
        progress: &(dyn Fn() + Sync),
    ) -> Result<ReferenceMatrix, CatalogueError> {
        if suites.is_empty() {
            return Err(CatalogueError("the challenge has no suite".to_owned()));
        }
        let unchanged = self.sources.unchanged()?;
        let not_compiled = || CatalogueError("the reference does not compile".to_owned());
        let words = || {
            let texts = self.sources.texts();
            texts.flat_map(|text| literals(&String::from_utf8_lossy(text))).collect::<Vec<_>>()
        };
        let trials = MutantTrials {
            observed: self.observed,
            reference: unchanged.command.as_ref().ok_or_else(not_compiled)?,
            settings: &self.settings,
            suites,
            mutants: self.mutants.len(),
            make: &|number| self.sources.changed(&self.mutants[number]).map_err(|why| why.to_string()),
            further: &|| further_sessions(self.observed, words()),
            until,
        };
        let played = trials.run(self.interrupt, progress).map_err(|why| CatalogueError(why.to_string()))?;
        let row = |(mutant, fate): (&ReferenceMutant, _)| ReferenceRow {
            place: mutant.place.clone(),
            change: mutant.change.clone(),
            fate,
        };
        Ok(ReferenceMatrix {
            suites: suites.iter().map(|suite| suite.name().to_owned()).collect(),
            rows: self.mutants.iter().zip(played.fates).map(row).collect(),
            further: played.further,
            trouble: played.trouble,
        })
    }
}
