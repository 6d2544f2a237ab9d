//! The watch: filters of system calls that stop a candidate where the tracer has something to do.
//!
//! The first is there from the start. It stops a program where it reads standard input, where it opens
//! files, and where it does what could not be followed. The second is added when a program is held, and
//! knows what that has open. It is a list of permissions: a call is made without a stop if it changes
//! nothing that outlives a game, or nothing but memory. The calls that can be undone have stops of their own,
//! and all others, known and unknown, are a stop before they are made, at which the game is given back.
//!
//! They stand beside the sandbox's own filter, which stays as strong as it is: of two answers the
//! system takes the harder. A call that is not watched costs nothing but the filters' own length.

use libc::{c_long, sock_filter};

use crate::process::sandbox::filter::{ALLOW, ARCHITECTURE, answer, jump, load, number};

/// Copies of descriptors that a process is about to lose are made from this number on, and closed when
/// the game is over. No process may be held that has so many.
pub(super) const COPIES: u32 = 448;

/// Why a process stops before a call: it can be followed or undone, if its arguments are right.
pub(super) const KNOWN: u16 = 1;
/// It can be neither.
pub(super) const OTHER: u16 = 2;

const FIONREAD: u32 = 0x541B;
const CLONE_UNTRACED: u32 = 0x0080_0000;

/// Where the arguments are in the kernel's description of a call, and the halves of each.
const ARGUMENTS: u32 = 16;

/// Calls that are made without a stop while a game is played: they change nothing that outlives it but
/// memory, places in files, and the mask of signals, all of which are put back in any case. What they tell
/// is the same in every game, or has nothing to do with it.
#[rustfmt::skip]
const HARMLESS: &[c_long] = &[
    libc::SYS_read, libc::SYS_readv, libc::SYS_pread64, libc::SYS_preadv, libc::SYS_write, libc::SYS_writev,
    libc::SYS_lseek, libc::SYS_open, libc::SYS_openat, libc::SYS_getdents64, libc::SYS_stat, libc::SYS_lstat,
    libc::SYS_fstat, libc::SYS_newfstatat, libc::SYS_statx, libc::SYS_statfs, libc::SYS_fstatfs,
    libc::SYS_access, libc::SYS_faccessat, libc::SYS_faccessat2, libc::SYS_readlink, libc::SYS_readlinkat,
    libc::SYS_getcwd, libc::SYS_poll, libc::SYS_ppoll, libc::SYS_select, libc::SYS_pselect6,
    libc::SYS_nanosleep, libc::SYS_clock_nanosleep, libc::SYS_futex, libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity, libc::SYS_sched_getscheduler, libc::SYS_sched_getparam,
    libc::SYS_rt_sigprocmask, libc::SYS_rt_sigpending, libc::SYS_time, libc::SYS_gettimeofday,
    libc::SYS_clock_getres, libc::SYS_getrandom, libc::SYS_getpid, libc::SYS_gettid, libc::SYS_getppid,
    libc::SYS_getpgrp, libc::SYS_getpgid, libc::SYS_getsid, libc::SYS_getuid, libc::SYS_geteuid,
    libc::SYS_getgid, libc::SYS_getegid, libc::SYS_getresuid, libc::SYS_getresgid, libc::SYS_getgroups,
    libc::SYS_getrlimit, libc::SYS_getpriority, libc::SYS_uname, libc::SYS_sysinfo, libc::SYS_getcpu,
];

/// Calls that can be undone, or done in a way that can.
#[rustfmt::skip]
const UNDONE: &[c_long] = &[
    libc::SYS_exit_group, libc::SYS_exit, libc::SYS_mmap, libc::SYS_munmap, libc::SYS_mprotect,
    libc::SYS_madvise, libc::SYS_brk, libc::SYS_timer_delete, libc::SYS_dup, libc::SYS_dup2,
    libc::SYS_dup3, libc::SYS_pipe, libc::SYS_pipe2,
];

/// Calls that make what nobody could hold, or that show who is traced.
#[rustfmt::skip]
const LOST: &[c_long] = &[
    libc::SYS_clone3, libc::SYS_ptrace, libc::SYS_seccomp, libc::SYS_setitimer, libc::SYS_alarm,
    libc::SYS_timer_settime, libc::SYS_timerfd_create, libc::SYS_io_setup, libc::SYS_io_uring_setup,
    libc::SYS_userfaultfd, libc::SYS_openat2, libc::SYS_open_by_handle_at,
];

/// The watch from the start; none where it has not been tried.
pub(super) fn from_the_start() -> Option<Vec<sock_filter>> {
    let mut code = head()?;
    for call in [libc::SYS_read, libc::SYS_readv] {
        code.extend(if_argument(call, 0, jump(libc::BPF_JEQ, 0, 0, 1), trace(KNOWN)));
    }
    for (call, place) in
        [(libc::SYS_close, 0), (libc::SYS_close_range, 0), (libc::SYS_dup2, 1), (libc::SYS_dup3, 1)]
    {
        code.extend(if_argument(call, place, jump(libc::BPF_JEQ, 0, 0, 1), trace(KNOWN)));
    }
    for call in [libc::SYS_open, libc::SYS_openat, libc::SYS_creat] {
        code.extend(always(call, trace(KNOWN)));
    }
    let has = |flags: i32| jump(libc::BPF_JSET, flags.cast_unsigned(), 0, 1);
    code.extend(if_argument(libc::SYS_ioctl, 1, jump(libc::BPF_JEQ, FIONREAD, 0, 1), trace(OTHER)));
    code.extend(if_argument(libc::SYS_clone, 0, jump(libc::BPF_JSET, CLONE_UNTRACED, 0, 1), trace(OTHER)));
    code.extend(if_argument(libc::SYS_mmap, 3, has(libc::MAP_GROWSDOWN), trace(OTHER)));
    for option in [libc::PR_GET_SECCOMP, libc::PR_SET_SECCOMP] {
        let is_option = jump(libc::BPF_JEQ, option.cast_unsigned(), 0, 1);
        code.extend(if_argument(libc::SYS_prctl, 0, is_option, trace(OTHER)));
    }
    code.extend(LOST.iter().flat_map(|call| always(*call, trace(OTHER))));
    code.push(answer(ALLOW));
    Some(code)
}

/// The watch while games are played by a process whose highest descriptor is this one.
pub(super) fn while_held(highest: u32) -> Option<Vec<sock_filter>> {
    let mut code = head()?;
    let equals = |value: u32| jump(libc::BPF_JEQ, value, 0, 1);
    let at_least = |value: u32| jump(libc::BPF_JGE, value, 0, 1);
    let more_than = |value: u32| jump(libc::BPF_JGT, value, 1, 0);
    code.extend(if_argument(libc::SYS_close, 0, more_than(highest), trace(KNOWN)));
    code.extend(if_argument(libc::SYS_close, 0, at_least(COPIES), trace(OTHER)));
    code.extend(always(libc::SYS_close, ALLOW));
    for command in [libc::F_GETFD, libc::F_GETFL] {
        code.extend(if_argument(libc::SYS_fcntl, 1, equals(command.cast_unsigned()), ALLOW));
    }
    for command in [libc::F_DUPFD, libc::F_DUPFD_CLOEXEC, libc::F_SETFD] {
        code.extend(if_argument(libc::SYS_fcntl, 1, equals(command.cast_unsigned()), trace(KNOWN)));
    }
    for request in [libc::TCGETS as u32, libc::TIOCGWINSZ as u32] {
        code.extend(if_argument(libc::SYS_ioctl, 1, equals(request), ALLOW));
    }
    code.extend(if_nothing(libc::SYS_prlimit64, 2, ALLOW));
    code.extend(if_nothing(libc::SYS_sigaltstack, 0, ALLOW));
    code.extend(if_nothing(libc::SYS_rt_sigaction, 1, ALLOW));
    code.extend(always(libc::SYS_rt_sigaction, trace(KNOWN)));
    for clock in CLOCKS {
        code.extend(if_argument(libc::SYS_clock_gettime, 0, equals(clock.cast_unsigned()), ALLOW));
    }
    code.extend(UNDONE.iter().flat_map(|call| always(*call, trace(KNOWN))));
    code.extend(HARMLESS.iter().flat_map(|call| always(*call, ALLOW)));
    code.push(answer(trace(OTHER)));
    Some(code)
}

/// Clocks that go by themselves, and are the same for everybody.
const CLOCKS: [libc::clockid_t; 7] = [
    libc::CLOCK_REALTIME,
    libc::CLOCK_MONOTONIC,
    libc::CLOCK_MONOTONIC_RAW,
    libc::CLOCK_REALTIME_COARSE,
    libc::CLOCK_MONOTONIC_COARSE,
    libc::CLOCK_BOOTTIME,
    libc::CLOCK_TAI,
];

/// Looks at the machine and the call's number; calls by other numbers cannot be followed.
fn head() -> Option<Vec<sock_filter>> {
    let architecture = ARCHITECTURE?;
    let lost = answer(trace(OTHER));
    Some(vec![
        load(4),
        jump(libc::BPF_JEQ, architecture, 1, 0),
        lost,
        load(0),
        // The numbers of x32, a second set on the same machine.
        jump(libc::BPF_JGE, 0x4000_0000, 0, 1),
        lost,
    ])
}

fn trace(what: u16) -> u32 {
    libc::SECCOMP_RET_TRACE | u32::from(what)
}

fn always(call: c_long, verdict: u32) -> [sock_filter; 2] {
    [jump(libc::BPF_JEQ, number(call), 0, 1), answer(verdict)]
}

/// Answers a call if the test of the lower half of one of its arguments holds.
fn if_argument(call: c_long, place: u32, test: sock_filter, verdict: u32) -> [sock_filter; 5] {
    let argument = load(ARGUMENTS + 8 * place);
    [jump(libc::BPF_JEQ, number(call), 0, 4), argument, test, answer(verdict), load(0)]
}

/// Answers a call if one of its arguments is zero, both halves of it.
fn if_nothing(call: c_long, place: u32, verdict: u32) -> [sock_filter; 7] {
    let is_zero = |over| jump(libc::BPF_JEQ, 0, 0, over);
    let half = |half: u32| load(ARGUMENTS + 8 * place + 4 * half);
    [
        jump(libc::BPF_JEQ, number(call), 0, 6),
        half(0),
        is_zero(3),
        half(1),
        is_zero(1),
        answer(verdict),
        load(0),
    ]
}
