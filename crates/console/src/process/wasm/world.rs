//! All that a module can see of the world, and all that it has done to it.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::time::Duration;

use wasmi::{CompilationMode, Config, ResourceLimiter};
use wasmi_core::LimiterError;

use super::super::command::{Command, ENVIRONMENT};
use crate::execution::{
    Dialogue, Ending, Execution, FeedMode, Limit, Limits, ProgramInput, Stream, TurnTiming, Usage,
};

/// The seed of the random numbers of every run.
const SEED: u64 = 0;

/// One run of a module, so far.
#[derive(Debug)]
pub(super) struct World {
    pub(super) args: Vec<Vec<u8>>,
    pub(super) env: Vec<Vec<u8>>,
    input: Input,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    /// Whether all its streams are one terminal.
    pub(super) is_terminal: bool,
    /// The streams that it has not closed, by their numbers.
    pub(super) open: [bool; 3],
    pub(super) random: fastrand::Rng,
    pub(super) memory: MemoryLimiter,
    pub(super) meter: Meter,
    slept: Duration,
    limits: Limits,
    pub(super) ending: Option<Ending>,
}

impl World {
    pub(super) fn new(command: &Command, input: &ProgramInput, limits: &Limits) -> World {
        let name = command.program.file_name().unwrap_or_default();
        let args = [name].into_iter().chain(command.args.iter().map(AsRef::as_ref)).map(with_end);
        let args = args.chain(input.args.iter().map(|arg| with_end(OsStr::from_bytes(arg))));
        let fixed = ENVIRONMENT.map(|(name, value)| (OsStr::new(name), OsStr::new(value)));
        let more = command.env.iter().map(|(name, value)| (name.as_os_str(), value.as_os_str()));
        let env = fixed.into_iter().chain(more);
        let pair =
            |(name, value): (&OsStr, &OsStr)| [name.as_bytes(), b"=", value.as_bytes(), b"\0"].concat();
        World {
            args: args.collect(),
            env: env.map(pair).collect(),
            input: Input::new(input),
            stdout: Vec::new(),
            stderr: Vec::new(),
            is_terminal: input.feed == FeedMode::Terminal,
            open: [true; 3],
            random: fastrand::Rng::with_seed(SEED),
            memory: MemoryLimiter::new(limits.memory),
            meter: Meter::new(patient(limits)),
            slept: Duration::ZERO,
            limits: *limits,
            ending: None,
        }
    }

    /// The time since its start, if this much fuel is unused.
    pub(super) fn now(&self, unused: u64) -> Duration {
        self.meter.time(unused).saturating_add(self.slept)
    }

    /// Sleeps without waiting: the time is only counted. Fails if the sleep exceeds a limit.
    pub(super) fn sleep(&mut self, time: Duration, unused: u64) -> Result<(), Ending> {
        self.slept = self.slept.saturating_add(time);
        if self.limits.patience.is_some_and(|patience| self.slept > patience.asleep) {
            return Err(Ending::Stopped(Limit::Asleep { has_read: self.has_read() }));
        }
        if self.now(unused) > self.limits.wall { Err(Ending::Stopped(Limit::Wall)) } else { Ok(()) }
    }

    /// Whether it read any of its input, if there is any.
    fn has_read(&self) -> Option<bool> {
        self.input.has_read()
    }

    /// The next bytes of its input, at most this many.
    pub(super) fn read(&mut self, most: usize, unused: u64) -> &[u8] {
        let now = self.now(unused);
        self.input.read(most, self.stdout.len(), now)
    }

    pub(super) fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Ending> {
        let kept = match stream {
            Stream::Stderr if !self.is_terminal => &mut self.stderr,
            Stream::Stdout | Stream::Stderr => &mut self.stdout,
        };
        let room = self.limits.output - kept.len();
        kept.extend_from_slice(&bytes[..bytes.len().min(room)]);
        if bytes.len() > room { Err(Ending::Stopped(Limit::Output(stream))) } else { Ok(()) }
    }

    /// The record of the run, which ended in this way with this fuel unused.
    pub(super) fn into_execution(self, ending: Ending, unused: u64) -> Execution {
        // Usage of a module is exact, so running it again would give the same.
        let ending = match ending {
            Ending::Stopped(Limit::Cpu) if self.limits.patience.is_some() => {
                Ending::Stopped(Limit::Spinning { has_read: self.has_read() })
            }
            other => other,
        };
        let (wall, cpu, memory) = (self.now(unused), self.meter.time(unused), self.memory.size);
        Execution {
            stdout: self.stdout,
            stderr: self.stderr,
            ending,
            usage: Usage { wall, cpu, memory, ..Usage::default() },
            dialogue: self.input.into_dialogue(),
            assessment: None,
            refusal: None,
        }
    }
}

/// The processor time of a module; less if patience is limited.
fn patient(limits: &Limits) -> Duration {
    limits.patience.map_or(limits.cpu, |patience| limits.cpu.min(3 * patience.spinning))
}

/// A word with a NUL at its end, as in C.
fn with_end(word: &OsStr) -> Vec<u8> {
    [word.as_bytes(), b"\0"].concat()
}

/// Standard input: all of it, or in each call no more than the rest of a line. A module that is fed line by line
/// asks for a line by reading, so its turns are always known.
#[derive(Debug)]
struct Input {
    bytes: Vec<u8>,
    /// How much was read.
    at: usize,
    /// The end of the line that may be read now, if input is given line by line.
    end: usize,
    given: Duration,
    dialogue: Option<Dialogue>,
}

impl Input {
    fn new(input: &ProgramInput) -> Input {
        let bytes = input.stdin.clone();
        let lines = bytes.split_inclusive(|byte| *byte == b'\n').count();
        let is_ahead = input.feed == FeedMode::Ahead;
        let dialogue = (!is_ahead).then(|| Dialogue { lines, turns: Vec::new() });
        let end = if is_ahead { bytes.len() } else { 0 };
        Input { bytes, at: 0, end, given: Duration::ZERO, dialogue }
    }

    /// The next bytes, at most this many, for a program that has written this much by this time. Empty at the
    /// end.
    fn read(&mut self, most: usize, output: usize, now: Duration) -> &[u8] {
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
    fn has_read(&self) -> Option<bool> {
        (!self.bytes.is_empty()).then_some(self.at > 0)
    }

    /// The record of its turns, if input was given line by line.
    fn into_dialogue(self) -> Option<Dialogue> {
        self.dialogue
    }
}

/// The size of a table's entry, in bytes.
const ENTRY: u64 = 16;

/// How much memory a run uses, and its limit. A module that asks for too much is ended instead of refused, so that
/// the verdict does not depend on whether the program looks at the answer.
#[derive(Debug)]
pub(super) struct MemoryLimiter {
    limit: u64,
    /// All its memories and tables together, in bytes; they never shrink.
    size: u64,
    /// Whether it asked for more than it may have.
    pub(super) is_beyond: bool,
}

impl MemoryLimiter {
    fn new(limit: u64) -> MemoryLimiter {
        MemoryLimiter { limit, size: 0, is_beyond: false }
    }

    /// Grows by this many entries of a size. A request beyond the module's own maximum fails, and costs
    /// nothing.
    fn grow(&mut self, from: usize, to: usize, most: Option<usize>, size: u64) -> Result<bool, LimiterError> {
        if most.is_some_and(|most| to > most) {
            return Ok(false);
        }
        self.size = self.size.saturating_add(((to - from) as u64).saturating_mul(size));
        self.is_beyond |= self.size > self.limit;
        if self.is_beyond { Err(LimiterError::ResourceLimiterDeniedAllocation) } else { Ok(true) }
    }
}

impl ResourceLimiter for MemoryLimiter {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> Result<bool, LimiterError> {
        self.grow(current, desired, maximum, 1)
    }

    fn table_growing(
        &mut self,
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> Result<bool, LimiterError> {
        self.grow(current, desired, maximum, ENTRY)
    }

    fn instances(&self) -> usize {
        1
    }

    fn tables(&self) -> usize {
        usize::MAX
    }

    fn memories(&self) -> usize {
        usize::MAX
    }
}

/// This much fuel is a second of processor time: about what the interpreter executes in a second on an
/// ordinary machine.
const FUEL: u64 = 500_000_000;

/// How much fuel a module gets between two checks whether the judge was interrupted.
pub(super) const SLICE: u64 = FUEL / 10;

/// The least stack that a call takes, in bytes.
const FRAME: u64 = 64;

/// An interpreter that counts fuel, for programs with this many bytes of stack.
pub(super) fn config(stack: u64) -> Config {
    let height = usize::try_from(stack).unwrap_or(usize::MAX).max(1 << 12);
    let mut config = Config::default();
    // With lazy compilation, the first run of many would pay for compiling.
    config.compilation_mode(CompilationMode::Eager);
    config.consume_fuel(true).set_max_stack_height(height).set_max_recursion_depth(height / FRAME as usize);
    config
}

/// How much fuel a run may use, and how much it has been granted so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meter {
    budget: u64,
    /// The fuel that it was granted, used or not.
    pub(super) granted: u64,
    /// Costs beyond what it had, which are still to be charged.
    pub(super) owed: u64,
}

impl Meter {
    pub(super) fn new(limit: Duration) -> Meter {
        Meter { budget: fuel_of(limit), granted: 0, owed: 0 }
    }

    pub(super) fn remaining(&self) -> u64 {
        self.budget.saturating_sub(self.granted).saturating_sub(self.owed)
    }

    /// The processor time that was used if this much fuel is unused.
    pub(super) fn time(&self, unused: u64) -> Duration {
        let used = (self.granted - unused).saturating_add(self.owed);
        Duration::from_nanos(
            u64::try_from(u128::from(used) * 1_000_000_000 / u128::from(FUEL)).unwrap_or(u64::MAX),
        )
    }
}

fn fuel_of(time: Duration) -> u64 {
    u64::try_from(time.as_nanos() * u128::from(FUEL) / 1_000_000_000).unwrap_or(u64::MAX)
}
