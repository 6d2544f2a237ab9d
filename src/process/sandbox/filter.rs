//! The filter of system calls: a short list of those that no candidate needs and some would misuse.
//!
//! The list says what is denied, not what is allowed, because a right program must never be ruled wrong: a
//! runtime that uses a new call must still work. Calls that programs try and can do without are answered as
//! by a kernel without them (`ENOSYS`), others as by one that refuses (`EPERM`, `EACCES`). A call by the
//! numbers of another architecture, which would bypass the list, ends the program.
//!
//! The program for the kernel is written by hand: it needs three answers and a check of the x32 bit, which
//! the crates for this lack. It is installed once in a helper and inherited, so its length costs nothing.

use std::io;

use libc::{c_long, sock_filter};

pub(in crate::process) const ALLOW: u32 = libc::SECCOMP_RET_ALLOW;
const KILL: u32 = libc::SECCOMP_RET_KILL_PROCESS;

const fn refuse(errno: i32) -> u32 {
    libc::SECCOMP_RET_ERRNO | errno as u32
}

const ENOSYS: u32 = refuse(libc::ENOSYS);
const EPERM: u32 = refuse(libc::EPERM);
const EACCES: u32 = refuse(libc::EACCES);

/// What the kernel calls this machine; `None` where the filter has not been tried.
const ARCHITECTURE: Option<u32> = if cfg!(target_arch = "x86_64") {
    Some(0xC000_003E)
} else if cfg!(target_arch = "aarch64") {
    Some(0xC000_00B7)
} else {
    None
};

/// The calls that are always refused, with the answer.
const REFUSED: [(&[c_long], u32); 3] = [
    (
        // glibc falls back from clone3 to clone, whose flags a filter can read.
        &[
            libc::SYS_clone3,
            libc::SYS_io_uring_setup,
            libc::SYS_io_uring_enter,
            libc::SYS_io_uring_register,
            libc::SYS_memfd_create,
            libc::SYS_memfd_secret,
            libc::SYS_pidfd_send_signal,
            libc::SYS_pidfd_getfd,
            libc::SYS_userfaultfd,
        ],
        ENOSYS,
    ),
    (
        &[
            libc::SYS_ptrace,
            libc::SYS_process_vm_readv,
            libc::SYS_process_vm_writev,
            libc::SYS_process_madvise,
            libc::SYS_kcmp,
            libc::SYS_unshare,
            libc::SYS_setns,
            libc::SYS_mount,
            libc::SYS_umount2,
            libc::SYS_move_mount,
            libc::SYS_mount_setattr,
            libc::SYS_open_tree,
            libc::SYS_fsopen,
            libc::SYS_fsconfig,
            libc::SYS_fsmount,
            libc::SYS_fspick,
            libc::SYS_pivot_root,
            libc::SYS_chroot,
            libc::SYS_bpf,
            libc::SYS_perf_event_open,
            libc::SYS_add_key,
            libc::SYS_keyctl,
            libc::SYS_request_key,
            libc::SYS_shmget,
            libc::SYS_semget,
            libc::SYS_msgget,
            libc::SYS_mq_open,
            libc::SYS_name_to_handle_at,
            libc::SYS_open_by_handle_at,
            libc::SYS_fanotify_init,
            libc::SYS_quotactl,
            libc::SYS_swapon,
            libc::SYS_reboot,
            libc::SYS_syslog,
            libc::SYS_acct,
            libc::SYS_kexec_load,
            libc::SYS_init_module,
            libc::SYS_finit_module,
            libc::SYS_delete_module,
            libc::SYS_settimeofday,
            libc::SYS_clock_settime,
            libc::SYS_process_mrelease,
            libc::SYS_vhangup,
        ],
        EPERM,
    ),
    (&[libc::SYS_socket], EACCES),
];

/// The flags of clone that make namespaces.
const NAMESPACES: i32 = libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP;

/// Calls that change how a process is run, with the index of the process number among the arguments. Where
/// other processes exist, these calls are allowed for the caller alone, which is 0.
const OF_ITSELF: [(c_long, u32); 9] = [
    (libc::SYS_prlimit64, 0),
    (libc::SYS_sched_setaffinity, 0),
    (libc::SYS_sched_setscheduler, 0),
    (libc::SYS_sched_setparam, 0),
    (libc::SYS_sched_setattr, 0),
    (libc::SYS_setpriority, 1),
    (libc::SYS_ioprio_set, 1),
    (libc::SYS_migrate_pages, 0),
    (libc::SYS_move_pages, 0),
];

/// Of these calls, those whose first argument gives the kind of the number that follows, with the kind for a
/// process. The other kinds are for groups, and for all processes of a user.
const OF_A_KIND: [(c_long, u32); 2] =
    [(libc::SYS_setpriority, libc::PRIO_PROCESS), (libc::SYS_ioprio_set, 1)];

/// Calls that act on a process, with the index of its number among the arguments.
const AIMED: [(c_long, u32); 12] = [
    (libc::SYS_kill, 0),
    (libc::SYS_tkill, 0),
    (libc::SYS_tgkill, 0),
    (libc::SYS_rt_sigqueueinfo, 0),
    (libc::SYS_rt_tgsigqueueinfo, 0),
    (libc::SYS_pidfd_open, 0),
    (libc::SYS_prlimit64, 0),
    (libc::SYS_sched_setaffinity, 0),
    (libc::SYS_sched_setscheduler, 0),
    (libc::SYS_sched_setparam, 0),
    (libc::SYS_setpriority, 1),
    (libc::SYS_ioprio_set, 1),
];

/// Forbids this thread, and all that descend from it, the calls of the list and any action on the process
/// `keeper`. Where other processes exist, it also forbids to signal its group or all processes, and to change
/// how another process is run.
///
/// # Errors
/// If the kernel has no such filters, or this architecture none that was tested.
pub(super) fn install(keeper: u32, is_among_others: bool) -> io::Result<()> {
    let mut code = program(keeper, is_among_others).ok_or(io::ErrorKind::Unsupported)?;
    let length = u16::try_from(code.len()).map_err(io::Error::other)?;
    let program = libc::sock_fprog { len: length, filter: code.as_mut_ptr() };
    // SAFETY: the program points to `length` instructions that live through the call.
    let outcome = unsafe { libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, 0, &program) };
    if outcome == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// The same as a program, to be installed in each candidate; none on an architecture that was not tested.
pub(super) fn program(keeper: u32, is_among_others: bool) -> Option<Vec<sock_filter>> {
    let mut code = head(KILL)?;
    for (calls, refusal) in REFUSED {
        code.extend(always(calls, refusal));
    }
    let has_flag = jump(libc::BPF_JSET, NAMESPACES as u32, 0, 1);
    code.extend(if_argument(libc::SYS_clone, 0, has_flag, EPERM));
    // A negative number stands for a group of processes, -1 for all processes.
    let groups = [keeper.wrapping_neg(), -1_i32 as u32].into_iter().filter(|_| is_among_others);
    if is_among_others {
        let is_other = jump(libc::BPF_JEQ, 0, 1, 0);
        code.extend(OF_ITSELF.iter().flat_map(|(call, place)| if_argument(*call, *place, is_other, EPERM)));
        for (call, process) in OF_A_KIND {
            code.extend(if_argument(call, 0, jump(libc::BPF_JEQ, process, 1, 0), EPERM));
        }
    }
    for target in [keeper].into_iter().chain(groups) {
        let is_target = jump(libc::BPF_JEQ, target, 0, 1);
        code.extend(AIMED.iter().flat_map(|(call, place)| if_argument(*call, *place, is_target, EPERM)));
    }
    code.push(answer(ALLOW));
    Some(code)
}

/// Lets a call through that a program of [`program`] always refuses.
pub(super) fn leave_out(code: &mut [sock_filter], call: c_long) {
    let is_asked =
        |test: &sock_filter| test.k == number(call) && test.code == (libc::BPF_JMP | libc::BPF_JEQ) as u16;
    for place in 1..code.len() {
        if is_asked(&code[place - 1]) {
            code[place] = answer(ALLOW);
        }
    }
}

/// Checks the architecture and the number of a call, and answers calls by other numbers; none on an
/// architecture that was not tested.
pub(in crate::process) fn head(foreign: u32) -> Option<Vec<sock_filter>> {
    let mut code = vec![load(4), jump(libc::BPF_JEQ, ARCHITECTURE?, 1, 0), answer(foreign), load(0)];
    if cfg!(target_arch = "x86_64") {
        // The numbers of x32, a second set on the same machine.
        code.extend([jump(libc::BPF_JGE, 0x4000_0000, 0, 1), answer(foreign)]);
    }
    Some(code)
}

/// Answers calls.
pub(in crate::process) fn always(calls: &[c_long], verdict: u32) -> Vec<sock_filter> {
    calls.iter().flat_map(|call| [jump(libc::BPF_JEQ, number(*call), 0, 1), answer(verdict)]).collect()
}

/// Answers a call if the test of the lower half of one of its arguments goes on to the next instruction.
pub(in crate::process) fn if_argument(
    call: c_long,
    place: u32,
    test: sock_filter,
    verdict: u32,
) -> [sock_filter; 5] {
    [jump(libc::BPF_JEQ, number(call), 0, 4), argument(place, 0), test, answer(verdict), load(0)]
}

pub(in crate::process) fn number(call: c_long) -> u32 {
    u32::try_from(call).expect("calls have small numbers")
}

/// Loads half of an argument: the lower (0) or the upper (1).
pub(in crate::process) fn argument(place: u32, half: u32) -> sock_filter {
    load(16 + 8 * place + 4 * half)
}

/// Loads a word of the kernel's description of the call.
pub(in crate::process) fn load(offset: u32) -> sock_filter {
    instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, offset, 0, 0)
}

pub(in crate::process) fn jump(test: u32, value: u32, if_so: u8, if_not: u8) -> sock_filter {
    instruction(libc::BPF_JMP | test | libc::BPF_K, value, if_so, if_not)
}

pub(in crate::process) fn answer(value: u32) -> sock_filter {
    instruction(libc::BPF_RET | libc::BPF_K, value, 0, 0)
}

fn instruction(code: u32, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter { code: u16::try_from(code).expect("codes are small"), jt, jf, k }
}
