//! Which suites candidates play: some in any case, then the strongest further one that takes no more than a budget of
//! processor time, by what the first runs took.
//!
//! The candidate's own processor time decides, and not the time that passes, so that the suites do not depend on what
//! else the machine does, nor on the number of workers. It differs by some tenths from run to run, so a program may get
//! another suite only if it needs about as much as the budget.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use super::Fallback;
use crate::suite::{Case, Suite};

/// How many more games a candidate plays so that its fault can be named.
const EVIDENCE: usize = 200;

/// What candidates play.
pub struct Plan {
    first: Vec<Arc<Suite>>,
    further: Vec<Further>,
    /// The place of the further suite that every candidate should play.
    usual: Option<usize>,
    budget: Duration,
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
            usual: None,
            budget: Duration::ZERO,
        }
    }

    /// The same plan plus one further suite, after all these were passed: the last of these makers whose suite takes
    /// no more than the budget of processor time. Each must have no fewer cases than the one before. `usual` is the
    /// place of the one that every candidate should play; the report on a candidate that plays a weaker one says so.
    pub fn and_within(
        self,
        budget: Duration,
        usual: Option<usize>,
        makers: impl IntoIterator<Item = Maker>,
    ) -> Plan {
        Plan { budget, usual, further: makers.into_iter().map(later).collect(), ..self }
    }

    /// The suites that each candidate plays.
    pub(super) fn first(&self) -> Vec<Arc<Suite>> {
        self.first.clone()
    }

    /// Cases that help to identify the fault of a candidate that has failed.
    pub(super) fn evidence(&self) -> impl Iterator<Item = Case> {
        self.first.iter().flat_map(|suite| (0..suite.len()).map(|place| suite.case(place))).take(EVIDENCE)
    }

    /// The suite that follows those that a candidate has passed, if each case takes this much processor time.
    pub(super) fn further(&self, passed: &[Arc<Suite>], price: Duration) -> Option<Arc<Suite>> {
        if passed.len() > self.first.len() {
            return None;
        }
        let suites = self.further.iter().take_while(|suite| work(suite, price) <= self.budget);
        suites.last().map(|suite| Arc::clone(suite))
    }

    /// The usual suite, if a candidate played only weaker ones because each case takes this much processor time.
    pub(super) fn fallback(&self, played: &[Arc<Suite>], price: Duration) -> Option<Fallback> {
        let usual = self.further.get(self.usual?)?;
        let is_weaker = played.iter().all(|suite| suite.len() < usual.len());
        is_weaker.then(|| Fallback { suite: usual.name().to_owned(), work: work(usual, price) })
    }
}

/// How much processor time a suite takes.
fn work(suite: &Suite, price: Duration) -> Duration {
    price.saturating_mul(u32::try_from(suite.len()).unwrap_or(u32::MAX))
}
