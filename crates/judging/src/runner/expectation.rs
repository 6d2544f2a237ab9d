//! What a program's verdict should be, where that is known beforehand.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::VariantArray;

use crate::verdict::Verdict;

/// The verdicts that fit a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(into = "Vec<Verdict>", from = "Vec<Verdict>")]
#[schemars(with = "Vec<Verdict>")]
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

    /// These verdicts.
    pub fn verdicts(&self) -> Vec<Verdict> {
        Verdict::VARIANTS.iter().copied().filter(|verdict| self.fits(*verdict)).collect()
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

impl From<Expectation> for Vec<Verdict> {
    fn from(expected: Expectation) -> Vec<Verdict> {
        match expected {
            Expectation::OneOf(verdicts) => verdicts,
            Expectation::AnyFault => expected.verdicts(),
        }
    }
}

impl From<Vec<Verdict>> for Expectation {
    fn from(verdicts: Vec<Verdict>) -> Expectation {
        if verdicts == Expectation::AnyFault.verdicts() {
            Expectation::AnyFault
        } else {
            Expectation::OneOf(verdicts)
        }
    }
}
