//! `referee --bulk`: many games in one process, one per line: moves in, transcripts out. A caller that needs
//! many games need not start a process for each.

use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use super::{Failure, GOOD, failure};
use crate::play::{self, Settings};
use crate::suite::moves;

/// Plays the game of each line of a file, or of standard input if it is `-`, and prints its transcript as
/// a JSON string on a line of its own.
pub(super) fn play(file: &Path, settings: &Settings) -> Result<u8, Failure> {
    let is_stdin = file.as_os_str() == "-";
    let name = if is_stdin { "standard input".to_owned() } else { file.display().to_string() };
    let unreadable = |why: io::Error| failure(format!("{name}: {why}"));
    let mut games: Box<dyn BufRead> = match is_stdin {
        true => Box::new(io::stdin().lock()),
        false => Box::new(BufReader::new(std::fs::File::open(file).map_err(unreadable)?)),
    };
    let mut told = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let (mut line, mut number) = (Vec::new(), 0);
    while games.read_until(b'\n', &mut line).map_err(unreadable)? > 0 {
        number += 1;
        let inputs = match moves::read(line.trim_ascii_end()) {
            Ok(inputs) => inputs,
            Err(why) => {
                let _ = told.flush();
                return Err(failure(format!("{name}: line {number}: {why}")));
            }
        };
        match tell(settings, &inputs, &mut told) {
            Err(why) if why.kind() == io::ErrorKind::BrokenPipe => return Ok(GOOD),
            told => told.map_err(|why| failure(format!("standard output: {why}")))?,
        }
        line.clear();
    }
    match told.flush() {
        Err(why) if why.kind() != io::ErrorKind::BrokenPipe => {
            Err(failure(format!("standard output: {why}")))
        }
        _ => Ok(GOOD),
    }
}

fn tell(settings: &Settings, inputs: &[Vec<u8>], told: &mut impl Write) -> io::Result<()> {
    let mut transcript = Vec::new();
    play::from_inputs(settings, inputs, &mut transcript)?;
    serde_json::to_writer(&mut *told, &String::from_utf8_lossy(&transcript))?;
    told.write_all(b"\n")
}
