//! `referee --first P --second Q`: one game between players, on the screen.

use std::path::Path;

use super::super::{BAD, Failure, GOOD, INTERRUPTED, print, save};
use super::Arguments;
use crate::dialect::Dialect;
use crate::golf::contestants;
use crate::player::table::{self, End};
use crate::player::{Forfeit, PlayerKind, seated};
use crate::process::Interrupt;
use crate::report::TimedWriter;

/// Plays the game.
pub(in crate::cli) fn play(
    arguments: &Arguments,
    dialect: &Dialect,
    given: [Option<PlayerKind>; 3],
    cast: Option<&Path>,
) -> Result<u8, Failure> {
    let seats = seated(&given, dialect)?;
    let interrupt = Interrupt::on_signals()?;
    let conditions = arguments.conditions(&seats, interrupt.clone())?;
    let seed = arguments.seed();
    let contestants = contestants(&seats, dialect, &conditions)?;
    let mut players: Vec<_> =
        (seed..).zip(&contestants).map(|(seed, contestant)| contestant.player(&conditions, seed)).collect();
    let mut screen = TimedWriter::new(std::io::stdout());
    let played = table::play(&arguments.rules(dialect, &interrupt), &mut players, &mut screen)?;
    if let Some(file) = cast {
        let names: Vec<_> = contestants.iter().map(|contestant| contestant.name.as_str()).collect();
        let cast = screen.cast(&names.join(" against "), &played.transcript);
        save(file, cast.render().as_bytes())?;
    }
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
