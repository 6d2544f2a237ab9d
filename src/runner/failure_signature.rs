//! When two failures of a candidate count as the same one although they show in different games.

use crate::execution::{Ending, Execution, Limit};
use crate::session::{Event, Talk};
use crate::suite::Case;
use crate::transcript::{DivergenceKind, Expected, Step};
use crate::verdict::{CaseResult, Verdict};

/// What makes two failures the same, in games of different length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FailureSignature {
    /// The transcript is right, but the verdict is this.
    Ending(Verdict),
    /// A legal move was refused.
    MoveRefused,
    /// Text of this kind was expected. Whether something else was printed or nothing makes no difference:
    /// where a longer game goes on with something else, a shorter one is at its end.
    Missing(&'static str),
    /// The transcript went on after the end.
    Extra,
}

impl FailureSignature {
    pub(super) fn of(case: &Case, execution: &Execution, result: &CaseResult) -> FailureSignature {
        // Output without end differs somewhere, and elsewhere in a shorter game.
        let is_endless = matches!(execution.ending, Ending::Stopped(Limit::Output(_)));
        let divergence = result.divergence.as_ref().filter(|_| !is_endless);
        let Some(divergence) = divergence else { return FailureSignature::Ending(result.verdict) };
        if divergence.kind == DivergenceKind::Extra {
            return FailureSignature::Extra;
        }
        let is_refusal =
            || case.strict_transcript().steps().get(divergence.step).is_some_and(Step::is_refusal);
        let came = case.dialect.scan(&execution.stdout[divergence.at..]);
        let is_refused = matches!(came, Some((Event::InputRefused(_), _)));
        match &divergence.expected {
            Expected::Event(
                Event::ScoreShown(..)
                | Event::TurnsPassed(_)
                | Event::MoveMade(..)
                | Event::BoardShown(_)
                | Event::GameEnded(_)
                | Event::Talked(Talk::Sent),
            ) if is_refused => FailureSignature::MoveRefused,
            Expected::Event(Event::ScoreShown(..)) => FailureSignature::Missing("score"),
            Expected::Event(Event::TurnsPassed(_) | Event::PassAsked) => FailureSignature::Missing("pass"),
            Expected::Event(Event::MoveMade(..)) => FailureSignature::Missing("move"),
            // After a refusal a board may be shown, so that it is the prompt that is missing.
            Expected::Event(Event::BoardShown(_)) if is_refusal() => FailureSignature::Missing("prompt"),
            Expected::Event(Event::BoardShown(_)) => FailureSignature::Missing("board"),
            Expected::Event(Event::MoveAsked(_)) => FailureSignature::Missing("prompt"),
            Expected::Event(Event::InputRefused(_)) => FailureSignature::Missing("refusal"),
            Expected::Event(Event::GameEnded(_)) => FailureSignature::Missing("result"),
            Expected::Event(Event::CauseGiven(_)) => FailureSignature::Missing("cause"),
            Expected::Event(Event::DiscsCounted(_)) => FailureSignature::Missing("count"),
            Expected::Event(Event::Talked(_)) => FailureSignature::Missing("talk"),
            Expected::Event(Event::Said(said)) => FailureSignature::Missing(said.word),
            Expected::Newline | Expected::Nothing => FailureSignature::Missing("line feed"),
        }
    }
}
