//! Lines outside the domain, for a candidate that has passed: each kind of weakness alone, so that one does not hide the next.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use super::Candidate;
use super::player::{Player, Target};
use super::shell::showing;
use crate::challenge::Weakness;
use crate::execution::{Ending, Execution};
use crate::process::RunError;
use crate::suite::{Case, robust};
use crate::verdict::{CaseResult, Verdict};

/// How long a shorter game is looked for. After that the whole game is shown.
const PATIENCE: Duration = Duration::from_secs(2);

/// Plays the games with lines outside the domain. Gives a note for each kind of line that the candidate fails on, with a
/// command that shows it.
///
/// # Errors
/// [`RunError`] if the judge cannot run the candidate.
pub(super) fn notes(
    player: &mut Player<'_>,
    candidate: &Candidate,
    target: Target<'_>,
) -> Result<Vec<String>, RunError> {
    let cases = robust(player.settings.dialect);
    let mut notes = Vec::new();
    for games in cases.chunk_by(|(one, _), (other, _)| one == other) {
        let found = failure(player, target, games)?;
        notes.extend(found.map(|found| found.note(player, candidate, target)));
    }
    Ok(notes)
}

/// A game that a candidate fails.
struct Found {
    weakness: Weakness,
    case: Case,
    execution: Execution,
    result: CaseResult,
}

/// The failure of any of the games for a kind of line, shown by a game that is as short as can be found soon.
fn failure(
    player: &mut Player<'_>,
    target: Target<'_>,
    games: &[(Weakness, Case)],
) -> Result<Option<Found>, RunError> {
    let mut play = |weakness, case: Case| -> Result<Option<Found>, RunError> {
        let case = target.mode.fit(case);
        let (execution, result) = player.play(target, &case)?;
        let is_failure = !result.is_accepted();
        Ok(is_failure.then_some(Found { weakness, case, execution, result }))
    };
    for (weakness, case) in games {
        if play(*weakness, case.clone())?.is_none() {
            continue;
        }
        let began = Instant::now();
        for inputs in shorter(games) {
            if began.elapsed() > PATIENCE {
                break;
            }
            if let Some(found) = play(*weakness, Case { inputs, ..case.clone() })? {
                return Ok(Some(found));
            }
        }
        // Seen twice, so that it is not said of a program that was only late.
        return play(*weakness, case.clone());
    }
    Ok(None)
}

/// Shorter games that may show a failure: each line outside the domain alone, then also before the first input of the trial;
/// the shortest line first.
fn shorter(games: &[(Weakness, Case)]) -> Vec<Vec<Vec<u8>>> {
    let Some((weakness, Case { dialect, .. })) = games.first() else { return Vec::new() };
    let mut known = HashSet::new();
    let mut lines: Vec<_> = games.iter().flat_map(|(_, case)| &case.inputs).collect();
    lines.retain(|line| dialect.domain().weakness(line) == Some(*weakness) && known.insert(*line));
    lines.sort_by_key(|line| line.len());
    let next = dialect.trial().first().map(|line| line.as_bytes().to_vec());
    let alone = |line: &&Vec<u8>| vec![(*line).clone()];
    let followed = |line: &&Vec<u8>| [(*line).clone()].into_iter().chain(next.clone()).collect();
    lines.iter().flat_map(|line| [alone(line), followed(line)]).collect()
}

impl Found {
    /// "dies on bytes that are not UTF-8 (`judge replay …`)".
    fn note(&self, player: &Player<'_>, candidate: &Candidate, target: Target<'_>) -> String {
        let domain = self.case.dialect.domain();
        let mut lines = self.case.inputs.iter();
        let line = lines.find(|line| domain.weakness(line) == Some(self.weakness));
        let words = self.weakness.words(line.map_or(&b""[..], Vec::as_slice));
        let replay = candidate.replay_command(target.mode, &self.case);
        let replay = replay.map(|replay| showing(&replay, &player.settings.isolation.shown()));
        let again = replay.map(|replay| format!(" (`{replay}`)")).unwrap_or_default();
        format!("{} {words}{again}", self.verb())
    }

    fn verb(&self) -> &'static str {
        let has_complained = !self.execution.stderr.is_empty()
            || !matches!(self.execution.ending, Ending::Exited(0) | Ending::Dismissed);
        match self.result.verdict {
            Verdict::Crashed => "dies on",
            Verdict::Early if has_complained => "dies on",
            Verdict::Early => "ends at",
            Verdict::Wrong | Verdict::Extra => "answers wrongly after",
            Verdict::CpuTime | Verdict::WallTime | Verdict::Idle => "hangs on",
            Verdict::Output => "prints without end after",
            _ => "fails on",
        }
    }
}
