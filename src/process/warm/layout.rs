//! What a held process has mapped into its memory.

use std::io;

use rustix::process::Pid;

use super::NotRestorable;
use super::ranges::{Range, Ranges, common};

/// One mapping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mapping {
    pub(super) range: Range,
    /// What may be done with it, as the system's number.
    pub(super) access: u64,
    pub(super) kind: Kind,
}

/// What a mapping is to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Its own, zero at first.
    Fresh,
    /// Its own copy of a file.
    File,
    /// Fresh, and growing downwards.
    Stack,
    /// The system's.
    System,
}

/// All mappings, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout(pub(super) Vec<Mapping>);

impl Layout {
    /// Of a process.
    ///
    /// # Errors
    /// If it shares memory that can be written, or that could be made so, or that the system writes to: what
    /// has no name, or none any more, is nobody's file.
    pub(super) fn of(process: Pid) -> Result<Layout, NotRestorable> {
        let text = std::fs::read(format!("/proc/{}/maps", process.as_raw_nonzero()))?;
        let text = String::from_utf8_lossy(&text);
        text.lines().map(mapping).collect::<Result<_, _>>().map(Layout)
    }

    /// Those that it can write to.
    pub(super) fn writable(&self) -> impl Iterator<Item = &Mapping> {
        self.0.iter().filter(|mapping| mapping.access & libc::PROT_WRITE as u64 != 0)
    }

    /// Whether a range is mapped as a whole, and nothing in it is the system's.
    pub(super) fn holds(&self, range: Range) -> bool {
        let own = self.0.iter().filter(|mapping| mapping.kind != Kind::System);
        own.map(|mapping| mapping.range).collect::<Ranges>().holds(range)
    }

    /// Whether any of a range is mapped.
    pub(super) fn touches(&self, range: Range) -> bool {
        self.0.iter().any(|mapping| common(mapping.range, range).is_some())
    }

    /// The parts of a range with what may be done with each.
    pub(super) fn parts(&self, range: Range) -> impl Iterator<Item = (Range, u64)> {
        self.0.iter().filter_map(move |mapping| Some((common(mapping.range, range)?, mapping.access)))
    }

    /// Whether it is the same as another, but for where mappings begin that are told apart by nothing
    /// else, and where the stack does.
    pub(super) fn is_like(&self, other: &Layout) -> bool {
        self.summary() == other.summary()
    }

    fn summary(&self) -> Vec<(Range, u64)> {
        let mut all: Vec<(Range, u64)> = Vec::new();
        for Mapping { range, access, kind } in &self.0 {
            let start = if *kind == Kind::Stack { range.1 } else { range.0 };
            match all.last_mut() {
                Some((last, same)) if last.1 == start && same == access => last.1 = range.1,
                _ => all.push(((start, range.1), *access)),
            }
        }
        all
    }
}

/// A line of the system's list: a range, modes, an offset, a device, a file's number, a name.
fn mapping(line: &str) -> Result<Mapping, NotRestorable> {
    let unknown = || NotRestorable::from(io::Error::other("an unknown mapping"));
    let mut words = line.split_ascii_whitespace();
    let mut word = || words.next().ok_or_else(unknown);
    let (range, modes, _, _, file) = (word()?, word()?, word()?, word()?, word()?);
    let name = words.next().unwrap_or_default();
    let (start, end) = range.split_once('-').ok_or_else(unknown)?;
    let address = |text| u64::from_str_radix(text, 16).map_err(|_| unknown());
    let range = (address(start)?, address(end)?);
    let letters = [('r', libc::PROT_READ), ('w', libc::PROT_WRITE), ('x', libc::PROT_EXEC)];
    let access =
        letters.iter().filter(|(letter, _)| modes.contains(*letter)).map(|(_, bit)| *bit as u64).sum();
    let is_writable = access & libc::PROT_WRITE as u64 != 0;
    let is_a_file = name.starts_with('/') && !line.ends_with("(deleted)");
    if modes.ends_with('s') && (is_writable || !is_a_file) {
        return Err(NotRestorable::for_good("shares memory"));
    }
    let kind = match name {
        "[stack]" => Kind::Stack,
        // The heap is its own; whatever else has such a name and is not is the system's.
        _ if name.starts_with("[v") || name.starts_with("[uprobes") => Kind::System,
        _ if file != "0" => Kind::File,
        _ => Kind::Fresh,
    };
    Ok(Mapping { range, access, kind })
}
