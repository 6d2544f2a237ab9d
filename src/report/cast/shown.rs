//! A game between players as a recording.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::Cast;

/// The least time between two outputs of players that answer at once.
const PACE: Duration = Duration::from_millis(450);

/// A writer that records what was written, and when. Nobody needs to read it: a closed pipe is not a failure, and what is
/// written to one is recorded all the same.
pub(crate) struct TimedWriter<W> {
    writer: W,
    began: Instant,
    pieces: Vec<(Duration, Vec<u8>)>,
}

impl<W> TimedWriter<W> {
    /// Nothing has been written yet, and the time begins.
    pub(crate) fn new(writer: W) -> TimedWriter<W> {
        TimedWriter { writer, began: Instant::now(), pieces: Vec::new() }
    }

    /// The recording of a game between players: the output with its times, and between that the input of people,
    /// which is taken from the transcript, because it is not written to the output.
    pub(crate) fn cast(&self, title: &str, transcript: &[u8]) -> Cast {
        let mut cast = Cast::new(title);
        let (mut rest, mut before) = (transcript, Duration::ZERO);
        for (at, text) in &self.pieces {
            let mut pause = at.saturating_sub(before);
            before = *at;
            if !rest.starts_with(text) {
                let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                cast.key_in(&rest[..end], Some(pause));
                rest = rest.get(end + 1..).unwrap_or_default();
                pause = Duration::ZERO;
            }
            cast.print(text, Some(pause.max(PACE)));
            rest = rest.strip_prefix(text.as_slice()).unwrap_or(rest);
        }
        cast
    }
}

impl<W: Write> Write for TimedWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = unless_closed(self.writer.write(bytes), bytes.len())?;
        self.pieces.push((self.began.elapsed(), bytes[..length].to_vec()));
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        unless_closed(self.writer.flush(), ())
    }
}

/// What writing has given, or this if nobody reads any more.
fn unless_closed<T>(outcome: io::Result<T>, otherwise: T) -> io::Result<T> {
    match outcome {
        Err(why) if why.kind() == io::ErrorKind::BrokenPipe => Ok(otherwise),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_reads_is_recorded() {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let mut writer = TimedWriter::new(writer);
        writer.write_all(b"X> ").unwrap();
        writer.flush().unwrap();
        assert!(writer.cast("nobody", b"X> ").render().contains("\"X> \""));
    }

    #[test]
    fn what_a_person_typed_is_taken_from_the_transcript() {
        let mut writer = TimedWriter::new(Vec::new());
        writer.write_all(b"X> ").unwrap();
        writer.write_all(b"O> 0\n").unwrap();
        let shown = writer.cast("two people", b"X> 12\nO> 0\n").render();
        let typed: Vec<_> =
            ["X> ", "1", "2", "\\r\\n", "O> 0\\r\\n"].map(|text| shown.find(&format!("\"{text}\""))).into();
        assert!(typed.is_sorted() && typed.iter().all(Option::is_some), "{shown}");
    }
}
