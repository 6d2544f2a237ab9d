//! What a program wrote on one of its streams, up to a limit.

use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;

use crate::execution::Stream;

/// What has been read from a stream.
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
