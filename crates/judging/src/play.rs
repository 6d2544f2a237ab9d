//! One game, from the first prompt to the last line, over any reader and any writer; or many, one after another.
//!
//! Output is flushed before every wait for input, and only then. So the other end of a pipe sees the prompt
//! before it must answer, and a long move list is played at the speed of the pipe.

use std::io::{self, BufRead, Write};

use crate::dialect::{Dialect, Referee};
use crate::suite::moves;

/// How a game is presented.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The game and its words.
    pub dialect: Dialect,
    /// Whether the board is shown once more before the result.
    pub final_board: bool,
    /// The referee's hidden choice, if there is one: the choice with this number, counted from 0, modulo
    /// their number.
    pub choice: u64,
}

/// Plays the inputs that a reader gives, until the game or the reader ends.
///
/// Returns whether the game ended.
/// Fails as the reader or the writer does.
pub fn from_reader(settings: &Settings, mut reader: impl BufRead, writer: impl Write) -> io::Result<bool> {
    let mut game = GameLoop::open(settings, writer);
    let mut lines = settings.dialect.lines();
    loop {
        game.flush()?;
        let buffer = match reader.fill_buf() {
            Err(why) if why.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if buffer.is_empty() {
            break;
        }
        for &byte in buffer {
            if let Some(input) = lines.push(byte) {
                game.answer(&input)?;
            }
            if game.referee.has_ended() {
                return game.close();
            }
        }
        let length = buffer.len();
        reader.consume(length);
    }
    if let Some(input) = lines.finish() {
        game.answer(&input)?;
    }
    game.close()
}

/// Plays a list of inputs.
///
/// Returns whether the game ended.
/// Fails as the writer does.
pub fn from_inputs(settings: &Settings, inputs: &[Vec<u8>], writer: impl Write) -> io::Result<bool> {
    let mut game = GameLoop::open(settings, writer);
    inputs.iter().try_for_each(|input| game.answer(input))?;
    game.close()
}

/// Why games are not played to the last.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BulkError {
    /// They cannot be read.
    #[error("{0}")]
    Read(io::Error),
    /// A line, counted from 1, is no list of moves.
    #[error("line {0}: {1}")]
    Line(usize, String),
    /// The transcripts cannot be written.
    #[error("{0}")]
    Write(io::Error),
}

/// Plays the game of each line that a reader gives, and writes its transcript as a JSON string on its own line. Whoever
/// needs many games need not start a process for each.
/// After an error the transcripts of the games before are written.
pub fn bulk(settings: &Settings, mut games: impl BufRead, mut writer: impl Write) -> Result<(), BulkError> {
    let (mut line, mut number) = (Vec::new(), 0);
    let outcome = loop {
        match games.read_until(b'\n', &mut line) {
            Ok(0) => break Ok(()),
            Err(why) => break Err(BulkError::Read(why)),
            Ok(_) => number += 1,
        }
        match moves::read(line.trim_ascii_end()) {
            Ok(inputs) => write_transcript(settings, &inputs, &mut writer).map_err(BulkError::Write)?,
            Err(why) => break Err(BulkError::Line(number, why)),
        }
        line.clear();
    };
    let flushed = writer.flush().map_err(BulkError::Write);
    outcome.and(flushed)
}

fn write_transcript(settings: &Settings, inputs: &[Vec<u8>], writer: &mut impl Write) -> io::Result<()> {
    let mut transcript = Vec::new();
    from_inputs(settings, inputs, &mut transcript)?;
    serde_json::to_writer(&mut *writer, &String::from_utf8_lossy(&transcript))?;
    writer.write_all(b"\n")
}

struct GameLoop<'a, W: Write> {
    dialect: &'a Dialect,
    referee: Referee,
    text: Vec<u8>,
    writer: W,
}

impl<'a, W: Write> GameLoop<'a, W> {
    fn open(settings: &'a Settings, writer: W) -> GameLoop<'a, W> {
        let Settings { dialect, final_board, choice } = settings;
        let referee = dialect.referee_choosing(*final_board, *choice);
        let mut game = GameLoop { dialect, referee, text: Vec::new(), writer };
        let opening = game.referee.open();
        opening.iter().for_each(|event| dialect.write(event, &mut game.text));
        game
    }

    fn answer(&mut self, input: &[u8]) -> io::Result<()> {
        let (events, _) = self.referee.answer(input);
        self.dialect.write_answer(&events, &mut self.text);
        if self.text.len() < 1 << 14 { Ok(()) } else { self.write() }
    }

    fn write(&mut self) -> io::Result<()> {
        self.writer.write_all(&self.text)?;
        self.text.clear();
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write()?;
        self.writer.flush()
    }

    fn close(mut self) -> io::Result<bool> {
        if !self.referee.has_ended() {
            let closing = self.referee.close().unwrap_or_default();
            closing.iter().for_each(|event| self.dialect.write(event, &mut self.text));
        }
        self.flush()?;
        Ok(self.referee.has_ended())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_games_are_played_up_to_the_first_line_that_is_none() {
        let mut text = Vec::new();
        let games = &b"6,4,0\n[\"6\", \"4\"]\n\n[4]\n6\n"[..];
        let why = bulk(&Settings::default(), games, &mut text).unwrap_err();
        assert!(matches!(why, BulkError::Line(4, _)), "{why}");
        let transcripts: Vec<String> = text
            .split_inclusive(|&byte| byte == b'\n')
            .map(|line| serde_json::from_slice(line).unwrap())
            .collect();
        let asked: Vec<_> = transcripts.iter().map(|transcript| transcript.matches("> ").count()).collect();
        assert_eq!(asked, [4, 3, 1]);
    }
}
