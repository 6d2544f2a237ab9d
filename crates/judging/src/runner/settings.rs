//! The criteria, and how candidates are judged.

use super::validator::Validators;
use super::whole;
use crate::dialect::Dialect;
use crate::driver::RunConditions;
use crate::process::Isolation;
use crate::suite::InputFormat;
use crate::transcript::Profile;

/// What is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Criteria {
    /// The challenge.
    pub dialect: Dialect,
    /// What may differ.
    pub profile: Profile,
    /// The programs that judge outputs and sources, if the challenge has some.
    pub validators: Validators,
    /// Whether lines outside the domain of the challenge are among those that count. If not, a candidate that has passed
    /// gets them, too, and a failure there is a note.
    pub is_robust: bool,
}

/// How candidates are judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How they are run.
    pub conditions: RunConditions,
    /// What is right.
    pub criteria: Criteria,
    /// The input formats to try; of several, the one that works is found.
    pub formats: &'static [InputFormat],
    /// Whether a candidate plays the whole suite after a failure.
    pub keep_going: bool,
    /// Whether a candidate that has passed is also run alone and in parallel.
    pub cross_check: bool,
    /// Whether more than the cases of the suites is tried once a candidate has passed these.
    pub further_checks: bool,
    /// Whether events carry the facts of cases.
    pub reports_facts: bool,
}

impl Settings {
    /// The defaults of `judge check`, with this isolation.
    pub fn new(dialect: &Dialect, isolation: Isolation) -> Settings {
        let usual = RunConditions::new(isolation);
        let limits = dialect.whole().map_or(usual.limits, |whole| whole::limits(whole.cases(), ""));
        Settings {
            conditions: RunConditions { limits, ..usual },
            criteria: Criteria {
                dialect: dialect.clone(),
                profile: Profile::Golf,
                validators: Validators::default(),
                is_robust: dialect.domain().is_robust,
            },
            formats: InputFormat::of(dialect),
            keep_going: dialect.whole().is_some_and(|whole| whole.cases().has_points()),
            cross_check: false,
            further_checks: true,
            reports_facts: false,
        }
    }

    /// The challenge.
    pub fn dialect(&self) -> &Dialect {
        &self.criteria.dialect
    }
}
