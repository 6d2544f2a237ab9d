//! The standard input of a game: reads are answered with bytes of it, placed where the call would have placed
//! them. With input line by line, a request for a line need not be guessed: the program is stopped in the read.

use std::io;
use std::time::Instant;

use super::registers::Registers;
use super::run::Run;
use super::trace::Tracee;
use super::{Restorable, WarmGame};
use crate::execution::{Dialogue, TurnTiming};

pub(super) struct WarmFeed<'a> {
    rest: &'a [u8],
    /// The record of its turns, if input is given line by line.
    pub(super) dialogue: Option<Dialogue>,
    /// How much output there must be before the game is over at a read beyond the input. `None` if the input ends there.
    open_after: Option<usize>,
    /// How much input is left once the current line has been read. `None` after the end of input.
    goal: Option<usize>,
    /// When that line was given.
    given: Instant,
}

impl<'a> WarmFeed<'a> {
    pub(super) fn new(game: &'a WarmGame) -> WarmFeed<'a> {
        let rest = &game.input[..];
        let lines = || rest.split_inclusive(|byte| *byte == b'\n').count();
        let dialogue = game.is_by_turns.then(|| Dialogue { lines: lines(), turns: Vec::new() });
        WarmFeed {
            rest,
            dialogue,
            open_after: game.open_after,
            goal: Some(rest.len()),
            given: Instant::now(),
        }
    }

    /// Answers a call of a thread that looks at the input.
    pub(super) fn answer(&mut self, thread: Tracee, call: &Registers, run: &mut Run<'_>) -> Restorable<()> {
        let result = if call.call() == libc::SYS_ioctl {
            self.count(thread, call)?
        } else {
            self.read(thread, call, run)?
        };
        Ok(thread.set_registers(&call.answered(result))?)
    }

    /// Answers a read with as much as it asks for and may have; zero bytes are the end of input.
    fn read(&mut self, thread: Tracee, call: &Registers, run: &mut Run<'_>) -> Restorable<u64> {
        let most = self.ask(run)?;
        let mut given = 0;
        for (address, size) in buffers(thread, call)? {
            let now = &self.rest[given..][..size.min(most - given)];
            if !now.is_empty() {
                thread.write(&[(address, now)])?;
            }
            given += now.len();
        }
        self.rest = &self.rest[given..];
        Ok(given as u64)
    }

    /// Answers the question how much can be read at once: all, or the rest of the line that was asked for.
    fn count(&self, thread: Tracee, call: &Registers) -> Restorable<u64> {
        let [_, _, address, ..] = call.arguments();
        let is_asked = self.dialogue.is_none() || self.goal != Some(self.rest.len());
        let count = if is_asked { self.line() } else { 0 };
        let count = i32::try_from(count).unwrap_or(i32::MAX);
        thread.write(&[(address, &count.to_ne_bytes())])?;
        Ok(0)
    }

    /// Whether this read asks for more than there is, which ends a game whose input does not end.
    pub(super) fn is_at_end(&mut self, run: &mut Run<'_>) -> Restorable<bool> {
        let Some(enough) = self.open_after.filter(|_| self.rest.is_empty()) else { return Ok(false) };
        run.streams.take();
        let is_at_end = run.streams.outputs[0].kept.len() >= enough;
        if is_at_end {
            self.ask(run)?;
        }
        Ok(is_at_end)
    }

    /// How much of the rest can be read at once: all, or what is left of a line if input is given line by line.
    fn line(&self) -> usize {
        // The rest is searched only where it matters: a program that reads byte by byte comes here at each.
        let line = self.dialogue.as_ref().and_then(|_| self.rest.iter().position(|byte| *byte == b'\n'));
        line.map_or(self.rest.len(), |at| at + 1)
    }

    /// How much a read gets at once. It asks for the next line if there is nothing left of one.
    fn ask(&mut self, run: &mut Run<'_>) -> Restorable<usize> {
        let (bytes_left, line) = (self.rest.len(), self.line());
        let Some(dialogue) = &mut self.dialogue else { return Ok(bytes_left) };
        if self.goal == Some(bytes_left) {
            run.streams.take();
            let (latency, output) = (self.given.elapsed(), run.streams.outputs[0].kept.len());
            dialogue.turns.push(TurnTiming { latency, output, was_waiting: true });
            self.given = Instant::now();
            self.goal = (bytes_left > 0).then_some(bytes_left - line);
        }
        Ok(line)
    }
}

/// How many bytes a look at the input asks for; as many as there are, if it counts them.
pub(super) fn most_at_once((thread, call): &(Tracee, Registers)) -> io::Result<usize> {
    if call.call() == libc::SYS_ioctl {
        return Ok(usize::MAX);
    }
    let sizes = buffers(*thread, call)?.into_iter().map(|(_, size)| size);
    Ok(sizes.fold(0, usize::saturating_add))
}

/// The buffers that a read is to fill, each an address and a size.
fn buffers(tracee: Tracee, read: &Registers) -> io::Result<Vec<(u64, usize)>> {
    let [_, buffer, size, ..] = read.arguments();
    if read.call() != libc::SYS_readv {
        return Ok(vec![(buffer, size as usize)]);
    }
    let mut row = vec![[[0; 8]; 2]; (size as usize).min(libc::UIO_MAXIOV as usize)];
    tracee.read(buffer, row.as_flattened_mut().as_flattened_mut())?;
    let pairs = row.into_iter().map(|pair| pair.map(u64::from_ne_bytes));
    Ok(pairs.map(|[address, size]| (address, size as usize)).collect())
}
