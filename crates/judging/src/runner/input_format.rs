//! Finds the input format of a candidate: plays one game in each, and takes the one that works. If none does, it takes
//! the one that gets farthest, since a wrong program has an input format, too. Where a program may drop input that
//! comes before it asks for it, the feed mode is found as well.
//!
//! A candidate that made no progress in the first format gets little time in the others, and those that cannot help
//! are left out: a program that read nothing does not depend on the format, one that read its input does not wait for
//! arguments, and one that answered some of it knows the format. If no other format gets farther, this game is the
//! failure, so it need not be waited for again.

use super::Facts;
use super::player::{Player, Target};
use crate::execution::{Ending, Execution, Limit, Limits};
use crate::process::{Command, RunError};
use crate::suite::{Case, IoMode};
use crate::verdict::{CaseResult, Settled, Verdict};

/// A program that answers this many inputs correctly reads this format.
const UNDERSTOOD: usize = 2;

pub(super) struct FoundFormat {
    pub(super) mode: IoMode,
    /// The game that it did not finish, if it was seen to spin or to sleep there.
    pub(super) stuck: Option<Box<Facts>>,
}

struct Try {
    mode: IoMode,
    execution: Execution,
    result: CaseResult,
    /// How many of the inputs it answered correctly.
    reached: usize,
}

/// Finds the input format that the candidate reads.
pub(super) fn find(player: &mut Player<'_>, command: &Command) -> Result<FoundFormat, RunError> {
    let modes = modes(player);
    let &[first, _, ..] = modes.as_slice() else { return Ok(FoundFormat::format(modes[0])) };
    let game = Case::trial(player.settings.dialect());
    let limits = player.settings.conditions.limits;
    let first = attempt(player, Target { command, mode: first }, &game, limits)?;
    if first.is_settled() {
        return Ok(first.into_found(&game));
    }
    let limits = if first.stuck().is_some() { limits.with_short_patience() } else { limits };
    // A program that was stopped may not have flushed its answers. With another input it ends, and its first
    // output appears then.
    let mut farthest = if first.stuck().is_some() { UNDERSTOOD - 1 } else { 0 }.max(first.reached);
    let mut best = None;
    for &mode in modes[1..].iter().filter(|mode| first.may_differ(**mode)) {
        let other = attempt(player, Target { command, mode }, &game, limits)?;
        if other.is_settled() {
            return Ok(FoundFormat::format(mode));
        }
        if other.reached > farthest {
            (farthest, best) = (other.reached, Some(mode));
        }
    }
    Ok(best.map_or_else(|| first.into_found(&game), FoundFormat::format))
}

/// All modes that may be tried, in their order.
fn modes(player: &Player<'_>) -> Vec<IoMode> {
    let feeds = player
        .settings
        .conditions
        .feed
        .map_or_else(|| player.settings.dialect().feeds().to_vec(), |feed| vec![feed]);
    let formats = player.settings.formats;
    let modes =
        feeds.into_iter().flat_map(|feed| formats.iter().map(move |format| IoMode { format: *format, feed }));
    modes.collect()
}

fn attempt(
    player: &mut Player<'_>,
    target: Target<'_>,
    game: &Case,
    limits: Limits,
) -> Result<Try, RunError> {
    let (execution, result) = player.play_within(target, game, &limits)?;
    let step = result.divergence().map(|divergence| divergence.step);
    let reached = step.unwrap_or(game.inputs.len());
    Ok(Try { mode: target.mode, execution, result, reached })
}

impl FoundFormat {
    fn format(mode: IoMode) -> FoundFormat {
        FoundFormat { mode, stuck: None }
    }
}

impl Try {
    /// Whether no other format could be better: its transcript is right, whatever else is wrong, or it could
    /// not be started.
    fn is_settled(&self) -> bool {
        let is_refused = self.result.verdict == Verdict::CompileError;
        let is_over = self.result.is_accepted() || is_refused;
        is_over || (self.result.divergence().is_none() && self.stuck().is_some())
    }

    /// The limit that it exceeded because it made no progress, if it did.
    fn stuck(&self) -> Option<Limit> {
        match self.execution.ending {
            Ending::Stopped(limit) if limit.is_explained() => Some(limit),
            _ => None,
        }
    }

    /// Whether another format could change the outcome.
    fn may_differ(&self, other: IoMode) -> bool {
        let Some(limit) = self.stuck() else { return true };
        let is_open = |has_read: bool| has_read == other.format.is_on_stdin();
        self.reached < UNDERSTOOD && limit.has_read().is_none_or(is_open)
    }

    /// The result, if this is the format.
    fn into_found(self, game: &Case) -> FoundFormat {
        let Try { mode, execution, result, .. } = self;
        let is_stuck = matches!(execution.ending, Ending::Stopped(limit) if limit.is_explained());
        let stuck = is_stuck.then(|| {
            let settled = Settled { result, run: 0, is_flaky: false };
            Box::new(Facts { place: 0, case: game.clone(), mode, runs: vec![execution], settled })
        });
        FoundFormat { mode, stuck }
    }
}
