//! Entering the sandbox, once, before the first candidate. Candidates inherit it, so a run costs no more than
//! starting the program; a new sandbox for each run would double the time of a small one.
//!
//! The order matters. A helper that is root builds the view as root, since the interpreter may be in root's
//! home. Then it becomes a user that has no other processes: the system does not limit root's number of
//! processes, and another user's processes would count. For an ordinary user a user namespace does this,
//! since it counts on its own. No process keeps any of root's rights: where there is no view, files that only
//! root may read are copied first. The filter of calls comes last, because it forbids what was needed before.
//!
//! A sandbox costs half a millisecond to enter. A helper that traces has no filter of calls, since the filter
//! forbids tracing; each program that it holds gets its own.

use std::ffi::OsString;
use std::io;
use std::os::fd::AsFd;
use std::path::Path;

use rustix::process::{Pid, PidfdFlags, Signal};
use rustix::thread::UnshareFlags;

use super::folder::close;
use super::message::{Order, Refusal, Setup, path, refused};
use super::stage::{Moved, place_of, stage};
use super::{account, file_access, filter, mounts, view};
use crate::execution::{Level, Limits};
use crate::process::command::environment;
use crate::process::launch::{Launch, Which};
use crate::process::poll;

pub(super) struct Inside {
    /// Whether it is the first process of its own namespace.
    pub(super) is_alone: bool,
    /// What the filter of its candidates depends on.
    pub(super) terms: filter::FilterTerms,
    /// How many processes that are not its candidates' count against their limit.
    pub(super) others: u64,
    /// The state of its folder for candidates before the first of them.
    pub(super) folder: mounts::Folder,
    /// Where the copies of what they are to see are.
    pub(super) moved: Moved,
}

/// The first user without an account: far beyond the numbers that systems give out.
pub(super) const NOBODY: u32 = 2_000_000_000;

/// Enters. With namespaces, it returns as another process, the first of its namespace, while the process that
/// called it waits for that one and then ends.
pub(super) fn enter(setup: &Setup) -> Result<Inside, Refusal> {
    let is_alone = setup.level >= Level::Namespaces;
    let outer = setup.folder.as_ref().map_or(Path::new("/nowhere"), path);
    let mut moved = Moved::default();
    let called = rustix::process::pidfd_open(rustix::process::getpid(), PidfdFlags::empty())
        .map_err(refused("watch the helper"))?;
    let was_root = rustix::process::geteuid().is_root();
    let spare = spare_user();
    if is_alone {
        unshare(was_root)?;
        fork()?;
        mounts::build(setup, spare).map_err(|(what, why)| (what, why.to_string()))?;
    } else {
        rustix::process::set_child_subreaper(Some(rustix::process::getpid()))
            .map_err(refused("adopt orphaned processes"))?;
        mounts::move_in(outer, spare).map_err(refused("use the folder for candidates"))?;
        if spare.is_some() {
            moved = stage(&setup.view, outer).map_err(refused("copy the files that programs may see"))?;
        }
    }
    if let Some(user) = spare {
        become_user(user).map_err(refused("switch to a user of its own"))?;
    }
    drop_capabilities();
    if is_alone {
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))
            .map_err(refused("end with the judge"))?;
        // The process that stayed behind may have been killed before that.
        if poll::is_readable(called.as_fd()) {
            return Err(("continue".to_owned(), "the helper has ended".to_owned()));
        }
    }
    let user = rustix::process::getuid().as_raw();
    let others = match (is_alone, spare) {
        (_, Some(_)) => 1,
        // The process that stayed behind is in the user namespace, too.
        (true, None) => 2,
        // The user's other processes may become more.
        (false, None) => account::count_of(user) + 256,
    };
    let may_truncate = file_access::forbids_truncation();
    let terms = filter::FilterTerms { level: setup.level, is_person: spare.is_none(), may_truncate };
    restrict(setup, outer, terms)?;
    let folder = mounts::Folder::here().map_err(refused("use the folder for candidates"))?;
    Ok(Inside { is_alone, terms, others, folder, moved })
}

/// The user that root's helper becomes: one without other processes, so that only its candidates count. None
/// if there is no such user.
fn spare_user() -> Option<u32> {
    if !rustix::process::geteuid().is_root() {
        return None;
    }
    let own = std::process::id();
    [NOBODY + own, 60_000 + own % 5_000].into_iter().find(|user| is_mapped(*user))
}

/// Whether a user exists in this user namespace.
fn is_mapped(user: u32) -> bool {
    let map = std::fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    map.lines().any(|line| {
        let numbers: Vec<u64> = line.split_ascii_whitespace().filter_map(|word| word.parse().ok()).collect();
        matches!(numbers[..], [first, _, count] if (first..first + count).contains(&u64::from(user)))
    })
}

fn unshare(was_root: bool) -> Result<(), Refusal> {
    let flags = UnshareFlags::NEWNS
        | UnshareFlags::NEWPID
        | UnshareFlags::NEWNET
        | UnshareFlags::NEWIPC
        | UnshareFlags::NEWUTS
        | UnshareFlags::NEWCGROUP;
    if was_root {
        // SAFETY: this process has one thread, and no descriptor table is unshared.
        return unsafe { rustix::thread::unshare_unsafe(flags) }.map_err(refused("make namespaces"));
    }
    let (user, group) = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
    // SAFETY: as above.
    unsafe { rustix::thread::unshare_unsafe(flags | UnshareFlags::NEWUSER) }
        .map_err(refused("make namespaces"))?;
    let write = |file: &str, text: String| std::fs::write(format!("/proc/self/{file}"), text);
    write("setgroups", "deny".to_owned())
        .and_then(|()| write("uid_map", format!("{user} {user} 1")))
        .and_then(|()| write("gid_map", format!("{group} {group} 1")))
        .map_err(refused("map a user into a namespace"))
}

/// Goes on as the first process of the new namespace; the process that called stays behind to wait.
fn fork() -> Result<(), Refusal> {
    // SAFETY: this process has one thread.
    match unsafe { libc::fork() } {
        0 => Ok(()),
        ..0 => Err(refused("fork")(io::Error::last_os_error())),
        child => {
            let_go();
            loop {
                match super::super::reap::wait(child, 0) {
                    Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
                    _ => std::process::exit(0),
                }
            }
        }
    }
}

/// Closes the socket in a process that stays behind when its child goes on as the helper.
fn let_go() {
    // SAFETY: this process only waits from here on, and uses no descriptor any more.
    unsafe { libc::syscall(libc::SYS_close_range, 3, u32::MAX, 0) };
}

fn become_user(user: u32) -> io::Result<()> {
    // SAFETY: the calls take plain numbers, and no list of groups.
    let outcome = unsafe {
        libc::setgroups(0, std::ptr::null());
        [libc::setresgid(user, user, user), libc::setresuid(user, user, user)]
    };
    if outcome == [0, 0] { Ok(()) } else { Err(io::Error::last_os_error()) }
}

fn drop_capabilities() {
    // The third version of the call's header, for this process; three words twice.
    let (header, none) = ([0x2008_0522_u32, 0], [0_u32; 6]);
    // SAFETY: header and data are as long as this version of the call reads.
    unsafe { libc::syscall(libc::SYS_capset, header.as_ptr(), none.as_ptr()) };
}

/// Irreversible restrictions of this process.
fn restrict(setup: &Setup, outer: &Path, terms: filter::FilterTerms) -> Result<(), Refusal> {
    rustix::thread::set_no_new_privs(true).map_err(refused("set no_new_privs"))?;
    // No other process may look into the helper's memory.
    rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable)
        .map_err(refused("close the helper's memory"))?;
    if setup.level == Level::Filters {
        if !file_access::is_there() {
            return Err((
                "restrict file access (Landlock)".to_owned(),
                "this kernel has no Landlock".to_owned(),
            ));
        }
        file_access::restrict(&setup.view, outer).map_err(refused("restrict file access (Landlock)"))?;
    }
    // A helper that holds candidates traces them, which the filter forbids; so each candidate gets its own
    // filter.
    if !setup.is_warm {
        let keeper = Pid::as_raw(Some(rustix::process::getpid())).cast_unsigned();
        let installed = filter::install(keeper, terms);
        // Without filters, the other limits of the level remain.
        if setup.level >= Level::Filters {
            installed.map_err(refused("install a filter of system calls (seccomp)"))?;
        }
    }
    Ok(())
}

/// What is to be started, with its environment and limits.
pub(super) fn launch(setup: &Setup, inside: &Inside, order: &Order) -> io::Result<Launch> {
    order.given.write(inside.folder.path()).map_err(io::Error::other)?;
    if order.is_read_only {
        close(inside.folder.path())?;
    }
    let moved = |word: &OsString| place_of(&inside.moved, word);
    let program = view::find(Path::new(&moved(&order.program)));
    let env = environment(inside.folder.path().as_os_str(), &order.env);
    let args: Vec<_> = order.args.iter().map(moved).collect();
    let args = args.iter().map(OsString::as_os_str);
    let limits = limits(&order.limits, inside, setup);
    Launch::new(&program, args, env.into_iter(), &limits)
}

/// The limits that the system enforces, for each process alone.
fn limits(limits: &Limits, inside: &Inside, setup: &Setup) -> Vec<(Which, u64)> {
    vec![
        (libc::RLIMIT_CORE, 0),
        (libc::RLIMIT_FSIZE, setup.files),
        (libc::RLIMIT_NOFILE, OPEN_FILES),
        (libc::RLIMIT_NPROC, limits.processes + 1 + inside.others),
        (libc::RLIMIT_STACK, limits.stack),
        // Each signal that waits and each timer is memory of the kernel.
        (libc::RLIMIT_SIGPENDING, SIGNALS),
    ]
}

/// Open files at once, enough for every common runtime.
const OPEN_FILES: u64 = 512;

/// Signals that wait and timers, of all processes of the user.
const SIGNALS: u64 = 4096;
