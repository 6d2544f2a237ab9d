//! `--cast` of `referee`: records games as asciicasts, with the real pauses where a person typed.

use std::io::{self, BufRead, Read};
use std::time::{Duration, Instant};

use crate::play::Settings;
use crate::report::Cast;

/// The least time between two outputs of players that answer at once.
const PACE: Duration = Duration::from_millis(450);

/// An input, and the pause before it if that is known.
pub(super) type Typed = (Vec<u8>, Option<Duration>);

/// A reader that records what was read, and when.
pub(super) struct Heard<R> {
    reader: R,
    began: Instant,
    is_noted: bool,
    pieces: Vec<(Duration, Vec<u8>)>,
}

impl<R> Heard<R> {
    pub(super) fn new(reader: R) -> Heard<R> {
        Heard { reader, began: Instant::now(), is_noted: false, pieces: Vec::new() }
    }

    /// The inputs that were read; with the pause before each, if a person typed them.
    pub(super) fn inputs(&self, settings: &Settings, is_typed: bool) -> Vec<Typed> {
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

impl<R: BufRead> BufRead for Heard<R> {
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

impl<R: BufRead> Read for Heard<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut buffer = self.fill_buf()?;
        let length = buffer.read(into)?;
        self.consume(length);
        Ok(length)
    }
}

/// The recording of a game with these inputs, each after its pause.
pub(super) fn of_inputs(settings: Settings, inputs: &[Typed]) -> Cast {
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

/// The recording of a game between players: the output with its times, and between that the input of people,
/// which is taken from the transcript, because it is not written to the output.
pub(super) fn of_game(title: &str, transcript: &[u8], written: &[(Duration, Vec<u8>)]) -> Cast {
    let mut cast = Cast::new(title);
    let (mut rest, mut before) = (transcript, Duration::ZERO);
    for (at, text) in written {
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
