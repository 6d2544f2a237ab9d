//! The writable memory of a held process: what was in it when it was held, and putting that back.

use std::io;

use super::NotRestorable;
use super::layout::{Kind, Layout};
use super::ranges::{PAGE, Range, Ranges, common};
use super::trace::Tracee;
use super::written::Written;

/// How much memory that can be written a process may have, present or not, and how much of it present.
const MAPPED: u64 = 2 << 30;
const PRESENT: u64 = 256 << 20;

/// What was in a mapping.
struct Image {
    /// All that may ever belong to the mapping; a stack may grow to this.
    range: Range,
    kind: Kind,
    /// The bytes; zeros that nobody looks at take no memory.
    bytes: Vec<u8>,
    /// Where they are not zeros that nobody wrote.
    kept: Vec<Range>,
}

/// The memory of a process.
pub(super) struct Memory {
    tracee: Tracee,
    images: Vec<Image>,
    written: Written,
    /// What the system threw away, so that it must be put back whether it was written to or not.
    lost: Ranges,
}

impl Memory {
    /// Keeps what is in a process's memory.
    ///
    /// # Errors
    /// If it is too much.
    pub(super) fn keep(
        tracee: Tracee,
        layout: &Layout,
        written: Written,
        stack: u64,
    ) -> Result<Memory, NotRestorable> {
        let mut memory = Memory { tracee, images: Vec::new(), written, lost: Ranges::default() };
        let mut mapped = 0;
        for mapping in layout.writable() {
            let before = layout.0.iter().map(|other| other.range.1).filter(|end| *end <= mapping.range.0);
            let low = match mapping.kind {
                Kind::Stack => (mapping.range.1.saturating_sub(stack) / PAGE * PAGE)
                    .clamp(before.max().unwrap_or(0), mapping.range.0),
                _ => mapping.range.0,
            };
            mapped += mapping.range.1 - low;
            if mapped > MAPPED {
                return Err(NotRestorable::for_good("has too much memory to restore"));
            }
            let image = memory.image((low, mapping.range.1), mapping.range, mapping.kind)?;
            memory.images.push(image);
        }
        let present = memory.images.iter().flat_map(|image| &image.kept).map(|range| range.1 - range.0);
        if present.sum::<u64>() > PRESENT {
            return Err(NotRestorable::for_good("has too much memory to restore"));
        }
        let ranges: Vec<_> = layout.writable().map(|mapping| mapping.range).collect();
        memory.written.watch(&ranges)?;
        Ok(memory)
    }

    fn image(&self, range: Range, now: Range, kind: Kind) -> Result<Image, NotRestorable> {
        let size = usize::try_from(range.1 - range.0).map_err(io::Error::other)?;
        let kept = if kind == Kind::File { vec![now] } else { self.written.own(now)? };
        let mut image = Image { range, kind, bytes: vec![0; size], kept: kept.clone() };
        for range in kept {
            let place = image.place(range);
            self.tracee.read(range.0, &mut image.bytes[place])?;
        }
        Ok(image)
    }

    /// Somewhere to write something that is put back at once.
    pub(super) fn scratch(layout: &Layout) -> Result<u64, NotRestorable> {
        let first = layout.writable().find(|mapping| mapping.kind != Kind::System);
        Ok(first.ok_or_else(|| NotRestorable::for_good("has no memory of its own"))?.range.0)
    }

    /// Takes it that the system threw away what was in a range.
    pub(super) fn lose(&mut self, range: Range) {
        self.lost.add(range);
    }

    /// Takes it that a range was given back to the system and came again.
    pub(super) fn regain(&mut self, range: Range) -> io::Result<()> {
        self.lost.add(range);
        self.written.watch_again(range)
    }

    /// Whether a range is memory that is kept here.
    pub(super) fn holds(&self, range: Range) -> bool {
        self.images.iter().any(|image| image.range.0 <= range.0 && range.1 <= image.range.1)
    }

    /// Whether any of a range is memory that is kept here, or may come to be.
    pub(super) fn touches(&self, range: Range) -> bool {
        self.images.iter().any(|image| common(image.range, range).is_some())
    }

    /// Makes it what it was.
    pub(super) fn put_back(&mut self) -> io::Result<()> {
        let ranges: Vec<_> = self.images.iter().map(|image| (image.range, image.kind)).collect();
        let mut found = self.written.find(&ranges)?;
        found.extend(self.lost.iter());
        let pieces: Vec<_> = found.iter().flat_map(|range| self.pieces(*range)).collect();
        self.tracee.write_all(&pieces)
    }

    /// What was in a range.
    fn pieces(&self, range: Range) -> impl Iterator<Item = (u64, &[u8])> {
        self.images.iter().filter_map(move |image| {
            let part = common(image.range, range)?;
            Some((part.0, &image.bytes[image.place(part)]))
        })
    }

    /// Whether it is what it was: all of it, not only what is known to have been written to.
    pub(super) fn is_as_it_was(&self) -> io::Result<bool> {
        for image in &self.images {
            let own = self.written.own(image.range)?;
            let ranges: Ranges = image.kept.iter().copied().chain(own).collect();
            for (start, end) in ranges.iter() {
                if !self.tracee.has(start, &image.bytes[image.place((start, end))])? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

impl Image {
    /// Where a range of the mapping is among the bytes.
    fn place(&self, range: Range) -> std::ops::Range<usize> {
        let offset = |address: u64| (address - self.range.0) as usize;
        offset(range.0)..offset(range.1)
    }
}
