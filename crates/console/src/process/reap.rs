//! Reaping processes, and what the system then says of them.

use std::io;
use std::time::Duration;

use procfs::process::Process;

use crate::execution::{Ending, Usage};

pub(super) struct Gone {
    pub(super) pid: i32,
    pub(super) status: i32,
    pub(super) usage: Usage,
}

/// Reaps a child: this one, or any (-1); with `WNOHANG`, `None` if none has ended.
pub(super) fn wait(pid: i32, options: i32) -> io::Result<Option<Gone>> {
    let mut status = 0;
    // SAFETY: a `rusage` of zeros is a valid value of that plain C struct.
    let mut used: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both pointers are to values that live through the call.
    let pid = unsafe { libc::wait4(pid, &mut status, options, &mut used) };
    match pid {
        ..0 => Err(io::Error::last_os_error()),
        0 => Ok(None),
        _ => Ok(Some(Gone { pid, status, usage: usage(&used) })),
    }
}

/// Up to how many bytes the memory of a child says nothing of it: the most that the memory of this process has held. The child
/// shares that until it executes its program, and the system counts it for the child. The system's figure is not exact, by some
/// pages for each core; 0 if there is none.
pub(super) fn inherited_memory() -> u64 {
    let most = Process::myself().and_then(|own| own.status()).ok().and_then(|status| status.vmhwm);
    most.map_or(0, |kilobytes| (kilobytes << 10) + (1 << 20))
}

pub(super) fn own_usage() -> Usage {
    // SAFETY: a `rusage` of zeros is a valid value of that plain C struct, and lives through the call.
    let used = unsafe {
        let mut used: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &mut used);
        used
    };
    usage(&used)
}

fn usage(used: &libc::rusage) -> Usage {
    let cpu = duration(used.ru_utime) + duration(used.ru_stime);
    let memory = u64::try_from(used.ru_maxrss).unwrap_or(0) * 1024;
    Usage { cpu, memory, ..Usage::default() }
}

fn duration(time: libc::timeval) -> Duration {
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    Duration::from_secs(seconds) + Duration::from_micros(u64::try_from(time.tv_usec).unwrap_or(0))
}

pub(super) fn ending_of(status: i32) -> Ending {
    if libc::WIFSIGNALED(status) {
        Ending::Signaled(libc::WTERMSIG(status))
    } else {
        Ending::Exited(libc::WEXITSTATUS(status))
    }
}
