//! Names the fault of a candidate by a small change of the reference: the changed reference that prints what the candidate
//! prints, where that is wrong and where it is right.

use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use super::NamedFault;
use super::hypotheses::{Hypotheses, RunDigest};
use super::mutants::{in_spread_order, limits};
use super::player::{Player, Target};
use crate::challenge::Freedoms;
use crate::execution::{Ending, Execution};
use crate::process::RunError;
use crate::suite::{Case, IoMode};

/// How long changed references are tried for one candidate. Each is a start of an interpreter, some 20 ms, and what several
/// candidates fail at is tried once for all.
const PATIENCE: Duration = Duration::from_secs(5);

/// How many other cases a changed reference must answer as the candidate does.
const EVIDENCE: usize = 24;

/// How many of those that fit the failure are compared on other cases.
const MOST_FITTING: usize = 8;

/// The fault of a candidate: it failed in the first of these cases. The others are played only if a change explains that.
/// None is named if it does not fail there again.
///
/// # Errors
/// [`RunError`] if the judge cannot run programs.
pub(super) fn name(
    hypotheses: &Hypotheses,
    player: &mut Player<'_>,
    candidate: Target<'_>,
    cases: impl Iterator<Item = Case>,
) -> Result<Option<NamedFault>, RunError> {
    let mut until = Instant::now() + PATIENCE;
    let mut fitting = in_spread_order(hypotheses.words().len());
    for (place, case) in cases.take(1 + EVIDENCE).enumerate() {
        let case = candidate.mode.fit(case);
        let (execution, result) = player.play(candidate, &case)?;
        let Some(freedoms) = case.dialect.freedoms() else { return Ok(None) };
        if place == 0 && result.is_accepted() {
            return Ok(None);
        }
        let shown = digest(&execution, freedoms);
        let mut left = Vec::new();
        for number in fitting {
            if left.len() == MOST_FITTING || Instant::now() > until {
                break;
            }
            if played(hypotheses, player, number, candidate.mode, &case, freedoms)? == Some(shown) {
                left.push(number);
            }
        }
        fitting = left;
        if fitting.is_empty() {
            break;
        }
        if place == 0 {
            until += PATIENCE;
        }
    }
    Ok(fitting.iter().min().map(|number| NamedFault {
        fault: hypotheses.words()[*number].clone(),
        cause: "Reproducible: the same inputs always trigger it.".to_owned(),
    }))
}

/// What a changed reference does in a case; none if it is no program.
fn played(
    hypotheses: &Hypotheses,
    player: &mut Player<'_>,
    number: usize,
    mode: IoMode,
    case: &Case,
    freedoms: &Freedoms,
) -> Result<Option<RunDigest>, RunError> {
    let asked = (number, mode, case.inputs.clone());
    if let Some(run) = hypotheses.known(&asked) {
        return Ok(run);
    }
    let mutated = hypotheses.make(number);
    let run = match mutated.as_ref().ok().and_then(|mutated| mutated.command.as_ref()) {
        None => None,
        Some(command) => {
            let limits = limits(player.settings.limits, Duration::ZERO);
            let target = Target { command, mode };
            let (execution, _) = player.play_within(target, case, &limits)?;
            Some(digest(&execution, freedoms))
        }
    };
    hypotheses.remember(asked, run);
    Ok(run)
}

/// What counts of a run.
fn digest(execution: &Execution, freedoms: &Freedoms) -> RunDigest {
    let output = String::from_utf8_lossy(&execution.stdout).replace("\r\n", "\n");
    let is_ended = matches!(execution.ending, Ending::Exited(_) | Ending::Dismissed | Ending::Closed);
    RunDigest { output: Sha256::digest(freedoms.folded(output.trim_end())).into(), is_ended }
}
