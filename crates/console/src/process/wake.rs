//! When a sleeping thread will wake, by the call that it sleeps in and the time that it gave to it.

use std::time::Duration;

use libc::c_long;

use super::blocked::memory;
use super::process_tree::{ProcReader, STARTING, Thread};

/// When the first of several threads will wake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wake {
    /// Not unless another process wakes it.
    Never,
    In(Duration),
    Unknown,
}

/// How a call states its longest wait.
enum Term {
    /// It states none: it waits for ever.
    None,
    /// By this argument, in milliseconds; for ever if that is negative.
    Milliseconds(usize),
    /// By a struct of two words, seconds and fractions, at this argument; for ever if it is null. A second
    /// has this many fractions.
    Length(usize, u64),
    /// By such a struct at this argument, which is a point of time on the clock of the first argument if the second
    /// says so.
    Moment(usize),
}

const NANO: u64 = 1_000_000_000;

/// Calls that sleep, and how long. Of `futex`, only the operations with a length of time; others take a point
/// of time.
fn term(call: c_long, arguments: &[u64]) -> Option<Term> {
    /// Of `linux/futex.h`: the call that waits, and the bits of an operation without its flags.
    const FUTEX_WAIT: u64 = 0;
    const FUTEX_OPERATION: u64 = 0x7f;
    Some(match call {
        libc::SYS_read | libc::SYS_readv | libc::SYS_write | libc::SYS_writev => Term::None,
        libc::SYS_wait4 | libc::SYS_waitid | libc::SYS_flock => Term::None,
        _ if STARTING.contains(&call) => Term::None,
        libc::SYS_nanosleep => Term::Length(0, NANO),
        libc::SYS_clock_nanosleep => Term::Moment(2),
        libc::SYS_ppoll => Term::Length(2, NANO),
        libc::SYS_pselect6 => Term::Length(4, NANO),
        libc::SYS_epoll_pwait => Term::Milliseconds(3),
        libc::SYS_epoll_pwait2 => Term::Length(3, NANO),
        #[cfg(target_arch = "x86_64")]
        libc::SYS_poll => Term::Milliseconds(2),
        #[cfg(target_arch = "x86_64")]
        libc::SYS_epoll_wait => Term::Milliseconds(3),
        #[cfg(target_arch = "x86_64")]
        libc::SYS_select => Term::Length(4, 1_000_000),
        libc::SYS_futex if *arguments.get(3)? == 0 => Term::None,
        libc::SYS_futex if arguments[1] & FUTEX_OPERATION == FUTEX_WAIT => Term::Length(3, NANO),
        _ => return None,
    })
}

/// When the first of these threads will wake. All have slept for this long.
pub(super) fn of(threads: &[Thread], slept: Duration, reader: &mut ProcReader) -> Wake {
    let mut first = Wake::Never;
    for thread in threads.iter().filter(|thread| !thread.is_dead()) {
        first = match (first, wake(thread, slept, reader)) {
            (Wake::Unknown, _) | (_, Wake::Unknown) => return Wake::Unknown,
            (Wake::Never, other) | (other, Wake::Never) => other,
            (Wake::In(one), Wake::In(other)) => Wake::In(one.min(other)),
        };
    }
    first
}

fn wake(thread: &Thread, slept: Duration, reader: &mut ProcReader) -> Wake {
    // A process that was stopped by a signal is not continued by any other.
    if matches!(thread.state, b'T' | b't') {
        return Wake::Never;
    }
    let place = format!("/proc/{}/task/{}", thread.process, thread.thread);
    if has_alarm(thread.process, reader) {
        return Wake::Unknown;
    }
    let call = reader.read(&format!("{place}/syscall")).ok().and_then(|call| str::from_utf8(call).ok());
    let until = |(call, arguments): (c_long, Vec<u64>)| until(&place, call, &arguments, slept);
    call.and_then(parse).and_then(until).unwrap_or(Wake::Unknown)
}

/// The number of a call, and its arguments.
fn parse(call: &str) -> Option<(c_long, Vec<u64>)> {
    let mut words = call.split_ascii_whitespace();
    let number = words.next()?.parse().ok()?;
    let hexadecimal = |word: &str| u64::from_str_radix(word.trim_start_matches("0x"), 16).ok();
    Some((number, words.map_while(hexadecimal).collect()))
}

fn until(place: &str, call: c_long, arguments: &[u64], slept: Duration) -> Option<Wake> {
    let argument = |number: usize| arguments.get(number).copied();
    Some(match term(call, arguments)? {
        Term::None => Wake::Never,
        Term::Milliseconds(number) => match argument(number)? as u32 as i32 {
            ..0 => Wake::Never,
            length => Wake::In(Duration::from_millis(u64::from(length.unsigned_abs())).saturating_sub(slept)),
        },
        Term::Length(number, second) => match argument(number)? {
            0 => Wake::Never,
            at => Wake::In(time(place, at, second)?.saturating_sub(slept)),
        },
        Term::Moment(number) => {
            let time = time(place, argument(number)?, NANO)?;
            let is_moment = argument(1)? & libc::TIMER_ABSTIME as u64 != 0;
            Wake::In(time.saturating_sub(if is_moment { now(argument(0)?.try_into().ok()?)? } else { slept }))
        }
    })
}

/// A length of time in a thread's memory: seconds, then fractions of a second.
fn time(place: &str, at: u64, second: u64) -> Option<Duration> {
    let bytes = memory(place, at, 16);
    let (seconds, parts) = bytes.split_at_checked(8)?;
    let number = |bytes: &[u8]| Some(u64::from_ne_bytes(bytes.try_into().ok()?));
    let parts = number(parts)?.min(second);
    Some(Duration::from_secs(number(seconds)?).saturating_add(Duration::from_nanos(parts * (NANO / second))))
}

pub(super) fn now(clock: libc::clockid_t) -> Option<Duration> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call writes to a value that lives through it.
    let is_raised = unsafe { libc::clock_gettime(clock, &mut time) } == 0;
    let seconds = u64::try_from(time.tv_sec).ok()?;
    is_raised.then(|| Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or(0)))
}

/// The processor time that the calling thread has used.
pub fn own_time() -> Duration {
    now(libc::CLOCK_THREAD_CPUTIME_ID).unwrap_or_default()
}

/// Whether something other than a call may wake a process: a timer signal, or a timer that can be read.
fn has_alarm(process: i32, reader: &mut ProcReader) -> bool {
    let is_clock = |entry: std::fs::DirEntry| {
        std::fs::read_link(entry.path()).is_ok_and(|to| to.as_os_str() == "anon_inode:[timerfd]")
    };
    let Ok(files) = std::fs::read_dir(format!("/proc/{process}/fd")) else { return true };
    files.flatten().any(is_clock) || has_timers(process, reader) || catches_alarm(process, reader)
}

fn has_timers(process: i32, reader: &mut ProcReader) -> bool {
    // Not every kernel tells.
    reader.read(&format!("/proc/{process}/timers")).is_ok_and(|timers| !timers.is_empty())
}

fn catches_alarm(process: i32, reader: &mut ProcReader) -> bool {
    let status = reader.read(&format!("/proc/{process}/status")).ok();
    let caught = status.and_then(|status| {
        let line = str::from_utf8(status).ok()?.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        u64::from_str_radix(line.trim(), 16).ok()
    });
    caught.is_none_or(|caught| caught >> (libc::SIGALRM - 1) & 1 == 1)
}
