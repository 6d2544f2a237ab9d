//! The file system that candidates see: an empty one, in which the system's folders and what the command
//! names appear read-only, with its own `/proc`, a few devices, and one small writable place in memory,
//! `/tmp`.
//!
//! Small files are copied in, not bound: then their owner and rights do not matter (root may have made a
//! submission readable for itself only), and no lock or time stamp on them carries over from run to run.
//! Folders are bound, each with the mounts below it, and made read-only as a whole.
//!
//! Paths that others chose are used only after the old root has become read-only. What is shown is opened
//! once and used by its descriptor, and no link is followed on the way to the place where it is shown.

use std::ffi::{CStr, CString};
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Component, Path, PathBuf};

use rustix::fs::{Mode, OFlags};
use rustix::mount::{
    MountFlags, MountPropagationFlags, MoveMountFlags, OpenTreeFlags, UnmountFlags, mount,
    mount_bind_recursive, mount_change, unmount,
};

use super::message::Setup;
use super::view::{OWN, SYSTEM};
use crate::files::Pinned;

use super::disk::FILES;
pub(super) use super::folder::{Folder, RUN_DIR};

/// Where the old root is seen while the new one is built.
const OLD: &str = "/.old";

/// The files that candidates see below `/tmp`, where they may write, are put here and shown there read-only.
const COPIES: &str = "/.copies";

const DEVICES: [&str; 6] = ["null", "zero", "full", "random", "urandom", OWN_TERMINAL];

/// The terminal of a program: only one that was made for it. Small systems lack this device.
const OWN_TERMINAL: &str = "tty";

/// Files up to this size are copied; so are larger files that not everybody may read.
const COPIED: u64 = 32 << 20;

/// The step that failed, and why.
type MountError = (String, io::Error);

fn what(what: impl ToString) -> impl FnOnce(io::Error) -> MountError {
    move |why| (what.to_string(), why)
}

/// Builds the file system and moves into its folder for candidates, which belongs to `user`.
pub(super) fn build(setup: &Setup, user: Option<u32>) -> Result<(), MountError> {
    new_root().map_err(what("mount a new root"))?;
    system().map_err(what("mount the system's folders"))?;
    devices().map_err(what("show devices"))?;
    std::fs::create_dir("/proc")
        .and_then(|()| Ok(mount("proc", "/proc", "proc", plain() | MountFlags::NOEXEC, c"")?))
        .map_err(what("mount a new /proc"))?;
    temporary(setup.files, user).map_err(what("mount a writable folder"))?;
    std::fs::create_dir(COPIES).map_err(what("make a folder"))?;
    // From here on paths that others chose are used.
    set_read_only(Path::new(OLD), libc::AT_RECURSIVE).map_err(what("make the old root read-only"))?;
    for pinned in setup.view.all() {
        show(pinned).map_err(what(format!("show {}", pinned.at().display())))?;
    }
    show_copies().map_err(what("mount files inside writable folders"))?;
    close().map_err(what("close the new root"))
}

/// Moves into a folder for candidates in the system's own file system, which belongs to `user`. The folder around it does not;
/// this user may only read it, and others may not enter it.
pub(super) fn move_in(outer: &Path, user: Option<u32>) -> io::Result<()> {
    let run_dir = outer.join(RUN_DIR);
    std::fs::create_dir(&run_dir)?;
    if user.is_some() {
        std::os::unix::fs::chown(outer, None, user)?;
        std::fs::set_permissions(outer, PermissionsExt::from_mode(0o750))?;
        std::os::unix::fs::chown(&run_dir, user, user)?;
    }
    std::env::set_current_dir(run_dir)
}

fn plain() -> MountFlags {
    MountFlags::NOSUID | MountFlags::NODEV
}

/// The path of one of the system's folders in the old root.
fn old(place: &Path) -> PathBuf {
    Path::new(OLD).join(place.strip_prefix("/").unwrap_or(place))
}

/// An empty root, with the old one in a folder of it. It is built over `/tmp`, which every system has; once
/// it is the root, the old root's `/tmp` is visible again.
fn new_root() -> io::Result<()> {
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
    mount("tmpfs", "/tmp", "tmpfs", plain(), c"mode=0755")?;
    std::env::set_current_dir("/tmp")?;
    std::fs::create_dir(OLD.trim_start_matches('/'))?;
    rustix::process::pivot_root(".", OLD.trim_start_matches('/'))?;
    std::env::set_current_dir("/")
}

fn system() -> io::Result<()> {
    for place in SYSTEM.map(Path::new) {
        let source = old(place);
        // Most of them are links into /usr nowadays, and stay so.
        if let Ok(target) = source.read_link() {
            symlink(target, place)?;
        } else if source.is_dir() {
            bind(&source, place)?;
        }
    }
    Ok(())
}

fn bind(source: &Path, place: &Path) -> io::Result<()> {
    std::fs::create_dir_all(place)?;
    mount_bind_recursive(source, place)?;
    set_read_only(place, libc::AT_RECURSIVE)
}

fn devices() -> io::Result<()> {
    std::fs::create_dir("/dev")?;
    for device in DEVICES {
        let place = Path::new("/dev").join(device);
        if device == OWN_TERMINAL && !old(&place).exists() {
            continue;
        }
        std::fs::write(&place, "")?;
        mount_bind_recursive(old(&place), &place)?;
    }
    let links =
        [("fd", "/proc/self/fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2"), ("shm", "/tmp")];
    links.into_iter().try_for_each(|(name, target)| symlink(target, Path::new("/dev").join(name)))
}

/// One small writable place in memory, under each of the names that programs know for it.
fn temporary(size: u64, user: Option<u32>) -> io::Result<()> {
    std::fs::create_dir("/tmp")?;
    let options = format!("mode=1777,size={size},nr_inodes={FILES}");
    mount("tmpfs", "/tmp", "tmpfs", plain(), CString::new(options)?.as_c_str())?;
    let run_dir = Path::new("/tmp").join(RUN_DIR);
    std::fs::create_dir(&run_dir)?;
    std::os::unix::fs::chown(&run_dir, user, user)?;
    std::fs::create_dir_all("/var")?;
    symlink("/tmp", "/var/tmp")
}

/// Shows a file or folder; a small file as a copy that all users may read.
fn show(pinned: &Pinned) -> io::Result<()> {
    let at = place(pinned.at())?;
    let flags = if pinned.is_folder { OFlags::PATH } else { OFlags::RDONLY };
    let source = pinned.open_in(Path::new(OLD), flags)?;
    if pinned.is_folder {
        return attach(&source, &make(&at, true)?);
    }
    let mode = rustix::fs::fstat(&source)?.st_mode;
    let may_run = if mode & 0o111 == 0 { 0 } else { 0o111 };
    let (mut source, mut copy) = (File::from(source), File::from(make(&at, false)?));
    let is_for_all = mode & 0o444 == 0o444 && mode & 0o111 == may_run;
    if source.metadata()?.len() > COPIED && is_for_all {
        return attach(&source, &copy);
    }
    io::copy(&mut source, &mut copy)?;
    copy.set_permissions(PermissionsExt::from_mode(0o444 | may_run))
}

/// Where something is built that is to be seen at a path.
fn place(at: &Path) -> io::Result<PathBuf> {
    let names = [("/tmp", COPIES), ("/var/tmp", COPIES), ("/dev/shm", COPIES)];
    let copied =
        names.iter().find_map(|(name, copies)| Some(Path::new(copies).join(at.strip_prefix(name).ok()?)));
    let is_own = || OWN.iter().any(|own| at.starts_with(own));
    match copied {
        None if is_own() => Err(io::Error::other("each program has a folder of its own there")),
        None => Ok(at.to_owned()),
        Some(copied) => Ok(copied),
    }
}

/// Makes an empty file, opened for writing, or a folder, with the folders around it. No link is followed.
fn make(at: &Path, is_folder: bool) -> io::Result<OwnedFd> {
    let parts: Vec<_> = at.strip_prefix("/").unwrap_or(at).components().collect();
    if !parts.iter().all(|part| matches!(part, Component::Normal(_))) {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let folder = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let mut place = rustix::fs::open("/", folder, Mode::empty())?;
    let (last, around) = parts.split_last().ok_or(io::ErrorKind::InvalidInput)?;
    for part in around.iter().chain([last].into_iter().filter(|_| is_folder)) {
        match rustix::fs::mkdirat(&place, part.as_os_str(), Mode::from_raw_mode(0o755)) {
            Err(why) if why != rustix::io::Errno::EXIST => return Err(why.into()),
            _ => place = rustix::fs::openat(&place, part.as_os_str(), folder, Mode::empty())?,
        }
    }
    if is_folder {
        return Ok(place);
    }
    let new = OFlags::CREATE | OFlags::EXCL | OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(rustix::fs::openat(&place, last.as_os_str(), new, Mode::from_raw_mode(0o444))?)
}

/// Mounts an opened file or folder, with the mounts below it, over another one, read-only.
fn attach(source: impl AsFd, at: impl AsFd) -> io::Result<()> {
    let clone = OpenTreeFlags::OPEN_TREE_CLONE | OpenTreeFlags::OPEN_TREE_CLOEXEC;
    let below = OpenTreeFlags::AT_EMPTY_PATH | OpenTreeFlags::AT_RECURSIVE;
    let tree = rustix::mount::open_tree(source, "", clone | below)?;
    let itself = MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH | MoveMountFlags::MOVE_MOUNT_T_EMPTY_PATH;
    set_attributes(tree.as_raw_fd(), c"", libc::AT_EMPTY_PATH | libc::AT_RECURSIVE)?;
    Ok(rustix::mount::move_mount(tree, "", at, "", itself)?)
}

/// Shows in `/tmp` what was built for it. Mounts can be neither removed nor renamed, though everything around
/// them is writable.
fn show_copies() -> io::Result<()> {
    for entry in std::fs::read_dir(COPIES)? {
        let entry = entry?;
        let at = Path::new("/tmp").join(entry.file_name());
        if entry.file_type()?.is_dir() {
            std::fs::create_dir(&at)?;
        } else {
            std::fs::write(&at, "")?;
        }
        mount_bind_recursive(entry.path(), &at)?;
        set_read_only(&at, libc::AT_RECURSIVE)?;
    }
    Ok(())
}

/// Unmounts the old root, and makes the new one read-only.
fn close() -> io::Result<()> {
    unmount(OLD, UnmountFlags::DETACH)?;
    std::fs::remove_dir(OLD)?;
    set_read_only(Path::new("/"), 0)?;
    std::env::set_current_dir(Path::new("/tmp").join(RUN_DIR))
}

/// Makes a mount read-only, and disables devices and set-user-ID programs on it.
fn set_read_only(place: &Path, flags: i32) -> io::Result<()> {
    set_attributes(libc::AT_FDCWD, &CString::new(place.as_os_str().as_bytes())?, flags)
}

fn set_attributes(folder: RawFd, place: &CStr, flags: i32) -> io::Result<()> {
    // `struct mount_attr`: to set (read-only, nosuid, nodev), to clear, propagation, user namespace.
    let attributes = [1_u64 | 2 | 4, 0, 0, 0];
    // SAFETY: both pointers are to values that live through the call, whose size is told.
    let outcome = unsafe {
        let size = size_of_val(&attributes);
        libc::syscall(libc::SYS_mount_setattr, folder, place.as_ptr(), flags, attributes.as_ptr(), size)
    };
    if outcome == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
