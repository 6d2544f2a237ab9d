//! Standard input of a module: all of it, or in each call no more than the rest of a line.
//!
//! A module that is fed line by line asks for a line by reading, so its turns are always known.

use std::time::Duration;

use crate::execution::{Dialogue, FeedMode, ProgramInput, TurnTiming};

/// What is still to be read.
#[derive(Debug)]
pub(super) struct Input {
    bytes: Vec<u8>,
    /// How much was read.
    at: usize,
    /// The end of the line that may be read now, if input is given line by line.
    end: usize,
    given: Duration,
    dialogue: Option<Dialogue>,
}

impl Input {
    /// All of it, unread.
    pub(super) fn new(input: &ProgramInput) -> Input {
        let bytes = input.stdin.clone();
        let lines = bytes.split_inclusive(|byte| *byte == b'\n').count();
        let is_ahead = input.feed == FeedMode::Ahead;
        let dialogue = (!is_ahead).then(|| Dialogue { lines, turns: Vec::new() });
        let end = if is_ahead { bytes.len() } else { 0 };
        Input { bytes, at: 0, end, given: Duration::ZERO, dialogue }
    }

    /// The next bytes, at most this many, for a program that has written this much by this time; none at the
    /// end.
    pub(super) fn read(&mut self, most: usize, output: usize, now: Duration) -> &[u8] {
        if self.at == self.end && most > 0 {
            self.ask(output, now);
        }
        let begin = self.at;
        self.at = self.end.min(begin.saturating_add(most));
        &self.bytes[begin..self.at]
    }

    fn ask(&mut self, output: usize, now: Duration) {
        let Some(dialogue) = &mut self.dialogue else { return };
        // The end of input is recorded once, however often it is read.
        if dialogue.turns.len() > dialogue.lines {
            return;
        }
        let latency = now.saturating_sub(self.given);
        dialogue.turns.push(TurnTiming { latency, output, was_waiting: true });
        self.given = now;
        let rest = &self.bytes[self.at..];
        self.end += rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |at| at + 1);
    }

    /// Whether any of it was read; `None` if there is nothing to read.
    pub(super) fn has_read(&self) -> Option<bool> {
        (!self.bytes.is_empty()).then_some(self.at > 0)
    }

    /// The record of its turns, if input was given line by line.
    pub(super) fn into_dialogue(self) -> Option<Dialogue> {
        self.dialogue
    }
}
