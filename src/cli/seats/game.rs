//! `referee --first P --second Q`: one game between players, on the screen.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::super::{BAD, Failure, GOOD, INTERRUPTED, print, save};
use super::{Arguments, contestants};
use crate::dialect::Dialect;
use crate::player::table::{self, End};
use crate::player::{Forfeit, PlayerKind};
use crate::process::Interrupt;

/// Plays the game.
pub(in crate::cli) fn play(
    arguments: &Arguments,
    dialect: &Dialect,
    given: [Option<PlayerKind>; 3],
    cast: Option<&Path>,
) -> Result<u8, Failure> {
    let start = super::start(dialect)?;
    let count =
        contestants::players(&start).max(given.iter().rposition(Option::is_some).map_or(0, |last| last + 1));
    let seats: Vec<_> = given.into_iter().take(count).map(|seat| seat.unwrap_or(PlayerKind::Human)).collect();
    let interrupt = Interrupt::on_signals()?;
    let conditions = arguments.conditions(&seats, interrupt.clone())?;
    let seed = arguments.seed();
    let contestants = contestants::prepare(&seats, &start, &conditions)?;
    let mut players: Vec<_> =
        (seed..).zip(&contestants).map(|(seed, contestant)| contestant.player(&conditions, seed)).collect();
    let mut screen = Screen { began: Instant::now(), written: cast.map(|_| Vec::new()) };
    let played = table::play(&arguments.rules(dialect, &interrupt), &mut players, &mut screen)?;
    if let (Some(file), Some(written)) = (cast, &screen.written) {
        let names: Vec<_> = contestants.iter().map(|contestant| contestant.name.as_str()).collect();
        let cast = super::super::cast::of_game(&names.join(" against "), &played.transcript, written);
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

/// Standard output; a closed pipe is not a failure.
struct Screen {
    began: Instant,
    /// The output with its times, if they are needed.
    written: Option<Vec<(Duration, Vec<u8>)>>,
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = put(bytes)?;
        if let Some(written) = &mut self.written {
            written.push((self.began.elapsed(), bytes[..length].to_vec()));
        }
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        match io::stdout().lock().flush() {
            Err(why) if why.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            other => other,
        }
    }
}

/// Writes to standard output; a closed pipe is ignored.
fn put(bytes: &[u8]) -> io::Result<usize> {
    match io::stdout().lock().write(bytes) {
        Err(why) if why.kind() == io::ErrorKind::BrokenPipe => Ok(bytes.len()),
        other => other,
    }
}
