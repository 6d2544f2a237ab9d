//! Further checks of a candidate that has passed: a game again in other surroundings, lines that nobody types, and games in
//! parallel.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::cross::cross_check;
use super::difference::{Difference, Refused, Varied};
use super::explain::flaky;
use super::player::{Player, Target};
use super::{Candidate, Failure, Plan, Settings};
use super::{robustness, surroundings};
use crate::challenge::Weakness;
use crate::process::RunError;
use crate::suite::{Case, IoMode};
use crate::transcript::Profile;
use crate::verdict::Verdict;

/// A further check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    /// A run in other surroundings, where a failure is only noted. With a cross-check it counts, and the candidate is also
    /// run in parallel.
    Surroundings,
    /// Lines of a kind outside the domain, where a failure is only noted.
    Outside(Weakness),
}

/// The checks of a candidate that has passed, in the order of their notes.
pub(super) fn checks(settings: &Settings) -> Vec<Check> {
    // Where these lines count, they are in the suites.
    let outside = Weakness::ALL.iter().filter(|_| !settings.is_robust);
    let outside = outside.map(|&weakness| Check::Outside(weakness));
    [Check::Surroundings].into_iter().chain(outside).collect()
}

impl Check {
    /// Carries it out; with a held program where that may be and a clean run is not what is checked.
    ///
    /// # Errors
    /// [`RunError`] if the judge cannot run the candidate.
    pub(super) fn perform(
        self,
        player: &mut Player<'_>,
        candidate: &Candidate,
        (target, may_be_held): (Target<'_>, bool),
        plan: &Plan,
    ) -> Result<Varied, RunError> {
        match self {
            Check::Surroundings => in_other_surroundings(player, candidate, target, plan),
            Check::Outside(weakness) => {
                let note = robustness::note(player, candidate, target, (weakness, may_be_held))?;
                Ok(Varied { sentences: note.into_iter().collect(), refused: None })
            }
        }
    }
}

fn in_other_surroundings(
    player: &mut Player<'_>,
    candidate: &Candidate,
    target: Target<'_>,
    plan: &Plan,
) -> Result<Varied, RunError> {
    let most = plan.evidence().max_by_key(|case| (answers(case), Reverse(case.inputs.len())));
    let found = most.map(|case| surroundings::differences(player, target, &case)).transpose()?;
    let found = found.unwrap_or_default();
    let is_strict = player.settings.cross_check;
    if !is_strict {
        let profile = player.settings.profile;
        let sentence =
            |(words, found): &(&str, Difference)| found.sentence(words, profile, target.mode, candidate);
        return Ok(Varied { sentences: found.iter().map(sentence).collect(), refused: None });
    }
    match found.into_iter().next() {
        Some((words, difference)) => {
            let note = format!("Right in the usual surroundings, but fails {words}.");
            Ok(Varied { refused: Some(Refused { difference, note, alone: None }), ..Varied::default() })
        }
        None => cross_check(player, target, plan.evidence()),
    }
}

/// How many different lines are printed in a game, so that refusals and an end are among what is tried.
fn answers(case: &Case) -> usize {
    let text = case.strict_transcript().text();
    text.split(|byte| *byte == b'\n').collect::<HashSet<_>>().len()
}

impl Difference {
    /// What is different in these surroundings.
    fn sentence(&self, words: &str, profile: Profile, mode: IoMode, candidate: &Candidate) -> String {
        let failure = Failure::of(&self.case, profile, mode, candidate, &self.other, &self.result);
        let reason = failure.reason();
        match failure.verdict {
            Verdict::Wrong => format!("{words} it prints something else: {reason}"),
            verdict => format!("{words} it fails ({}): {reason}", verdict.name()),
        }
    }
}

impl Refused {
    /// The failure that it is.
    pub(super) fn failure(&self, profile: Profile, mode: IoMode, candidate: &Candidate) -> Failure {
        let Difference { case, other, result, .. } = &self.difference;
        let mut failure = Failure::of(case, profile, mode, candidate, other, result);
        failure.notes.push(self.note.clone());
        match &self.alone {
            Some(alone) => flaky(failure, alone, other),
            None => failure,
        }
    }
}
