//! Which pages of a process were written to.
//!
//! Linux 6.7 and later can watch that: pages are protected by a `userfaultfd` in such a way that the system
//! itself takes the protection from a page that is written to and goes on (`WP_ASYNC`), and `PAGEMAP_SCAN`
//! tells which pages are not protected. Pages are protected once: what was written to in one game is, as a
//! rule, in the next, and putting it back costs less than protecting it again.
//!
//! Where that cannot be had, all pages that are a process's own count as written to.

use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::fs::FileExt;

use rustix::process::Pid;

use super::layout::Kind;
use super::ranges::{PAGE, Range};

/// How pages are found that were written to.
pub(super) struct Written {
    pagemap: File,
    /// What watches for it, if anything does.
    watch: Option<OwnedFd>,
    found: Vec<PageRegion>,
}

/// As the kernel has it: pages that are alike.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct PageRegion {
    start: u64,
    end: u64,
    categories: u64,
}

/// As the kernel has it: what to scan for.
#[repr(C)]
#[derive(Default)]
struct PageScan {
    size: u64,
    flags: u64,
    start: u64,
    end: u64,
    walk_end: u64,
    vec: u64,
    vec_len: u64,
    max_pages: u64,
    category_inverted: u64,
    category_mask: u64,
    category_anyof_mask: u64,
    return_mask: u64,
}

#[repr(C)]
struct UffdApi {
    api: u64,
    features: u64,
    ioctls: u64,
}

#[repr(C)]
struct UffdRegister {
    start: u64,
    length: u64,
    mode: u64,
    ioctls: u64,
}

const PAGEMAP_SCAN: u64 = 0xC060_6610;
const UFFDIO_API: u64 = 0xC018_AA3F;
const UFFDIO_REGISTER: u64 = 0xC020_AA00;
const UFFD_API: u64 = 0xAA;
const WP_UNPOPULATED_AND_ASYNC: u64 = 1 << 13 | 1 << 15;
const REGISTER_MODE_WP: u64 = 2;
const PROTECT_WHAT_IS_FOUND: u64 = 1;
/// The page can be watched, and was written to.
const WATCHED_AND_WRITTEN: u64 = 1 | 2;

/// How many ranges of written pages there may be, usually and at most.
const USUAL: usize = 1 << 8;
const MOST: usize = 1 << 14;

/// What the system says of a page: there, in swap, or a file's.
const PRESENT: u64 = 1 << 63;
const SWAPPED: u64 = 1 << 62;
const OF_A_FILE: u64 = 1 << 61;

impl Written {
    /// Of a process, by this `userfaultfd` of its own if there is one.
    pub(super) fn new(process: Pid, watch: Option<OwnedFd>) -> io::Result<Written> {
        let pagemap = File::open(format!("/proc/{}/pagemap", process.as_raw_nonzero()))?;
        let watch = watch.filter(is_fit);
        Ok(Written { pagemap, watch, found: vec![PageRegion::default(); USUAL] })
    }

    /// Begins to watch these ranges, all of whose pages count as not written to from now on.
    pub(super) fn watch(&mut self, ranges: &[Range]) -> io::Result<()> {
        let can_watch = |watch: &OwnedFd| ranges.iter().all(|range| register(watch, *range).is_ok());
        if !self.watch.as_ref().is_some_and(can_watch) {
            self.watch = None;
            return Ok(());
        }
        self.scan(ranges, PROTECT_WHAT_IS_FOUND).map(drop)
    }

    /// Watches a range again that was taken away and came back; all of its pages count as written to.
    pub(super) fn watch_again(&self, range: Range) -> io::Result<()> {
        self.watch.as_ref().map_or(Ok(()), |watch| register(watch, range))
    }

    /// The pages of these ranges, which are in order, that may have been written to, as ranges.
    pub(super) fn find(&mut self, ranges: &[(Range, Kind)]) -> io::Result<Vec<Range>> {
        if self.watch.is_some() {
            return self.scan(&ranges.iter().map(|(range, _)| *range).collect::<Vec<_>>(), 0);
        }
        let mut all = Vec::new();
        for (range, _) in ranges {
            all.extend(self.own(*range)?);
        }
        Ok(all)
    }

    /// Pages that are not there are not found. To protect them, too, would make each look as if it were in swap.
    fn scan(&mut self, ranges: &[Range], flags: u64) -> io::Result<Vec<Range>> {
        while self.found.len() <= MOST {
            let mut scan = PageScan {
                flags,
                vec: self.found.as_mut_ptr().addr() as u64,
                vec_len: self.found.len() as u64,
                return_mask: WATCHED_AND_WRITTEN,
                ..scan_of(ranges)
            };
            let count = ioctl(&self.pagemap, PAGEMAP_SCAN, &mut scan)?;
            if count < self.found.len() {
                return Ok(self.found[..count].iter().map(|found| (found.start, found.end)).collect());
            }
            self.found.resize(self.found.len() * 2, PageRegion::default());
        }
        Err(io::Error::other("too many pages"))
    }

    /// The pages of a range that are the process's own, as ranges: neither absent nor a file's.
    pub(super) fn own(&self, range: Range) -> io::Result<Vec<Range>> {
        let count = usize::try_from((range.1 - range.0) / PAGE).map_err(io::Error::other)?;
        let mut entries = vec![0; count * 8];
        self.pagemap.read_exact_at(&mut entries, range.0 / PAGE * 8)?;
        let entries =
            entries.chunks_exact(8).map(|entry| u64::from_ne_bytes(entry.try_into().expect("eight bytes")));
        let mut all: Vec<Range> = Vec::new();
        for (entry, start) in entries.zip((range.0..).step_by(PAGE as usize)) {
            if entry & (PRESENT | SWAPPED) == 0 || entry & OF_A_FILE != 0 {
                continue;
            }
            match all.last_mut() {
                Some(last) if last.1 == start => last.1 += PAGE,
                _ => all.push((start, start + PAGE)),
            }
        }
        Ok(all)
    }
}

/// A scan for what was written to, from the first of these ranges to the last.
fn scan_of(ranges: &[Range]) -> PageScan {
    PageScan {
        size: size_of::<PageScan>() as u64,
        start: ranges.first().map_or(0, |range| range.0),
        end: ranges.last().map_or(0, |range| range.1),
        category_mask: WATCHED_AND_WRITTEN,
        ..PageScan::default()
    }
}

/// Whether the system can watch in the way that is needed.
fn is_fit(watch: &OwnedFd) -> bool {
    let mut api = UffdApi { api: UFFD_API, features: WP_UNPOPULATED_AND_ASYNC, ioctls: 0 };
    ioctl(watch, UFFDIO_API, &mut api).is_ok()
}

fn register(watch: &OwnedFd, (start, end): Range) -> io::Result<()> {
    let mut range = UffdRegister { start, length: end - start, mode: REGISTER_MODE_WP, ioctls: 0 };
    ioctl(watch, UFFDIO_REGISTER, &mut range).map(drop)
}

fn ioctl<T>(file: &impl AsRawFd, request: u64, argument: &mut T) -> io::Result<usize> {
    // SAFETY: each request made here is given the kernel's struct for it, and where that points to a
    // buffer, the buffer's true length; all of it lives through the call.
    let outcome = unsafe { libc::ioctl(file.as_raw_fd(), request as _, std::ptr::from_mut(argument)) };
    usize::try_from(outcome).map_err(|_| io::Error::last_os_error())
}
