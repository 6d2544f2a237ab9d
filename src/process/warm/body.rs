//! A process that is held in its first read of standard input: its state there, and restoring that state.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::Range;
use std::os::fd::{BorrowedFd, OwnedFd};

use linux_raw_sys::general::UFFD_USER_MODE_ONLY;
use procfs::process::{Process, Status};
use rangemap::RangeSet;
use rustix::process::{PidfdGetfdFlags, pidfd_getfd};

use super::descriptors::Descriptors;
use super::layout::{Kind, Layout, PAGE, common};
use super::memory::Memory;
use super::run::{Caller, Run};
use super::trace::{Registers, Tracee};
use super::usage::are_alike;
use super::written::Written;
use super::{NotRestorable, Restorable, demand, watch};

/// The system's struct for the action of a signal, and the size of a set of signals.
pub(super) type Action = [u8; 32];
pub(super) const SIGNALS: u64 = 8;

/// The state of a held process.
pub(super) struct Body {
    pub(super) tracee: Tracee,
    /// The read it is held in.
    pub(super) read: Registers,
    pub(super) vectors: Vec<u8>,
    pub(super) mask: u64,
    /// The address of its heap's end.
    pub(super) heap: u64,
    pub(super) layout: Layout,
    pub(super) memory: Memory,
    pub(super) descriptors: Descriptors,
    status: Status,
    /// A piece of its memory that calls of ours may use; it is restored at once.
    pub(super) scratch: u64,
    /// The original actions of signals that any game has changed.
    pub(super) actions: BTreeMap<u64, Action>,
    pub(super) changes: Changes,
}

/// What a game has changed.
#[derive(Default)]
pub(super) struct Changes {
    /// Timers that it deleted, from its view.
    pub(super) timers: BTreeSet<u64>,
    /// What it has mapped.
    pub(super) new: RangeSet<u64>,
    /// What it has unmapped. The memory is made inaccessible until the game ends.
    pub(super) hidden: RangeSet<u64>,
    /// The lowest end of its heap, and the last, if it has moved that.
    pub(super) heap: Option<(u64, u64)>,
    /// Whether it may have used more memory than it has now.
    pub(super) has_given_back: bool,
}

impl Body {
    /// Records the state of a process that is in a read, unless a part of it cannot be restored.
    pub(super) fn hold(run: &mut Run<'_>, pidfd: BorrowedFd<'_>, read: Registers) -> Restorable<Body> {
        let (tracee, stack) = (run.tracee, run.terms.limits.stack);
        let status = Process::new(tracee.0.as_raw())?.status()?;
        demand(status.sigpnd | status.shdpnd == 0, "has pending signals")?;
        let descriptors = Descriptors::of(tracee.0, pidfd, run.streams)?;
        demand(tracee.can_call_again(&read), "reads in a way that cannot be repeated")?;
        let layout = Layout::of(tracee.0)?;
        let scratch = layout.writable().find(|(_, mapping)| mapping.kind != Kind::System);
        let scratch = scratch.ok_or_else(|| NotRestorable::for_good("has no memory of its own"))?.0.start;
        let mut caller = Caller::new(run, read, scratch);
        let heap = caller.call(libc::SYS_brk, [0; 6])?.cast_unsigned();
        let watch = userfaultfd(&mut caller, pidfd)?;
        add_watch(&mut caller, descriptors.highest())?;
        Ok(Body {
            tracee,
            read,
            vectors: tracee.vectors()?,
            mask: tracee.signal_mask()?,
            heap,
            memory: Memory::keep(tracee, &layout, Written::new(tracee.0, watch)?, stack)?,
            layout,
            descriptors,
            status,
            scratch,
            actions: BTreeMap::new(),
            changes: Changes::default(),
        })
    }

    /// The original heap, from the page of an address on; empty if the address is beyond it.
    pub(super) fn heap_above(&self, address: u64) -> Range<u64> {
        address / PAGE * PAGE..self.heap.next_multiple_of(PAGE)
    }

    /// Restores the state in which it was held.
    pub(super) fn put_back(&mut self, run: &mut Run<'_>) -> Restorable<()> {
        let mut caller = Caller::new(run, self.read, self.scratch);
        self.descriptors.undo(&mut caller)?;
        for (&signal, &action) in &self.actions {
            let arguments = [signal, caller.scratch, 0, SIGNALS, 0, 0];
            let outcome = caller.lend(&mut { action }, libc::SYS_rt_sigaction, arguments)?;
            demand(outcome == 0, "has signal handlers that cannot be restored")?;
        }
        let Changes { new, hidden, heap, .. } = std::mem::take(&mut self.changes);
        let new = new.into_iter().map(|range| (libc::SYS_munmap, range, 0));
        let hidden = hidden.iter().flat_map(|range| {
            let parts = self.layout.0.overlapping(range);
            parts.map(move |(mapped, of)| (libc::SYS_mprotect, common(mapped, range), of.access))
        });
        for (call, Range { start, end }, access) in new.chain(hidden) {
            caller.restore("memory", 0, call, [start, end - start, access, 0, 0, 0])?;
        }
        if let Some((lowest, _)) = heap {
            caller.restore("a heap", self.heap.cast_signed(), libc::SYS_brk, [self.heap, 0, 0, 0, 0, 0])?;
            if lowest < self.heap {
                self.memory.regain(self.heap_above(lowest))?;
            }
        }
        Ok(self.memory.put_back()?)
    }

    /// Whether its state is that in which it was held, in all that can be compared.
    pub(super) fn is_as_it_was(&self) -> Restorable<bool> {
        Ok(Layout::of(self.tracee.0)?.is_like(&self.layout)
            && self.memory.is_as_it_was()?
            && self.descriptors.are_as_they_were(self.tracee.0)?
            && are_alike(&Process::new(self.tracee.0.as_raw())?.status()?, &self.status))
    }
}

/// A `userfaultfd` of the process, for our use alone; none where the system has none.
fn userfaultfd(caller: &mut Caller<'_, '_>, pidfd: BorrowedFd<'_>) -> Restorable<Option<OwnedFd>> {
    let flags = (libc::O_CLOEXEC | libc::O_NONBLOCK) as u64 | u64::from(UFFD_USER_MODE_ONLY);
    let number = caller.call(libc::SYS_userfaultfd, [flags, 0, 0, 0, 0, 0])?;
    if number < 0 {
        return Ok(None);
    }
    let ours = pidfd_getfd(pidfd, number as i32, PidfdGetfdFlags::empty())?;
    caller.call(libc::SYS_close, [number.cast_unsigned(), 0, 0, 0, 0, 0])?;
    Ok(Some(ours))
}

/// Adds the watch that is kept while games are played.
fn add_watch(caller: &mut Caller<'_, '_>, highest: u32) -> Restorable<()> {
    let code = watch::while_held(highest).ok_or(io::Error::from(io::ErrorKind::Unsupported))?;
    // How many instructions there are, and where.
    let mut program = [code.len() as u64, caller.scratch + 16].map(u64::to_ne_bytes).concat();
    for libc::sock_filter { code, jt, jf, k } in code {
        program.extend([&code.to_ne_bytes()[..], &[jt, jf], &k.to_ne_bytes()].concat());
    }
    let install = [libc::SECCOMP_SET_MODE_FILTER.into(), 0, caller.scratch, 0, 0, 0];
    let outcome = caller.lend(&mut program, libc::SYS_seccomp, install)?;
    demand(outcome == 0, "cannot be watched")
}
