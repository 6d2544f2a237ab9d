//! How a held process stands: what it has used, and what the system's account says of it.

use std::io;
use std::time::Duration;

use rustix::process::Pid;

/// What the system's account of a process says.
pub(super) struct ProcessStatus {
    /// The most memory it had so far.
    pub(super) memory: u64,
    /// Whether a signal waits for it.
    pub(super) has_signals: bool,
    /// What no game may change, as the system words it.
    lasting: Vec<String>,
}

/// What no game may change for the next.
const LASTING: [&str; 10] =
    ["Name", "Umask", "State", "TracerPid", "Uid", "Gid", "SigIgn", "SigCgt", "Threads", "NoNewPrivs"];

impl ProcessStatus {
    pub(super) fn of(process: Pid) -> io::Result<ProcessStatus> {
        let text = std::fs::read_to_string(format!("/proc/{}/status", process.as_raw_nonzero()))?;
        let mut status = ProcessStatus { memory: 0, has_signals: false, lasting: Vec::new() };
        for (name, value) in text.lines().filter_map(|line| line.split_once(':')) {
            match name {
                "VmHWM" => status.memory = bytes(value),
                "SigPnd" | "ShdPnd" => status.has_signals |= value.trim().bytes().any(|digit| digit != b'0'),
                _ if LASTING.contains(&name) => status.lasting.push(value.to_owned()),
                _ => {}
            }
        }
        Ok(status)
    }

    /// Whether nothing has changed but what was used.
    pub(super) fn is_like(&self, other: &ProcessStatus) -> bool {
        (self.has_signals, &self.lasting) == (other.has_signals, &other.lasting)
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
