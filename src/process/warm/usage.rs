//! What the system's account says of a held process: how it stands, what it has used, and how much memory it
//! had at most in a game.
//!
//! The system keeps the most that a process ever had, which is not the most of a game: it is counted anew
//! where we may do that, and after a game that has left the process noticeably larger it is not used again.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::time::Duration;

use rustix::process::Pid;

use super::layout::PAGE;
use crate::process::wake;

/// What no game may change for the next.
#[rustfmt::skip]
const LASTING: [&str; 12] = [
    "Name", "Umask", "State", "TracerPid", "Uid", "Gid", "SigPnd", "ShdPnd", "SigIgn", "SigCgt", "Threads",
    "NoNewPrivs",
];

/// By so much, or an eighth if that is more, a process may be larger than it was.
const NOTICED: u64 = 1 << 20;

/// What the system's account of a process says, in its own words.
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

    /// Whether nothing has changed but what was used.
    pub(super) fn is_like(&self, other: &ProcessStatus) -> bool {
        self.values(&LASTING).eq(other.values(&LASTING))
    }
}

/// How large a process is.
pub(super) struct Size {
    process: Pid,
    /// The system's few numbers of its size now.
    now: File,
    /// The most that it had when it was held, and how much it had then.
    most: u64,
    held: u64,
}

impl Size {
    /// Of a process that had this much at most.
    pub(super) fn of(process: Pid, most: u64) -> io::Result<Size> {
        let now = File::open(format!("/proc/{}/statm", process.as_raw_nonzero()))?;
        let size = Size { process, now, most, held: 0 };
        Ok(Size { held: size.now()?, ..size })
    }

    /// The most that it had in a game that is at its end; what it may have given back is counted if there is any.
    pub(super) fn most_of_game(&self, has_given_back: bool) -> io::Result<u64> {
        let size = if has_given_back { ProcessStatus::of(self.process)?.memory() } else { self.now()? };
        Ok(size.max(self.most))
    }

    /// Begins to count anew, after a game that had so much; whether that can be done.
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
    // The system's number for the clock of a process: its number turned over, and 2 for "scheduled".
    wake::now((!process.as_raw_nonzero().get() << 3) | 2).unwrap_or_default()
}
