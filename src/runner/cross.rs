//! The cross-check: a candidate that has passed plays some games once more, alone and then twice at the
//! same time in two places. Whoever keeps anything between runs, in files, shared memory, locks or
//! anywhere else, may be right alone and yet not beside itself.

use super::player::Player;
use crate::execution::Execution;
use crate::process::{Command, RunError};
use crate::suite::{Case, Channel};
use crate::verdict::Verdict;

/// How many games are played so.
const GAMES: usize = 20;

/// What the cross-check found.
pub(super) enum Crossed {
    /// So many games, and all transcripts equal.
    Equal(usize),
    /// A game with another transcript beside itself.
    Different(Box<Difference>),
}

/// A game that went otherwise beside itself.
pub(super) struct Difference {
    pub(super) place: usize,
    pub(super) case: Case,
    pub(super) alone: Execution,
    pub(super) beside: Execution,
    pub(super) verdict: Verdict,
}

/// Plays the first of these cases alone and beside itself.
///
/// # Errors
/// [`RunError`] if the judge cannot run the candidate.
pub(super) fn cross_check(
    player: &mut Player<'_>,
    command: &Command,
    channel: Channel,
    cases: impl Iterator<Item = Case>,
) -> Result<Crossed, RunError> {
    let cases: Vec<_> = cases.take(GAMES).map(|case| case.carried_by(channel)).collect();
    let alone = play_all(player, command, channel, &cases)?;
    let (player, cases_of_both) = (&*player, &cases);
    let both = std::thread::scope(|scope| {
        let place = || play_all(&mut player.another()?, command, channel, cases_of_both);
        let other = scope.spawn(place);
        let own = place();
        let other = other.join().expect("playing does not panic");
        Ok::<_, RunError>([own?, other?])
    })?;
    for (place, (case, (alone, _))) in cases.iter().zip(&alone).enumerate() {
        let others = both.iter().map(|runs| &runs[place]);
        if let Some((beside, verdict)) = others.into_iter().find(|(beside, _)| beside.stdout != alone.stdout)
        {
            let (alone, beside) = (alone.clone(), beside.clone());
            let verdict = verdict.clone();
            return Ok(Crossed::Different(Box::new(Difference {
                place,
                case: case.clone(),
                alone,
                beside,
                verdict,
            })));
        }
    }
    Ok(Crossed::Equal(cases.len()))
}

fn play_all(
    player: &mut Player<'_>,
    command: &Command,
    channel: Channel,
    cases: &[Case],
) -> Result<Vec<(Execution, Verdict)>, RunError> {
    cases.iter().map(|case| player.play(command, channel, case)).collect()
}
