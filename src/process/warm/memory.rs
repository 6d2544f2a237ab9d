//! The writable memory of a held process: its content when it was held, and how that is restored.

use std::io;
use std::ops::Range;

use rangemap::RangeSet;

use super::layout::{Kind, Layout, PAGE, common};
use super::trace::Tracee;
use super::written::Written;
use super::{Restorable, demand};

/// How much writable memory a process may have, present or not, and how much of it may be present.
const MAPPED: u64 = 2 << 30;
const PRESENT: u64 = 256 << 20;
const TOO_MUCH: &str = "has too much memory to restore";

/// The content of a mapping.
struct Image {
    /// The range of the mapping at its largest; a stack may grow to this.
    range: Range<u64>,
    /// The bytes; zeros that are never touched take no memory.
    bytes: Vec<u8>,
    /// The ranges with content; all others are zeros that were never written.
    kept: Vec<Range<u64>>,
}

/// The memory of a process.
pub(super) struct Memory {
    tracee: Tracee,
    images: Vec<Image>,
    written: Written,
    /// Ranges that the game gave up, which must be restored whether they were written to or not.
    pub(super) lost: RangeSet<u64>,
}

impl Memory {
    /// Saves the content of a process's memory, unless it is too much.
    pub(super) fn keep(tracee: Tracee, layout: &Layout, written: Written, stack: u64) -> Restorable<Memory> {
        let mut memory = Memory { tracee, images: Vec::new(), written, lost: RangeSet::new() };
        let (mut mapped, mut present) = (0, 0);
        for (now, mapping) in layout.writable() {
            let before = layout.0.iter().map(|(other, _)| other.end).filter(|end| *end <= now.start);
            let growth = if mapping.kind == Kind::Stack { stack } else { 0 };
            let lowest = now.end.saturating_sub(growth) / PAGE * PAGE;
            let start = lowest.clamp(before.max().unwrap_or(0), now.start);
            mapped += now.end - start;
            demand(mapped <= MAPPED, TOO_MUCH)?;
            let kept = match mapping.kind {
                Kind::File => vec![now.clone()],
                _ => memory.written.own(now)?,
            };
            present += kept.iter().map(|range| range.end - range.start).sum::<u64>();
            demand(present <= PRESENT, TOO_MUCH)?;
            let bytes = vec![0; (now.end - start) as usize];
            let mut image = Image { range: start..now.end, bytes, kept };
            for range in &image.kept {
                let place = image.place(range);
                tracee.read(range.start, &mut image.bytes[place])?;
            }
            memory.images.push(image);
        }
        let ranges: Vec<_> = layout.writable().map(|(range, _)| range.clone()).collect();
        memory.written.watch(&ranges)?;
        Ok(memory)
    }

    /// Records that a range was given back to the system and mapped again.
    pub(super) fn regain(&mut self, range: Range<u64>) -> io::Result<()> {
        self.written.watch_again(&range)?;
        self.lost.insert(range);
        Ok(())
    }

    /// Whether a range is saved here.
    pub(super) fn holds(&self, range: &Range<u64>) -> bool {
        self.images.iter().any(|image| common(&image.range, range) == *range)
    }

    /// Whether any part of a range is saved here, or may become part of a saved mapping.
    pub(super) fn touches(&self, range: &Range<u64>) -> bool {
        self.images.iter().any(|image| !common(&image.range, range).is_empty())
    }

    /// Restores the content.
    pub(super) fn put_back(&self) -> io::Result<()> {
        let ranges: Vec<_> = self.images.iter().map(|image| image.range.clone()).collect();
        let mut found = self.written.find(&ranges)?;
        found.extend(self.lost.iter().cloned());
        let pieces: Vec<_> = found.iter().flat_map(|range| self.pieces(range)).collect();
        self.tracee.write(&pieces)
    }

    /// The saved content of a range.
    fn pieces(&self, range: &Range<u64>) -> impl Iterator<Item = (u64, &[u8])> {
        let parts = self.images.iter().map(move |image| (image, common(&image.range, range)));
        let parts = parts.filter(|(_, part)| !part.is_empty());
        parts.map(|(image, part)| (part.start, &image.bytes[image.place(&part)]))
    }

    /// Whether all of it has its saved content, not only pages that are known to have been written to.
    pub(super) fn is_as_it_was(&self) -> io::Result<bool> {
        for image in &self.images {
            let own = self.written.own(&image.range)?;
            for range in image.kept.iter().cloned().chain(own).collect::<RangeSet<_>>() {
                if !self.tracee.has(range.start, &image.bytes[image.place(&range)])? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

impl Image {
    /// Where a range of the mapping is among the bytes.
    fn place(&self, range: &Range<u64>) -> Range<usize> {
        let offset = |address: u64| (address - self.range.start) as usize;
        offset(range.start)..offset(range.end)
    }
}
