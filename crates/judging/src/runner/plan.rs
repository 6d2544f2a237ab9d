//! Which suites candidates play: some in any case, then the strongest further one that takes no more than a budget of
//! processor time, by what the first runs took.
//!
//! The candidate's own processor time decides, and not the time that passes, so that the suites do not depend on what
//! else the machine does, nor on the number of workers. It differs by some tenths from run to run, so a program may get
//! another suite only if it needs about as much as the budget.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::Duration;

use super::Fallback;
use super::note::Note;
use crate::dialect::Dialect;
use crate::suite::{
    COMPLETE, Case, EXAMPLES, EXPLORED, FIXTURES, NoSuite, Offer, PROBED, Reach, SMOKE, Suite,
};

/// How many more games a candidate plays so that its fault can be named.
const EVIDENCE: usize = 200;

/// How much processor time a program may use for the usual suite. Of the submissions in `golf/` those that are held
/// need a third of it at most, and those that are started for each game twice as much or more (benches/README.md).
pub const BUDGET: Duration = Duration::from_secs(60);

/// The suites that candidates play.
pub struct Plan {
    first: Vec<Arc<Suite>>,
    further: Vec<Further>,
    /// The place of the further suite that every candidate should play.
    usual: Option<usize>,
    /// The suite that tells more than the usual one, if it fits into the rest of the budget.
    stronger: Option<Further>,
    /// The suite that is played after that, as far as there is budget left.
    last: Option<Last>,
    budget: Duration,
    /// The case that is played in other surroundings, once it was looked for.
    most_varied: OnceLock<Option<Case>>,
}

type DeferredSuite = Box<dyn FnOnce() -> Suite + Send>;

/// A suite that is made when it is first needed.
type Further = LazyLock<Arc<Suite>, Box<dyn FnOnce() -> Arc<Suite> + Send>>;

/// The last suite, or why there is none.
struct Last {
    offer: Offer,
    suite: OnceLock<Result<Suite, NoSuite>>,
}

fn later(make: DeferredSuite) -> Further {
    LazyLock::new(Box::new(|| Arc::new(make())))
}

impl Plan {
    /// A plan of these suites and no others.
    pub fn new(suites: impl IntoIterator<Item = Suite>) -> Plan {
        Plan {
            first: suites.into_iter().map(Arc::new).collect(),
            further: Vec::new(),
            usual: None,
            stronger: None,
            last: None,
            budget: Duration::ZERO,
            most_varied: OnceLock::new(),
        }
    }

    /// Adds suites to those that each candidate plays.
    pub(crate) fn add(&mut self, suites: impl IntoIterator<Item = Suite>) {
        self.first.extend(suites.into_iter().map(Arc::new));
    }

    /// Adds one more suite, played after all others are passed: the last one of `makers` that fits into the budget of processor
    /// time. Each must have no fewer cases than the one before. `usual` is the place of the one that every candidate should
    /// play; the report on a candidate that plays a weaker one says so.
    pub fn and_within(
        self,
        budget: Duration,
        usual: Option<usize>,
        makers: impl IntoIterator<Item = DeferredSuite>,
    ) -> Plan {
        Plan { budget, usual, further: makers.into_iter().map(later).collect(), ..self }
    }

    /// The default plan: the given cases, the quick suite, the examples of a challenge that somebody has written, and then the
    /// usual one, if it takes no more than `BUDGET`; within a given budget the strongest instead. `is_robust` is whether lines
    /// outside the domain count. Fails if one of the first suites cannot be made.
    pub fn of_offers(
        dialect: &Dialect,
        offers: &[Offer],
        budget: Option<Duration>,
        is_robust: bool,
    ) -> Result<Plan, NoSuite> {
        // What an author has written is played, whatever else is.
        let is_written = dialect.is_challenge();
        let is_first = |offer: &&Offer| {
            [FIXTURES, SMOKE].contains(&offer.kind()) || is_written && offer.kind() == EXAMPLES
        };
        let first: Result<Vec<_>, _> =
            offers.iter().filter(is_first).map(|offer| Ok(offer.make()?.counting(is_robust))).collect();
        let (further, usual) = further(offers, budget.is_some());
        let makers = further.into_iter().map(|offer| -> DeferredSuite {
            let offer = offer.clone();
            let make = move || offer.make().expect("what is offered unasked can be made");
            Box::new(move || make().counting(is_robust))
        });
        let plan = Plan::new(first?).and_within(budget.unwrap_or(BUDGET), usual, makers);
        let explored = offers.iter().find(|offer| offer.kind() == EXPLORED && !offer.is_on_request).cloned();
        let last = explored.map(|offer| Last { offer, suite: OnceLock::new() });
        // What programs remember besides. Within a given budget it is one of the further suites.
        let probed =
            offers.iter().find(|offer| offer.kind() == PROBED && !offer.is_on_request && !offer.needs_boards);
        let stronger = probed.filter(|_| budget.is_none()).cloned().map(|offer| {
            later(Box::new(move || {
                offer.make().expect("what is offered unasked can be made").counting(is_robust)
            }))
        });
        Ok(Plan { stronger, last, ..plan })
    }

    pub(super) fn first(&self) -> Vec<Arc<Suite>> {
        self.first.clone()
    }

    /// Whether it tries more than given games: only then is more asked of a candidate than these.
    pub(super) fn is_general(&self) -> bool {
        !self.further.is_empty() || self.first.iter().any(|suite| suite.kind().reach >= Reach::Sorts)
    }

    /// Cases that help to identify the fault of a candidate that has failed.
    pub(super) fn evidence(&self) -> impl Iterator<Item = Case> {
        self.first.iter().flat_map(|suite| (0..suite.len()).map(|place| suite.case(place))).take(EVIDENCE)
    }

    /// Of the first cases the one with most different lines in its output, so that refusals and an end are among them.
    pub(super) fn most_varied(&self) -> Option<&Case> {
        let lines = |case: &Case| {
            let text = case.strict_transcript().text();
            text.split(|byte| *byte == b'\n').collect::<HashSet<_>>().len()
        };
        let find = || self.evidence().max_by_key(|case| (lines(case), Reverse(case.inputs.len())));
        self.most_varied.get_or_init(find).as_ref()
    }

    /// The suite that follows those that a candidate has passed, if each case takes this much processor time.
    pub(super) fn further(&self, passed: &[Arc<Suite>], price: Duration) -> Option<Arc<Suite>> {
        let is_begun = passed.len() > self.first.len();
        let suites = self.further.iter().take_while(|suite| !is_begun && work(suite, price) <= self.budget);
        let further = suites.last().map(|suite| Arc::clone(suite));
        further.or_else(|| self.stronger(passed, price)).or_else(|| self.last(passed, price))
    }

    /// The stronger suite, after the usual one.
    fn stronger(&self, passed: &[Arc<Suite>], price: Duration) -> Option<Arc<Suite>> {
        let has_passed = |kind| passed.iter().any(|suite| suite.kind() == kind);
        let stronger = self.stronger.as_ref().filter(|_| has_passed(COMPLETE) && !has_passed(PROBED))?;
        let budget_left = self.budget.saturating_sub(self.spent(passed, price));
        (work(stronger, price) <= budget_left).then(|| Arc::clone(stronger))
    }

    /// The last suite, as much of it as there is budget left for.
    fn last(&self, passed: &[Arc<Suite>], price: Duration) -> Option<Arc<Suite>> {
        let is_played = passed.iter().any(|suite| suite.kind() == EXPLORED);
        let last = self.last.as_ref().filter(|_| !is_played)?;
        let budget_left = self.budget.saturating_sub(self.spent(passed, price));
        let most = budget_left.as_nanos() / price.as_nanos().max(1);
        let suite = last.suite.get_or_init(|| last.offer.make()).as_ref().ok()?;
        let suite = suite.of_at_most(usize::try_from(most).unwrap_or(usize::MAX))?;
        Some(Arc::new(suite))
    }

    /// The usual suite, or else the last one, if a candidate played only weaker ones because each case takes this much
    /// processor time.
    pub(super) fn fallback(&self, played: &[Arc<Suite>], price: Duration) -> Option<Fallback> {
        let is_weaker = |usual: &&Further| {
            played.iter().filter(|suite| suite.kind() != EXPLORED).all(|suite| suite.len() < usual.len())
        };
        let usual = self.usual.and_then(|usual| self.further.get(usual)).filter(is_weaker);
        if let Some(usual) = usual {
            return Some(Fallback::new(usual.name(), work(usual, price)));
        }
        let last = self.last.as_ref()?.suite.get()?.as_ref().ok()?;
        let is_played = played.iter().any(|suite| suite.kind() == EXPLORED);
        let work = self.spent(played, price) + cost(last.least(), price);
        (!is_played).then(|| Fallback::new(last.name(), work))
    }

    /// How much of the budget these suites have used.
    fn spent(&self, played: &[Arc<Suite>], price: Duration) -> Duration {
        played.iter().skip(self.first.len()).map(|suite| work(suite, price)).sum()
    }

    /// Why the last suite could not be made, if it was wanted, and of which suites the reference has answered little.
    pub(super) fn missing(&self) -> Vec<Note> {
        let made = self.last.as_ref().and_then(|last| Some((last, last.suite.get()?)));
        let lack = |suite: &Suite| {
            let (suite, why) = (suite.name().to_owned(), suite.lack()?.to_owned());
            Some(Note::SaysLittle { suite, why })
        };
        let last = made.and_then(|(last, suite)| match suite {
            Ok(suite) => lack(suite),
            Err(why) => {
                Some(Note::NotPlayed { suite: last.offer.kind().name.to_owned(), why: why.to_string() })
            }
        });
        self.first.iter().filter_map(|suite| lack(suite)).chain(last).collect()
    }
}

/// The suites that may follow the small ones, the weakest first, and the place of the usual one: `complete`, or the
/// strongest where there is no `complete`. Unless all are asked for, there is no other choice than the usual one, so that
/// all programs are measured alike.
fn further(offers: &[Offer], all: bool) -> (Vec<&Offer>, Option<usize>) {
    let is_further = |offer: &&Offer| {
        let kind = offer.kind();
        kind.reach > Reach::Sorts && kind != EXPLORED && !offer.is_on_request
    };
    let beyond: Vec<_> = offers.iter().filter(is_further).collect();
    let complete = beyond.iter().position(|offer| offer.kind() == COMPLETE);
    let usual = complete.or(beyond.len().checked_sub(1));
    match usual {
        Some(usual) if !all => (vec![beyond[usual]], Some(0)),
        _ => (beyond, usual),
    }
}

/// How much processor time a suite takes.
fn work(suite: &Suite, price: Duration) -> Duration {
    cost(suite.len(), price)
}

/// How much processor time this many cases take.
fn cost(cases: usize, price: Duration) -> Duration {
    price.saturating_mul(u32::try_from(cases).unwrap_or(u32::MAX))
}
