//! `referee --first P --second Q`: one game between players, on the screen.

use std::io::{self, Write};

use super::super::{BAD, Failure, GOOD, INTERRUPTED, print};
use super::{Arguments, contestants};
use crate::game::AnyPosition;
use crate::player::table::{self, End};
use crate::player::{Forfeit, Seat, words};
use crate::process::Interrupt;

/// Plays the game.
pub(in crate::cli) fn play(
    arguments: &Arguments,
    start: AnyPosition,
    given: [Option<Seat>; 3],
) -> Result<u8, Failure> {
    let count =
        contestants::players(&start).max(given.iter().rposition(Option::is_some).map_or(0, |last| last + 1));
    let seats: Vec<_> = given.into_iter().take(count).map(|seat| seat.unwrap_or(Seat::Human)).collect();
    let interrupt = Interrupt::on_signals()?;
    let house = arguments.house(&seats, interrupt.clone())?;
    let seed = arguments.seed();
    let contestants = contestants::prepare(&seats, &start, &house)?;
    let mut players: Vec<_> =
        (seed..).zip(&contestants).map(|(seed, contestant)| contestant.player(&house, seed)).collect();
    let played = table::play(&arguments.rules(start, &interrupt), &mut players, &mut Screen)?;
    match &played.end {
        End::Over(_) => Ok(GOOD),
        End::Forfeited(_, Forfeit::BrokenOff) => Ok(INTERRUPTED),
        End::Forfeited(side, why) => {
            let who = words::name(&played.position, *side);
            print(&format!("{who} ({}) forfeits: {why}\n", contestants[side.index()].name))?;
            Ok(BAD)
        }
    }
}

/// Standard output; a reader that has gone away is no failure.
struct Screen;

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match io::stdout().lock().write(bytes) {
            Err(why) if why.kind() == io::ErrorKind::BrokenPipe => Ok(bytes.len()),
            other => other,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match io::stdout().lock().flush() {
            Err(why) if why.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            other => other,
        }
    }
}
