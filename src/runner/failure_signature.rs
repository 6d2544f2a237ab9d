//! When two failures of a candidate count as the same one although they show in different games.

use crate::execution::{Ending, Execution, Limit};
use crate::session::{Event, Talk};
use crate::suite::Case;
use crate::transcript::{DivergenceKind, Expected, Step};
use crate::verdict::{CaseResult, Verdict};

/// What makes two failures the same, in games of different length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FailureSignature {
    /// The transcript is right, but the verdict is this.
    Ending(Verdict),
    /// A legal move was refused.
    MoveRefused,
    /// Text of this kind was expected. Whether something else was printed or nothing makes no difference:
    /// where a longer game goes on with something else, a shorter one is at its end.
    Missing(String),
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
        let missing = |what: &str| FailureSignature::Missing(what.to_owned());
        match &divergence.expected {
            Expected::Event(
                Event::ScoreShown(..)
                | Event::TurnsPassed(_)
                | Event::MoveMade(..)
                | Event::BoardShown(_)
                | Event::GameEnded(_)
                | Event::Talked(Talk::Sent),
            ) if is_refused => FailureSignature::MoveRefused,
            Expected::Event(Event::ScoreShown(..)) => missing("score"),
            Expected::Event(Event::TurnsPassed(_) | Event::PassAsked) => missing("pass"),
            Expected::Event(Event::MoveMade(..)) => missing("move"),
            // After a refusal a board may be shown, so that it is the prompt that is missing.
            Expected::Event(Event::BoardShown(_)) if is_refusal() => missing("prompt"),
            Expected::Event(Event::BoardShown(_)) => missing("board"),
            Expected::Event(Event::MoveAsked(_)) => missing("prompt"),
            Expected::Event(Event::InputRefused(_)) => missing("refusal"),
            Expected::Event(Event::GameEnded(_)) => missing("result"),
            Expected::Event(Event::CauseGiven(_)) => missing("cause"),
            Expected::Event(Event::DiscsCounted(_)) => missing("count"),
            Expected::Event(Event::Talked(_)) => missing("talk"),
            Expected::Event(Event::Said(said)) => missing(&said.word),
            Expected::Newline | Expected::Nothing => missing("line feed"),
        }
    }
}
