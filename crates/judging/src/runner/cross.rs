//! The cross-check: a candidate that has passed plays some games again, alone and then in two places in
//! parallel. A program that keeps state between runs, in files, shared memory, locks or anywhere else, may be
//! right alone and wrong in parallel.

use super::Facts;
use super::note::Note;
use super::player::{Player, Target};
use crate::execution::Execution;
use crate::process::RunError;
use crate::suite::{Case, counted};
use crate::verdict::CaseResult;

/// How many games are played in this way.
const GAMES: usize = 20;

/// Plays the first of these cases alone and in parallel.
pub(super) fn cross_check(
    player: &mut Player<'_>,
    target: Target<'_>,
    cases: impl Iterator<Item = Case>,
) -> Result<Varied, RunError> {
    let cases: Vec<_> = cases.take(GAMES).map(|case| target.mode.fit(case)).collect();
    let alone = play_all(player, target, &cases)?;
    let (player, cases_of_both) = (&*player, &cases);
    let both = std::thread::scope(|scope| {
        let place = || play_all(&mut player.another()?, target, cases_of_both);
        let other = scope.spawn(place);
        let own = place();
        let other = other.join().expect("playing does not panic");
        Ok::<_, RunError>([own?, other?])
    })?;
    for (place, (case, (alone, _))) in cases.iter().zip(&alone).enumerate() {
        let others = both.iter().map(|runs| &runs[place]);
        if let Some((beside, result)) = others.into_iter().find(|(beside, _)| beside.stdout != alone.stdout) {
            let (case, other, result) = (case.clone(), beside.clone(), result.clone());
            return Ok(different(Difference { place, case, other, result }, alone.clone()));
        }
    }
    let noun = cases.first().map_or("run", |case| case.dialect.noun());
    Ok(Varied::Noted(vec![Note::Equal(counted(cases.len(), noun))]))
}

/// A different transcript that is also right is no failure.
fn different(difference: Difference, alone: Execution) -> Varied {
    if difference.result.is_accepted() && difference.case.dialect.has_hidden() {
        return Varied::Noted(Vec::new());
    }
    if difference.result.is_accepted() {
        let case = format!("{} {}", difference.case.dialect.noun(), difference.case.name);
        return Varied::Noted(vec![Note::Unequal(case)]);
    }
    Varied::Refused(Box::new(Refused { difference, note: Note::FailsInParallel, alone: Some(alone) }))
}

fn play_all(
    player: &mut Player<'_>,
    target: Target<'_>,
    cases: &[Case],
) -> Result<Vec<(Execution, CaseResult)>, RunError> {
    cases.iter().map(|case| player.play(target, case)).collect()
}

/// The results of a check.
pub(super) enum Varied {
    /// Remarks for its author.
    Noted(Vec<Note>),
    /// Why it does not conform after all.
    Refused(Box<Refused>),
    /// The case that it fails, as one of a suite.
    Failed(Box<Facts>),
}

/// A difference that counts.
pub(super) struct Refused {
    pub(super) difference: Difference,
    /// Where it is right and where it is wrong.
    pub(super) note: Note,
    /// The right run, if the two runs differ only at random.
    pub(super) alone: Option<Execution>,
}

/// A game with another outcome.
pub(super) struct Difference {
    pub(super) place: usize,
    pub(super) case: Case,
    pub(super) other: Execution,
    pub(super) result: CaseResult,
}
