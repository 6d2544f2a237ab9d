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
    /// What is added with less looked at, if time allows.
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

    /// The same, and after all these suites were passed one more: the last of those that this maker
    /// can make whose runs take no more time, on all workers together, than this budget. Each must
    /// have no fewer cases than the one before.
    pub fn and_within(self, budget: Duration, makers: impl IntoIterator<Item = Maker>) -> Plan {
        Plan { budget, further: makers.into_iter().map(later).collect(), ..self }
    }

    /// The same, and after all these suites were passed this one, if it was not among them, within the same
    /// budget again: but of those who tidy up after their last word, that is watched in a sample only.
    pub fn and_lax(self, make: Maker) -> Plan {
        Plan { lax: Some(later(make)), ..self }
    }

    /// The suites that each candidate is tried on.
    pub(super) fn first(&self) -> Vec<Arc<Suite>> {
        self.first.clone()
    }

    /// Cases by which a candidate that has failed may be known better.
    pub(super) fn evidence(&self) -> impl Iterator<Item = Case> {
        self.first.iter().flat_map(|suite| (0..suite.len()).map(|place| suite.case(place))).take(EVIDENCE)
    }

    /// The suite that follows those a candidate has passed, if a run costs this much.
    pub(super) fn further(&self, passed: &[Arc<Suite>], price: Duration, jobs: usize) -> Option<Arc<Suite>> {
        if passed.len() > self.first.len() {
            return None;
        }
        let suites = self.further.iter().take_while(|suite| self.allows(suite.len(), price, jobs));
        suites.last().map(|suite| Arc::clone(suite))
    }

    /// Whether the budget allows so many runs if one costs this much.
    pub(super) fn allows(&self, runs: usize, price: Duration, jobs: usize) -> bool {
        price.as_secs_f64() * runs as f64 / jobs as f64 <= self.budget.as_secs_f64()
    }

    /// The suite that is added with less looked at, unless these are as strong.
    pub(super) fn lax(&self, passed: &[Arc<Suite>]) -> Option<Arc<Suite>> {
        let lax: &Arc<Suite> = self.lax.as_ref()?;
        passed.iter().all(|suite| suite.len() < lax.len()).then(|| Arc::clone(lax))
    }
}
