//! Calls of a game that change which memory there is, and what may be done with it: each is done such that it can be undone.

use std::ops::Range;

use super::Restorable;
use super::body::Body;
use super::game::Course;
use super::layout::{Kind, Mapping, common, pages};
use super::registers::Registers;
use super::run::{beyond, permit};
use super::trace::Tracee;

impl Course<'_, '_> {
    pub(super) fn map(&mut self, thread: Tracee, call: &Registers) -> Restorable<()> {
        let known = libc::MAP_PRIVATE
            | libc::MAP_SHARED
            | libc::MAP_ANONYMOUS
            | libc::MAP_NORESERVE
            | libc::MAP_POPULATE
            | libc::MAP_STACK
            | libc::MAP_DENYWRITE
            | libc::MAP_FIXED
            | libc::MAP_FIXED_NOREPLACE;
        let [start, length, _, flags, ..] = call.arguments();
        permit(flags & !(known as u64) == 0, call)?;
        if flags & libc::MAP_FIXED as u64 != 0
            && let Some(range) = whole(start, length)
            && (self.body.layout.0.overlaps(&range) || self.body.memory.touches(&range))
        {
            return self.map_anew(thread, call, range);
        }
        let address = self.run.finish_call(thread)?;
        if !(-4095..0).contains(&address) {
            self.body.changes.new.extend(pages(address.cast_unsigned(), length));
        }
        Ok(())
    }

    /// Memory from before the game that is to be replaced by fresh memory is emptied instead, and gets its permissions.
    fn map_anew(&mut self, thread: Tracee, call: &Registers, range: Range<u64>) -> Restorable<()> {
        let [start, length, access, flags, ..] = call.arguments();
        let is_fresh = flags & libc::MAP_ANONYMOUS as u64 != 0 && flags & libc::MAP_SHARED as u64 == 0;
        permit(is_fresh && self.body.layout.all(&range, |mapping| mapping.kind == Kind::Fresh), call)?;
        self.call_first(thread, call, |body, caller| {
            let advice = libc::MADV_DONTNEED as u64;
            caller.restore("memory", 0, libc::SYS_madvise, [start, length, advice, 0, 0, 0])?;
            caller.restore("memory", 0, libc::SYS_mprotect, [start, length, access, 0, 0, 0])?;
            body.memory.lost.insert(range.clone());
            body.changes.hidden.remove(range.clone());
            body.changes.altered.insert(range);
            body.changes.has_given_back = true;
            Ok(())
        })?;
        Ok(thread.set_registers(&call.answered(start))?)
    }

    /// Memory from before the game is not unmapped but made inaccessible: an access crashes all the same.
    pub(super) fn unmap(&mut self, thread: Tracee, call: &Registers) -> Restorable<()> {
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
        self.body.changes.hidden.insert(range.clone());
        self.body.changes.altered.insert(range);
        let instead =
            call.calling_instead(libc::SYS_mprotect, [start, length, libc::PROT_NONE as u64, 0, 0, 0]);
        Ok(thread.set_registers(&instead)?)
    }

    pub(super) fn protect(&mut self, call: &Registers) -> Restorable<()> {
        let [start, length, access, ..] = call.arguments();
        let Some(range) = whole(start, length) else { return Err(beyond(call)) };
        let Body { changes, layout, .. } = &mut *self.body;
        if changes.new.gaps(&range).next().is_none() {
            return Ok(());
        }
        let writes = access & libc::PROT_WRITE as u64 != 0;
        // Of a copy of a file that could not be written to, no content was saved.
        let can_be_undone = |mapping: &Mapping| mapping.is_own() || mapping.kind == Kind::File && !writes;
        permit(layout.all(&range, can_be_undone) && !changes.hidden.overlaps(&range), call)?;
        changes.altered.insert(range);
        Ok(())
    }

    pub(super) fn advise(&mut self, call: &Registers) -> Restorable<()> {
        let [start, length, advice, ..] = call.arguments();
        let Some(range) = whole(start, length) else { return Err(beyond(call)) };
        let Body { changes, layout, memory, .. } = &mut *self.body;
        changes.has_given_back = true;
        let is_new = changes.new.gaps(&range).next().is_none();
        let is_hidden = changes.hidden.overlaps(&range);
        match advice as i32 {
            // Higher values concern the machine.
            _ if is_new => permit(advice < libc::MADV_HWPOISON as u64, call),
            libc::MADV_DONTNEED | libc::MADV_FREE => {
                // A stack may be given back where it has not grown to.
                let is_own = layout.all(&range, Mapping::is_own) || memory.holds(&range);
                permit(is_own && !is_hidden, call)?;
                memory.lost.insert(range);
                Ok(())
            }
            // How the system is to manage it.
            libc::MADV_NORMAL
            | libc::MADV_RANDOM
            | libc::MADV_SEQUENTIAL
            | libc::MADV_WILLNEED
            | libc::MADV_HUGEPAGE
            | libc::MADV_NOHUGEPAGE
            | libc::MADV_DONTDUMP
            | libc::MADV_DODUMP => permit(layout.holds(&range) && !is_hidden, call),
            _ => Err(beyond(call)),
        }
    }

    pub(super) fn break_off(&mut self, call: &Registers) -> Restorable<()> {
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
}

/// The pages from an address on. `None` if the system would reject the range or do nothing.
fn whole(start: u64, length: u64) -> Option<Range<u64>> {
    pages(start, length).filter(|range| range.start == start && !range.is_empty())
}
