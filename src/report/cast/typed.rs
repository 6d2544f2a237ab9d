//! A game of `play` as a recording, with the real pauses where a person typed.

use std::io::{self, BufRead, Read};
use std::time::{Duration, Instant};

use super::Cast;
use crate::play::Settings;

/// An input, and the pause before it if that is known.
pub(crate) type Typed = (Vec<u8>, Option<Duration>);

/// A reader that records what was read, and when.
pub(crate) struct TimedReader<R> {
    reader: R,
    began: Instant,
    is_noted: bool,
    pieces: Vec<(Duration, Vec<u8>)>,
}

impl<R> TimedReader<R> {
    /// Nothing has been read yet, and the time begins.
    pub(crate) fn new(reader: R) -> TimedReader<R> {
        TimedReader { reader, began: Instant::now(), is_noted: false, pieces: Vec::new() }
    }

    /// The inputs that were read; with the pause before each, if a person typed them.
    pub(crate) fn inputs(&self, settings: &Settings, is_typed: bool) -> Vec<Typed> {
        let mut before = Duration::ZERO;
        let mut lines = settings.dialect.lines();
        let mut inputs = Vec::new();
        for (at, piece) in &self.pieces {
            for input in piece.iter().filter_map(|&byte| lines.push(byte)) {
                inputs.push((input, is_typed.then(|| at.saturating_sub(before))));
                before = *at;
            }
        }
        inputs.extend(lines.finish().map(|input| (input, None)));
        inputs
    }
}

impl<R: BufRead> BufRead for TimedReader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let buffer = self.reader.fill_buf()?;
        if !std::mem::replace(&mut self.is_noted, true) {
            self.pieces.push((self.began.elapsed(), buffer.to_vec()));
        }
        Ok(buffer)
    }

    fn consume(&mut self, length: usize) {
        self.is_noted = false;
        self.reader.consume(length);
    }
}

impl<R: BufRead> Read for TimedReader<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut buffer = self.fill_buf()?;
        let length = buffer.read(into)?;
        self.consume(length);
        Ok(length)
    }
}

/// The recording of a game with these inputs, each after its pause.
pub(crate) fn cast_of_inputs(settings: Settings, inputs: &[Typed]) -> Cast {
    let Settings { dialect, final_board, choice } = settings;
    let mut cast = Cast::new(dialect.name());
    let mut referee = dialect.referee_choosing(final_board, choice);
    let mut text = Vec::new();
    referee.open().iter().for_each(|event| dialect.write(event, &mut text));
    cast.print(&text, None);
    for (input, after) in inputs {
        if referee.has_ended() {
            break;
        }
        cast.key_in(input, *after);
        text.clear();
        dialect.write_answer(&referee.answer(input).0, &mut text);
        cast.print(&text, None);
    }
    cast
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_read_is_known_with_its_pauses() {
        let settings = Settings::default();
        let mut reader = TimedReader::new(&b"4\n0\n8"[..]);
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, "4\n0\n8");
        let lines = |inputs: &[Typed]| inputs.iter().map(|(line, _)| line.clone()).collect::<Vec<_>>();
        let typed = reader.inputs(&settings, true);
        assert_eq!(lines(&typed), [b"4", b"0", b"8"]);
        assert!(typed[0].1.is_some() && typed[1].1 == Some(Duration::ZERO));
        let piped = reader.inputs(&settings, false);
        assert!(piped.iter().all(|(_, pause)| pause.is_none()));
        let shown = cast_of_inputs(settings, &piped).render();
        assert_eq!(shown.matches("X> ").count(), 2, "{shown}");
    }
}
