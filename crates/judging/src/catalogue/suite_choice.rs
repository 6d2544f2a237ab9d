//! Which suites programs play: the chosen ones, or the usual ones.

use std::path::PathBuf;
use std::time::Duration;

use super::error::CatalogueError;
use super::fixtures::{FixtureSource, offers_with};
use crate::dialect::Dialect;
use crate::runner::Plan;
use crate::suite::{FIXTURES, Fixture, NoSuite, Offer, ROBUST, Suite, SuiteKind, offer_of, offers};

/// A choice of suites.
pub struct SuiteChoice<'a> {
    /// The folder of move lists, if one is named.
    pub fixtures: Option<PathBuf>,
    /// The kinds of suites. If there are none: the move lists, small suites, and the usual one.
    pub kinds: &'a [SuiteKind],
    /// If no kinds are named, the strongest suite is played within this processor time instead of the usual one.
    pub budget: Option<Duration>,
    /// Whether lines outside the domain count.
    pub is_robust: bool,
    /// Whether each move list must have a transcript that was accepted, since nobody looks at what is proposed.
    pub is_strict: bool,
}

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoPlan {
    #[error(transparent)]
    Fixtures(#[from] CatalogueError),
    #[error(transparent)]
    Suite(#[from] NoSuite),
    #[error("no expected transcript for {}; run `judge record` outside CI", .0.join(", "))]
    Unaccepted(Vec<String>),
}

impl SuiteChoice<'_> {
    pub(crate) fn plan(&self, dialect: &Dialect) -> Result<Plan, NoPlan> {
        let source = FixtureSource::choose(self.fixtures.clone(), dialect);
        let has_lists = offers(dialect).iter().any(Offer::is_of_files);
        let source = match has_lists && (self.kinds.is_empty() || self.kinds.contains(&FIXTURES)) {
            true => FixtureSource::Read(self.fixtures(&source, dialect)?),
            false => source,
        };
        let offers = offers_with(dialect, &source);
        if self.kinds.is_empty() {
            return Ok(Plan::of_offers(dialect, &offers, self.budget, self.is_robust)?);
        }
        let is_left_out = self.is_robust && self.kinds.iter().all(|kind| kind.reach < ROBUST.reach);
        let robust = Suite::of(dialect, ROBUST.name).ok().filter(|_| is_left_out);
        let make = |kind: &SuiteKind| -> Result<Suite, NoPlan> {
            Ok(offer_of(&offers, dialect, kind.name)?.make()?.counting(self.is_robust))
        };
        let suites: Result<Vec<_>, NoPlan> = self.kinds.iter().map(make).collect();
        Ok(Plan::new(robust.into_iter().chain(suites?)))
    }

    fn fixtures(&self, source: &FixtureSource, dialect: &Dialect) -> Result<Vec<Fixture>, NoPlan> {
        let fixtures = source.load(dialect)?;
        let missing = fixtures.iter().filter(|fixture| fixture.snapshot.is_none());
        let missing: Vec<_> = missing.map(|fixture| fixture.name.clone()).collect();
        match self.is_strict && !missing.is_empty() {
            true => Err(NoPlan::Unaccepted(missing)),
            false => Ok(fixtures),
        }
    }
}
