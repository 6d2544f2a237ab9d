//! One game of a held process: what it stops for on its way from its first read to its end, and what is
//! noted of it there, so that it can be undone.

use super::NotRestorable;
use super::body::Body;
use super::descriptors::look_at_opened;
use super::feed;
use super::ranges::{Range, common, pages};
use super::registers::Registers;
use super::run::{Caller, Tick, beyond, go, to_end_of_call};
use super::turns::Turns;
use super::watch::COPIES;
use crate::execution::Ending;
use crate::process::reap::ending_of;

/// A game under way.
pub(super) struct Course<'a, 'b> {
    pub(super) body: &'a mut Body,
    /// What it has not read yet.
    pub(super) rest: &'a [u8],
    /// Whose turn it is, if it is given its input line by line.
    pub(super) turns: Option<Turns<'a, 'b>>,
    /// Whether it may be ended when it begins to tidy up.
    pub(super) may_be_dismissed: bool,
    pub(super) has_stdin: bool,
    pub(super) tick: Tick<'a>,
}

impl<'a> Course<'a, '_> {
    /// Lets it play until it is about to end, and tells how.
    pub(super) fn play(&mut self) -> Result<Ending, NotRestorable> {
        self.give_first()?;
        loop {
            let Some(call) = go(self.body.tracee, self.tick)? else {
                return Err(NotRestorable::this_time("is ended from outside"));
            };
            let ending = match call.call() {
                libc::SYS_exit | libc::SYS_exit_group => ending_of((call.arguments()[0] as i32 & 0xFF) << 8),
                libc::SYS_rt_sigaction if self.may_be_dismissed && self.lets_interrupt_end(&call)? => {
                    Ending::Dismissed
                }
                _ => {
                    self.note(&call)?;
                    continue;
                }
            };
            if !call.is_within_reach_of(&self.body.read) {
                return Err(NotRestorable::this_time("changes flags that cannot be restored"));
            }
            self.body.is_before = true;
            return Ok(ending);
        }
    }

    fn give_first(&mut self) -> Result<(), NotRestorable> {
        let now = self.take(self.body.room)?;
        self.body.begin(now)
    }

    fn give(&mut self, read: &Registers) -> Result<(), NotRestorable> {
        if !self.has_stdin {
            return Ok(());
        }
        let room = feed::room(self.body.tracee, read)?;
        let now = self.take(room)?;
        feed::answer(self.body.tracee, read, now)
    }

    /// What a read with so much room is given.
    fn take(&mut self, room: usize) -> Result<&'a [u8], NotRestorable> {
        let most = match &mut self.turns {
            Some(turns) => turns.ask(self.rest)?,
            None => self.rest.len(),
        };
        let (now, rest) = self.rest.split_at(room.min(most));
        self.rest = rest;
        Ok(now)
    }

    /// Sees to a call that can be followed or undone.
    fn note(&mut self, call: &Registers) -> Result<(), NotRestorable> {
        match call.call() {
            libc::SYS_read | libc::SYS_readv => self.give(call),
            libc::SYS_open | libc::SYS_openat | libc::SYS_creat => self.open(call),
            libc::SYS_mmap => self.map(call),
            libc::SYS_munmap => self.unmap(call),
            libc::SYS_mprotect | libc::SYS_madvise => self.remap(call),
            libc::SYS_brk => self.break_off(call),
            libc::SYS_rt_sigaction => self.act(call),
            libc::SYS_timer_delete => self.delete_timer(call),
            _ => self.describe(call),
        }
    }

    fn finish_call(&mut self) -> Result<i64, NotRestorable> {
        to_end_of_call(self.body.tracee, self.tick)
    }

    /// Has it make calls of ours before its own, which it then makes anew.
    fn before<T>(
        &mut self,
        call: &Registers,
        act: impl FnOnce(&mut Body, &mut Caller<'_>) -> Result<T, NotRestorable>,
    ) -> Result<T, NotRestorable> {
        let tracee = self.body.tracee;
        if !tracee.can_call_again(call) {
            return Err(beyond(call));
        }
        let mut caller = self.body.caller(*call, true, self.tick);
        let outcome = act(self.body, &mut caller)?;
        tracee.set_registers(&call.again())?;
        Ok(outcome)
    }

    fn open(&mut self, call: &Registers) -> Result<(), NotRestorable> {
        let [first, second, third, ..] = call.arguments();
        let (path, flags) = match call.call() {
            libc::SYS_open => (first, second),
            libc::SYS_openat => (second, third),
            _ => return Err(NotRestorable::for_good("writes files")),
        };
        let writes = libc::O_WRONLY | libc::O_RDWR | libc::O_CREAT | libc::O_TRUNC | libc::O_TMPFILE;
        let writes = writes & !libc::O_DIRECTORY;
        if flags as i32 & writes != 0 && !self.is_at(path, b"/dev/null\0") {
            return Err(NotRestorable::for_good("writes files"));
        }
        let number = self.finish_call()?;
        if number < 0 {
            return Ok(());
        }
        self.body.descriptors.more();
        look_at_opened(self.body.tracee.0, number, true)
    }

    fn is_at(&self, address: u64, text: &[u8]) -> bool {
        let mut found = vec![0; text.len()];
        self.body.tracee.read(address, &mut found).is_ok() && found == text
    }

    fn describe(&mut self, call: &Registers) -> Result<(), NotRestorable> {
        let [first, second, third, ..] = call.arguments().map(|argument| argument as i32);
        let high = COPIES.cast_signed();
        let (lost, is_high) = match call.call() {
            libc::SYS_close => (Some(first), false),
            libc::SYS_dup2 | libc::SYS_dup3 => (Some(second), second >= high),
            libc::SYS_fcntl if second == libc::F_SETFD => (Some(first), first >= high),
            libc::SYS_fcntl => (None, third >= high),
            libc::SYS_dup | libc::SYS_pipe | libc::SYS_pipe2 => (None, false),
            _ => return Err(beyond(call)),
        };
        if is_high {
            return Err(NotRestorable::for_good("has many files open"));
        }
        let Some(number) = lost else {
            self.body.descriptors.more();
            return Ok(());
        };
        if !self.body.descriptors.is_spare(number) {
            return self.before(call, |body, caller| body.descriptors.copy(number, caller));
        }
        self.has_stdin &= number != 0 || call.call() == libc::SYS_fcntl;
        if call.call() != libc::SYS_close {
            self.body.descriptors.more();
        }
        Ok(())
    }

    fn map(&mut self, call: &Registers) -> Result<(), NotRestorable> {
        let known = libc::MAP_PRIVATE
            | libc::MAP_SHARED
            | libc::MAP_ANONYMOUS
            | libc::MAP_NORESERVE
            | libc::MAP_POPULATE
            | libc::MAP_STACK
            | libc::MAP_DENYWRITE;
        let [_, length, _, flags, ..] = call.arguments();
        if flags & !(known as u64) != 0 {
            return Err(beyond(call));
        }
        let address = self.finish_call()?;
        if let (false, Some(range)) = ((-4095..0).contains(&address), pages(address.cast_unsigned(), length))
        {
            self.body.mapped.new.add(range);
        }
        Ok(())
    }

    /// What was there when it was held is not given back but hidden: who looks at it crashes all the same.
    fn unmap(&mut self, call: &Registers) -> Result<(), NotRestorable> {
        self.body.mapped.has_given_back = true;
        let [start, length, ..] = call.arguments();
        let Some(range) = whole(start, length) else { return Ok(()) };
        // What a stack may grow to is memory, too, but something new may be there.
        let is_old = self.body.layout.touches(range) || self.body.memory.touches(range);
        if !is_old || self.body.mapped.new.holds(range) {
            self.body.mapped.new.remove(range);
            return Ok(());
        }
        if !self.body.layout.holds(range) || self.reaches_heap(range) {
            return Err(beyond(call));
        }
        self.body.mapped.hidden.add(range);
        let hide = [start, length, libc::PROT_NONE as u64, 0, 0, 0];
        Ok(self.body.tracee.set_registers(&call.calling_instead(libc::SYS_mprotect, hide))?)
    }

    /// Whether any of a range is part of the heap that was there and was given back in this game.
    fn reaches_heap(&self, range: Range) -> bool {
        self.body.mapped.heap.is_some_and(|(lowest, _)| common(range, self.body.heap_above(lowest)).is_some())
    }

    fn remap(&mut self, call: &Registers) -> Result<(), NotRestorable> {
        let [start, length, third, ..] = call.arguments();
        let Some(range) = whole(start, length) else { return Err(beyond(call)) };
        let is_new = self.body.mapped.new.holds(range);
        self.body.mapped.has_given_back |= call.call() == libc::SYS_madvise;
        let throws_away = [libc::MADV_DONTNEED, libc::MADV_FREE].contains(&(third as i32));
        match call.call() {
            libc::SYS_mprotect if is_new => Ok(()),
            // Advice above that is about the machine.
            libc::SYS_madvise if is_new && third < libc::MADV_HWPOISON as u64 => Ok(()),
            libc::SYS_madvise
                if throws_away
                    && self.body.memory.holds(range)
                    && !self.body.mapped.hidden.touches(range) =>
            {
                self.body.memory.lose(range);
                Ok(())
            }
            _ => Err(beyond(call)),
        }
    }

    fn break_off(&mut self, call: &Registers) -> Result<(), NotRestorable> {
        let [end, ..] = call.arguments();
        if end == 0 {
            return Ok(());
        }
        if self.body.mapped.hidden.touches(self.body.heap_above(end)) {
            return Err(beyond(call));
        }
        let (lowest, last) = self.body.mapped.heap.unwrap_or((end, self.body.heap));
        self.body.mapped.has_given_back |= end < last;
        self.body.mapped.heap = Some((lowest.min(end), end));
        Ok(())
    }

    fn act(&mut self, call: &Registers) -> Result<(), NotRestorable> {
        let [signal, ..] = call.arguments();
        if !(1..=64).contains(&signal) || self.body.actions.touch(signal) {
            return Ok(());
        }
        self.before(call, |body, caller| body.actions.ask(signal, caller))
    }

    /// A timer that is not set is not deleted, as Ruby does at its end: a game can do nothing else with it. The call is
    /// made into one that has the same result, whether there is such a timer or not.
    fn delete_timer(&mut self, call: &Registers) -> Result<(), NotRestorable> {
        let [timer, ..] = call.arguments();
        if !self.body.deleted_timers.insert(timer) {
            return Err(beyond(call));
        }
        let ask = [timer, 0, 0, 0, 0, 0];
        Ok(self.body.tracee.set_registers(&call.calling_instead(libc::SYS_timer_getoverrun, ask))?)
    }

    /// Whether the call it stands in leaves it to the system what an interrupt does.
    fn lets_interrupt_end(&self, call: &Registers) -> Result<bool, NotRestorable> {
        let [signal, action, ..] = call.arguments();
        // The first word of an action is its handler.
        let mut handler = [0; size_of::<libc::sighandler_t>()];
        if signal != libc::SIGINT as u64 || action == 0 {
            return Ok(false);
        }
        self.body.tracee.read(action, &mut handler)?;
        Ok(libc::sighandler_t::from_ne_bytes(handler) == libc::SIG_DFL)
    }
}

/// The pages from an address on; none if the system would refuse it or do nothing.
fn whole(start: u64, length: u64) -> Option<Range> {
    pages(start, length).filter(|range| range.0 == start && range.0 < range.1)
}
