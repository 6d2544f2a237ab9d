//! The three streams of a held process, and our ends of them.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::PathBuf;

use rustix::fs::{OFlags, fcntl_getfl};
use rustix::pipe::{PipeFlags, fcntl_setpipe_size, pipe_with};

/// The pipes. Both ends of each are held: theirs to see whether its modes were changed, which all
/// who have it share.
pub(super) struct Streams {
    theirs: [OwnedFd; 3],
    modes: [OFlags; 3],
    _feed: OwnedFd,
    outputs: [OwnedFd; 2],
    /// What the system calls the outputs.
    names: [PathBuf; 2],
    /// What was written so far, on standard output and standard error, before the first read and in this game.
    pub(super) written: [Vec<u8>; 2],
}

impl Streams {
    /// Fresh pipes with room for so much output, and one byte to be read.
    pub(super) fn new(room: usize) -> io::Result<Streams> {
        let (stdin, feed) = pipe_with(PipeFlags::CLOEXEC)?;
        let (take_stdout, stdout) = pipe_with(PipeFlags::CLOEXEC)?;
        let (take_stderr, stderr) = pipe_with(PipeFlags::CLOEXEC)?;
        // Less room only means that output is taken while the game is played.
        let _ = fcntl_setpipe_size(&stdout, room);
        for output in [&take_stdout, &take_stderr] {
            rustix::io::ioctl_fionbio(output, true)?;
        }
        rustix::io::write(&feed, b"\n")?;
        let names = [name(&stdout)?, name(&stderr)?];
        let theirs = [stdin, stdout, stderr];
        let modes = modes(&theirs)?;
        let outputs = [take_stdout, take_stderr];
        Ok(Streams { theirs, modes, _feed: feed, outputs, names, written: Default::default() })
    }

    /// The ends that the candidate has.
    pub(super) fn theirs(&self) -> [&OwnedFd; 3] {
        self.theirs.each_ref()
    }

    /// What the system calls the outputs.
    pub(super) fn names(&self) -> &[PathBuf; 2] {
        &self.names
    }

    /// Takes the pipes' modes as they are now for what they are to be.
    ///
    /// # Errors
    /// If it is sent signals when something goes through them, at any time.
    pub(super) fn settle(&mut self) -> io::Result<()> {
        self.modes = modes(&self.theirs)?;
        if self.modes.iter().any(|modes| modes.contains(OFlags::ASYNC)) {
            return Err(io::Error::other("signals of its streams"));
        }
        Ok(())
    }

    /// Takes what was written meanwhile.
    pub(super) fn take(&mut self) -> io::Result<()> {
        for (pipe, written) in self.outputs.iter().zip(&mut self.written) {
            let mut count = rustix::io::ioctl_fionread(pipe)? as usize;
            while count > 0 {
                let start = written.len();
                written.resize(start + count, 0);
                let taken = rustix::io::read(pipe, &mut written[start..])?;
                written.truncate(start + taken);
                count = count.saturating_sub(taken.max(1));
            }
        }
        Ok(())
    }

    /// Whether nobody read from standard input by a way of their own or changed a pipe's modes.
    pub(super) fn are_untouched(&self) -> io::Result<bool> {
        Ok(self.is_unread()? && modes(&self.theirs)? == self.modes)
    }

    /// Whether the byte is still there.
    pub(super) fn is_unread(&self) -> io::Result<bool> {
        Ok(rustix::io::ioctl_fionread(&self.theirs[0])? == 1)
    }
}

fn name(pipe: &OwnedFd) -> io::Result<PathBuf> {
    std::fs::read_link(format!("/proc/self/fd/{}", pipe.as_raw_fd()))
}

fn modes(pipes: &[OwnedFd; 3]) -> io::Result<[OFlags; 3]> {
    let [stdin, stdout, stderr] = pipes.each_ref().map(fcntl_getfl);
    Ok([stdin?, stdout?, stderr?])
}
