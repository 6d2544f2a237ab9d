//! The lines of a player at the keyboard.

use std::io::{self, BufRead};

use crate::dialect::{Dialect, Lines};

/// The lines of a reader, each as soon as it is complete.
pub(crate) fn typed(mut reader: impl BufRead) -> impl Iterator<Item = io::Result<Vec<u8>>> {
    let mut lines = Some(Dialect::Othello.lines());
    std::iter::from_fn(move || next_line(&mut reader, &mut lines).transpose())
}

fn next_line(reader: &mut impl BufRead, lines: &mut Option<Lines>) -> io::Result<Option<Vec<u8>>> {
    while let Some(machine) = lines {
        let buffer = match reader.fill_buf() {
            Err(why) if why.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if buffer.is_empty() {
            return Ok(lines.take().and_then(Lines::finish));
        }
        let length = buffer.len();
        let line = (1..).zip(buffer).find_map(|(taken, &byte)| Some((taken, machine.push(byte)?)));
        reader.consume(line.as_ref().map_or(length, |(taken, _)| *taken));
        if let Some((_, line)) = line {
            return Ok(Some(line));
        }
    }
    Ok(None)
}
