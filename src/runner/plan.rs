//! Which suites candidates play: some in any case, then the strongest further one that fits a budget of time,
//! estimated from the duration of the first runs.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use crate::suite::{Case, Suite};

/// How many more games a candidate plays so that its fault can be named.
const EVIDENCE: usize = 200;

/// What candidates play.
pub struct Plan {
    first: Vec<Arc<Suite>>,
    further: Vec<Further>,
    budget: Duration,
    /// The suite that is added without watching cleanups, if time allows.
    lax: Option<Further>,
}

/// Makes a suite.
type Maker = Box<dyn FnOnce() -> Suite + Send>;

/// A suite that is made when it is first needed.
type Further = LazyLock<Arc<Suite>, Box<dyn FnOnce() -> Arc<Suite> + Send>>;

fn later(make: Maker) -> Further {
    LazyLock::new(Box::new(|| Arc::new(make())))
}

impl Plan {
    /// A plan of these suites and no others.
    pub fn new(suites: impl IntoIterator<Item = Suite>) -> Plan {
        Plan {
            first: suites.into_iter().map(Arc::new).collect(),
            further: Vec::new(),
            budget: Duration::ZERO,
            lax: None,
        }
    }

    /// The same plan plus one further suite, after all these were passed: the last one of these makers that
    /// fits into the budget of time, on all workers together. Each must have no fewer cases than the one
    /// before.
    pub fn and_within(self, budget: Duration, makers: impl IntoIterator<Item = Maker>) -> Plan {
        Plan { budget, further: makers.into_iter().map(later).collect(), ..self }
    }

    /// The same plan plus this suite after all others, if it is not among them, within the same budget again.
    /// Of programs with a long cleanup at exit, only a sample of its games is watched to the end.
    pub fn and_lax(self, make: Maker) -> Plan {
        Plan { lax: Some(later(make)), ..self }
    }

    /// The suites that each candidate plays.
    pub(super) fn first(&self) -> Vec<Arc<Suite>> {
        self.first.clone()
    }

    /// Cases that help to identify the fault of a candidate that has failed.
    pub(super) fn evidence(&self) -> impl Iterator<Item = Case> {
        self.first.iter().flat_map(|suite| (0..suite.len()).map(|place| suite.case(place))).take(EVIDENCE)
    }

    /// The suite that follows those that a candidate has passed, at this time for each run.
    pub(super) fn further(&self, passed: &[Arc<Suite>], price: Duration, jobs: usize) -> Option<Arc<Suite>> {
        if passed.len() > self.first.len() {
            return None;
        }
        let suites = self.further.iter().take_while(|suite| self.allows(suite.len(), price, jobs));
        suites.last().map(|suite| Arc::clone(suite))
    }

    /// Whether the budget allows this many runs, at this time for each.
    pub(super) fn allows(&self, runs: usize, price: Duration, jobs: usize) -> bool {
        price.as_secs_f64() * runs as f64 / jobs as f64 <= self.budget.as_secs_f64()
    }

    /// The suite that is added without watching cleanups, unless those passed are as strong.
    pub(super) fn lax(&self, passed: &[Arc<Suite>]) -> Option<Arc<Suite>> {
        let lax: &Arc<Suite> = self.lax.as_ref()?;
        passed.iter().all(|suite| suite.len() < lax.len()).then(|| Arc::clone(lax))
    }
}
