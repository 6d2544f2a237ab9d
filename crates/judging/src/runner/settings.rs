//! How candidates are judged.

use super::validator::Validator;
use super::whole;
use crate::dialect::Dialect;
use crate::execution::{FeedMode, Limits, Patience};
use crate::process::{Isolation, core_count};
use crate::suite::InputFormat;
use crate::transcript::Profile;

/// How candidates are judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The game that they play.
    pub dialect: Dialect,
    /// What counts as right.
    pub profile: Profile,
    /// The input formats to try; of several, the one that works is found.
    pub formats: &'static [InputFormat],
    /// The feed mode; none if it is to be found, too.
    pub feed: Option<FeedMode>,
    /// The limits of each run.
    pub limits: Limits,
    /// The program that judges outputs, if the challenge has one.
    pub validator: Option<Validator>,
    /// The isolation of candidates.
    pub isolation: Isolation,
    /// Whether held programs may play games, besides clean runs.
    pub is_warm: bool,
    /// Whether games of held programs may end when the cleanup at exit begins, except those that are
    /// compared with clean runs.
    pub skips_tidying: bool,
    /// How many runs at once.
    pub jobs: usize,
    /// Whether a candidate plays the whole suite after a failure.
    pub keep_going: bool,
    /// Whether a candidate that has passed is also run alone and in parallel.
    pub cross_check: bool,
    /// Whether lines outside the domain of the challenge are among those that count. If not, a candidate that has passed
    /// gets them, too, and a failure there is a note.
    pub is_robust: bool,
    /// Whether events carry the facts of cases.
    pub tells_facts: bool,
}

impl Settings {
    /// The defaults of `judge check`, with this isolation.
    pub fn new(dialect: &Dialect, isolation: Isolation) -> Settings {
        Settings {
            dialect: dialect.clone(),
            profile: Profile::Golf,
            formats: InputFormat::of(dialect),
            feed: None,
            limits: match dialect.whole() {
                Some(whole) => whole::limits(whole.cases()),
                None => Limits::patient(Patience::default()),
            },
            validator: None,
            isolation,
            is_warm: true,
            skips_tidying: false,
            jobs: core_count().get(),
            keep_going: false,
            cross_check: false,
            is_robust: dialect.domain().is_robust(),
            tells_facts: false,
        }
    }
}
