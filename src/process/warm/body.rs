//! A process that is held in its first read of standard input: all that it was then, and making it that
//! again after each game.

use std::collections::BTreeSet;
use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};

use rustix::process::{PidfdGetfdFlags, pidfd_getfd};

use super::NotRestorable;
use super::actions::Actions;
use super::descriptors::Descriptors;
use super::layout::Layout;
use super::memory::Memory;
use super::ranges::{PAGE, Range, Ranges};
use super::registers::Registers;
use super::run::{Caller, Tick};
use super::status::ProcessStatus;
use super::trace::Tracee;
use super::watch;
use super::written::Written;
use super::{Restoring, feed};

/// What a held process is.
pub(super) struct Body {
    pub(super) tracee: Tracee,
    /// The read it is held in.
    pub(super) read: Registers,
    /// How many bytes that asks for.
    pub(super) room: usize,
    vectors: Vec<u8>,
    mask: u64,
    /// The end of its heap.
    pub(super) heap: u64,
    pub(super) layout: Layout,
    pub(super) memory: Memory,
    pub(super) descriptors: Descriptors,
    pub(super) actions: Actions,
    /// Those that the game takes for deleted.
    pub(super) deleted_timers: BTreeSet<u64>,
    status: ProcessStatus,
    scratch: u64,
    /// What the game does to its memory.
    pub(super) mapped: Mapped,
    /// Whether it stands before a call; else after one.
    pub(super) is_before: bool,
}

/// What a game has done to what is mapped.
#[derive(Default)]
pub(super) struct Mapped {
    /// What it has mapped.
    pub(super) new: Ranges,
    /// What it has given back, which is hidden from it until its end.
    pub(super) hidden: Ranges,
    /// The lowest end of its heap, and the last, if it has moved that.
    pub(super) heap: Option<(u64, u64)>,
    /// Whether it may have had more than it has.
    pub(super) has_given_back: bool,
}

/// What is to be known of a process to hold it.
pub(super) struct Hold<'a> {
    pub(super) tracee: Tracee,
    pub(super) pidfd: BorrowedFd<'a>,
    pub(super) read: Registers,
    pub(super) restoring: Restoring,
    /// How far its stack may grow.
    pub(super) stack: u64,
    pub(super) status: ProcessStatus,
    pub(super) descriptors: Descriptors,
}

impl Body {
    /// Keeps what a process is that stands in a read.
    ///
    /// # Errors
    /// What it has that cannot be put back.
    pub(super) fn hold(hold: Hold<'_>, tick: Tick<'_>) -> Result<Body, NotRestorable> {
        let Hold { tracee, pidfd, read, restoring, stack, status, descriptors } = hold;
        if !tracee.can_call_again(&read) {
            return Err(NotRestorable::for_good("reads in a way that cannot be repeated"));
        }
        let (vectors, mask, room) = (tracee.vectors()?, tracee.signal_mask()?, feed::room(tracee, &read)?);
        let scratch = Memory::scratch(&Layout::of(tracee.0)?)?;
        let mut caller = Caller { tracee, frame: read, is_before: true, scratch, tick };
        let heap = caller.call(libc::SYS_brk, [0; 6])?.cast_unsigned();
        let watch = match restoring {
            Restoring::Written => userfaultfd(&mut caller, pidfd)?,
            Restoring::All => None,
        };
        add_watch(&mut caller, descriptors.highest())?;
        let layout = Layout::of(tracee.0)?;
        let memory = Memory::keep(tracee, &layout, Written::new(tracee.0, watch)?, stack)?;
        Ok(Body {
            tracee,
            read,
            room,
            vectors,
            mask,
            heap,
            layout,
            memory,
            descriptors,
            actions: Actions::default(),
            deleted_timers: BTreeSet::new(),
            status,
            scratch,
            mapped: Mapped::default(),
            is_before: false,
        })
    }

    /// Sets its registers to where the read has given it so much.
    pub(super) fn begin(&self, bytes: &[u8]) -> Result<(), NotRestorable> {
        feed::answer(self.tracee, &self.read, bytes)?;
        self.tracee.set_vectors(&self.vectors)?;
        Ok(self.tracee.set_signal_mask(self.mask)?)
    }

    /// To have it make calls, where it stands with these registers.
    pub(super) fn caller<'a>(&self, frame: Registers, is_before: bool, tick: Tick<'a>) -> Caller<'a> {
        Caller { tracee: self.tracee, frame, is_before, scratch: self.scratch, tick }
    }

    /// The heap as it was, from the page of an address on.
    pub(super) fn heap_above(&self, address: u64) -> Range {
        (address / PAGE * PAGE, self.heap.next_multiple_of(PAGE))
    }

    /// Makes it what it was when it was held.
    pub(super) fn put_back(&mut self, tick: Tick<'_>) -> Result<(), NotRestorable> {
        let mut caller = self.caller(self.read, self.is_before, tick);
        self.descriptors.undo(&mut caller)?;
        self.descriptors.set_back()?;
        self.actions.undo(&mut caller)?;
        self.deleted_timers.clear();
        unmap(&mut self.mapped, &self.layout, &mut caller)?;
        if let Some((lowest, _)) = self.mapped.heap.take() {
            let heap = caller.call(libc::SYS_brk, [self.heap, 0, 0, 0, 0, 0])?;
            if heap.cast_unsigned() != self.heap {
                return Err(NotRestorable::for_good("has a heap that cannot be restored"));
            }
            if lowest < self.heap {
                self.memory.regain(self.heap_above(lowest))?;
            }
        }
        self.is_before = caller.is_before;
        Ok(self.memory.put_back()?)
    }

    /// Whether it is what it was when it was held, in all that can be looked at.
    pub(super) fn is_as_it_was(&self) -> Result<bool, NotRestorable> {
        let layout = Layout::of(self.tracee.0)?;
        Ok(layout.is_like(&self.layout)
            && self.memory.is_as_it_was()?
            && self.descriptors.are_as_they_were(self.tracee.0)?
            && ProcessStatus::of(self.tracee.0)?.is_like(&self.status))
    }
}

/// Takes away what a game has mapped, and shows what it has hidden.
fn unmap(mapped: &mut Mapped, layout: &Layout, caller: &mut Caller<'_>) -> Result<(), NotRestorable> {
    let refused = || NotRestorable::for_good("has memory that cannot be restored");
    for (start, end) in mapped.new.iter() {
        if caller.call(libc::SYS_munmap, [start, end - start, 0, 0, 0, 0])? != 0 {
            return Err(refused());
        }
    }
    for ((start, end), access) in mapped.hidden.iter().flat_map(|range| layout.parts(range)) {
        if caller.call(libc::SYS_mprotect, [start, end - start, access, 0, 0, 0])? != 0 {
            return Err(refused());
        }
    }
    mapped.new.clear();
    mapped.hidden.clear();
    mapped.has_given_back = false;
    Ok(())
}

/// A `userfaultfd` of the process, for our use alone; none where the system has none.
fn userfaultfd(caller: &mut Caller<'_>, pidfd: BorrowedFd<'_>) -> Result<Option<OwnedFd>, NotRestorable> {
    const USER_MODE_ONLY: i32 = 1;
    let flags = (libc::O_CLOEXEC | libc::O_NONBLOCK | USER_MODE_ONLY) as u64;
    let number = caller.call(libc::SYS_userfaultfd, [flags, 0, 0, 0, 0, 0])?;
    if number < 0 {
        return Ok(None);
    }
    let ours = pidfd_getfd(pidfd, number as i32, PidfdGetfdFlags::empty()).map_err(io::Error::from)?;
    caller.call(libc::SYS_close, [number.cast_unsigned(), 0, 0, 0, 0, 0])?;
    Ok(Some(ours))
}

/// Adds the watch that is kept while games are played.
fn add_watch(caller: &mut Caller<'_>, highest: u32) -> Result<(), NotRestorable> {
    let code = watch::while_held(highest).ok_or(io::Error::from(io::ErrorKind::Unsupported))?;
    let mut program = vec![0; 16];
    for libc::sock_filter { code, jt, jf, k } in &code {
        program.extend(code.to_ne_bytes());
        program.extend([*jt, *jf]);
        program.extend(k.to_ne_bytes());
    }
    // How many instructions there are, and where.
    program[..8].copy_from_slice(&(code.len() as u64).to_ne_bytes());
    program[8..16].copy_from_slice(&(caller.scratch + 16).to_ne_bytes());
    let install = |at| [u64::from(libc::SECCOMP_SET_MODE_FILTER), 0, at, 0, 0, 0];
    let outcome = caller.lend(&mut program, libc::SYS_seccomp, install)?;
    if outcome == 0 { Ok(()) } else { Err(NotRestorable::for_good("cannot be watched")) }
}
