//! One game of one candidate, side by side with the reference.

use super::player::{Player, Target};
use super::{Candidate, Failure, Program, Settings, input_format};
use crate::execution::Execution;
use crate::process::{Interrupt, RunError};
use crate::suite::{Case, Tactic};
use crate::transcript::{Transcript, follow, visible_shortened};

/// A game that a candidate played. All text in it is safe to print: every character is visible.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replay {
    /// The candidate's name.
    pub name: String,
    /// The right transcript, with the inputs typed in.
    pub right: String,
    /// The candidate's transcript, with the inputs typed in behind its prompts.
    pub came: String,
    /// The inputs that it was given.
    pub inputs: Vec<Vec<u8>>,
    /// Its run, whose output may contain control characters.
    pub execution: Execution,
    /// The failure, if it is one.
    pub failure: Option<Failure>,
}

/// Plays a case with a candidate. With a tactic its inputs follow from the answers, if that is possible with
/// this candidate.
///
/// # Errors
/// [`RunError`] if the judge cannot run it.
pub fn replay(
    settings: &Settings,
    candidate: &Candidate,
    case: &Case,
    tactic: Option<Tactic>,
    interrupt: &Interrupt,
) -> Result<Replay, RunError> {
    let Program::Ready(command) = &candidate.program else { unreachable!("only commands are replayed") };
    let mut player = Player::new(settings, interrupt)?;
    let mode = input_format::find(&mut player, command)?.mode;
    let target = Target { command, mode };
    let case = mode.fit(case.clone());
    let (case, mode, (execution, result)) = match tactic {
        Some(tactic) => player.play_adaptively(target, case, tactic)?,
        None => {
            let played = player.play(target, &case)?;
            (case, mode, played)
        }
    };
    let expected = case.expected(settings.profile);
    let right = follow(&expected, &execution.stdout, settings.profile).expected;
    let came = Transcript::parse(case.dialect, &execution.stdout).echoed(&execution.stdout, &case.inputs);
    let failure = (!result.is_accepted())
        .then(|| Failure::of(&case, settings.profile, mode, candidate, &execution, &result));
    Ok(Replay {
        name: candidate.name.clone(),
        right: visible_shortened(&match case.dialect.observed() {
            // It is not known where each of the candidate's answers begins, so inputs cannot be inserted
            // there.
            Some(_) => right.text(),
            None => right.echoed(&case.inputs),
        }),
        came: visible_shortened(&came),
        inputs: case.inputs,
        execution,
        failure,
    })
}
