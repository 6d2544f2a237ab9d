//! The expected verdict of a program, where that is known beforehand.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::VariantArray;

use crate::challenge::Marks;
use crate::dialect::{CaseRule, JudgedCase, PackageProgram};
use crate::verdict::Verdict;

/// The verdicts that fit a program. Rules on cases are written as the verdicts that fit it as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(into = "Vec<Verdict>", from = "Vec<Verdict>")]
#[schemars(with = "Vec<Verdict>")]
pub enum Expectation {
    /// One of these.
    OneOf(Vec<Verdict>),
    /// Any but `accepted`.
    AnyFault,
    /// In all cases what these rules say.
    Cases(Vec<CaseRule<Verdict>>),
}

impl Expectation {
    /// Whether a verdict is one of those expected.
    pub fn fits(&self, verdict: Verdict) -> bool {
        match self {
            Expectation::OneOf(verdicts) => verdicts.contains(&verdict),
            Expectation::AnyFault => ![Verdict::Accepted, Verdict::JudgeError].contains(&verdict),
            Expectation::Cases(rules) => {
                let mut of_all = rules.iter().filter(|rule| rule.place.is_empty());
                of_all.all(|rule| rule.permitted.contains(&verdict))
            }
        }
    }

    /// These verdicts.
    pub fn verdicts(&self) -> Vec<Verdict> {
        Verdict::VARIANTS.iter().copied().filter(|verdict| self.fits(*verdict)).collect()
    }

    /// The verdicts that a package expects of one of its programs.
    pub(crate) fn of_package(program: &PackageProgram) -> Expectation {
        let named = |name: &String| name.parse().unwrap_or(Verdict::JudgeError);
        match &program.verdicts {
            Some(verdicts) => Expectation::OneOf(verdicts.iter().map(named).collect()),
            None => Expectation::Cases(program.rules.iter().map(|rule| rule.with(named)).collect()),
        }
    }

    /// Whether a program is to play all cases.
    pub(super) fn is_of_cases(&self) -> bool {
        matches!(self, Expectation::Cases(_))
    }

    /// The verdicts that are expected of a program with this verdict, these in cases, each with the validator's message, and these
    /// points, and what is wrong with those.
    pub(super) fn settled(
        self,
        verdict: Verdict,
        cases: &[JudgedCase<Verdict>],
        marks: Option<&Marks>,
    ) -> (Expectation, Option<String>) {
        let Expectation::Cases(rules) = &self else { return (self, None) };
        let broken = rules.iter().find_map(|rule| rule.broken(cases, marks));
        let mut fitting = self.verdicts();
        // Without the cases, as of a program that is not compiled, only the verdict counts.
        if !cases.is_empty() {
            fitting.retain(|one| *one != verdict);
            fitting.extend(broken.is_none().then_some(verdict));
        }
        (Expectation::OneOf(fitting), broken)
    }

    /// The expectation, in words.
    pub fn words(&self) -> String {
        match self {
            Expectation::OneOf(verdicts) => {
                verdicts.iter().map(|verdict| verdict.name()).collect::<Vec<_>>().join(" or ")
            }
            Expectation::AnyFault => "any fault".to_owned(),
            Expectation::Cases(_) => Expectation::OneOf(self.verdicts()).words(),
        }
    }
}

impl From<Expectation> for Vec<Verdict> {
    fn from(expected: Expectation) -> Vec<Verdict> {
        match expected {
            Expectation::OneOf(verdicts) => verdicts,
            Expectation::AnyFault | Expectation::Cases(_) => expected.verdicts(),
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
