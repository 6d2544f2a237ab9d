//! The filter of system calls: a short list of those that no candidate needs and some would misuse
//! (`calls`). A call by the numbers of another architecture, which would bypass the list, ends the program.
//!
//! It is installed once in a helper and inherited, so its length costs nothing.

use std::io;

use libc::{c_long, sock_filter};

use super::bpf::{
    ALLOW, always, answer, argument, head, if_all, if_argument, jump, load, number, unless_bits,
};
use super::calls::{
    AIMED, Answered, BUFFERS, CONTROLS, DONE, EACCES, EINVAL, ENOTTY, EOPNOTSUPP, EPERM, EVERYWHERE,
    F_SETOWN_EX, METADATA, MODES, NAMESPACES, OF_A_KIND, OF_ITSELF, OPENING, OWNING, TERMINALS, WITH_FILTERS,
};
use crate::execution::Level;

const KILL: u32 = libc::SECCOMP_RET_KILL_PROCESS;

/// The bits of a mode that give a program the rights of its file's owner or group.
const SET_ID: u32 = libc::S_ISUID | libc::S_ISGID;

/// The flags with which opening makes a file: `O_CREAT`, and of `O_TMPFILE` the bit that is its own.
const MAKING: u32 = (libc::O_CREAT | (libc::O_TMPFILE & !libc::O_DIRECTORY)).cast_unsigned();

#[derive(Clone, Copy)]
pub(super) struct FilterTerms {
    pub(super) level: Level,
    /// Whether candidates run as a user who has files and other processes.
    pub(super) is_person: bool,
    /// Whether Landlock decides which files may be made shorter.
    pub(super) may_truncate: bool,
}

/// Forbids this thread, and all that descend from it, the calls of the lists and any action on the process
/// `keeper`.
/// Fails if the kernel has no such filters, or this architecture none that was tested.
pub(super) fn install(keeper: u32, terms: FilterTerms) -> io::Result<()> {
    let mut code = program(keeper, terms).ok_or(io::ErrorKind::Unsupported)?;
    let length = u16::try_from(code.len()).map_err(io::Error::other)?;
    let program = libc::sock_fprog { len: length, filter: code.as_mut_ptr() };
    // SAFETY: the program points to `length` instructions that live through the call.
    let outcome = unsafe { libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, 0, &program) };
    if outcome == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// The filter that [`install`] installs, as a program for each candidate. `None` on an architecture that was not tested.
pub(super) fn program(keeper: u32, terms: FilterTerms) -> Option<Vec<sock_filter>> {
    let is_among_others = terms.level < Level::Namespaces;
    let mut code = head(KILL)?;
    code.extend(without_set_id());
    code.extend(refusals(&EVERYWHERE));
    code.extend(of_keeper(keeper, is_among_others));
    // So that the files that a process holds can be counted.
    let is_hiding = jump(libc::BPF_JEQ, libc::PR_SET_DUMPABLE.cast_unsigned(), 0, 1);
    code.extend(if_argument(libc::SYS_prctl, 0, is_hiding, DONE));
    code.extend(BUFFERS.iter().flat_map(|option| {
        let is_buffer = (argument(2, 0), libc::BPF_JEQ, option.cast_unsigned());
        let of_sockets = (argument(1, 0), libc::BPF_JEQ, libc::SOL_SOCKET.cast_unsigned());
        if_all(libc::SYS_setsockopt, &[of_sockets, is_buffer], DONE)
    }));
    let is_asking = jump(libc::BPF_JSET, libc::RWF_NOWAIT.cast_unsigned(), 0, 1);
    code.extend(if_argument(libc::SYS_preadv2, 5, is_asking, EOPNOTSUPP));
    let is_larger = jump(libc::BPF_JEQ, libc::F_SETPIPE_SZ.cast_unsigned(), 0, 1);
    code.extend(if_argument(libc::SYS_fcntl, 1, is_larger, EPERM));
    if terms.level >= Level::Filters {
        code.extend(with_filters());
        if is_among_others {
            code.extend(among_others());
        }
        if is_among_others && terms.is_person {
            code.extend(refusals(&METADATA));
        }
        if is_among_others && !terms.may_truncate {
            code.extend(without_truncation());
        }
    }
    code.push(answer(ALLOW));
    Some(code)
}

fn refusals(lists: &[Answered]) -> Vec<sock_filter> {
    lists.iter().flat_map(|(calls, refusal)| always(calls, *refusal)).collect()
}

/// No file that would give whoever runs it the rights of the user. A new folder never gets such a mode.
fn without_set_id() -> Vec<sock_filter> {
    let is_set = jump(libc::BPF_JSET, SET_ID, 0, 1);
    let changed = MODES.iter().flat_map(|(call, place)| if_argument(*call, *place, is_set, EPERM));
    let made = OPENING.iter().flat_map(|(call, flags)| {
        let makes = (argument(*flags, 0), libc::BPF_JSET, MAKING);
        if_all(*call, &[makes, (argument(*flags + 1, 0), libc::BPF_JSET, SET_ID)], EPERM)
    });
    changed.chain(made).collect()
}

/// No calls of the list, no namespaces, and of sockets only pairs. A pair for datagrams could send to any
/// other socket.
fn with_filters() -> Vec<sock_filter> {
    let has = |bits: i32| jump(libc::BPF_JSET, bits.cast_unsigned(), 0, 1);
    let is_other_family = jump(libc::BPF_JEQ, libc::AF_UNIX.cast_unsigned(), 1, 0);
    let mut code = refusals(&WITH_FILTERS);
    code.extend(if_argument(libc::SYS_clone, 0, has(NAMESPACES), EPERM));
    code.extend(if_argument(libc::SYS_socketpair, 0, is_other_family, EACCES));
    // Among the types, only those for datagrams and raw packets have this bit.
    code.extend(if_argument(libc::SYS_socketpair, 1, has(libc::SOCK_DGRAM), EACCES));
    code
}

/// No action on the helper; where others exist, none on its group, on all processes, and on those of a user. A signal that
/// the system sends for a file is an action, too.
fn of_keeper(keeper: u32, is_among_others: bool) -> Vec<sock_filter> {
    // A negative number stands for a group of processes, -1 for all processes.
    let groups = [keeper.wrapping_neg(), -1_i32 as u32].into_iter().filter(|_| is_among_others);
    let targets = [keeper].into_iter().chain(groups);
    let of = |target: u32| {
        let is_target = jump(libc::BPF_JEQ, target, 0, 1);
        let calls = AIMED.iter().chain(&OF_ITSELF);
        let calls = calls.flat_map(move |(call, place)| if_argument(*call, *place, is_target, EPERM));
        let owns = (argument(1, 0), libc::BPF_JEQ, libc::F_SETOWN.cast_unsigned());
        calls.chain(if_all(libc::SYS_fcntl, &[owns, (argument(2, 0), libc::BPF_JEQ, target)], EPERM))
    };
    let mut code: Vec<_> = targets.flat_map(of).collect();
    if is_among_others {
        let is = |value: u32| jump(libc::BPF_JEQ, value, 0, 1);
        code.extend(if_argument(libc::SYS_fcntl, 1, is(F_SETOWN_EX.cast_unsigned()), EINVAL));
        code.extend(OWNING.iter().flat_map(|request| if_argument(libc::SYS_ioctl, 1, is(*request), ENOTTY)));
    }
    // Among the processes of a user is the helper. How it is run would be how later programs are run.
    code.extend(
        OF_A_KIND
            .iter()
            .flat_map(|(call, process)| if_argument(*call, 0, jump(libc::BPF_JEQ, *process, 1, 0), EPERM)),
    );
    code
}

/// No effect on how others run, or open files.
fn among_others() -> Vec<sock_filter> {
    let is_other = jump(libc::BPF_JEQ, 0, 1, 0);
    let of_itself = OF_ITSELF.iter().flat_map(|(call, place)| if_argument(*call, *place, is_other, EPERM));
    let controls = CONTROLS.iter().flat_map(|control| {
        if_argument(libc::SYS_fcntl, 1, jump(libc::BPF_JEQ, control.cast_unsigned(), 0, 1), EINVAL)
    });
    let requests = unless_bits(libc::SYS_ioctl, 1, 0xFF00, TERMINALS, ENOTTY);
    of_itself.chain(controls).chain(requests).collect()
}

/// No file is made shorter unless it was opened for writing.
fn without_truncation() -> Vec<sock_filter> {
    let opening = OPENING.iter().flat_map(|(call, flags)| {
        [
            jump(libc::BPF_JEQ, number(*call), 0, 5),
            argument(*flags, 0),
            jump(libc::BPF_JSET, libc::O_TRUNC.cast_unsigned(), 0, 2),
            jump(libc::BPF_JSET, libc::O_ACCMODE.cast_unsigned(), 1, 0),
            answer(EACCES),
            load(0),
        ]
    });
    always(&[libc::SYS_truncate], EACCES).into_iter().chain(opening).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::sandbox::bpf::tests::verdict;

    fn at(level: Level, is_person: bool, may_truncate: bool) -> Vec<sock_filter> {
        program(77, FilterTerms { level, is_person, may_truncate })
            .expect("tests run where filters are known")
    }

    #[test]
    fn a_filter_fits_and_lets_through_what_programs_need() {
        for level in [Level::Rlimits, Level::Filters, Level::Namespaces] {
            let code = at(level, true, false);
            assert!(code.len() < 1000, "the system takes 4096 instructions: {}", code.len());
            for call in
                [libc::SYS_read, libc::SYS_write, libc::SYS_mmap, libc::SYS_execve, libc::SYS_exit_group]
            {
                assert_eq!(verdict(&code, call, [u64::MAX; 6]), ALLOW, "{call} at {level:?}");
            }
            let new_file = [0, 0, (libc::O_CREAT | libc::O_WRONLY | libc::O_TRUNC) as u64, 0o666, 0, 0];
            assert_eq!(verdict(&code, libc::SYS_openat, new_file), ALLOW);
            // Without a new file, the mode is whatever was in the register.
            assert_eq!(verdict(&code, libc::SYS_openat, [0, 0, 0, u64::MAX, 0, 0]), ALLOW);
            let set_id = [0, 0, libc::O_TMPFILE as u64 | 1, 0o2755, 0, 0];
            assert_eq!(verdict(&code, libc::SYS_openat, set_id), EPERM);
        }
    }

    #[test]
    fn no_file_sends_its_signals_to_the_helper() {
        let code = at(Level::Rlimits, false, true);
        let owned_by = |owner: i64| [0, libc::F_SETOWN as u64, owner.cast_unsigned(), 0, 0, 0];
        for (owner, answer) in [(77, EPERM), (-77, EPERM), (-1, EPERM), (78, ALLOW)] {
            assert_eq!(verdict(&code, libc::SYS_fcntl, owned_by(owner)), answer, "{owner}");
        }
        assert_eq!(verdict(&code, libc::SYS_fcntl, [0, F_SETOWN_EX as u64, 0, 0, 0, 0]), EINVAL);
        assert_eq!(verdict(&code, libc::SYS_ioctl, [0, OWNING[0].into(), 0, 0, 0, 0]), ENOTTY);
        assert_eq!(verdict(&code, libc::SYS_ioctl, [0, OWNING[1].into(), 0, 0, 0, 0]), ENOTTY);
        assert_eq!(verdict(&code, libc::SYS_fcntl, [0, libc::F_SETFL as u64, 77, 0, 0, 0]), ALLOW);
    }

    #[test]
    fn truncation_is_filtered_on_older_kernels() {
        let (old, new) = (at(Level::Filters, true, false), at(Level::Filters, true, true));
        let opening = |flags: i32| [0, 0, flags as u64, 0, 0, 0];
        let shortened = opening(libc::O_RDONLY | libc::O_TRUNC);
        assert_eq!(verdict(&old, libc::SYS_truncate, [0; 6]), EACCES);
        assert_eq!(verdict(&old, libc::SYS_openat, shortened), EACCES);
        assert_eq!(verdict(&old, libc::SYS_openat, opening(libc::O_RDWR | libc::O_TRUNC)), ALLOW);
        assert_eq!(verdict(&old, libc::SYS_openat, opening(libc::O_RDONLY)), ALLOW);
        assert_eq!(verdict(&old, libc::SYS_ftruncate, [0; 6]), ALLOW);
        assert_eq!(verdict(&new, libc::SYS_openat, shortened), ALLOW);
    }

    #[test]
    fn other_numbers_for_the_same_calls_end_the_program() {
        let code = at(Level::Rlimits, false, true);
        assert_eq!(verdict(&code, libc::SYS_getpid, [0; 6]), ALLOW);
        if cfg!(target_arch = "x86_64") {
            assert_eq!(verdict(&code, 0x4000_0000 + libc::SYS_shmget, [0; 6]), KILL);
        }
    }
}
