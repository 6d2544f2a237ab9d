//! Finding out which way in a candidate takes: one game each way, and the one that works is it. If
//! none does, the one that gets farthest is, since a wrong program takes its input some way too.
//! Where a program may drop what comes before it asks, how it is fed is found out as well.

use super::player::Player;
use crate::execution::Feeding;
use crate::process::{Command, RunError};
use crate::suite::{Case, Channel};

/// The way in that a candidate takes.
///
/// # Errors
/// [`RunError`] if the judge cannot run it.
pub(super) fn find(player: &mut Player<'_>, command: &Command) -> Result<Channel, RunError> {
    let dialect = player.settings.dialect;
    let feedings = match player.settings.feeding {
        Some(feeding) => vec![feeding],
        None if dialect.may_drop_input() => vec![Feeding::Ahead, Feeding::Turn],
        None => vec![Feeding::Ahead],
    };
    let ways = player.settings.ways;
    let channels =
        feedings.into_iter().flat_map(|feeding| ways.iter().map(move |way| Channel { way: *way, feeding }));
    let channels: Vec<_> = channels.collect();
    let &[first, _, ..] = channels.as_slice() else { return Ok(channels[0]) };
    let game = Case::trial(dialect);
    let mut best = (0, first);
    for channel in channels {
        let (_, verdict) = player.play(command, channel, &game)?;
        if verdict.is_accepted() {
            return Ok(channel);
        }
        let reached = verdict.divergence.map_or(game.inputs.len(), |divergence| divergence.step);
        if reached > best.0 {
            best = (reached, channel);
        }
    }
    Ok(best.1)
}
