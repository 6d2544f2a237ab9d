//! The three streams of a held process, and our ends of them.

use std::io;
use std::os::fd::OwnedFd;

use rustix::buffer::spare_capacity;
use rustix::fs::{OFlags, fcntl_getfl};
use rustix::pipe::fcntl_setpipe_size;

use crate::process::streams::{Ours, Streams as Pipes};

/// The pipes. Both ends of each are held: theirs to see whether its modes were changed, which all
/// who have it share.
pub(super) struct Streams {
    pub(super) theirs: [OwnedFd; 3],
    modes: [OFlags; 3],
    ours: Ours,
    /// What was written so far, on standard output and standard error, before the first read and in this game.
    pub(super) written: [Vec<u8>; 2],
}

impl Streams {
    /// Fresh pipes with room for so much output, and one byte to be read.
    pub(super) fn new(room: usize) -> io::Result<Streams> {
        let Pipes { ours, theirs, .. } = Pipes::pipes()?;
        // Less room only means that output is taken while the game is played.
        let _ = fcntl_setpipe_size(&theirs[1], room);
        rustix::io::write(&ours.stdin, b"\n")?;
        Ok(Streams { modes: modes(&theirs)?, theirs, ours, written: Default::default() })
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
        let Ours { stdout, stderr, .. } = &self.ours;
        for (pipe, written) in [stdout].into_iter().chain(stderr).zip(&mut self.written) {
            let mut count = rustix::io::ioctl_fionread(pipe)? as usize;
            while count > 0 {
                written.reserve(count);
                let taken = rustix::io::read(pipe, spare_capacity(written))?;
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

fn modes(pipes: &[OwnedFd; 3]) -> io::Result<[OFlags; 3]> {
    let [stdin, stdout, stderr] = pipes.each_ref().map(fcntl_getfl);
    Ok([stdin?, stdout?, stderr?])
}
