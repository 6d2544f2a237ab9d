//! The three streams of a program, made before it starts: the program's ends and ours, and what was read from these, up to
//! a limit.

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;

use rustix::pipe::{PipeFlags, pipe_with};

use crate::execution::Stream;

pub(super) struct Streams {
    pub(super) ours: Ours,
    /// Standard input, output and error.
    pub(super) theirs: [OwnedFd; 3],
    /// Whether they are a terminal, which becomes the program's own.
    pub(super) has_terminal: bool,
}

pub(super) struct Ours {
    pub(super) stdin: OwnedFd,
    pub(super) stdout: OwnedFd,
    /// None on a terminal, where both go the same way.
    pub(super) stderr: Option<OwnedFd>,
    /// The program's side of the terminal, if it has one, to look at.
    pub(super) terminal: Option<OwnedFd>,
}

impl Streams {
    /// Three pipes; our ends are non-blocking.
    pub(super) fn pipes() -> io::Result<Streams> {
        let (their_stdin, stdin) = pipe_with(PipeFlags::CLOEXEC)?;
        let (stdout, their_stdout) = pipe_with(PipeFlags::CLOEXEC)?;
        let (stderr, their_stderr) = pipe_with(PipeFlags::CLOEXEC)?;
        for end in [&stdin, &stdout, &stderr] {
            rustix::io::ioctl_fionbio(end, true)?;
        }
        let ours = Ours { stdin, stdout, stderr: Some(stderr), terminal: None };
        Ok(Streams { ours, theirs: [their_stdin, their_stdout, their_stderr], has_terminal: false })
    }
}

pub(super) struct Capture {
    stream: Stream,
    pub(super) pipe: Option<OwnedFd>,
    pub(super) kept: Vec<u8>,
    pub(super) limit: usize,
    is_beyond: bool,
}

impl Capture {
    /// An empty capture of a non-blocking stream; without a stream it stays empty.
    pub(super) fn new(stream: Stream, pipe: Option<OwnedFd>, limit: usize) -> Capture {
        Capture { stream, pipe, kept: Vec::new(), limit, is_beyond: false }
    }

    /// Reads what is there without waiting; returns the stream's name if it is beyond its limit.
    pub(super) fn take(&mut self) -> Option<Stream> {
        // Zeroing the buffer first would take longer than most reads.
        let mut buffer = [const { MaybeUninit::uninit() }; 1 << 16];
        while let Some(pipe) = &self.pipe {
            match rustix::io::read(pipe, &mut buffer) {
                Ok(([], _)) => self.pipe = None,
                Ok((read, _)) => {
                    let room = self.limit - self.kept.len();
                    self.kept.extend_from_slice(&read[..read.len().min(room)]);
                    if read.len() > room {
                        self.pipe = None;
                        self.is_beyond = true;
                    }
                }
                Err(rustix::io::Errno::AGAIN) => break,
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => self.pipe = None,
            }
        }
        self.is_beyond.then_some(self.stream)
    }
}
