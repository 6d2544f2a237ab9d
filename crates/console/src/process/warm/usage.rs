//! The system's account of a held process: its state, its usage, and the most memory that it had in a game.
//!
//! The system keeps the maximum of the whole process, not of a game. It is reset where we may do that;
//! otherwise a process that has grown noticeably in a game is not used again.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::time::Duration;

use nix::unistd::Pid;
use procfs::FromRead;
use procfs::process::{ClearRefs, Process, StatM, Status};

use super::Restorable;
use super::layout::PAGE;
use crate::process::wake;

/// A process that has grown by more than this, or by more than an eighth, has grown noticeably.
const NOTICED: u64 = 1 << 20;

/// How long the system's account of a process may be, in bytes; Linux 6 writes some 1,500.
const ACCOUNT: usize = 8 * 1024;

/// Whether nothing that a game must not change for the next differs between two accounts of a process.
pub(super) fn are_alike(one: &Status, other: &Status) -> bool {
    let ids = |of: &Status| [of.ruid, of.euid, of.suid, of.fuid, of.rgid, of.egid, of.sgid, of.fgid];
    let signals = |of: &Status| [of.sigpnd, of.shdpnd, of.sigign, of.sigcgt];
    let rest = |of: &Status| (of.umask, of.tracerpid, of.threads, of.nonewprivs);
    let are_named_alike = one.name == other.name && one.state == other.state;
    are_named_alike && ids(one) == ids(other) && signals(one) == signals(other) && rest(one) == rest(other)
}

pub(super) struct Size {
    process: Process,
    /// The system's account of it, and the short one of its present size.
    status: File,
    statm: File,
    /// Its maximum when it was held.
    most: u64,
}

impl Size {
    pub(super) fn of(process: Pid) -> Restorable<Size> {
        let process = Process::new(process.as_raw())?;
        let open = |name: &str| process.open_relative(name);
        let size = Size { status: open("status")?, statm: open("statm")?, process, most: 0 };
        Ok(Size { most: size.maximum()?, ..size })
    }

    /// The maximum in a game that is at its end. The system's maximum is needed only if the game may have
    /// given memory back.
    pub(super) fn most_of_game(&self, has_given_back: bool) -> Restorable<u64> {
        let size = if has_given_back { self.maximum()? } else { self.now()? };
        Ok(size.max(self.most))
    }

    /// Resets the maximum after a game with this one, if it grew noticeably; returns whether the process can
    /// be used further.
    pub(super) fn count_anew(&self, most: u64) -> Restorable<bool> {
        let noticed = |size: u64| size + NOTICED.max(size / 8);
        let has_grown = most > noticed(self.most);
        Ok(!has_grown
            || self.process.clear_refs(ClearRefs::PeakRSS).is_ok() && self.now()? <= noticed(self.most))
    }

    /// To read all the account's fields for this one would take a twentieth of a game in Perl.
    fn maximum(&self) -> Restorable<u64> {
        let mut text = [0; ACCOUNT];
        let length = self.status.read_at(&mut text, 0)?;
        let maximum = maximum_in(&text[..length]);
        let maximum = maximum.ok_or_else(|| io::Error::other("/proc/<pid>/status without VmHWM"))?;
        Ok(maximum * 1024)
    }

    fn now(&self) -> Restorable<u64> {
        let mut text = [0; 128];
        let length = self.statm.read_at(&mut text, 0)?;
        Ok(StatM::from_read(&text[..length])?.resident * PAGE)
    }
}

/// The most memory that a process ever had, in KiB, by the system's account of it (`proc_pid_status(5)`).
fn maximum_in(account: &[u8]) -> Option<u64> {
    let line = account.split(|byte| *byte == b'\n').find_map(|line| line.strip_prefix(b"VmHWM:"))?;
    let number = line.trim_ascii().strip_suffix(b" kB")?;
    str::from_utf8(number).ok()?.parse().ok()
}

pub(super) fn cpu_of(process: Pid) -> Duration {
    // The number of a process's clock: the bits of its number inverted, and 2 for "scheduled".
    wake::now((!process.as_raw() << 3) | 2).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_maximum_is_that_of_the_whole_account() {
        let size = Size::of(Pid::this()).unwrap();
        let by_all_fields = || Process::myself().unwrap().status().unwrap().vmhwm.unwrap() * 1024;
        let before = by_all_fields();
        let maximum = size.maximum().unwrap();
        assert!((before..=by_all_fields()).contains(&maximum), "{maximum}");
        assert_eq!(maximum_in(b"Name:\tVmHWM:\nVmHWM:\t     1234 kB\nVmRSS:\t 12 kB\n"), Some(1234));
        assert_eq!(maximum_in(b"Name:\tx\n"), None);
    }
}
