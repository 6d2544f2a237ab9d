//! A process that stands in a read of standard input, and is forked for those who go on from there.

use std::io;
use std::os::fd::BorrowedFd;
use std::time::Duration;

use super::files::Files;
use super::fork::{to_end_of_call, wait};
use super::patience::{Patience, Terms};
use super::standing::{Standing, cpu_of, is_its_memory_its_own};
use super::streams::Streams;
use super::trace::{Registers, Stop, Tracee, Until};
use super::{Cold, feed};
use crate::execution::Usage;

/// A held process, with all that has to be as it is now whenever somebody goes on from here.
pub(super) struct Node {
    pub(super) tracee: Tracee,
    pub(super) read: Registers,
    /// How many bytes the read asks for.
    pub(super) room: usize,
    /// What the games that have come here used.
    pub(super) used: Usage,
    /// The processor time of that which was its own.
    own_cpu: Duration,
    files: Files,
    /// How much was written, on standard output and standard error.
    written: [usize; 2],
}

impl Node {
    /// Holds a process in this read; `before` is what was used until then, but for its own processor time.
    ///
    /// # Errors
    /// What it has that forks of it could not have just as well.
    pub(super) fn hold(
        tracee: Tracee,
        pidfd: BorrowedFd<'_>,
        read: Registers,
        before: Usage,
        streams: &mut Streams,
        patience: &Patience<'_>,
    ) -> Result<Node, Cold> {
        if !tracee.can_call_again(&read) {
            return Err(Cold::for_good("reads in a way that cannot be repeated"));
        }
        let room = feed::room(tracee, &read)?;
        tracee.set_registers(&read.answered(0))?;
        to_end_of_call(tracee, &mut || patience.look(streams))?;
        let own_cpu = cpu_of(tracee.0);
        let memory = before.memory.max(look_at(tracee, streams, patience.terms)?);
        let used = Usage { cpu: before.cpu + own_cpu, memory, ..before };
        let files = Files::of(tracee.0, pidfd, streams.names())?;
        let written = streams.written.each_ref().map(Vec::len);
        Ok(Node { tracee, read, room, used, own_cpu, files, written })
    }

    /// Makes everything that is shared what it was when it was held.
    pub(super) fn set_back(&self, streams: &mut Streams) -> io::Result<()> {
        for (written, length) in streams.written.iter_mut().zip(self.written) {
            written.truncate(length);
        }
        self.files.set_back()
    }

    /// Whether nobody left anything in its pipes.
    pub(super) fn is_quiet(&self) -> bool {
        self.files.are_quiet()
    }

    /// Makes it fork: its read becomes a clone. The fork stands before its first step.
    pub(super) fn fork(&self, tick: &mut dyn FnMut() -> Result<(), Cold>) -> Result<Tracee, Cold> {
        self.tracee.set_registers(&self.read.about_to_fork())?;
        self.tracee.resume(Until::Stop, 0)?;
        let fork = match wait(self.tracee, tick)? {
            Stop::Forked(fork) => Tracee(fork),
            other => return Err(Cold::for_good(format!("cannot be forked: {other:?}"))),
        };
        match wait(fork, tick)? {
            Stop::Signal(libc::SIGSTOP) => {}
            other => return Err(Cold::for_good(format!("cannot be forked: {other:?}"))),
        }
        to_end_of_call(self.tracee, tick)?;
        Ok(fork)
    }

    /// The processor time that making forks took it, if it may go on itself: if none of them sent it a
    /// signal.
    pub(super) fn leave(&self) -> Result<Duration, Cold> {
        if Standing::of(self.tracee.0)?.has_signals {
            return Err(Cold::for_good("sends signals"));
        }
        Ok(cpu_of(self.tracee.0).saturating_sub(self.own_cpu))
    }
}

/// The most memory that a process had which has nothing that is not inherited, and nothing that is shared.
fn look_at(tracee: Tracee, streams: &mut Streams, terms: &Terms<'_>) -> Result<u64, Cold> {
    streams.take()?;
    terms.check(streams)?;
    is_its_memory_its_own(tracee.0)?;
    let standing = Standing::of(tracee.0)?;
    if standing.has_signals {
        return Err(Cold::for_good("keeps signals waiting"));
    }
    Ok(standing.memory)
}
