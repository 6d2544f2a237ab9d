//! What a program's verdict should be, where that is known beforehand.

use strum::VariantArray;

use crate::verdict::Verdict;

/// The verdicts that fit a program.
#[derive(Clone, Debug, PartialEq, Eq)]
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
