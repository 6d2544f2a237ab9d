//! One game of a held process: what it stops for on its way from its first read to its end, and what is
//! noted of it there, so that it can be undone.

use super::NotRestorable;
use super::body::Body;
use super::descriptors::{COPIES, look_at_opened};
use super::feed;
use super::ranges::{Range, common, pages};
use super::registers::Registers;
use super::run::{Caller, Halt, Tick, go, to_end_of_call};
use super::signal_stack::SignalStack;
use super::watch;
use crate::execution::{Ending, Usage};
use crate::process::reap::ending_of;
use std::time::Duration;

/// A game under way.
pub(super) struct Course<'a> {
    pub(super) body: &'a mut Body,
    /// What it has not read yet.
    pub(super) rest: &'a [u8],
    /// Whether it may be ended when it begins to tidy up.
    pub(super) may_be_dismissed: bool,
    /// Processor time that was used by other games, or on them.
    pub(super) not_its_own: Duration,
    pub(super) has_stdin: bool,
    pub(super) has_sent_signals: bool,
    pub(super) tick: Tick<'a>,
}

/// How a game came to its end.
pub(super) enum End {
    /// It is about to end in this way, and can be put back.
    Before(Ending),
    /// It is gone.
    Gone(Ending, Usage),
}

impl Course<'_> {
    /// Lets it play to its end.
    pub(super) fn play(&mut self) -> Result<End, NotRestorable> {
        self.give_first()?;
        loop {
            let what = match go(self.body.tracee, self.tick)? {
                Halt::Call(what) => what,
                Halt::Gone(status, _) if ending_of(status) == Ending::Signaled(libc::SIGSYS) => {
                    return Err(NotRestorable::this_time("makes forbidden calls"));
                }
                Halt::Gone(status, usage) => return Ok(End::Gone(ending_of(status), usage)),
            };
            let call = self.body.tracee.registers()?;
            match what {
                watch::READS if self.has_stdin => self.give(&call)?,
                watch::READS => {}
                watch::ENDS => return self.end(&call, ending_of((call.arguments()[0] as i32 & 0xFF) << 8)),
                watch::ACTS if self.may_be_dismissed && self.lets_interrupt_end(&call)? => {
                    return self.end(&call, Ending::Dismissed);
                }
                _ => self.note(what, &call)?,
            }
        }
    }

    fn end(&mut self, call: &Registers, ending: Ending) -> Result<End, NotRestorable> {
        if !call.is_within_reach_of(&self.body.read) {
            return Err(NotRestorable::this_time("changes flags that cannot be restored"));
        }
        self.body.is_before = true;
        Ok(End::Before(ending))
    }

    fn give_first(&mut self) -> Result<(), NotRestorable> {
        let (now, rest) = self.rest.split_at(self.body.room.min(self.rest.len()));
        self.rest = rest;
        self.body.begin(now)
    }

    fn give(&mut self, read: &Registers) -> Result<(), NotRestorable> {
        let room = feed::room(self.body.tracee, read)?;
        let (now, rest) = self.rest.split_at(room.min(self.rest.len()));
        self.rest = rest;
        feed::answer(self.body.tracee, read, now)
    }

    /// Takes it that it makes a call that can be undone.
    fn note(&mut self, what: u16, call: &Registers) -> Result<(), NotRestorable> {
        match what {
            watch::OPENS => self.open(call),
            watch::DESCRIBES => self.describe(call),
            watch::MAPS => self.map(call),
            watch::UNMAPS => self.unmap(call),
            watch::REMAPS => self.remap(call),
            watch::BREAKS => self.break_off(call),
            watch::ACTS => self.act(call),
            watch::SIGNALS => self.signal(call),
            watch::ASKS_CLOCK => self.tell_time(call),
            watch::DELETES_TIMER => self.delete_timer(call),
            watch::RETURNS => self.come_back(call),
            _ => Err(beyond(call)),
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
        let [start, length, third, fourth, ..] = call.arguments();
        let Some(range) = whole(start, length) else { return Err(beyond(call)) };
        let is_new = self.body.mapped.new.holds(range);
        let throws_away = [libc::MADV_DONTNEED, libc::MADV_FREE].contains(&(third as i32));
        self.body.mapped.has_given_back |= match call.call() {
            libc::SYS_madvise => true,
            libc::SYS_mremap => third < length,
            _ => false,
        };
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
            libc::SYS_mremap if is_new && fourth & !(libc::MREMAP_MAYMOVE as u64) == 0 => {
                let address = self.finish_call()?;
                if let (false, Some(moved)) = ((-4095..0).contains(&address), pages(address as u64, third)) {
                    self.body.mapped.new.remove(range);
                    self.body.mapped.new.add(moved);
                }
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

    fn delete_timer(&mut self, call: &Registers) -> Result<(), NotRestorable> {
        let [timer, ..] = call.arguments();
        if !self.body.timers.knows(timer) {
            return self.before(call, |body, caller| body.timers.ask(timer, caller));
        }
        if !self.body.timers.delete(timer) {
            return Err(beyond(call));
        }
        Ok(self.body.tracee.set_registers(&call.answered(0))?)
    }

    fn signal(&mut self, call: &Registers) -> Result<(), NotRestorable> {
        let [first, second, ..] = call.arguments().map(|argument| argument as i32);
        let own = self.body.tracee.0.as_raw_nonzero().get();
        let is_to_itself = first == own && (call.call() == libc::SYS_kill || second == own);
        self.has_sent_signals = true;
        if is_to_itself { Ok(()) } else { Err(NotRestorable::for_good("sends signals")) }
    }

    /// What comes back sets the stack for signals to what lies on its own.
    fn come_back(&self, call: &Registers) -> Result<(), NotRestorable> {
        /// Where that is, from the top of the stack: after the flags and the link of the context.
        const ITS_PLACE: u64 = 16;
        let found = SignalStack::read(self.body.tracee, call.0.rsp.wrapping_add(ITS_PLACE))?;
        if found.sets(&self.body.signal_stack) {
            return Err(beyond(call));
        }
        Ok(())
    }

    /// Takes what was used by others from what its clock shows.
    fn tell_time(&mut self, call: &Registers) -> Result<(), NotRestorable> {
        let [_, address, ..] = call.arguments();
        if self.finish_call()? < 0 {
            return Ok(());
        }
        let mut time = [0; 16];
        self.body.tracee.read(address, &mut time)?;
        let word = |place: usize| u64::from_ne_bytes(time[place..place + 8].try_into().expect("eight bytes"));
        let shown = Duration::new(word(0), word(8) as u32).saturating_sub(self.not_its_own);
        let time = [shown.as_secs(), u64::from(shown.subsec_nanos())].map(u64::to_ne_bytes).concat();
        Ok(self.body.tracee.write(address, &time)?)
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

/// Why a game is given back before this call is made.
pub(super) fn beyond(call: &Registers) -> NotRestorable {
    match call.call() {
        libc::SYS_clone | libc::SYS_clone3 | libc::SYS_fork | libc::SYS_vfork | libc::SYS_execve => {
            NotRestorable::for_good("has threads or child processes")
        }
        libc::SYS_setitimer | libc::SYS_alarm | libc::SYS_timer_create | libc::SYS_timer_settime => {
            NotRestorable::this_time("sets a timer")
        }
        libc::SYS_ioctl | libc::SYS_fcntl => NotRestorable::for_good("changes its streams"),
        number => {
            NotRestorable::this_time(format!("makes a system call that cannot be undone (number {number})"))
        }
    }
}
