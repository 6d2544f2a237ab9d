//! `referee --bulk`: many games in one process, one per line: moves in, transcripts out.

use std::io::{self, BufRead, BufReader, BufWriter};
use std::path::Path;

use super::{Failure, GOOD, at, unless_closed};
use crate::play::{self, BulkError, Settings};

/// Plays the game of each line of a file, or of standard input if it is `-`.
pub(super) fn play(file: &Path, settings: &Settings) -> Result<u8, Failure> {
    let is_stdin = file.as_os_str() == "-";
    let name = if is_stdin { Path::new("standard input") } else { file };
    let games: Box<dyn BufRead> = match is_stdin {
        true => Box::new(io::stdin().lock()),
        false => Box::new(BufReader::new(std::fs::File::open(file).map_err(at(name))?)),
    };
    match play::bulk(settings, games, BufWriter::with_capacity(1 << 16, io::stdout().lock())) {
        Ok(()) => Ok(()),
        Err(BulkError::Write(why)) => unless_closed("standard output", Err::<(), _>(why)),
        Err(why) => Err(at(name)(why)),
    }?;
    Ok(GOOD)
}
