//! `referee --first P --second Q`: one game between players, on the screen.

use super::super::{BAD, Failure, GOOD, INTERRUPTED, print};
use super::Arguments;
use crate::dialect::Dialect;
use crate::golf::contestants;
use crate::player::table::{self, End};
use crate::player::{Forfeit, PlayerKind, seated};
use crate::process::Interrupt;

/// Plays the game.
pub(in crate::cli) fn play(
    arguments: &Arguments,
    dialect: &Dialect,
    given: [Option<PlayerKind>; 3],
) -> Result<u8, Failure> {
    let seats = seated(&given, dialect)?;
    let interrupt = Interrupt::on_signals()?;
    let conditions = arguments.conditions(&seats, interrupt.clone())?;
    let seed = arguments.seed();
    let contestants = contestants(&seats, dialect, &conditions)?;
    let mut players: Vec<_> =
        (seed..).zip(&contestants).map(|(seed, contestant)| contestant.player(&conditions, seed)).collect();
    let played = table::play(&arguments.rules(dialect, &interrupt), &mut players, &mut std::io::stdout())?;
    match &played.end {
        End::Over(_) => Ok(GOOD),
        End::Forfeited(_, Forfeit::BrokenOff) => Ok(INTERRUPTED),
        End::Forfeited(side, why) => {
            let who = dialect.side_name(*side);
            print(&format!("{who} ({}) forfeits: {why}\n", contestants[side.index()].name))?;
            Ok(BAD)
        }
    }
}
