//! The descriptors of a held process, apart from its streams: files with their offsets, and what its threads wake each other
//! with.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ffi::OsStr;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use nix::unistd::Pid;
use rustix::fs::{FileType, OFlags, SeekFrom, fcntl_getfl, fcntl_setfl, fstat, seek, tell};
use rustix::process::{PidfdGetfdFlags, pidfd_getfd};

use super::caller::Caller;
use super::streams::WarmStreams;
use super::wakers::Waker;
use super::watch::COPIES;
use super::{NotRestorable, Restorable, demand};

/// Devices that are the same for every process at any time.
const DEVICES: [&str; 4] = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"];

/// Files of a process about itself whose content does not depend on whether it is traced. A process that reads `stat` runs.
const SAME_WHEN_TRACED: [&str; 13] = [
    "maps",
    "exe",
    "cmdline",
    "cgroup",
    "mounts",
    "mountinfo",
    "fd",
    "auxv",
    "comm",
    "environ",
    "stat",
    "coredump_filter",
    "loginuid",
];

pub(super) struct HeldDescriptors {
    process: Pid,
    /// The target of each when it was held.
    held: BTreeMap<i32, PathBuf>,
    /// All open descriptors, with the modes of each.
    modes: Vec<(OwnedFd, OFlags)>,
    /// Files that it reads, with the offset in each.
    read: Vec<(OwnedFd, u64)>,
    wakers: Vec<Waker>,
    /// Copies of descriptors that the game has closed, replaced or changed.
    copies: BTreeMap<i32, i64>,
    /// Whether the originals of all copies so far are closed on execution, as the system's number.
    closing: BTreeMap<i32, i64>,
    /// Whether the game opened any.
    pub(super) are_more: bool,
}

impl HeldDescriptors {
    /// Of a process with these streams, unless one of them cannot be restored.
    pub(super) fn of(
        process: Pid,
        pidfd: BorrowedFd<'_>,
        streams: &WarmStreams,
    ) -> Restorable<HeldDescriptors> {
        let held = list(process)?;
        let are_few = held.keys().all(|number| number.cast_unsigned() < COPIES);
        demand(are_few, "has many files open")?;
        let [stdin, outputs @ ..] = &streams.targets;
        let is_watched =
            |(number, target): (&i32, &PathBuf)| target != stdin || streams.inputs.contains(number);
        demand(held.iter().all(is_watched), "has standard input open twice")?;
        let mut all = HeldDescriptors {
            process,
            held: BTreeMap::new(),
            modes: Vec::new(),
            read: Vec::new(),
            wakers: Vec::new(),
            copies: BTreeMap::new(),
            closing: BTreeMap::new(),
            are_more: false,
        };
        for (number, target) in &held {
            let copy = pidfd_getfd(pidfd, *number, PidfdGetfdFlags::empty())?;
            all.modes.push((copy.try_clone()?, fcntl_getfl(&copy)?));
            if target == stdin || outputs.contains(target) || is_device(target) {
                continue;
            }
            match Waker::of(process, *number, target, &copy)? {
                Some(waker) => all.wakers.push(waker),
                None => all.hold(copy, target)?,
            }
        }
        let are_quiet = !all.modes.iter().any(|(_, modes)| modes.contains(OFlags::ASYNC));
        demand(are_quiet, "cannot be held: signals of its descriptors")?;
        Ok(HeldDescriptors { held, ..all })
    }

    fn hold(&mut self, copy: OwnedFd, target: &Path) -> Restorable<()> {
        let is_read_only = fcntl_getfl(&copy).is_ok_and(|mode| mode & OFlags::ACCMODE == OFlags::RDONLY);
        let is_file =
            fstat(&copy).is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile);
        match tell(&copy) {
            Ok(offset) if is_read_only && is_file => self.read.push((copy, offset)),
            _ => {
                let why = format!("has something other than a readable file open: {}", target.display());
                return Err(NotRestorable::for_good(why));
            }
        }
        Ok(())
    }

    pub(super) fn highest(&self) -> u32 {
        self.held.keys().next_back().map_or(2, |number| number.cast_unsigned().max(2))
    }

    /// Whether a game may change a descriptor, since it was not open before the game, or has been copied.
    pub(super) fn is_spare(&self, number: i32) -> bool {
        !self.held.contains_key(&number) || self.copies.contains_key(&number)
    }

    /// Makes a copy of a descriptor that was held.
    pub(super) fn copy(&mut self, number: i32, caller: &mut Caller<'_, '_>) -> Restorable<()> {
        let arguments = [number as u64, libc::F_DUPFD_CLOEXEC as u64, u64::from(COPIES), 0, 0, 0];
        let copy = caller.call(libc::SYS_fcntl, arguments)?;
        demand(copy >= i64::from(COPIES), "changes its streams")?;
        self.copies.insert(number, copy);
        if let Entry::Vacant(unknown) = self.closing.entry(number) {
            let ask = [number as u64, libc::F_GETFD as u64, 0, 0, 0, 0];
            unknown.insert(caller.call(libc::SYS_fcntl, ask)? & i64::from(libc::FD_CLOEXEC));
        }
        Ok(())
    }

    /// Restores what the game lost, closes its own descriptors and the copies, and resets offsets.
    pub(super) fn undo(&mut self, caller: &mut Caller<'_, '_>) -> Restorable<()> {
        const WHAT: &str = "descriptors";
        // No descriptor has this number or a higher one.
        const END: u64 = i32::MAX as u64;
        let copies = std::mem::take(&mut self.copies);
        for (number, copy) in &copies {
            let modes = if self.closing[number] == 0 { 0 } else { libc::O_CLOEXEC };
            let arguments = [*copy as u64, *number as u64, modes as u64, 0, 0, 0];
            caller.restore(WHAT, i64::from(*number), libc::SYS_dup3, arguments)?;
        }
        if std::mem::take(&mut self.are_more) || !copies.is_empty() {
            let held = || self.held.keys().map(|number| u64::from(number.cast_unsigned()));
            let gaps = [0].into_iter().chain(held().map(|number| number + 1)).zip(held().chain([END]));
            for (start, end) in gaps.filter(|(start, end)| start < end) {
                caller.restore(WHAT, 0, libc::SYS_close_range, [start, end - 1, 0, 0, 0, 0])?;
            }
        }
        for (file, modes) in &self.modes {
            if fcntl_getfl(file)? != *modes {
                fcntl_setfl(file, *modes)?;
            }
        }
        for (file, offset) in &self.read {
            seek(file, SeekFrom::Start(*offset))?;
        }
        self.wakers.iter().try_for_each(|waker| waker.put_back(caller, self.process))
    }

    /// Whether all are as they were, read from the system again.
    pub(super) fn are_as_they_were(&self) -> Restorable<bool> {
        Ok(list(self.process)? == self.held)
    }
}

/// The path of a descriptor below `/proc`.
fn link(process: Pid, number: impl std::fmt::Display) -> PathBuf {
    PathBuf::from(format!("/proc/{process}/fd/{number}"))
}

/// The descriptors of a process, each with its target.
fn list(process: Pid) -> Restorable<BTreeMap<i32, PathBuf>> {
    let target = |entry: std::fs::DirEntry| {
        Ok((entry.file_name().to_string_lossy().parse()?, entry.path().read_link().unwrap_or_default()))
    };
    std::fs::read_dir(link(process, ""))?.map(|entry| target(entry?)).collect()
}

fn is_device(path: &Path) -> bool {
    DEVICES.iter().any(|device| path == Path::new(device))
}

pub(super) struct OpenDescriptor {
    link: PathBuf,
    target: PathBuf,
}

impl OpenDescriptor {
    /// The result of a call, unless it is an error.
    pub(super) fn of(process: Pid, number: i64) -> Restorable<Option<OpenDescriptor>> {
        let link = link(process, number);
        Ok(if number < 0 { None } else { Some(OpenDescriptor { target: link.read_link()?, link }) })
    }

    pub(super) fn is_input(&self, streams: &WarmStreams) -> bool {
        self.target == streams.targets[0]
    }

    /// Fails if the process must not go on with it: neither a file, nor a device that is the same for all. Files about the
    /// process itself would show that it is traced, or that it has played before.
    pub(super) fn check(&self, is_held: bool) -> Restorable<()> {
        let OpenDescriptor { link, target } = self;
        if is_device(target) {
            return Ok(());
        }
        let kind = link.metadata()?.file_type();
        let is_number = |name: &OsStr| name.as_bytes().iter().all(u8::is_ascii_digit);
        let is_of_a_process =
            target.strip_prefix("/proc").is_ok_and(|below| below.iter().next().is_none_or(is_number));
        let is_same_when_traced = || !is_held && SAME_WHEN_TRACED.iter().any(|name| target.ends_with(name));
        demand(!is_of_a_process || is_same_when_traced(), "inspects its own process")?;
        let is_on_a_path = target.starts_with("/") && (kind.is_file() || kind.is_dir() || kind.is_symlink());
        // Of others, the number differs from run to run.
        let target = target.to_string_lossy();
        let kind = target.split(':').next().unwrap_or_default();
        demand(is_on_a_path, format_args!("reads from something other than a file: {kind}"))
    }
}
