//! The watch: filters of system calls that stop a candidate where the tracer has something to do.
//!
//! The first filter is there from the start. It stops a program before it reads standard input, opens files,
//! or does what could not be followed. The second is added when a program is held, and knows its open
//! descriptors. It is a list of permissions: a call is made without a stop if it changes nothing that
//! outlives a game, or only memory. Calls that can be undone have stops of their own. At all others, known
//! and unknown, the program is stopped before the call, and the game is given up.
//!
//! The sandbox's own filter remains: of two answers the system takes the stricter.
//!
//! A list of forbidden calls would grow with every kernel. The filter allows the harmless calls before it looks at
//! any argument, because the kernel makes such calls without running filters.

use libc::{c_long, sock_filter};

use crate::process::sandbox::bpf::{
    ALLOW, always, answer, argument, head, if_argument, if_nothing, jump, load,
};

/// Copies of descriptors that a process is about to lose get numbers from this one on, and are closed when
/// the game is over. A process with as many descriptors cannot be held.
pub(super) const COPIES: u32 = 448;

/// A stop before a call that can be followed or undone, if its arguments allow it.
pub(super) const KNOWN: u16 = 1;
/// A stop before any other call.
pub(super) const OTHER: u16 = 2;
/// A stop before a call of ours that has the mark.
pub(super) const MARKED: u16 = 3;

/// Calls that are made without a stop while a game is played: they close what it has opened, or change
/// nothing that outlives it except memory, offsets of files and the signal mask, which are always restored.
/// Their results are the same in every game, or do not concern it. ksh asks what there is to be received, which no pipe tells;
/// there are no sockets.
#[rustfmt::skip]
const HARMLESS: &[c_long] = &[
    libc::SYS_readv, libc::SYS_pread64, libc::SYS_preadv, libc::SYS_write, libc::SYS_writev,
    libc::SYS_lseek, libc::SYS_open, libc::SYS_openat, libc::SYS_getdents64, libc::SYS_stat, libc::SYS_lstat, libc::SYS_fstat,
    libc::SYS_newfstatat, libc::SYS_statx, libc::SYS_statfs, libc::SYS_fstatfs,
    libc::SYS_access, libc::SYS_faccessat, libc::SYS_faccessat2, libc::SYS_readlink, libc::SYS_readlinkat,
    libc::SYS_getcwd, libc::SYS_poll, libc::SYS_ppoll, libc::SYS_select, libc::SYS_pselect6,
    libc::SYS_nanosleep, libc::SYS_clock_nanosleep, libc::SYS_futex, libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity, libc::SYS_sched_getscheduler, libc::SYS_sched_getparam,
    libc::SYS_rt_sigprocmask, libc::SYS_rt_sigpending, libc::SYS_time, libc::SYS_gettimeofday,
    libc::SYS_clock_getres, libc::SYS_getrandom, libc::SYS_getpid, libc::SYS_gettid, libc::SYS_getppid,
    libc::SYS_getpgrp, libc::SYS_getpgid, libc::SYS_getsid, libc::SYS_getuid, libc::SYS_geteuid,
    libc::SYS_getgid, libc::SYS_getegid, libc::SYS_getresuid, libc::SYS_getresgid, libc::SYS_getgroups,
    libc::SYS_getrlimit, libc::SYS_getpriority, libc::SYS_uname, libc::SYS_sysinfo, libc::SYS_getcpu,
    libc::SYS_epoll_wait, libc::SYS_epoll_pwait, libc::SYS_pause, libc::SYS_restart_syscall, libc::SYS_recvfrom,
];

/// The commands of `membarrier` that change nothing. The others register the process, for good.
const BARRIERS: &[i32] = &[
    libc::MEMBARRIER_CMD_QUERY,
    libc::MEMBARRIER_CMD_GLOBAL,
    libc::MEMBARRIER_CMD_GLOBAL_EXPEDITED,
    libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED,
    libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE,
    libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED_RSEQ,
];

/// Calls of that kind by which the judge restores something, or whose arguments decide. Before `read` a thread stops when it
/// comes back from a marked call.
const LARGELY_HARMLESS: &[c_long] = &[libc::SYS_read, libc::SYS_close, libc::SYS_epoll_ctl];

/// Calls that can be undone, or replaced by others that can.
#[rustfmt::skip]
const UNDONE: &[c_long] = &[
    libc::SYS_exit_group, libc::SYS_exit, libc::SYS_mmap, libc::SYS_munmap, libc::SYS_mprotect,
    libc::SYS_madvise, libc::SYS_brk, libc::SYS_timer_delete, libc::SYS_dup, libc::SYS_dup2,
    libc::SYS_dup3, libc::SYS_pipe, libc::SYS_pipe2, libc::SYS_eventfd2, libc::SYS_epoll_create1,
    libc::SYS_rt_sigaction, libc::SYS_set_robust_list, libc::SYS_rseq, libc::SYS_sigaltstack,
    libc::SYS_rt_sigreturn, libc::SYS_chdir,
];

/// The properties of itself that a thread may read and set.
const NAMES: &[i32] = &[libc::PR_GET_NAME, libc::PR_SET_NAME];

/// Calls that create what cannot be held, or that show whether a process is traced.
#[rustfmt::skip]
const LOST: &[c_long] = &[
    libc::SYS_fork, libc::SYS_vfork, libc::SYS_ptrace, libc::SYS_seccomp, libc::SYS_setitimer, libc::SYS_alarm,
    libc::SYS_timer_settime, libc::SYS_timerfd_create, libc::SYS_io_setup, libc::SYS_io_uring_setup,
    libc::SYS_userfaultfd, libc::SYS_openat2, libc::SYS_open_by_handle_at,
];

/// Clocks that run independently of processes.
#[rustfmt::skip]
const CLOCKS: &[libc::clockid_t] = &[
    libc::CLOCK_REALTIME, libc::CLOCK_MONOTONIC, libc::CLOCK_MONOTONIC_RAW, libc::CLOCK_REALTIME_COARSE,
    libc::CLOCK_MONOTONIC_COARSE, libc::CLOCK_BOOTTIME, libc::CLOCK_TAI,
];

/// The watch from the start, for programs that are to be held. `None` on an architecture that was not tested.
pub(in crate::process) fn from_the_start() -> Option<Vec<sock_filter>> {
    let has = |flags: i32| jump(libc::BPF_JSET, flags.cast_unsigned(), 0, 1);
    let rules = [
        head(trace(OTHER))?,
        of_input(0),
        always(&[libc::SYS_open, libc::SYS_openat], trace(KNOWN)),
        if_counting(),
        threads_only(),
        if_argument(libc::SYS_mmap, 3, has(libc::MAP_GROWSDOWN), trace(OTHER)).to_vec(),
        if_among(&[libc::SYS_prctl], 0, &[libc::PR_GET_SECCOMP, libc::PR_SET_SECCOMP], trace(OTHER)),
        always(LOST, trace(OTHER)),
        vec![answer(ALLOW)],
    ];
    Some(rules.concat())
}

/// The watch of another descriptor that is standard input, too.
pub(super) fn of_another_input(number: u32) -> Option<Vec<sock_filter>> {
    Some([head(trace(OTHER))?, of_input(number), vec![answer(ALLOW)]].concat())
}

/// Stops before a descriptor that is standard input is read or lost.
fn of_input(number: u32) -> Vec<sock_filter> {
    const READING_AND_CLOSING: &[c_long] =
        &[libc::SYS_read, libc::SYS_readv, libc::SYS_close, libc::SYS_close_range];
    let number = number.cast_signed();
    let is_lost = if_among(&[libc::SYS_dup2, libc::SYS_dup3], 1, &[number], trace(KNOWN));
    [if_among(READING_AND_CLOSING, 0, &[number], trace(KNOWN)), is_lost].concat()
}

/// The watch while games are played by a process whose highest descriptor is this one. It stops before each call whose last
/// argument is the mark, a number that the process does not know.
pub(super) fn while_held(highest: u32, mark: u64) -> Option<Vec<sock_filter>> {
    let copying = [libc::F_DUPFD, libc::F_DUPFD_CLOEXEC, libc::F_SETFD];
    let asking = [libc::TCGETS, libc::TIOCGWINSZ].map(|request| request as i32);
    let changing = [libc::FIONBIO as i32];
    let is_held = jump(libc::BPF_JGT, highest, 1, 0);
    let is_copy = jump(libc::BPF_JGE, COPIES, 0, 1);
    let rules = [
        head(trace(OTHER))?,
        // Before the first look at an argument: so the kernel knows these calls, and makes them without running any filter.
        always(HARMLESS, ALLOW),
        if_marked(mark),
        if_argument(libc::SYS_close, 0, is_held, trace(KNOWN)).to_vec(),
        if_argument(libc::SYS_close, 0, is_copy, trace(OTHER)).to_vec(),
        if_among(&[libc::SYS_fcntl], 1, &[libc::F_GETFD, libc::F_GETFL], ALLOW),
        if_among(&[libc::SYS_fcntl], 1, &copying, trace(KNOWN)),
        if_among(&[libc::SYS_fcntl], 1, &[libc::F_SETFL], trace(KNOWN)),
        if_among(&[libc::SYS_ioctl], 1, &asking, ALLOW),
        if_among(&[libc::SYS_ioctl], 1, &changing, trace(KNOWN)),
        if_counting(),
        threads_only(),
        always(&[libc::SYS_clone], ALLOW),
        if_among(&[libc::SYS_prctl], 0, NAMES, trace(KNOWN)),
        if_nothing(libc::SYS_prlimit64, 2, ALLOW),
        if_nothing(libc::SYS_sigaltstack, 0, ALLOW),
        if_nothing(libc::SYS_rt_sigaction, 1, ALLOW),
        if_among(&[libc::SYS_clock_gettime], 0, CLOCKS, ALLOW),
        if_among(&[libc::SYS_membarrier], 0, BARRIERS, ALLOW),
        always(UNDONE, trace(KNOWN)),
        always(LARGELY_HARMLESS, ALLOW),
        vec![answer(trace(OTHER))],
    ];
    Some(rules.concat())
}

/// Stops before every call with this mark as its last argument.
fn if_marked(mark: u64) -> Vec<sock_filter> {
    let [low, high] = [mark as u32, (mark >> 32) as u32];
    vec![
        argument(5, 0),
        jump(libc::BPF_JEQ, low, 0, 3),
        argument(5, 1),
        jump(libc::BPF_JEQ, high, 0, 1),
        answer(trace(MARKED)),
        load(0),
    ]
}

/// Stops before the call that counts what there is to be read.
fn if_counting() -> Vec<sock_filter> {
    if_among(&[libc::SYS_ioctl], 1, &[libc::FIONREAD as i32], trace(KNOWN))
}

/// Stops before a process is made, or a thread that is not traced. `clone3`, whose flags a filter cannot see, is answered
/// as by a kernel without it, as in the sandbox.
fn threads_only() -> Vec<sock_filter> {
    let lacks_thread = jump(libc::BPF_JSET, libc::CLONE_THREAD.cast_unsigned(), 1, 0);
    let is_untraced = jump(libc::BPF_JSET, libc::CLONE_UNTRACED.cast_unsigned(), 0, 1);
    let unknown = libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32;
    [
        if_argument(libc::SYS_clone, 0, lacks_thread, trace(OTHER)).to_vec(),
        if_argument(libc::SYS_clone, 0, is_untraced, trace(OTHER)).to_vec(),
        always(&[libc::SYS_clone3], unknown),
    ]
    .concat()
}

fn trace(what: u16) -> u32 {
    libc::SECCOMP_RET_TRACE | u32::from(what)
}

/// Answers calls with one of these values as an argument, compared by its lower half.
fn if_among(calls: &[c_long], place: u32, values: &[i32], verdict: u32) -> Vec<sock_filter> {
    let pairs = calls.iter().flat_map(|call| values.iter().map(move |value| (*call, value.cast_unsigned())));
    pairs
        .flat_map(|(call, value)| if_argument(call, place, jump(libc::BPF_JEQ, value, 0, 1), verdict))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::sandbox::bpf::tests::verdict;

    const MARK: u64 = 0x1234_5678_9abc_def0;

    #[test]
    fn harmless_calls_are_allowed_without_a_look_at_their_arguments() {
        let held = while_held(7, MARK).expect("tests run where filters are known");
        for call in HARMLESS {
            assert_eq!(verdict(&held, *call, []), ALLOW, "{call}");
        }
        let started = from_the_start().expect("tests run where filters are known");
        assert_eq!(verdict(&started, libc::SYS_write, []), ALLOW);
    }

    #[test]
    fn a_call_with_the_mark_is_stopped_and_what_is_read_next_too() {
        let held = while_held(7, MARK).expect("tests run where filters are known");
        let restoring = [
            libc::SYS_munmap,
            libc::SYS_madvise,
            libc::SYS_mprotect,
            libc::SYS_close_range,
            libc::SYS_epoll_ctl,
        ];
        for call in restoring.into_iter().chain([libc::SYS_read]) {
            assert_eq!(verdict(&held, call, [9, 0, 0, 0, 0, MARK]), trace(MARKED), "{call}");
        }
        assert_eq!(verdict(&held, libc::SYS_read, [9, 0, 0, 0, 0, MARK + 1]), ALLOW);
        assert_eq!(verdict(&held, libc::SYS_munmap, [0; 6]), trace(KNOWN));
    }

    #[test]
    fn what_was_open_when_it_was_held_is_not_lost_without_a_stop() {
        let held = while_held(7, MARK).expect("tests run where filters are known");
        let closing = |number| verdict(&held, libc::SYS_close, [number, 0, 0, 0, 0, 0]);
        assert_eq!([closing(7), closing(8), closing(COPIES.into())], [trace(KNOWN), ALLOW, trace(OTHER)]);
    }
}
