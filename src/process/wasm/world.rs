//! All that a module can see of the world, and all that it has done to it.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::time::Duration;

use super::super::command::{Command, ENVIRONMENT};
use super::fuel::Meter;
use super::input::Input;
use super::memory::Memory;
use crate::execution::{Ending, Execution, FeedMode, Limit, Limits, ProgramInput, Stream, Usage};

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
    pub(super) memory: Memory,
    pub(super) meter: Meter,
    slept: Duration,
    limits: Limits,
    /// How it ended, once it did.
    pub(super) ending: Option<Ending>,
}

impl World {
    /// The world before a run.
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
            memory: Memory::new(limits.memory),
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

    /// Records what it writes on a stream.
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
            usage: Usage { wall, cpu, memory },
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
