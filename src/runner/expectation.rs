//! What a program's verdict should be, where that is known beforehand.

use serde::{Deserialize, Serialize};
use strum::VariantArray;

use crate::verdict::Verdict;

/// The verdicts that fit a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Expectation {
    /// One of these.
    OneOf(Vec<Verdict>),
    /// Any but `accepted`.
    AnyFault,
}

impl Expectation {
    /// Whether a verdict is one of those expected.
    pub fn fits(&self, verdict: Verdict) -> bool {
        match self {
            Expectation::OneOf(verdicts) => verdicts.contains(&verdict),
            Expectation::AnyFault => ![Verdict::Accepted, Verdict::JudgeError].contains(&verdict),
        }
    }

    /// The names of these verdicts.
    pub fn names(&self) -> Vec<&'static str> {
        let fitting = Verdict::VARIANTS.iter().filter(|verdict| self.fits(**verdict));
        fitting.map(|verdict| verdict.name()).collect()
    }

    /// What is expected, in words.
    pub fn words(&self) -> String {
        match self {
            Expectation::OneOf(verdicts) => {
                verdicts.iter().map(|verdict| verdict.name()).collect::<Vec<_>>().join(" or ")
            }
            Expectation::AnyFault => "any fault".to_owned(),
        }
    }
}
