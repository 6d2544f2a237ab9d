//! Finding out which way in a candidate takes: one game each way, and the one that works is it. If
//! none does, the one that gets farthest is, since a wrong program takes its input some way too.

use super::player::Player;
use crate::process::{Command, RunError};
use crate::suite::{Case, Way};

/// The way in that a candidate takes.
///
/// # Errors
/// [`RunError`] if the judge cannot run it.
pub(super) fn find(player: &mut Player<'_>, command: &Command) -> Result<Way, RunError> {
    let ways = player.settings.ways;
    let &[first, _, ..] = ways else { return Ok(ways[0]) };
    let game = Case::trial(player.settings.dialect);
    let mut best = (0, first);
    for &way in ways {
        let (_, verdict) = player.play(command, way, &game)?;
        if verdict.is_accepted() {
            return Ok(way);
        }
        let reached = verdict.divergence.map_or(game.inputs.len(), |divergence| divergence.step);
        if reached > best.0 {
            best = (reached, way);
        }
    }
    Ok(best.1)
}
