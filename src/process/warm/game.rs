//! One game of a held process: its stops from the first read to the end, and what is recorded to undo it.

use std::ops::Range;

use super::body::{Action, Body, SIGNALS};
use super::descriptors::look_at_opened;
use super::feed::Feed;
use super::layout::{common, pages};
use super::run::{Caller, Run, beyond, permit};
use super::trace::Registers;
use super::watch::COPIES;
use super::{NotRestorable, Restorable, WarmGame, demand, demand_now};
use crate::execution::{Dialogue, Ending, Limit};
use crate::process::reap::ending_of;

/// A game under way.
pub(super) struct Course<'a, 'b> {
    body: &'a mut Body,
    run: &'a mut Run<'b>,
    feed: Feed<'a>,
    game: &'a WarmGame,
    has_stdin: bool,
}

impl<'a, 'b> Course<'a, 'b> {
    pub(super) fn new(body: &'a mut Body, run: &'a mut Run<'b>, game: &'a WarmGame) -> Course<'a, 'b> {
        Course { body, run, feed: Feed::new(game), game, has_stdin: true }
    }

    /// Lets it play until it is about to end; returns how it ends, and the record of its turns.
    pub(super) fn play(mut self) -> Restorable<(Ending, Option<Dialogue>)> {
        self.feed.answer(&self.body.read, self.run)?;
        self.run.tracee.set_vectors(&self.body.vectors)?;
        self.run.tracee.set_signal_mask(self.body.mask)?;
        loop {
            let call = self.run.go()?.ok_or_else(|| NotRestorable::this_time("is ended from outside"))?;
            if let Some(ending) = self.ending(&call)? {
                let can_be_restored = call.is_within_reach_of(&self.body.read);
                demand_now(can_be_restored, "changes flags that cannot be restored")?;
                return Ok((ending, self.feed.into_dialogue()));
            }
            self.note(&call)?;
        }
    }

    /// How this call ends it, if it does.
    fn ending(&mut self, call: &Registers) -> Restorable<Option<Ending>> {
        let [first, action, ..] = call.arguments();
        Ok(match call.call() {
            libc::SYS_exit | libc::SYS_exit_group => Some(ending_of((first as i32 & 0xFF) << 8)),
            // It resets the interrupt signal to the default. The first word of an action is its handler.
            libc::SYS_rt_sigaction
                if self.game.may_be_dismissed
                    && first == libc::SIGINT as u64
                    && action != 0
                    && self.run.tracee.has(action, &libc::SIG_DFL.to_ne_bytes())? =>
            {
                Some(Ending::Dismissed)
            }
            libc::SYS_read | libc::SYS_readv if self.has_stdin && self.feed.is_at_end(self.run)? => {
                Some(Ending::Stopped(Limit::Idle))
            }
            _ => None,
        })
    }

    /// Follows a call, or prepares to undo it.
    fn note(&mut self, call: &Registers) -> Restorable<()> {
        match call.call() {
            libc::SYS_read | libc::SYS_readv if self.has_stdin => self.feed.answer(call, self.run),
            libc::SYS_read | libc::SYS_readv => Ok(()),
            libc::SYS_open | libc::SYS_openat => self.open(call),
            libc::SYS_mmap => self.map(call),
            libc::SYS_munmap => self.unmap(call),
            libc::SYS_mprotect | libc::SYS_madvise => self.remap(call),
            libc::SYS_brk => self.break_off(call),
            libc::SYS_rt_sigaction => self.act(call),
            libc::SYS_timer_delete => self.delete_timer(call),
            _ => self.describe(call),
        }
    }

    /// Makes it make calls of ours before its own, which it then makes again.
    fn before(
        &mut self,
        call: &Registers,
        act: impl FnOnce(&mut Body, &mut Caller<'_, '_>) -> Restorable<()>,
    ) -> Restorable<()> {
        let tracee = self.run.tracee;
        permit(tracee.can_call_again(call), call)?;
        let mut caller = Caller::new(self.run, *call, self.body.scratch);
        act(self.body, &mut caller)?;
        Ok(tracee.set_registers(&call.about_to_call(call.call(), call.arguments()))?)
    }

    fn open(&mut self, call: &Registers) -> Restorable<()> {
        let [first, second, third, ..] = call.arguments();
        let (path, flags) = if call.call() == libc::SYS_open { (first, second) } else { (second, third) };
        let writes = libc::O_WRONLY | libc::O_RDWR | libc::O_CREAT | libc::O_TRUNC | libc::O_TMPFILE;
        let is_reading = flags as i32 & writes & !libc::O_DIRECTORY == 0;
        let is_lost = || self.run.tracee.has(path, b"/dev/null\0").unwrap_or(false);
        demand(is_reading || is_lost(), "writes files")?;
        let number = self.run.finish_call()?;
        self.body.descriptors.are_more |= number >= 0;
        look_at_opened(self.body.tracee.0, number, true)
    }

    fn describe(&mut self, call: &Registers) -> Restorable<()> {
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
        demand(!is_high, "has many files open")?;
        if let Some(number) = lost {
            if !self.body.descriptors.is_spare(number) {
                return self.before(call, |body, caller| body.descriptors.copy(number, caller));
            }
            self.has_stdin &= number != 0 || call.call() == libc::SYS_fcntl;
        }
        self.body.descriptors.are_more |= call.call() != libc::SYS_close;
        Ok(())
    }

    fn map(&mut self, call: &Registers) -> Restorable<()> {
        let known = libc::MAP_PRIVATE
            | libc::MAP_SHARED
            | libc::MAP_ANONYMOUS
            | libc::MAP_NORESERVE
            | libc::MAP_POPULATE
            | libc::MAP_STACK
            | libc::MAP_DENYWRITE;
        let [_, length, _, flags, ..] = call.arguments();
        permit(flags & !(known as u64) == 0, call)?;
        let address = self.run.finish_call()?;
        if !(-4095..0).contains(&address) {
            self.body.changes.new.extend(pages(address.cast_unsigned(), length));
        }
        Ok(())
    }

    /// Memory from before the game is not unmapped but made inaccessible: an access crashes all the same.
    fn unmap(&mut self, call: &Registers) -> Restorable<()> {
        self.body.changes.has_given_back = true;
        let [start, length, ..] = call.arguments();
        let Some(range) = whole(start, length) else { return Ok(()) };
        let Body { changes, layout, memory, .. } = &mut *self.body;
        // The range that a stack may grow to counts as old memory, too, but may contain a new mapping.
        let is_old = layout.0.overlaps(&range) || memory.touches(&range);
        if !is_old || changes.new.gaps(&range).next().is_none() {
            changes.new.remove(range);
            return Ok(());
        }
        // A part of the heap that was given back in this game does not exist any more.
        let given_back = self.body.changes.heap.map_or(0..0, |(lowest, _)| self.body.heap_above(lowest));
        permit(self.body.layout.holds(&range) && common(&range, &given_back).is_empty(), call)?;
        self.body.changes.hidden.insert(range);
        let instead =
            call.calling_instead(libc::SYS_mprotect, [start, length, libc::PROT_NONE as u64, 0, 0, 0]);
        Ok(self.run.tracee.set_registers(&instead)?)
    }

    fn remap(&mut self, call: &Registers) -> Restorable<()> {
        let [start, length, third, ..] = call.arguments();
        let Some(range) = whole(start, length) else { return Err(beyond(call)) };
        let Body { changes, memory, .. } = &mut *self.body;
        let is_new = changes.new.gaps(&range).next().is_none();
        let throws_away = [libc::MADV_DONTNEED, libc::MADV_FREE].contains(&(third as i32));
        changes.has_given_back |= call.call() == libc::SYS_madvise;
        match call.call() {
            libc::SYS_mprotect if is_new => Ok(()),
            // Higher values of the advice concern the machine.
            libc::SYS_madvise if is_new && third < libc::MADV_HWPOISON as u64 => Ok(()),
            libc::SYS_madvise if throws_away && memory.holds(&range) && !changes.hidden.overlaps(&range) => {
                memory.lost.insert(range);
                Ok(())
            }
            _ => Err(beyond(call)),
        }
    }

    fn break_off(&mut self, call: &Registers) -> Restorable<()> {
        let [end, ..] = call.arguments();
        if end == 0 {
            return Ok(());
        }
        let above = self.body.heap_above(end);
        let changes = &mut self.body.changes;
        permit(above.is_empty() || !changes.hidden.overlaps(&above), call)?;
        let (lowest, last) = changes.heap.unwrap_or((end, self.body.heap));
        changes.has_given_back |= end < last;
        changes.heap = Some((lowest.min(end), end));
        Ok(())
    }

    fn act(&mut self, call: &Registers) -> Restorable<()> {
        let [signal, ..] = call.arguments();
        if self.body.actions.contains_key(&signal) || !(1..=64).contains(&signal) {
            return Ok(());
        }
        self.before(call, |body, caller| {
            let (mut action, ask) = (Action::default(), [signal, 0, caller.scratch, SIGNALS, 0, 0]);
            caller.lend(&mut action, libc::SYS_rt_sigaction, ask)?;
            body.actions.insert(signal, action);
            Ok(())
        })
    }

    /// Ruby deletes its timer at its end. Another call with the same result leaves it there.
    fn delete_timer(&mut self, call: &Registers) -> Restorable<()> {
        let [timer, ..] = call.arguments();
        permit(self.body.changes.timers.insert(timer), call)?;
        let instead = call.calling_instead(libc::SYS_timer_getoverrun, [timer, 0, 0, 0, 0, 0]);
        Ok(self.run.tracee.set_registers(&instead)?)
    }
}

/// The pages from an address on; none if the system would reject the range or do nothing.
fn whole(start: u64, length: u64) -> Option<Range<u64>> {
    pages(start, length).filter(|range| range.start == start && !range.is_empty())
}
