//! Lines outside the domain, for a candidate that has passed: each kind of weakness alone, so that one does not hide the next.

use std::cell::Cell;
use std::collections::HashSet;

use super::Candidate;
use super::note::Note;
use super::player::{Player, Target};
use super::shell::showing;
use crate::challenge::Weakness;
use crate::dialect::Dialect;
use crate::execution::{Ending, Execution};
use crate::process::RunError;
use crate::suite::{Case, outside};
use crate::verdict::{CaseResult, Verdict};

/// How many lines are tried to find the shortest, and how many of those may end by a limit of time. After that the line is shown
/// where the whole game went wrong. Time itself does not count, so that a note is the same in every run.
const TRIED: usize = 12;
const LATE: usize = 2;

/// Plays the games with lines of a kind outside the domain, with a held program if the candidate may be held. Gives a note if
/// it fails on one in a clean run, too, with a command that shows it.
pub(super) fn note(
    player: &mut Player<'_>,
    candidate: &Candidate,
    target: Target<'_>,
    (weakness, may_be_held): (Weakness, bool),
) -> Result<Option<Note>, RunError> {
    let games = outside(player.settings.dialect(), weakness).into_iter().map(|case| target.mode.fit(case));
    let games: Vec<_> = games.filter(|case| !lines(weakness, case).is_empty()).collect();
    // Some programs take longer for a huge line than a held one is given.
    let may_be_held = may_be_held && weakness != Weakness::Huge;
    let Some(failed) = first_failed(player, target, &games, may_be_held)? else { return Ok(None) };
    let found = shortened(player, target, (weakness, failed), &games)?;
    Ok(found.and_then(|found| found.note(player, candidate, target)))
}

struct Found {
    /// What the line that shows it tries, and the shortest such line.
    weakness: Weakness,
    line: Vec<u8>,
    case: Case,
    execution: Execution,
    result: CaseResult,
}

/// The first of the games that fails, and its result.
fn first_failed<'a>(
    player: &mut Player<'_>,
    target: Target<'_>,
    games: &'a [Case],
    mut may_be_held: bool,
) -> Result<Option<(&'a Case, CaseResult)>, RunError> {
    for case in games {
        let (_, result) = player.play_warm(target, case, &mut may_be_held)?;
        if !result.is_accepted() {
            return Ok(Some((case, result)));
        }
    }
    Ok(None)
}

/// The failure of a game for a kind of line in a clean run, shown by a game that is as short as can be found soon.
fn shortened(
    player: &mut Player<'_>,
    target: Target<'_>,
    (weakness, (whole, failed)): (Weakness, (&Case, CaseResult)),
    games: &[Case],
) -> Result<Option<Found>, RunError> {
    let (tried, late) = (Cell::new(0), Cell::new(0));
    let mut play = |line: &[u8], case: Case| -> Result<Option<Found>, RunError> {
        let (execution, result) = player.play(target, &case)?;
        let is_late = matches!(execution.ending, Ending::Stopped(limit) if limit.is_of_time());
        late.set(late.get() + usize::from(is_late));
        let is_failure = !result.is_accepted();
        Ok(is_failure.then(|| Found { weakness, line: line.to_vec(), case, execution, result }))
    };
    let mut all: Vec<_> = games.iter().flat_map(|case| lines(weakness, case)).collect();
    all.sort_by_key(Vec::len);
    let suspect = suspect(weakness, whole, &failed);
    let is_soon = || tried.get() < TRIED && late.get() < LATE;
    let mut shown_by = |line: &Vec<u8>| {
        tried.set(tried.get() + 1);
        for inputs in short_games(&whole.dialect, line) {
            if let Some(found) = play(line, Case { inputs, ..whole.clone() })? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    };
    if matches!(weakness, Weakness::Long | Weakness::Huge)
        && let Some(found) = shortest(&all, is_soon, &mut shown_by)?
    {
        // The longest line shows it in every run, and the same way.
        return Ok(Some(match all.last().map(&mut shown_by).transpose()?.flatten() {
            Some(longest) => Found { line: found.line, ..longest },
            None => found,
        }));
    }
    for line in all.iter().take_while(|_| is_soon()).chain([&suspect]) {
        if let Some(found) = shown_by(line)? {
            return Ok(Some(found));
        }
    }
    // Seen twice, so that it is not said of a program that was only late.
    play(&suspect, whole.clone())
}

/// The failure that the shortest of these lines shows, found by halving: most programs fail from some length on, that of a
/// buffer. The lines are in order of their length. None if no line that was tried fails, though another may.
fn shortest(
    lines: &[Vec<u8>],
    is_soon: impl Fn() -> bool,
    mut shown_by: impl FnMut(&Vec<u8>) -> Result<Option<Found>, RunError>,
) -> Result<Option<Found>, RunError> {
    let (mut from, mut to) = (0, lines.len());
    let mut shortest = None;
    while from < to && is_soon() {
        let middle = from.midpoint(to);
        match shown_by(&lines[middle])? {
            Some(found) => (to, shortest) = (middle, Some(found)),
            None => from = middle + 1,
        }
    }
    Ok(shortest)
}

/// The different lines of a game that are of this kind.
fn lines(weakness: Weakness, case: &Case) -> Vec<Vec<u8>> {
    let mut known = HashSet::new();
    let is_of_kind = |line: &&Vec<u8>| case.dialect.domain().weakness(line) == Some(weakness);
    case.inputs.iter().filter(is_of_kind).filter(|line| known.insert(*line)).cloned().collect()
}

/// A line alone, and before the first input of the trial.
fn short_games(dialect: &Dialect, line: &[u8]) -> [Vec<Vec<u8>>; 2] {
    let next = dialect.trial_inputs().into_iter().next();
    [vec![line.to_vec()], [line.to_vec()].into_iter().chain(next).collect()]
}

/// The line of a kind whose answer was the first wrong one in a game, as far as can be seen.
fn suspect(weakness: Weakness, case: &Case, result: &CaseResult) -> Vec<u8> {
    let step = result.divergence().map_or(0, |divergence| divergence.step);
    let lines = lines(weakness, case);
    let at_fault = step.checked_sub(1).and_then(|place| case.inputs.get(place));
    at_fault.filter(|line| lines.contains(line)).or(lines.first()).cloned().unwrap_or_default()
}

impl Found {
    /// "dies on bytes that are not UTF-8 (`judge replay …`)". None if it cannot be run.
    fn note(&self, player: &Player<'_>, candidate: &Candidate, target: Target<'_>) -> Option<Note> {
        let replay = candidate.replay_command(target.mode, &self.case)?;
        let what = format!("{} {}", self.verb(), self.weakness.words(&self.line));
        Some(Note::Outside { what, replay: showing(&replay, &player.settings.conditions.isolation.shown()) })
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
            Verdict::Accepted
            | Verdict::Memory
            | Verdict::Processes
            | Verdict::Files
            | Verdict::Forbidden
            | Verdict::CompileError
            | Verdict::CannotRun
            | Verdict::JudgeError => "fails on",
        }
    }
}
