//! The memory of a held process that it can write to, or could: its content when it was held, and how that is restored.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt;

use rangemap::{RangeMap, RangeSet};

use super::layout::{Kind, Layout, Mapping, PAGE, common};
use super::trace::Tracee;
use super::written::Written;
use super::{Restorable, demand};

/// How much of its memory may be present.
const PRESENT: u64 = 256 << 20;

/// How much it may have, present or not, where the system does not tell quickly what is present.
const MAPPED: u64 = 2 << 30;

const TOO_MUCH: &str = "has too much memory to restore";

/// How much is read, compared or zeroed at once.
const AT_ONCE: usize = 1 << 16;

/// The content of memory that was never written to.
static ZEROS: [u8; AT_ONCE] = [0; AT_ONCE];

pub(super) struct Memory {
    tracee: Tracee,
    /// All of it, as a file that can be written where the process cannot write, if the sandbox allows that.
    file: File,
    /// The mappings that are restored, each at its largest, since a stack may grow; and whether the process can write there.
    spaces: RangeMap<u64, bool>,
    /// The content by address; all else are zeros that were never written.
    content: BTreeMap<u64, Vec<u8>>,
    written: Written,
    /// Ranges that the game gave up, which must be restored whether they were written to or not.
    pub(super) lost: RangeSet<u64>,
}

impl Memory {
    /// Saves the content of a process's memory, unless it is too much.
    pub(super) fn keep(tracee: Tracee, layout: &Layout, written: Written, stack: u64) -> Restorable<Memory> {
        let path = format!("/proc/{}/mem", tracee.0);
        // At `filters` no file of `/proc` is open for writing, or candidates could write to those of other processes.
        let file = File::options().read(true).write(true).open(&path).or_else(|_| File::open(&path))?;
        let (spaces, content, lost) = (RangeMap::new(), BTreeMap::new(), RangeSet::new());
        let mut memory = Memory { tracee, file, spaces, content, written, lost };
        let (mut ranges, mut saved) = (Vec::new(), 0);
        for (range, mapping) in layout.own() {
            let kept = memory.present(range, mapping)?;
            if mapping.access == 0 && kept.is_empty() {
                continue;
            }
            let growth = if mapping.kind == Kind::Stack { stack } else { 0 };
            let lowest = range.end.saturating_sub(growth) / PAGE * PAGE;
            let before = layout.0.iter().map(|(other, _)| other.end).filter(|end| *end <= range.start);
            let start = lowest.clamp(before.max().unwrap_or(0), range.start);
            memory.spaces.insert(start..range.end, mapping.is_writable());
            ranges.push(range.clone());
            saved += kept.iter().map(|range| range.end - range.start).sum::<u64>();
            demand(saved <= PRESENT, TOO_MUCH)?;
            for range in kept {
                memory.save(&range)?;
            }
        }
        memory.written.watch(&ranges)?;
        Ok(memory)
    }

    /// The parts of a mapping that have content.
    fn present(&self, range: &Range<u64>, mapping: &Mapping) -> Restorable<Vec<Range<u64>>> {
        let is_quick = self.written.is_quick || range.end - range.start <= MAPPED;
        demand(is_quick, TOO_MUCH)?;
        Ok(match mapping.kind {
            Kind::File => vec![range.clone()],
            _ => self.written.own(range)?,
        })
    }

    fn save(&mut self, range: &Range<u64>) -> io::Result<()> {
        let mut bytes = vec![0; (range.end - range.start) as usize];
        self.file.read_exact_at(&mut bytes, range.start)?;
        self.content.insert(range.start, bytes);
        Ok(())
    }

    /// Records that a range was given back to the system and mapped again.
    pub(super) fn regain(&mut self, range: Range<u64>) -> io::Result<()> {
        self.written.watch_again(&range)?;
        self.lost.insert(range);
        Ok(())
    }

    /// Whether a range is saved here.
    pub(super) fn holds(&self, range: &Range<u64>) -> bool {
        self.spaces.gaps(range).next().is_none()
    }

    /// Whether any part of a range is saved here, or may become part of a saved mapping.
    pub(super) fn touches(&self, range: &Range<u64>) -> bool {
        self.spaces.overlaps(range)
    }

    /// Restores the content. All of it must be mapped as it was.
    pub(super) fn put_back(&self) -> io::Result<()> {
        let ranges: Vec<_> = self.spaces.iter().map(|(range, _)| range.clone()).collect();
        let found = self.written.find(&ranges)?;
        // What was given up and then written to is among the found, too.
        let lost = self.lost.iter().flat_map(|range| self.saved(range));
        let pieces = found.iter().flat_map(|range| self.pieces(range)).chain(lost);
        let (writable, others): (Vec<_>, Vec<_>) =
            pieces.partition(|(address, _)| self.spaces.get(address) == Some(&true));
        for (address, bytes) in others {
            self.file.write_all_at(bytes, address).or_else(|_| self.tracee.write_words(address, bytes))?;
        }
        self.tracee.write(&writable)
    }

    /// The saved content of a range: pieces with their addresses.
    fn saved(&self, range: &Range<u64>) -> Vec<(u64, &[u8])> {
        // One may begin before the range.
        let before = self.content.range(..range.start).next_back();
        let all = before.into_iter().chain(self.content.range(range.clone()));
        all.filter_map(|(start, bytes)| {
            let part = common(&(*start..*start + bytes.len() as u64), range);
            let place = |address: u64| (address - start) as usize;
            (!part.is_empty()).then(|| (part.start, &bytes[place(part.start)..place(part.end)]))
        })
        .collect()
    }

    /// The content of those parts of a range that are restored, saved or zero: pieces with their addresses. Each is in one
    /// mapping.
    fn pieces(&self, range: &Range<u64>) -> Vec<(u64, &[u8])> {
        let mut pieces = Vec::new();
        for (space, _) in self.spaces.overlapping(range) {
            let part = common(space, range);
            let mut at = part.start;
            for (start, bytes) in self.saved(&part) {
                pieces.extend(zeros(at..start));
                pieces.push((start, bytes));
                at = start + bytes.len() as u64;
            }
            pieces.extend(zeros(at..part.end));
        }
        pieces
    }

    /// Whether all of it has its saved content, not only pages that are known to have been written to.
    pub(super) fn is_as_it_was(&self) -> io::Result<bool> {
        let kept = self.content.iter().map(|(start, bytes)| *start..start + bytes.len() as u64);
        let mut all: RangeSet<_> = kept.collect();
        for (space, _) in self.spaces.iter() {
            all.extend(self.written.own(space)?);
        }
        for range in all {
            for (address, bytes) in self.pieces(&range) {
                if !self.has(address, bytes)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn has(&self, address: u64, expected: &[u8]) -> io::Result<bool> {
        let mut now = vec![0; AT_ONCE.min(expected.len())];
        for (expected, address) in expected.chunks(AT_ONCE).zip((address..).step_by(AT_ONCE)) {
            let now = &mut now[..expected.len()];
            self.file.read_exact_at(now, address)?;
            if now != expected {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Pieces of a range in which nothing is.
fn zeros<'a>(range: Range<u64>) -> impl Iterator<Item = (u64, &'a [u8])> {
    let pieces = range.clone().step_by(AT_ONCE);
    pieces.map(move |start| (start, &ZEROS[..(range.end - start).min(AT_ONCE as u64) as usize]))
}
