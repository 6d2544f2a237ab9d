//! What is seen to while a process runs: the judge, the clock, the limits, the pipes.

use std::os::fd::BorrowedFd;
use std::time::Instant;

use super::NotRestorable;
use super::streams::Streams;
use crate::execution::Limits;
use crate::process::poll::is_readable;
use crate::process::process_tree::Descendants;
use crate::process::sandbox::tree::Tree;

/// The terms on which processes are started and held.
pub(in crate::process) struct Terms<'a> {
    /// Readable when the judge is gone.
    pub(in crate::process) judge: BorrowedFd<'a>,
    pub(in crate::process) limits: &'a Limits,
    /// As in [`Tree`].
    pub(in crate::process) is_alone: bool,
    /// Whether nobody has been in the folder that candidates work in.
    pub(in crate::process) is_untouched: &'a dyn Fn() -> bool,
}

/// The terms, and how long a process may take.
pub(super) struct Patience<'a> {
    pub(super) terms: &'a Terms<'a>,
    pub(super) until: Instant,
}

impl Terms<'_> {
    /// Nothing may be left where another would find it.
    pub(super) fn check(&self, streams: &Streams) -> Result<(), NotRestorable> {
        if !streams.are_untouched()? {
            return Err(NotRestorable::for_good("changes its streams"));
        }
        if (self.is_untouched)() { Ok(()) } else { Err(NotRestorable::for_good("writes files")) }
    }
}

impl Patience<'_> {
    pub(super) fn look(&self, streams: &mut Streams) -> Result<(), NotRestorable> {
        let Terms { judge, limits, is_alone, .. } = *self.terms;
        if is_readable(judge) {
            return Err(NotRestorable::this_time("the judge has ended"));
        }
        streams.take()?;
        let is_flood = streams.written.iter().any(|written| written.len() > limits.output);
        if is_flood || Tree::new(is_alone).look(limits).is_some() {
            return Err(NotRestorable::this_time("exceeds a limit"));
        }
        if !streams.is_unread()? {
            return Err(NotRestorable::for_good("reads standard input in an unusual way"));
        }
        if Instant::now() > self.until {
            return Err(NotRestorable::this_time("takes too long"));
        }
        Ok(())
    }
}
