//! The memory mappings of a held process.

use std::io;
use std::ops::Range;

use nix::unistd::Pid;
use rangemap::RangeMap;

use super::{NotRestorable, Restorable};

pub(super) const PAGE: u64 = 4096;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mapping {
    /// Its permissions, as the system's number.
    pub(super) access: u64,
    pub(super) kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Its own, zero at first.
    Fresh,
    /// Its own copy of a file.
    File,
    /// Fresh, and growing downwards.
    Stack,
    System,
}

/// All mappings by address; adjacent ones with equal properties are one.
pub(super) struct Layout(pub(super) RangeMap<u64, Mapping>);

impl Mapping {
    pub(super) fn is_writable(&self) -> bool {
        self.access & libc::PROT_WRITE as u64 != 0
    }

    /// Whether its content is the process's own, or may become so: all that is no file's, and copies of files that it can
    /// write to.
    pub(super) fn is_own(&self) -> bool {
        match self.kind {
            Kind::Fresh | Kind::Stack => true,
            Kind::File => self.is_writable(),
            Kind::System => false,
        }
    }
}

impl Layout {
    /// Of a process, unless it shares memory that is writable or that has no file with a name: such memory
    /// could be made writable, or the system writes to it.
    pub(super) fn of(process: Pid) -> Restorable<Layout> {
        let text = std::fs::read(format!("/proc/{process}/maps"))?;
        let text = String::from_utf8_lossy(&text);
        text.lines().map(mapping).collect::<Result<_, _>>().map(Layout)
    }

    /// Those whose content is its own, or may become so.
    pub(super) fn own(&self) -> impl Iterator<Item = (&Range<u64>, &Mapping)> {
        self.0.iter().filter(|(_, mapping)| mapping.is_own())
    }

    /// Whether a range is completely mapped, and this is so for all mappings in it.
    pub(super) fn all(&self, range: &Range<u64>, is_so: impl Fn(&Mapping) -> bool) -> bool {
        self.0.gaps(range).next().is_none() && self.0.overlapping(range).all(|(_, mapping)| is_so(mapping))
    }

    /// Whether a range is completely mapped, and none of it is the system's.
    pub(super) fn holds(&self, range: &Range<u64>) -> bool {
        self.all(range, |mapping| mapping.kind != Kind::System)
    }

    /// Whether it is the same as another, except for the start of the stack.
    pub(super) fn is_like(&self, other: &Layout) -> bool {
        let lasting = |(range, mapping): (&Range<u64>, &Mapping)| {
            (Some(range.start).filter(|_| mapping.kind != Kind::Stack), range.end, *mapping)
        };
        self.0.iter().map(lasting).eq(other.0.iter().map(lasting))
    }
}

/// A line of the system's list: a range, modes, an offset, a device, a file's number, a name.
fn mapping(line: &str) -> Restorable<(Range<u64>, Mapping)> {
    let unknown = || io::Error::other("an unknown mapping");
    let words: Vec<_> = line.split_ascii_whitespace().collect();
    let [range, modes, _, _, file, name @ ..] = words.as_slice() else { return Err(unknown().into()) };
    let name = name.first().copied().unwrap_or_default();
    let address = |text| u64::from_str_radix(text, 16).ok();
    let range = range.split_once('-').and_then(|(start, end)| Some(address(start)?..address(end)?));
    let letters = [('r', libc::PROT_READ), ('w', libc::PROT_WRITE), ('x', libc::PROT_EXEC)];
    let access =
        letters.iter().filter(|(letter, _)| modes.contains(*letter)).map(|(_, bit)| *bit as u64).sum();
    let is_a_file = name.starts_with('/') && !line.ends_with("(deleted)");
    let kind = match name {
        "[stack]" => Kind::Stack,
        // Other names in brackets with this prefix are the system's; the heap is the program's own.
        _ if name.starts_with("[v") || name.starts_with("[uprobes") => Kind::System,
        _ if *file != "0" => Kind::File,
        _ => Kind::Fresh,
    };
    let mapping = Mapping { access, kind };
    if modes.ends_with('s') && (mapping.is_writable() || !is_a_file) {
        return Err(NotRestorable::for_good("shares memory"));
    }
    Ok((range.ok_or_else(unknown)?, mapping))
}

/// The pages of this many bytes from an address on. `None` if they wrap around.
pub(super) fn pages(start: u64, length: u64) -> Option<Range<u64>> {
    let end = start.checked_add(length)?.checked_next_multiple_of(PAGE)?;
    Some(start / PAGE * PAGE..end)
}

/// The intersection of two ranges; it may be empty.
pub(super) fn common(one: &Range<u64>, other: &Range<u64>) -> Range<u64> {
    one.start.max(other.start)..one.end.min(other.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_rounded_to_pages_and_never_go_round_the_end() {
        assert_eq!(pages(4096, 1), Some(4096..8192));
        assert_eq!(pages(5000, 4096), Some(4096..12288));
        assert_eq!(pages(4096, u64::MAX), None);
        assert_eq!(pages(u64::MAX - 10, 5), None);
    }
}
