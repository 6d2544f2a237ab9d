//! The three streams of a held process, and our ends of them.

use std::collections::BTreeSet;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::PathBuf;

use rustix::pipe::fcntl_setpipe_size;

use crate::execution::Stream;
use crate::process::streams::{Capture, Ours, Streams};

/// The pipes. The program's ends are held, too: they show what is left to be read.
pub(super) struct WarmStreams {
    pub(super) theirs: [OwnedFd; 3],
    /// The targets of their links below `/proc`.
    pub(super) targets: [PathBuf; 3],
    /// The numbers under which the program has standard input open.
    pub(super) inputs: BTreeSet<i32>,
    /// Standard output and standard error so far, from before the first read and from this game.
    pub(super) outputs: [Capture; 2],
    /// The other end of standard input where lines are still to come, as in a clean run. Node looks at it: after an input that is
    /// closed it does not read again.
    pub(super) input: Option<OwnedFd>,
}

impl WarmStreams {
    /// New pipes with room for this much output, and one byte to be read, after which more may come or the input is closed.
    pub(super) fn new(room: usize, is_by_turns: bool) -> io::Result<WarmStreams> {
        let Streams { ours: Ours { stdin, stdout, stderr, .. }, theirs, .. } = Streams::pipes()?;
        // With less room the output is read while the game is played.
        let _ = fcntl_setpipe_size(&stdout, room);
        rustix::io::write(&stdin, b"\n")?;
        let stdout = Capture::new(Stream::Stdout, Some(stdout), room);
        let outputs = [stdout, Capture::new(Stream::Stderr, stderr, room)];
        let input = Some(stdin).filter(|_| is_by_turns);
        Ok(WarmStreams { targets: targets(&theirs)?, theirs, inputs: BTreeSet::from([0]), outputs, input })
    }

    /// Reads what was written meanwhile; returns whether it is within the limit.
    pub(super) fn take(&mut self) -> bool {
        self.outputs.iter_mut().filter_map(Capture::take).count() == 0
    }

    /// Whether the byte is still there.
    pub(super) fn is_unread(&self) -> io::Result<bool> {
        Ok(rustix::io::ioctl_fionread(&self.theirs[0])? == 1)
    }
}

fn targets(pipes: &[OwnedFd; 3]) -> io::Result<[PathBuf; 3]> {
    let target = |pipe: &OwnedFd| std::fs::read_link(format!("/proc/self/fd/{}", pipe.as_raw_fd()));
    let [stdin, stdout, stderr] = pipes.each_ref().map(target);
    Ok([stdin?, stdout?, stderr?])
}
