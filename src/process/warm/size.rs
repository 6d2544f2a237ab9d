//! How much memory a held process has, and had at most in a game.
//!
//! The system keeps the most that a process ever had, which is not the most of a game: it is counted anew
//! where we may do that, and after a game that has left the process noticeably larger it is not used again.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

use rustix::process::Pid;

use super::ranges::PAGE;
use super::status::ProcessStatus;

/// By so much, or an eighth if that is more, a process may be larger than it was.
const NOTICED: u64 = 1 << 20;

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
        let mut size = Size { process, now, most, held: 0 };
        size.held = size.now()?;
        Ok(size)
    }

    /// The most that it had in a game that is at its end; what it may have given back is counted if there is any.
    pub(super) fn most_of_game(&self, has_given_back: bool) -> io::Result<u64> {
        let size = if has_given_back { ProcessStatus::of(self.process)?.memory } else { self.now()? };
        Ok(size.max(self.most))
    }

    /// Begins to count anew, after a game that had so much; whether that can be done.
    pub(super) fn count_anew(&self, most: u64) -> io::Result<bool> {
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
        let pages = words.nth(1).and_then(|pages| std::str::from_utf8(pages).ok()?.parse::<u64>().ok());
        Ok(pages.ok_or(io::ErrorKind::InvalidData)? * PAGE)
    }
}

fn noticed(size: u64) -> u64 {
    size + NOTICED.max(size / 8)
}
