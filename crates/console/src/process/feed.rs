//! The standard input of a program. It is written as the program reads it: all at once and then the end of
//! input, or one line at each of its turns.

use std::borrow::Cow;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use super::blocked;
use super::poll::is_readable;
use super::process_tree::ProcessTree;
use super::terminal::{END, edits_lines};
use super::turns::{Asked, NextLine, Turns};
use crate::execution::{Dialogue, FeedMode, ProgramInput};

/// The input that is still to be written to standard input.
pub(super) struct Feed<'a> {
    stream: Option<OwnedFd>,
    /// The program's side, if the stream is a terminal.
    terminal: Option<OwnedFd>,
    /// What may be written now, and how much of it was.
    rest: Cow<'a, [u8]>,
    written: usize,
    /// What comes later, and when.
    turns: Option<Turns<'a>>,
}

impl<'a> Feed<'a> {
    /// All input, for a non-blocking stream.
    pub(super) fn new(
        stream: OwnedFd,
        terminal: Option<OwnedFd>,
        input: &'a ProgramInput,
        guide: Option<NextLine<'a>>,
        at: Instant,
    ) -> Feed<'a> {
        if input.feed == FeedMode::Ahead {
            return Feed {
                stream: Some(stream),
                terminal,
                rest: Cow::Borrowed(&input.stdin),
                written: 0,
                turns: None,
            };
        }
        let identity = blocked::StreamIdentity::of(terminal.as_ref().unwrap_or(&stream).as_fd());
        let turns = Some(Turns::new(input, guide, identity, at));
        Feed { stream: Some(stream), terminal, rest: Cow::Borrowed(&[]), written: 0, turns }
    }

    /// Writes as much as fits without waiting. Closes the stream after the last byte, or when it has no
    /// reader any more.
    pub(super) fn give(&mut self) {
        while let Some(stream) = &self.stream {
            if self.rest.len() == self.written {
                if self.turns.as_ref().is_none_or(|turns| turns.are_over && self.terminal.is_none()) {
                    self.stream = None;
                }
                return;
            }
            match rustix::io::write(stream, &self.rest[self.written..]) {
                Ok(count) => self.written += count,
                Err(rustix::io::Errno::AGAIN) => return,
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => self.stream = None,
            }
        }
    }

    /// Whether the program gets all input at once, so that it never waits for the judge.
    pub(super) fn is_ahead(&self) -> bool {
        self.turns.is_none()
    }

    /// The stream, if there is something to write to it.
    pub(super) fn waiting_for_room(&self) -> Option<&OwnedFd> {
        self.stream.as_ref().filter(|_| self.turns.is_none() || self.has_rest())
    }

    /// How long until the program must be checked again for a request, if ever.
    pub(super) fn until_look(&self) -> Option<Duration> {
        let turns = self.turns.as_ref().filter(|_| self.stream.is_some() && !self.has_rest())?;
        Some(turns.until_look())
    }

    /// Whether a program that has written this asks for a line, after it has read all that it was given.
    pub(super) fn ask(&mut self, output: &[u8], tree: ProcessTree) -> Asked {
        let has_rest = self.has_rest();
        let (Some(stream), Some(turns), false) = (&self.stream, &mut self.turns, has_rest) else {
            return Asked::Not;
        };
        let has_taken_all = || match &self.terminal {
            // What is written to a terminal arrives a moment later; asking whether it can be read
            // waits for that.
            Some(terminal) => !is_readable(terminal.as_fd()),
            None => rustix::io::ioctl_fionread(stream).is_ok_and(|unread| unread == 0),
        };
        turns.ask(output, has_taken_all, tree)
    }

    /// Gives the next line, or the end of input if there is none, to a program that asked for it
    /// having written this.
    pub(super) fn answer(&mut self, output: &[u8], was_waiting: bool) -> io::Result<()> {
        let Some(turns) = &mut self.turns else { return Ok(()) };
        turns.note(output.len(), was_waiting);
        let is_edited = self.terminal.as_ref().is_some_and(|terminal| edits_lines(terminal.as_fd()));
        (self.rest, self.written) = (turns.next_line(output, is_edited)?, 0);
        if turns.are_over && self.terminal.is_some() {
            self.rest = Cow::Borrowed(&[END]);
        }
        self.give();
        Ok(())
    }

    /// Records that the program asked for a line after the last one, having written this much, if nothing answers that.
    pub(super) fn note_in_vain(&mut self, output: usize) {
        if let Some(turns) = self.turns.as_mut().filter(|turns| !turns.are_over) {
            turns.note(output, true);
        }
    }

    fn has_rest(&self) -> bool {
        self.rest.len() > self.written
    }

    /// How the program asked, if it had to, and its whole output as a person sees it.
    pub(super) fn finish(self, output: Vec<u8>) -> (Option<Dialogue>, Vec<u8>) {
        match self.turns {
            Some(turns) => {
                let (dialogue, seen) = turns.finish(output);
                (Some(dialogue), seen)
            }
            None => (None, output),
        }
    }
}
