//! A process that is held in its first read of standard input: its state there, and restoring that state.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::ops::Range;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::path::PathBuf;

use linux_raw_sys::general::UFFD_USER_MODE_ONLY;
use nix::unistd::Pid;
use procfs::process::{Process, Status};
use rangemap::RangeSet;
use rustix::process::{PidfdGetfdFlags, pidfd_getfd};

use super::caller::{Caller, add_watch};
use super::descriptors::HeldDescriptors;
use super::held::{HeldThread, caught};
use super::layout::{Kind, Layout, Mapping, PAGE, common};
use super::memory::Memory;
use super::registers::Registers;
use super::run::Run;
use super::threads::ThreadState;
use super::trace::Tracee;
use super::usage::are_alike;
use super::written::Written;
use super::{NotRestorable, Restorable, demand, watch};
use crate::files::Identity;

/// The system's struct for the action of a signal, and the size of a set of signals.
pub(super) type Action = [u8; 32];
pub(super) const SIGNALS: u64 = 8;

/// How many mappings a process may have: each is looked at when it is held.
const MAPPINGS: usize = 8_000;

pub(super) struct Body {
    /// The thread that reads standard input, and the call in which it does.
    pub(super) reader: Tracee,
    pub(super) read: Registers,
    threads: Vec<HeldThread>,
    /// The address of its heap's end.
    pub(super) heap: u64,
    pub(super) layout: Layout,
    pub(super) memory: Memory,
    pub(super) descriptors: HeldDescriptors,
    pub(super) folder: FolderIdentity,
    status: Status,
    /// A piece of its memory that calls of ours may use; it is restored at once.
    pub(super) scratch: u64,
    /// The original actions of signals that any game has changed.
    pub(super) actions: BTreeMap<u64, Action>,
    pub(super) changes: Changes,
}

#[derive(Default)]
pub(super) struct Changes {
    /// Timers that it deleted, from its view.
    pub(super) timers: BTreeSet<u64>,
    /// The ranges that it has mapped.
    pub(super) new: RangeSet<u64>,
    /// The ranges that it has unmapped. The memory is made inaccessible until the game ends.
    pub(super) hidden: RangeSet<u64>,
    /// Memory from before the game whose permissions it has changed; with what is hidden.
    pub(super) altered: RangeSet<u64>,
    /// The lowest end of its heap, and the last, if it has moved that.
    pub(super) heap: Option<(u64, u64)>,
    /// Whether it may have used more memory than it has now.
    pub(super) has_given_back: bool,
}

impl Body {
    /// Records the state of a process one of whose threads is in a read, unless a part of it cannot be restored. All its
    /// threads are stopped.
    pub(super) fn hold(
        run: &mut Run<'_>,
        pidfd: BorrowedFd<'_>,
        (reader, read): (Tracee, Registers),
    ) -> Restorable<Body> {
        let (process, stack) = (run.threads.process, run.terms.limits.stack);
        let status = Process::new(process.0.as_raw())?.status()?;
        demand(status.sigpnd | status.shdpnd == 0, "has pending signals")?;
        demand(reader.can_call_again(&read), "reads in a way that cannot be repeated")?;
        let mut threads = Vec::new();
        for (place, thread) in run.threads.all().enumerate() {
            let is_reader = thread == reader;
            threads.push(if is_reader {
                HeldThread::new(thread, read)
            } else {
                HeldThread::other(run, thread, place)
            }?);
        }
        let descriptors = HeldDescriptors::of(process.0, pidfd, run.streams)?;
        let layout = Layout::of(process.0)?;
        demand(layout.0.len() <= MAPPINGS, "has too many mappings to restore")?;
        let scratch = layout.own().find(|(_, mapping)| mapping.is_writable());
        let scratch = scratch.ok_or_else(|| NotRestorable::for_good("has no memory of its own"))?.0.start;
        run.threads.caught = caught(process)?;
        if run.threads.caught != 0 {
            threads.iter_mut().try_for_each(|thread| thread.save_stack(run, &read, scratch))?;
        }
        run.threads.has_got_signal = false;
        let mut caller = Caller::new(run, reader, read, scratch);
        let heap = caller.call(libc::SYS_brk, [0; 6])?.cast_unsigned();
        let watch = userfaultfd(&mut caller, pidfd)?;
        let mark = RandomState::new().hash_one(process.0.as_raw());
        add_watch(&mut caller, watch::while_held(descriptors.highest(), mark))?;
        run.threads.mark = Some(mark);
        Ok(Body {
            reader,
            read,
            threads,
            heap,
            memory: Memory::keep(process, &layout, Written::new(process.0, watch)?, stack)?,
            layout,
            descriptors,
            folder: folder_of(process)?,
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

    /// A thread that was held, unless it was made by the game.
    pub(super) fn held(&self, thread: Tracee) -> Option<&HeldThread> {
        self.threads.iter().find(|held| held.tracee == thread)
    }

    /// Lets the threads go on that wait while another reads; that one is left stopped.
    pub(super) fn begin(&self, run: &mut Run<'_>) -> Restorable<()> {
        for thread in &self.threads {
            thread.take_up()?;
        }
        for thread in self.threads.iter().filter(|thread| thread.tracee != self.reader) {
            run.threads.resume(thread.tracee, None)?;
        }
        Ok(())
    }

    /// Fails if a thread has changed what a tracer cannot set. Of one thread the registers at its end are known.
    pub(super) fn check(&self, (ended, known): &(Tracee, Registers)) -> Restorable<()> {
        for thread in &self.threads {
            let now = if thread.tracee == *ended { *known } else { thread.tracee.registers()? };
            let is_within_reach = now.is_within_reach_of(&thread.start);
            super::demand_now(is_within_reach, "changes flags that cannot be restored")?;
        }
        Ok(())
    }

    /// Restores the state in which it was held. All its threads are stopped.
    pub(super) fn put_back(&mut self, run: &mut Run<'_>) -> Restorable<()> {
        let changes = std::mem::take(&mut self.changes);
        self.end_new_threads(run)?;
        let mut caller = Caller::new(run, self.reader, self.read, self.scratch);
        self.descriptors.undo(&mut caller)?;
        for (&signal, &action) in &self.actions {
            let arguments = [signal, caller.scratch, 0, SIGNALS, 0, 0];
            let outcome = caller.lend(&mut { action }, libc::SYS_rt_sigaction, arguments)?;
            demand(outcome == 0, "has signal handlers that cannot be restored")?;
        }
        self.put_back_mappings(&mut caller, changes)?;
        // The others can go on only now: the system writes to the memory of a thread that does.
        if std::mem::take(&mut run.threads.has_got_signal) {
            for thread in &self.threads {
                thread.restore_stack(run, &self.read, self.scratch)?;
            }
        }
        Ok(self.memory.put_back()?)
    }

    fn end_new_threads(&self, run: &mut Run<'_>) -> Restorable<()> {
        let all: Vec<_> = run.threads.all().collect();
        for thread in all.into_iter().filter(|thread| self.held(*thread).is_none()) {
            let frame = thread.registers()?.with_instruction_of(&self.read);
            Caller::new(run, thread, frame, self.scratch).exit()?;
        }
        // Those that had ended, from the view of the game, are as stopped as the others.
        run.threads
            .that_are(ThreadState::Ended)
            .into_iter()
            .for_each(|thread| run.threads.set(thread, ThreadState::Stopped));
        Ok(())
    }

    fn put_back_mappings(&mut self, caller: &mut Caller<'_, '_>, changes: Changes) -> Restorable<()> {
        let Changes { new, altered, heap, .. } = changes;
        let altered = || {
            altered.iter().flat_map(|range| {
                let parts = self.layout.0.overlapping(range);
                parts.map(move |(mapped, of)| (common(mapped, range), *of))
            })
        };
        // Memory that was only set aside before the game, and is used in it, has no content to be restored.
        let is_set_aside = |range: &_, of: &Mapping| of.kind == Kind::Fresh && !self.memory.touches(range);
        let advice = libc::MADV_DONTNEED as u64;
        let emptied = altered().filter(|(range, of)| is_set_aside(range, of));
        let emptied = emptied.map(|(range, _)| (libc::SYS_madvise, range, advice));
        let new = new.iter().map(|range| (libc::SYS_munmap, range.clone(), 0));
        let altered = altered().map(|(range, of)| (libc::SYS_mprotect, range, of.access));
        for (call, Range { start, end }, third) in new.chain(emptied).chain(altered) {
            caller.restore("memory", 0, call, [start, end - start, third, 0, 0, 0])?;
        }
        if let Some((lowest, _)) = heap {
            caller.restore("a heap", self.heap.cast_signed(), libc::SYS_brk, [self.heap, 0, 0, 0, 0, 0])?;
            if lowest < self.heap {
                self.memory.regain(self.heap_above(lowest))?;
            }
        }
        Ok(())
    }

    /// Whether its state is that in which it was held, in all that can be compared.
    pub(super) fn is_as_it_was(&self) -> Restorable<bool> {
        Ok(Layout::of(Pid::from_raw(self.status.pid))?.is_like(&self.layout)
            && self.memory.is_as_it_was()?
            && self.descriptors.are_as_they_were()?
            && are_alike(&Process::new(self.status.pid)?.status()?, &self.status))
    }
}

/// A folder: its path, and which one it is.
pub(super) type FolderIdentity = (PathBuf, Identity);

pub(super) fn folder_of(process: Tracee) -> io::Result<FolderIdentity> {
    let link = PathBuf::from(format!("/proc/{}/cwd", process.0));
    Ok((link.read_link()?, Identity::of(&link.metadata()?)))
}

/// A `userfaultfd` of the process, for our use alone. `None` where the system has none.
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
