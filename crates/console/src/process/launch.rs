//! Starting a program as cheaply as the system can: `clone` shares the memory until `exec`, so that nothing
//! of the judge is copied, and returns a descriptor of the process. A program leads its own session, so
//! that it has no terminal of the judge's.

use std::ffi::{CString, OsStr, c_char, c_int, c_void};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;
use std::time::Instant;

use rustix::process::Pid;

use super::streams::{Ours, Streams};

/// The type of a limit's number, which the C libraries do not agree on.
#[cfg(target_env = "gnu")]
pub(super) type Which = libc::__rlimit_resource_t;
#[cfg(not(target_env = "gnu"))]
pub(super) type Which = libc::c_int;

/// A process that has just been started, with our ends of its streams.
pub(super) struct Started {
    pub(super) leader: Pid,
    pub(super) pidfd: OwnedFd,
    pub(super) streams: Ours,
    pub(super) at: Instant,
}

pub(super) struct Launch {
    program: CString,
    args: Vec<CString>,
    env: Vec<CString>,
    /// Its working folder. `None` for that of this process.
    folder: Option<CString>,
    /// Limits in the system's form: which one, and its value.
    limits: Vec<(Which, libc::rlimit)>,
    /// Filters of system calls of its own, if its parent is to trace it.
    watch: Option<Vec<Vec<libc::sock_filter>>>,
}

/// Everything the child needs, made before it starts, because the child must not allocate memory.
struct Plan<'a> {
    program: *const c_char,
    argv: *const *const c_char,
    envp: *const *const c_char,
    folder: *const c_char,
    streams: [RawFd; 3],
    has_terminal: bool,
    limits: &'a [(Which, libc::rlimit)],
    watch: Option<&'a [libc::sock_fprog]>,
    /// Set by the child when all is prepared: an error after that is the program's.
    is_prepared: bool,
    /// Set by the child if the program cannot be started.
    errno: c_int,
}

/// Enough for the few calls that the child makes.
const STACK: usize = 64 << 10;

impl Launch {
    /// A launch of a program with its arguments, environment and limits. A limit of this process that is
    /// lower and cannot be raised holds instead.
    /// Fails if there is a NUL in a word.
    pub(super) fn new<'a>(
        program: &Path,
        args: impl Iterator<Item = &'a OsStr>,
        env: impl Iterator<Item = (&'a OsStr, &'a OsStr)>,
        limits: &[(Which, u64)],
    ) -> io::Result<Launch> {
        let word = |word: &OsStr| CString::new(word.as_bytes()).map_err(io::Error::from);
        let mut words = vec![word(program.as_os_str())?];
        for arg in args {
            words.push(word(arg)?);
        }
        let variable = |(name, value): (&OsStr, &OsStr)| {
            let text = [name.as_bytes(), b"=", value.as_bytes()].concat();
            CString::new(text).map_err(io::Error::from)
        };
        let limit = |&(which, most): &(_, u64)| {
            let most = most.min(highest(which));
            (which, libc::rlimit { rlim_cur: most, rlim_max: most })
        };
        Ok(Launch {
            program: words[0].clone(),
            args: words,
            env: env.map(variable).collect::<io::Result<_>>()?,
            folder: None,
            limits: limits.iter().map(limit).collect(),
            watch: None,
        })
    }

    /// Begins in this folder.
    /// Fails if there is a NUL in its name.
    pub(super) fn within(self, folder: &Path) -> io::Result<Launch> {
        Ok(Launch { folder: Some(CString::new(folder.as_os_str().as_bytes())?), ..self })
    }

    /// Is traced by its parent, with these filters of its own.
    pub(super) fn watched(self, filters: Vec<Vec<libc::sock_filter>>) -> Launch {
        Launch { watch: Some(filters), ..self }
    }

    /// Starts it, in its own session, on these streams.
    /// Fails for the system's reason not to start it; with [`io::ErrorKind::Other`] if that has nothing to do with the
    /// program.
    pub(super) fn start(&self, streams: Streams) -> io::Result<Started> {
        let Streams { ours, theirs, has_terminal } = streams;
        let at = Instant::now();
        let (leader, pidfd) = self.start_on(theirs.each_ref(), has_terminal)?;
        Ok(Started { leader, pidfd, streams: ours, at })
    }

    /// Starts it on these streams, of which only its own ends are given.
    pub(super) fn start_on(&self, streams: [&OwnedFd; 3], has_terminal: bool) -> io::Result<(Pid, OwnedFd)> {
        let (argv, envp) = (pointers(&self.args), pointers(&self.env));
        let watch: Option<Vec<_>> =
            self.watch.as_ref().map(|filters| filters.iter().map(|code| kernels(code)).collect());
        let mut plan = Plan {
            program: self.program.as_ptr(),
            argv: argv.as_ptr(),
            envp: envp.as_ptr(),
            folder: self.folder.as_ref().map_or(ptr::null(), |folder| folder.as_ptr()),
            streams: streams.map(AsRawFd::as_raw_fd),
            has_terminal,
            limits: &self.limits,
            watch: watch.as_deref(),
            is_prepared: false,
            errno: 0,
        };
        let (leader, pidfd) = clone(&mut plan)?;
        if plan.errno != 0 {
            let _ = super::reap::wait(leader.as_raw_nonzero().get(), 0);
            let why = io::Error::from_raw_os_error(plan.errno);
            return Err(if plan.is_prepared { why } else { io::Error::other(why) });
        }
        Ok((leader, pidfd))
    }
}

/// How high a limit of this process can be set.
fn highest(which: Which) -> u64 {
    let mut limit = libc::rlimit { rlim_cur: libc::RLIM_INFINITY, rlim_max: libc::RLIM_INFINITY };
    // SAFETY: the limit lives through the call, which writes there only.
    unsafe { libc::getrlimit(which, &mut limit) };
    limit.rlim_max
}

/// Pointers to the words, ended by a null pointer.
fn pointers(words: &[CString]) -> Vec<*const c_char> {
    words.iter().map(|word| word.as_ptr()).chain([ptr::null()]).collect()
}

/// A filter as the system takes it, which only reads it.
fn kernels(code: &[libc::sock_filter]) -> libc::sock_fprog {
    let len = u16::try_from(code.len()).expect("filters are short");
    libc::sock_fprog { len, filter: code.as_ptr().cast_mut() }
}

fn clone(plan: &mut Plan<'_>) -> io::Result<(Pid, OwnedFd)> {
    let mut stack = Vec::<u128>::with_capacity(STACK / size_of::<u128>());
    let mut pidfd: c_int = -1;
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_PIDFD | libc::SIGCHLD;
    // SAFETY: the stack is aligned and long enough for `become_program`, which makes system calls
    // only; this thread is held until the child has left the shared memory, so that stack and plan
    // outlive its use of them. Other threads may go on: the child touches nothing of theirs.
    let pid = unsafe {
        let top = stack.as_mut_ptr().add(stack.capacity()).cast::<c_void>();
        libc::clone(become_program, top, flags, ptr::from_mut(plan).cast(), &mut pidfd)
    };
    match Pid::from_raw(pid) {
        // SAFETY: the system has just made this descriptor for us.
        Some(leader) if pid > 0 => Ok((leader, unsafe { OwnedFd::from_raw_fd(pidfd) })),
        _ => Err(io::Error::last_os_error()),
    }
}

/// The child's work before `exec`: it enters its own session, takes its streams, terminal, folder and
/// limits, and resets its signals.
extern "C" fn become_program(plan: *mut c_void) -> c_int {
    // SAFETY: `clone` was given a plan that lives until this child has gone on to `exec` or exit,
    // and every pointer in it is to memory that lives as long. Nothing here asks for memory.
    unsafe {
        let plan = &mut *plan.cast::<Plan<'_>>();
        libc::setsid();
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        // The judge ignores these.
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        libc::signal(libc::SIGXFSZ, libc::SIG_DFL);
        for (number, stream) in (0..).zip(plan.streams) {
            if libc::dup2(stream, number) < 0 {
                return fail(plan);
            }
        }
        // Whatever this process has open, also by inheritance, is closed by `exec`; not before Linux 5.11.
        libc::syscall(libc::SYS_close_range, 3, u32::MAX, libc::CLOSE_RANGE_CLOEXEC);
        if plan.has_terminal && libc::ioctl(0, libc::TIOCSCTTY, 0) < 0 {
            return fail(plan);
        }
        if !plan.folder.is_null() && libc::chdir(plan.folder) < 0 {
            return fail(plan);
        }
        for (which, limit) in plan.limits {
            if libc::setrlimit(*which, limit) < 0 {
                return fail(plan);
            }
        }
        if let Some(filters) = plan.watch
            && !be_watched(filters)
        {
            return fail(plan);
        }
        plan.is_prepared = true;
        libc::execve(plan.program, plan.argv, plan.envp);
        fail(plan)
    }
}

/// Asks to be traced before it installs the filters, since they may forbid that.
///
/// # Safety
/// As for `become_program`.
unsafe fn be_watched(filters: &[libc::sock_fprog]) -> bool {
    let install = |filter: &libc::sock_fprog| {
        // SAFETY: the program lives in the parent's memory, which stays until this child has its own.
        unsafe { libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, 0, filter) == 0 }
    };
    // SAFETY: this child is not its program yet.
    unsafe { libc::ptrace(libc::PTRACE_TRACEME, 0, 0, 0) == 0 && filters.iter().all(install) }
}

fn fail(plan: &mut Plan<'_>) -> c_int {
    plan.errno = io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO);
    127
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::reap;

    #[test]
    fn nothing_but_the_three_streams_is_open_in_a_program() {
        let (_unread, inherited) = rustix::pipe::pipe().unwrap();
        let script = OsStr::new("[ -e /proc/self/fd/0 ] && [ ! -e \"/proc/self/fd/$1\" ]");
        let number = inherited.as_raw_fd().to_string();
        let args = [OsStr::new("-c"), script, OsStr::new("sh"), OsStr::new(&number)];
        let launch = Launch::new(Path::new("/bin/sh"), args.into_iter(), std::iter::empty(), &[]).unwrap();
        let started = launch.start(Streams::pipes().unwrap()).unwrap();
        let ended = reap::wait(started.leader.as_raw_nonzero().get(), 0).unwrap().unwrap();
        assert_eq!(ended.status, 0);
    }
}
