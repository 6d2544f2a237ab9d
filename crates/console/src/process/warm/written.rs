//! Which pages of a process were written to.
//!
//! Linux 6.7 and later can track that: a `userfaultfd` write-protects pages such that the system itself
//! removes the protection at the first write (`WP_ASYNC`), and `PAGEMAP_SCAN` lists the pages without it. Pages
//! are protected once: one that was written to in one game usually is in the next, and restoring it costs less
//! than protecting it again. Elsewhere all private pages of a process count as written to.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::fs::FileExt;

use linux_raw_sys::general::{
    PAGE_IS_FILE, PAGE_IS_PFNZERO, PAGE_IS_PRESENT, PAGE_IS_SWAPPED, PAGE_IS_WPALLOWED, PAGE_IS_WRITTEN,
    PM_SCAN_WP_MATCHING, UFFD_API, UFFD_FEATURE_WP_ASYNC, UFFD_FEATURE_WP_UNPOPULATED,
    UFFDIO_REGISTER_MODE_WP, page_region, pm_scan_arg, uffdio_api, uffdio_range, uffdio_register,
};
use linux_raw_sys::ioctl::{UFFDIO_API, UFFDIO_REGISTER};
use nix::unistd::Pid;
use rangemap::RangeSet;

use super::layout::PAGE;

/// Finds pages that were written to.
pub(super) struct Written {
    pagemap: File,
    /// Whether the system lists pages that are present.
    pub(super) is_quick: bool,
    /// The `userfaultfd` that tracks them, if there is one.
    watch: Option<OwnedFd>,
}

const PAGEMAP_SCAN: u32 = 0xC060_6610;

/// Pages to be found: each has all of some categories, and none of others. Only pages that are there count.
struct Wanted {
    all: u32,
    none: u32,
}

/// The page can be tracked, and was written to; it is not the page of zeros that all processes share.
const WATCHED_AND_WRITTEN: Wanted =
    Wanted { all: PAGE_IS_WPALLOWED | PAGE_IS_WRITTEN, none: PAGE_IS_PFNZERO };

/// The page is the process's own.
const OWN: Wanted = Wanted { all: 0, none: PAGE_IS_FILE | PAGE_IS_PFNZERO };

/// How many ranges of written pages one call returns at most.
const AT_ONCE: usize = 1 << 8;

/// The system's flags of a page: present, swapped out, or a file's.
const PRESENT: u64 = 1 << 63;
const SWAPPED: u64 = 1 << 62;
const OF_A_FILE: u64 = 1 << 61;
/// It is protected. A page that is reported as swapped out and protected may also be absent.
const PROTECTED: u64 = 1 << 57;

impl Written {
    /// For a process, with its own `userfaultfd` if there is one; the system may lack features that are needed.
    pub(super) fn new(process: Pid, watch: Option<OwnedFd>) -> io::Result<Written> {
        let pagemap = File::open(format!("/proc/{process}/pagemap"))?;
        let features = u64::from(UFFD_FEATURE_WP_ASYNC | UFFD_FEATURE_WP_UNPOPULATED);
        let mut wanted = uffdio_api { api: UFFD_API.into(), features, ioctls: 0 };
        let watch = watch.filter(|watch| ioctl(watch, UFFDIO_API, &mut wanted).is_ok());
        let mut written = Written { pagemap, is_quick: true, watch };
        written.is_quick = written.scan(std::slice::from_ref(&(0..PAGE)), &OWN, 0).is_ok();
        Ok(written)
    }

    /// Begins to track these ranges, all of whose pages count as not written to from now on.
    pub(super) fn watch(&mut self, ranges: &[Range<u64>]) -> io::Result<()> {
        self.watch.take_if(|watch| ranges.iter().any(|range| register(watch, range).is_err()));
        self.watch
            .as_ref()
            .map_or(Ok(()), |_| self.scan(ranges, &WATCHED_AND_WRITTEN, PM_SCAN_WP_MATCHING).map(drop))
    }

    /// Tracks a range again that was unmapped and mapped again; all of its pages count as written to.
    pub(super) fn watch_again(&self, range: &Range<u64>) -> io::Result<()> {
        self.watch.as_ref().map_or(Ok(()), |watch| register(watch, range))
    }

    /// The pages that may have been written to in these ranges, which are in order, as ranges.
    pub(super) fn find(&self, ranges: &[Range<u64>]) -> io::Result<Vec<Range<u64>>> {
        if self.watch.is_some() {
            return self.scan(ranges, &WATCHED_AND_WRITTEN, 0);
        }
        let all = ranges.iter().map(|range| self.own(range)).collect::<io::Result<Vec<_>>>()?;
        Ok(all.concat())
    }

    /// The pages that are wanted. The action of the flags is applied to them.
    fn scan(&self, ranges: &[Range<u64>], wanted: &Wanted, flags: u32) -> io::Result<Vec<Range<u64>>> {
        let mut all = Vec::new();
        let mut found = [page_region { start: 0, end: 0, categories: 0 }; AT_ONCE];
        let mut scan = pm_scan_arg {
            size: size_of::<pm_scan_arg>() as u64,
            flags: flags.into(),
            start: ranges.first().map_or(0, |range| range.start),
            end: ranges.last().map_or(0, |range| range.end),
            walk_end: 0,
            vec: 0,
            vec_len: AT_ONCE as u64,
            max_pages: 0,
            category_inverted: wanted.none.into(),
            category_mask: (wanted.all | wanted.none).into(),
            category_anyof_mask: (PAGE_IS_PRESENT | PAGE_IS_SWAPPED).into(),
            return_mask: PAGE_IS_PRESENT.into(),
        };
        while scan.start < scan.end {
            scan.vec = found.as_mut_ptr().expose_provenance() as u64;
            let count = ioctl(&self.pagemap, PAGEMAP_SCAN, &mut scan)?;
            all.extend(found[..count].iter().map(|found| found.start..found.end));
            (scan.start, scan.walk_end) = (scan.walk_end, 0);
        }
        Ok(all)
    }

    /// The private pages of a range, as ranges: neither absent nor a file's.
    pub(super) fn own(&self, range: &Range<u64>) -> io::Result<Vec<Range<u64>>> {
        if self.is_quick {
            return self.scan(std::slice::from_ref(range), &OWN, 0);
        }
        let mut entries = vec![[0; 8]; ((range.end - range.start) / PAGE) as usize];
        self.pagemap.read_exact_at(entries.as_flattened_mut(), range.start / PAGE * 8)?;
        let pages = range.clone().step_by(PAGE as usize).map(|start| start..start + PAGE);
        let is_own = |entry: u64| {
            let is_there = entry & PRESENT != 0 || entry & (SWAPPED | PROTECTED) == SWAPPED;
            is_there && entry & OF_A_FILE == 0
        };
        let own = entries.into_iter().zip(pages).filter(|(entry, _)| is_own(u64::from_ne_bytes(*entry)));
        // Adjacent pages become one range.
        Ok(own.map(|(_, page)| page).collect::<RangeSet<_>>().into_iter().collect())
    }
}

fn register(watch: &OwnedFd, range: &Range<u64>) -> io::Result<()> {
    let range = uffdio_range { start: range.start, len: range.end - range.start };
    let mode = UFFDIO_REGISTER_MODE_WP.into();
    ioctl(watch, UFFDIO_REGISTER, &mut uffdio_register { range, mode, ioctls: 0 }).map(drop)
}

fn ioctl<T>(file: &impl AsRawFd, request: u32, argument: &mut T) -> io::Result<usize> {
    // SAFETY: each request here is given the kernel's struct for it, and of a buffer in it the true length.
    let outcome =
        unsafe { libc::ioctl(file.as_raw_fd(), libc::Ioctl::from(request), std::ptr::from_mut(argument)) };
    usize::try_from(outcome).map_err(|_| io::Error::last_os_error())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_tracking_private_pages_count_as_written() {
        // A mapping of its own: of memory that the allocator gives, some pages may be present from earlier.
        let length = 32 * PAGE as usize;
        let (read_write, private) =
            (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: a new mapping overlaps nothing, and it is kept until the test ends.
        let pages = unsafe {
            let memory = libc::mmap(std::ptr::null_mut(), length, read_write, private, -1, 0);
            assert_ne!(memory, libc::MAP_FAILED);
            std::slice::from_raw_parts_mut(memory.cast::<u8>(), length)
        };
        let start = pages.as_ptr() as u64;
        // SAFETY: the range is mapped, and the call changes only how large the pages are that the system makes present.
        let outcome = unsafe { libc::madvise(pages.as_mut_ptr().cast(), pages.len(), libc::MADV_NOHUGEPAGE) };
        // A kernel without large pages does not know it.
        assert!(outcome == 0 || io::Error::last_os_error().raw_os_error() == Some(libc::EINVAL));
        let page = start + 8 * PAGE..start + 9 * PAGE;
        std::hint::black_box(pages)[8 * PAGE as usize] = 1;
        let mut written = Written::new(Pid::this(), None).unwrap();
        let range = start..start + 32 * PAGE;
        written.watch(std::slice::from_ref(&range)).unwrap();
        assert_eq!(written.find(&[range]).unwrap(), [page]);
    }
}
