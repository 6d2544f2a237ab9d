//! Whose turn it is in a game of a held program that is given its input line by line.
//!
//! Nothing has to be guessed here: it stands still in the read by which it asks.

use std::cell::RefCell;
use std::time::Instant;

use super::NotRestorable;
use super::streams::Streams;
use crate::execution::{Dialogue, TurnTiming};

/// The turns of a game so far.
pub(super) struct Turns<'a, 'b> {
    streams: &'a RefCell<&'b mut Streams>,
    dialogue: Dialogue,
    /// How much input is left when it has taken the line that it was given.
    goal: usize,
    given: Instant,
    is_over: bool,
}

impl<'a, 'b> Turns<'a, 'b> {
    /// A game with this input.
    pub(super) fn new(input: &[u8], streams: &'a RefCell<&'b mut Streams>) -> Turns<'a, 'b> {
        let lines = input.split_inclusive(|byte| *byte == b'\n').count();
        let dialogue = Dialogue { lines, turns: Vec::new() };
        Turns { streams, dialogue, goal: input.len(), given: Instant::now(), is_over: false }
    }

    /// How much of what is left it may be given where it reads: the rest of its line, or the next line, for which it
    /// asks.
    pub(super) fn ask(&mut self, rest: &[u8]) -> Result<usize, NotRestorable> {
        let line = rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |at| at + 1);
        if rest.len() == self.goal && !self.is_over {
            self.note()?;
            self.goal = rest.len() - line;
            self.is_over = rest.is_empty();
        }
        Ok(line)
    }

    fn note(&mut self) -> Result<(), NotRestorable> {
        let streams = &mut *self.streams.borrow_mut();
        streams.take()?;
        let latency = self.given.elapsed();
        self.dialogue.turns.push(TurnTiming { latency, output: streams.written[0].len(), was_waiting: true });
        self.given = Instant::now();
        Ok(())
    }

    pub(super) fn into_dialogue(self) -> Dialogue {
        self.dialogue
    }
}
