//! The message about a candidate that was too slow for the suite that every candidate should play.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::execution::Seconds;
use crate::suite::SuiteKind;

/// A suite that every candidate should play, and that one did not play, because it would need more processor time than
/// the budget allows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Fallback {
    /// The name of the suite.
    pub suite: String,
    /// How much processor time it would need, by what the runs so far took.
    #[serde(rename = "seconds", with = "Seconds")]
    pub work: Duration,
    /// A budget that the suite fits into, in seconds, with a quarter to spare: the estimate differs by some tenths from run
    /// to run.
    pub budget: u64,
    /// Whether the program sleeps, which counts as processor time does.
    #[serde(default)]
    pub is_asleep: bool,
}

/// A proposed budget is a multiple of this, in seconds.
const STEP: u64 = 10;

impl Fallback {
    /// A suite that would need this much processor time.
    pub(super) fn new(suite: &str, work: Duration) -> Fallback {
        let steps = (work.as_secs_f64() * 1.25 / STEP as f64).ceil() as u64;
        Fallback { suite: suite.to_owned(), work, budget: steps * STEP, is_asleep: false }
    }

    pub(super) fn of_sleeper(self, is_asleep: bool) -> Fallback {
        Fallback { is_asleep, ..self }
    }

    /// The suite that was not played, and the option that plays it.
    pub fn sentence(&self) -> String {
        let (covers, seconds) = (SuiteKind::covers_of(&self.suite), self.work.as_secs_f64().ceil());
        let time = if self.is_asleep { "processor time and sleep" } else { "processor time" };
        format!("{covers} would take {seconds} s of {time}, --budget {}s", self.budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_that_is_proposed_is_larger_than_the_estimate() {
        let needs = |seconds| Fallback::new("complete", Duration::from_secs(seconds));
        assert_eq!([1, 8, 9, 100].map(|seconds| needs(seconds).budget), [10, 10, 20, 130]);
        assert_eq!(needs(100).sentence(), "every state would take 100 s of processor time, --budget 130s");
    }
}
