//! The watch: a filter of system calls that stops a candidate where it reads standard input, and
//! where it does what a fork of it could not do just as well.
//!
//! It stands beside the sandbox's own filter, which stays as strong as it is: of two answers the
//! system takes the harder. A call that is not watched costs nothing but the filter's own length.

use libc::{c_long, sock_filter};

use crate::process::sandbox::filter::{ALLOW, ARCHITECTURE, answer, jump, load, number};

/// It reads descriptor 0.
pub(super) const READS: u16 = 1;
/// It gives descriptor 0 away: what it reads there afterwards is not standard input.
pub(super) const GIVES_AWAY: u16 = 2;
/// It sets a clock, which a fork would not inherit.
pub(super) const SETS_A_CLOCK: u16 = 3;
/// It sets a timer that it may have made before its first read, when it is not a fork's.
pub(super) const SETS_A_TIMER: u16 = 5;
/// It says what an interrupt is to do to it.
pub(super) const TAKES_INTERRUPT: u16 = 6;
/// It does what cannot be followed.
pub(super) const LOST: u16 = 4;

/// How much is in a pipe.
const FIONREAD: u32 = 0x541B;
const CLONE_UNTRACED: u32 = 0x0080_0000;

/// The filter's program; none where it has not been tried.
pub(super) fn program() -> Option<Vec<sock_filter>> {
    let architecture = ARCHITECTURE?;
    // By another machine's numbers nothing is watched; at the stronger levels that ends a program.
    let mut code = vec![load(4), jump(libc::BPF_JEQ, architecture, 1, 0), answer(ALLOW), load(0)];
    for call in [libc::SYS_read, libc::SYS_readv] {
        code.extend(if_argument(call, 0, jump(libc::BPF_JEQ, 0, 0, 1), READS));
    }
    for (call, place) in
        [(libc::SYS_close, 0), (libc::SYS_close_range, 0), (libc::SYS_dup2, 1), (libc::SYS_dup3, 1)]
    {
        code.extend(if_argument(call, place, jump(libc::BPF_JEQ, 0, 0, 1), GIVES_AWAY));
    }
    let is_interrupt = jump(libc::BPF_JEQ, libc::SIGINT as u32, 0, 1);
    code.extend(if_argument(libc::SYS_rt_sigaction, 0, is_interrupt, TAKES_INTERRUPT));
    for call in [libc::SYS_setitimer, libc::SYS_alarm] {
        code.extend(always(call, SETS_A_CLOCK));
    }
    code.extend(always(libc::SYS_timer_settime, SETS_A_TIMER));
    code.extend(if_argument(libc::SYS_ioctl, 1, jump(libc::BPF_JEQ, FIONREAD, 0, 1), LOST));
    code.extend(if_argument(libc::SYS_clone, 0, jump(libc::BPF_JSET, CLONE_UNTRACED, 0, 1), LOST));
    code.extend([libc::SYS_clone3, libc::SYS_io_uring_setup].into_iter().flat_map(|call| always(call, LOST)));
    code.push(answer(ALLOW));
    Some(code)
}

fn trace(what: u16) -> u32 {
    libc::SECCOMP_RET_TRACE | u32::from(what)
}

fn always(call: c_long, what: u16) -> [sock_filter; 2] {
    [jump(libc::BPF_JEQ, number(call), 0, 1), answer(trace(what))]
}

/// Stops a call if the test of the lower half of one of its arguments holds.
fn if_argument(call: c_long, place: u32, test: sock_filter, what: u16) -> [sock_filter; 5] {
    let argument = load(16 + 8 * place);
    [jump(libc::BPF_JEQ, number(call), 0, 4), argument, test, answer(trace(what)), load(0)]
}
