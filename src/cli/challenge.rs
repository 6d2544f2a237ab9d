//! Challenges that are named on the command line.

use std::path::Path;

use super::busy::Busy;
use super::{Failure, INTERRUPTED, failure};
use judging::catalogue;
use judging::dialect::Dialect;
use judging::process::Interrupt;
use judging::transcript::visible_line;

pub(super) fn open(folder: &Path) -> Result<Dialect, Failure> {
    let opened = reading(|interrupt, busy| {
        catalogue::open_watched(folder, interrupt, &|done, all| busy.measuring(done, all))
    })
    .map_err(|why| with_tip(folder, why))?;
    let notes = opened.whole().and_then(|whole| whole.package()).map_or(&[][..], |package| &package.notes);
    notes.iter().for_each(|note| anstream::eprintln!("judge: note: {}", visible_line(note.as_bytes())));
    Ok(opened)
}

/// A challenge, if it is played line by line.
pub(super) fn played(challenge: Dialect) -> Result<Dialect, Failure> {
    match challenge.whole() {
        None => Ok(challenge),
        Some(_) => Err(failure(format!(
            "{} has whole cases and no lines, so this command has nothing to do with it",
            challenge.name()
        ))),
    }
}

pub(super) fn named(name: &str) -> Result<Option<Dialect>, Failure> {
    reading(|interrupt, _| catalogue::named(name, interrupt))
}

/// Reads a challenge, which may take seconds: all states of a table are explored.
fn reading<T, E: Into<Failure>>(read: impl FnOnce(&Interrupt, &Busy) -> Result<T, E>) -> Result<T, Failure> {
    let interrupt = Interrupt::on_signals_or_end(INTERRUPTED)?;
    let busy = Busy::with("reading the challenge and exploring its states");
    read(&interrupt, &busy).map_err(Into::into)
}

/// The name of a built-in challenge is another option's.
fn with_tip(folder: &Path, why: Failure) -> Failure {
    let name = folder.to_string_lossy();
    let is_known = catalogue::names().iter().any(|known| *known == name);
    match is_known && !folder.exists() {
        true => failure(format!("{}; the built-in challenge is --dialect {name}", why.what)),
        false => why,
    }
}
