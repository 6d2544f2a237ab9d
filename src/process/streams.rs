//! The three streams of a program, made before it starts: the program's ends and ours.

use std::io;
use std::os::fd::OwnedFd;

use rustix::pipe::{PipeFlags, pipe_with};

/// Streams for one program.
pub(super) struct Streams {
    pub(super) ours: Ours,
    /// Standard input, output and error.
    pub(super) theirs: [OwnedFd; 3],
    /// Whether they are a terminal, which becomes the program's own.
    pub(super) has_terminal: bool,
}

/// Our ends.
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
    ///
    /// # Errors
    /// If the system gives no pipes.
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
