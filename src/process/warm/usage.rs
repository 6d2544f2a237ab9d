//! The system's account of a held process: its state, its usage, and the most memory that it had in a game.
//!
//! The system keeps the maximum of the whole process, not of a game. It is reset where we may do that;
//! otherwise a process that has grown noticeably in a game is not used again.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::time::Duration;

use rustix::process::Pid;

use super::layout::PAGE;
use crate::process::wake;

/// Lines that a game must not change for the next.
#[rustfmt::skip]
const LASTING: [&str; 12] = [
    "Name", "Umask", "State", "TracerPid", "Uid", "Gid", "SigPnd", "ShdPnd", "SigIgn", "SigCgt", "Threads",
    "NoNewPrivs",
];

/// A process that has grown by more than this, or by more than an eighth, has grown noticeably.
const NOTICED: u64 = 1 << 20;

/// The system's account of a process, as text.
pub(super) struct ProcessStatus(String);

impl ProcessStatus {
    pub(super) fn of(process: Pid) -> io::Result<ProcessStatus> {
        std::fs::read_to_string(format!("/proc/{}/status", process.as_raw_nonzero())).map(ProcessStatus)
    }

    fn values(&self, names: &[&str]) -> impl Iterator<Item = &str> {
        let lines = self.0.lines().filter_map(|line| line.split_once(':'));
        lines.filter(|(name, _)| names.contains(name)).map(|(_, value)| value.trim())
    }

    /// The most memory that it had so far.
    pub(super) fn memory(&self) -> u64 {
        let kilobytes =
            self.values(&["VmHWM"]).find_map(|value| value.strip_suffix(" kB")?.parse::<u64>().ok());
        kilobytes.unwrap_or(0) * 1024
    }

    /// Whether a signal waits for it.
    pub(super) fn has_signals(&self) -> bool {
        self.values(&["SigPnd", "ShdPnd"]).flat_map(str::bytes).any(|digit| digit != b'0')
    }

    /// Whether nothing has changed except its usage.
    pub(super) fn is_like(&self, other: &ProcessStatus) -> bool {
        self.values(&LASTING).eq(other.values(&LASTING))
    }
}

/// The size of a process.
pub(super) struct Size {
    process: Pid,
    /// The system's short account of its present size.
    now: File,
    /// Its maximum when it was held, and its size then.
    most: u64,
    held: u64,
}

impl Size {
    /// The size of a process whose maximum was this.
    pub(super) fn of(process: Pid, most: u64) -> io::Result<Size> {
        let now = File::open(format!("/proc/{}/statm", process.as_raw_nonzero()))?;
        let size = Size { process, now, most, held: 0 };
        Ok(Size { held: size.now()?, ..size })
    }

    /// The maximum in a game that is at its end. The system's maximum is needed only if the game may have
    /// given memory back.
    pub(super) fn most_of_game(&self, has_given_back: bool) -> io::Result<u64> {
        let size = if has_given_back { ProcessStatus::of(self.process)?.memory() } else { self.now()? };
        Ok(size.max(self.most))
    }

    /// Resets the maximum after a game with this one, if it grew noticeably; returns whether the process can
    /// be used further.
    pub(super) fn count_anew(&self, most: u64) -> io::Result<bool> {
        let noticed = |size: u64| size + NOTICED.max(size / 8);
        if most <= noticed(self.most) {
            return Ok(true);
        }
        let is_reset = std::fs::write(format!("/proc/{}/clear_refs", self.process.as_raw_nonzero()), "5");
        Ok(is_reset.is_ok() && self.now()? <= noticed(self.held))
    }

    fn now(&self) -> io::Result<u64> {
        let mut text = [0; 128];
        let length = self.now.read_at(&mut text, 0)?;
        let mut words = text[..length].split(u8::is_ascii_whitespace);
        let pages = words.nth(1).and_then(|pages| str::from_utf8(pages).ok()?.parse::<u64>().ok());
        Ok(pages.ok_or(io::ErrorKind::InvalidData)? * PAGE)
    }
}

/// Processor time of a process so far.
pub(super) fn cpu_of(process: Pid) -> Duration {
    // The number of a process's clock: the bits of its number inverted, and 2 for "scheduled".
    wake::now((!process.as_raw_nonzero().get() << 3) | 2).unwrap_or_default()
}
