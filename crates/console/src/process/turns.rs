//! Whose turn it is, when a program is given its input line by line.
//!
//! The next line is given when the program is seen to wait for it (`blocked`). A program that polls for input
//! never sleeps in such a call. It gets the line when its prompt is complete at the end of its output and
//! nothing has followed for a moment. Silence alone never counts. After the last line a program that asks for
//! more gets the end of input, and the request is recorded.

use std::borrow::Cow;
use std::io;
use std::time::{Duration, Instant};

use super::blocked::{self, Sight};
use super::echo::without_echo;
use super::process_tree::{ProcReader, ProcessTree};
use crate::execution::{Dialogue, ProgramInput, TurnTiming};

/// How soon a program is looked at after it was given a line or wrote something (`benches/feeding.rs`
/// measures the cost), and the longest time between two looks. Each time that it is busy, the time doubles.
const SOON: Duration = Duration::from_micros(50);
const LATE: Duration = Duration::from_millis(10);

/// How soon a program is looked at after it was started.
const START: Duration = Duration::from_micros(500);

/// How long a prompt must be at the end of the output of a program that is not seen to wait. On a busy
/// machine a program may take as long until it waits; it loses nothing by that.
const STANDING: Duration = Duration::from_millis(20);

/// How long a program with such a prompt must have had a processor meanwhile, unless it sleeps: one that only waits for a
/// processor may be about to write more.
const TURN: Duration = Duration::from_millis(2);

pub(super) enum Source<'a> {
    Known(&'a [u8]),
    /// Each is asked for with all that the program has written; `None` is the end of input.
    Asked(NextLine<'a>),
}

/// Gives the next line, with its line feed, for a program that has written this.
pub(super) type NextLine<'a> = Box<dyn FnMut(&[u8]) -> io::Result<Option<Vec<u8>>> + 'a>;

/// Chooses the lines of a program while it runs.
#[doc(hidden)]
pub trait LineSource {
    /// A run begins; it may be the same run again after a lost one.
    fn begin(&mut self);

    /// The next line, with its line feed, for a program that has written this on standard output; `None` if
    /// its input ends here.
    fn next_line(&mut self, output: &[u8]) -> Option<Vec<u8>>;
}

pub(super) struct Turns<'a> {
    source: Source<'a>,
    prompts: &'a [Vec<u8>],
    /// The stream that the program waits for, if the system can identify it.
    stream: Option<blocked::StreamIdentity>,
    reader: ProcReader,
    dialogue: Dialogue,
    /// The line that was given at each turn, if the program edits its lines itself, and so echoes them.
    typed: Vec<Option<Vec<u8>>>,
    /// Whether the input does not end after the last line.
    is_open: bool,
    /// When the last line was given, and how much the program had written by then.
    given: (Instant, usize),
    /// When it was last seen to have written something, and how much.
    written: (Instant, usize),
    look_at: Instant,
    patience: Duration,
    /// Whether the end of input has been given.
    pub(super) are_over: bool,
    /// How long it had had a processor when its prompt had first been there for a while.
    ran: Option<Duration>,
}

/// The activity of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    ByWaiting,
    ByPrompt,
    /// It waits once more after the end of input.
    InVain,
    Not,
}

impl<'a> Turns<'a> {
    pub(super) fn new(
        input: &'a ProgramInput,
        guide: Option<NextLine<'a>>,
        stream: Option<blocked::StreamIdentity>,
        at: Instant,
    ) -> Turns<'a> {
        let lines = input.stdin.split_inclusive(|byte| *byte == b'\n').count();
        Turns {
            source: guide.map_or(Source::Known(&input.stdin), Source::Asked),
            prompts: &input.prompts,
            stream,
            reader: ProcReader::default(),
            dialogue: Dialogue { lines, turns: Vec::new() },
            typed: Vec::new(),
            is_open: input.is_open,
            given: (at, 0),
            written: (at, 0),
            look_at: at + START,
            patience: START,
            are_over: false,
            ran: None,
        }
    }

    /// How long until the next look is useful.
    pub(super) fn until_look(&self) -> Duration {
        self.look_at.saturating_duration_since(Instant::now())
    }

    /// Whether a program that has written this asks for a line.
    pub(super) fn ask(
        &mut self,
        output: &[u8],
        has_taken_all: impl Fn() -> bool,
        tree: ProcessTree,
    ) -> Asked {
        let now = Instant::now();
        let has_prompt = self.has_prompt(output);
        if output.len() > self.written.1 {
            self.written = (now, output.len());
            self.patience = SOON;
            self.ran = None;
            // After its prompt it will wait; after other output there is probably more to come.
            self.look_at = if has_prompt { now } else { now + SOON };
        }
        if now < self.look_at {
            return Asked::Not;
        }
        self.look_at = now + self.patience;
        self.patience = LATE.min(self.patience * 2);
        if !has_taken_all() {
            return Asked::Not;
        }
        let reader = &mut self.reader;
        let sight = self.stream.map_or(Sight::Nothing, |stream| blocked::look(stream, tree, reader));
        let is_standing = has_prompt
            && now.duration_since(self.written.0) >= STANDING
            && sight != Sight::Waiting
            && self.has_had_its_turn(tree);
        match sight {
            Sight::Waiting if self.are_over || self.has_no_more() => Asked::InVain,
            Sight::Waiting => Asked::ByWaiting,
            _ if is_standing && self.has_no_more() => Asked::InVain,
            _ if is_standing && !self.are_over => Asked::ByPrompt,
            Sight::Busy | Sight::Nothing => Asked::Not,
        }
    }

    /// Whether a program that shows its prompt sleeps, or has had a processor since without writing more.
    fn has_had_its_turn(&mut self, tree: ProcessTree) -> bool {
        let threads = self.reader.threads(tree);
        let ran = threads.iter().map(|thread| thread.ran).sum::<Option<Duration>>();
        match (ran, self.ran) {
            _ if threads.iter().all(|thread| thread.state == b'S' || thread.is_dead()) => true,
            (Some(ran), Some(before)) => ran >= before + TURN,
            (Some(_), None) => {
                self.ran = ran;
                false
            }
            (None, _) => true,
        }
    }

    /// Whether the last line was given of an input that does not end.
    fn has_no_more(&self) -> bool {
        self.is_open && matches!(self.source, Source::Known([]))
    }

    /// Whether a prompt is at the end of the output since the last line was given; new-lines may follow it.
    fn has_prompt(&self, output: &[u8]) -> bool {
        let new = output[self.given.1.min(output.len())..].trim_ascii_end();
        let is_at_end = |prompt: &Vec<u8>| !prompt.is_empty() && new.ends_with(prompt.trim_ascii_end());
        self.prompts.iter().any(is_at_end)
    }

    /// Records that the program asked, with the length of its output so far.
    pub(super) fn note(&mut self, output: usize, was_waiting: bool) {
        let now = Instant::now();
        let latency = now.duration_since(self.given.0);
        self.dialogue.turns.push(TurnTiming { latency, output, was_waiting });
        self.given = (now, output);
        self.written = (now, output);
        self.patience = SOON;
        self.look_at = now + SOON;
    }

    /// The next line for a program that has written this, and perhaps edits its lines itself; empty if there is none.
    pub(super) fn next_line(&mut self, output: &[u8], is_edited: bool) -> io::Result<Cow<'a, [u8]>> {
        let line = match &mut self.source {
            Source::Known(later) => {
                let end = later.iter().position(|byte| *byte == b'\n').map_or(later.len(), |at| at + 1);
                let (line, rest) = later.split_at(end);
                *later = rest;
                Cow::Borrowed(line)
            }
            Source::Asked(next) => {
                let (_, seen) = seen(output, &self.dialogue, &self.typed);
                let line = next(&seen)?.unwrap_or_default();
                self.dialogue.lines += usize::from(!line.is_empty());
                self.given.0 = Instant::now();
                Cow::Owned(line)
            }
        };
        self.are_over = line.is_empty();
        self.typed.push(is_edited.then(|| line.strip_suffix(b"\n").unwrap_or(&line).to_vec()));
        Ok(line)
    }

    /// The dialogue, and the whole output as a person sees it.
    pub(super) fn finish(self, output: Vec<u8>) -> (Dialogue, Vec<u8>) {
        match seen(&output, &self.dialogue, &self.typed) {
            (dialogue, Cow::Owned(seen)) => (dialogue, seen),
            (_, Cow::Borrowed(_)) => (self.dialogue, output),
        }
    }
}

/// An output as a person sees it, and the dialogue with its lengths, changed only if lines were edited.
fn seen<'o>(output: &'o [u8], dialogue: &Dialogue, typed: &[Option<Vec<u8>>]) -> (Dialogue, Cow<'o, [u8]>) {
    let mut dialogue = dialogue.clone();
    let seen = match typed.iter().any(Option::is_some) {
        true => Cow::Owned(without_echo(output, &mut dialogue, typed)),
        false => Cow::Borrowed(output),
    };
    (dialogue, seen)
}
