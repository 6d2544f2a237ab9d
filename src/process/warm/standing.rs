//! How a held process stands: what it has used, and what of it a fork would not be the same in.

use std::io;
use std::time::Duration;

use rustix::process::Pid;

use super::Cold;

/// What the system's account of a process says.
pub(super) struct Standing {
    /// The most memory it had so far.
    pub(super) memory: u64,
    /// Whether a signal waits for it, which would not come to a fork.
    pub(super) has_signals: bool,
}

impl Standing {
    pub(super) fn of(process: Pid) -> io::Result<Standing> {
        let text = std::fs::read_to_string(format!("/proc/{}/status", process.as_raw_nonzero()))?;
        let mut standing = Standing { memory: 0, has_signals: false };
        for (name, value) in text.lines().filter_map(|line| line.split_once(':')) {
            match name {
                "VmHWM" => standing.memory = bytes(value),
                "SigPnd" | "ShdPnd" => {
                    standing.has_signals |= value.trim().bytes().any(|digit| digit != b'0')
                }
                _ => {}
            }
        }
        Ok(standing)
    }
}

/// A number of kilobytes, with its unit.
fn bytes(value: &str) -> u64 {
    let number = value.split_ascii_whitespace().next().and_then(|number| number.parse::<u64>().ok());
    number.unwrap_or(0) * 1024
}

/// Processor time of a process so far.
pub(super) fn cpu_of(process: Pid) -> Duration {
    // The system's number for the clock of a process: its number turned over, and 2 for "scheduled".
    let clock = (!process.as_raw_nonzero().get() << 3) | 2;
    // SAFETY: a `timespec` of zeros is a valid value, and lives through the call.
    let time = unsafe {
        let mut time: libc::timespec = std::mem::zeroed();
        libc::clock_gettime(clock, &mut time);
        time
    };
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Whether it shares no memory that can be written, or that could be made so: what has no name any more
/// is nobody's file, and so it is there to be shared.
pub(super) fn is_its_memory_its_own(process: Pid) -> Result<(), Cold> {
    let maps = std::fs::read(format!("/proc/{}/maps", process.as_raw_nonzero()))?;
    let is_shared = |line: &[u8]| {
        let modes = line.split(|byte| *byte == b' ').nth(1).unwrap_or_default();
        modes.get(3) == Some(&b's') && (modes.get(1) == Some(&b'w') || line.ends_with(b"(deleted)"))
    };
    if maps.split(|byte| *byte == b'\n').any(is_shared) {
        return Err(Cold::for_good("shares memory"));
    }
    Ok(())
}
