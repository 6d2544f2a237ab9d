//! What candidates are tried on: some suites in any case, and then the strongest further one that a
//! budget of time allows, by the price of a run measured on the first.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::suite::Suite;

/// What candidates are tried on.
pub struct Plan {
    /// The suites that each is tried on, in order.
    pub first: Vec<Arc<Suite>>,
    /// Further suites, weakest first, of which the strongest that is affordable follows.
    pub further: Vec<Further>,
    /// The time that the further suite may take for each candidate.
    pub budget: Duration,
}

/// A suite that is made when it is first needed.
pub struct Further {
    /// How many cases it has.
    pub cases: usize,
    /// Makes it.
    pub make: fn() -> Suite,
    made: OnceLock<Arc<Suite>>,
}

impl Plan {
    /// A plan of these suites and no others.
    pub fn fixed(suites: impl IntoIterator<Item = Suite>) -> Plan {
        let first = suites.into_iter().map(Arc::new).collect();
        Plan { first, further: Vec::new(), budget: Duration::ZERO }
    }

    /// The suite that follows those a candidate has passed, if its runs have this price.
    pub(super) fn further(&self, passed: &[Arc<Suite>], price: Duration, jobs: usize) -> Option<Arc<Suite>> {
        if passed.len() > self.first.len() {
            return None;
        }
        let time = |cases: usize| price.as_secs_f64() * cases as f64 / jobs as f64;
        let is_affordable = |further: &&Further| time(further.cases) <= self.budget.as_secs_f64();
        self.further.iter().rev().find(is_affordable).map(Further::suite)
    }
}

impl Further {
    /// A suite of so many cases, and how to make it.
    pub fn new(cases: usize, make: fn() -> Suite) -> Further {
        Further { cases, make, made: OnceLock::new() }
    }

    fn suite(&self) -> Arc<Suite> {
        Arc::clone(self.made.get_or_init(|| Arc::new((self.make)())))
    }
}
